// After a round that was played on from a replay: the same position once more, at a table of its own.

import { currentRoute, navigate } from "./route.svelte";
import { playOnAgain } from "./server/api";

/** From the table that is shown. */
export async function tryAgain(): Promise<void> {
  const route = currentRoute();
  if (route.page === "table") navigate(`/table/${(await playOnAgain(route.id)).table}`);
}
