// After a round that was played on from a replay: the same position once more, at a table of its own.

import { currentRoute, navigate } from "./route.svelte";
import { playOnAgain } from "./server/api";
import { describeError } from "./server/errorText";

let isBusy = false;

/** From the table that is shown; what went wrong, if something did. */
export async function tryAgain(): Promise<string> {
  const route = currentRoute();
  if (isBusy || route.page !== "table") return "";
  isBusy = true;
  try {
    navigate(`/table/${(await playOnAgain(route.id)).table}`);
    return "";
  } catch (error) {
    return describeError(error);
  } finally {
    isBusy = false;
  }
}
