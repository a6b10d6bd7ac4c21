// What you did well or badly in a round, in one sentence made from the server's data.

import type { Highlight } from "../protocol";
import { findKey, say, type Key } from "../words.svelte";
import { faceName } from "./names";
import type { Reader } from "./resultSentences";

/** "Your snap saved 9 points."; empty where a newer server tells what this client has no words for. */
export function sayHighlight(highlight: Highlight, reader: Reader): string {
  const key = keyOf(highlight);
  if (key === null) return "";
  const { points, count, card, other, dealt } = highlight;
  return say(key, {
    points,
    count,
    card: card === null ? "" : faceName(card),
    other: other === null ? "" : reader.nameOf(other),
    dealt: dealt ?? 0,
  });
}

/** A kind may have words of its own for several, and for no points at all. */
function keyOf({ kind, points, count }: Highlight): Key | null {
  const several = count > 1 ? findKey("end.highlight", kind, "several") : null;
  const none = points === 0 ? findKey("end.highlight", kind, "none") : null;
  return several ?? none ?? findKey("end.highlight", kind);
}
