// What a link shows, in words.

import { say, type Key } from "../lib/words.svelte";

type Start = "replay.shared" | "replay.share.scope";

/** A scope is table, all or a seat's letter. */
export function describeScope(start: Start, scope: string, nameOf: (seat: string) => string): string {
  if (scope === "table" || scope === "all") return say(`${start}.${scope}` satisfies Key);
  return say(`${start}.seat`, { name: nameOf(scope) });
}
