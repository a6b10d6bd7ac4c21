// Who is on the join page of a table, in words.

import { say } from "../words.svelte";

/** Names as far as they have been entered, at least one; empty ones are still to come. */
export function describeNewcomers(names: string[]): string {
  const [name = ""] = names;
  if (names.length > 1) return say("lobby.newcomers", { n: names.length });
  return name === "" ? say("lobby.newcomer.unnamed") : say("lobby.newcomer", { name });
}
