// The lesson: which hint fits the moment. Each is told until it has been followed, in the order of a round.

import type { Sitting } from "../lib/sitting.svelte";
import { powerOf } from "../lib/cards";
import type { Key } from "../lib/words.svelte";

export type Hint = { key: Key; when: (sitting: Sitting) => boolean };

const offers = (sitting: Sitting, verb: string) =>
  sitting.offers.plain.has(verb as never) || sitting.offers.cards.has(verb as never);
const isHoldingPower = (sitting: Sitting) =>
  sitting.yours?.held != null && !sitting.board?.is_taken && powerOf(sitting.yours.held, sitting.values) !== null;

export const HINTS: Hint[] = [
  { key: "learn.end.round", when: (sitting) => sitting.board?.phase === "over" },
  { key: "learn.aim", when: (sitting) => sitting.board?.phase === "memory" },
  { key: "learn.give", when: (sitting) => offers(sitting, "give") },
  { key: "learn.hold.power", when: isHoldingPower },
  { key: "learn.hold", when: (sitting) => offers(sitting, "swap") },
  { key: "learn.peek", when: (sitting) => offers(sitting, "peek") },
  { key: "learn.spy", when: (sitting) => offers(sitting, "spy") },
  { key: "learn.look", when: (sitting) => sitting.board?.power === "look" && sitting.verb !== null },
  { key: "learn.trade", when: (sitting) => offers(sitting, "trade") },
  { key: "learn.last", when: (sitting) => sitting.board?.caller != null },
  { key: "learn.call", when: (sitting) => offers(sitting, "call") && (sitting.board?.lap ?? 1) > 3 },
  { key: "learn.take", when: (sitting) => offers(sitting, "take") && (sitting.board?.lap ?? 1) > 1 },
  { key: "learn.draw", when: (sitting) => offers(sitting, "draw") },
  { key: "learn.snap", when: (sitting) => sitting.snaps.size > 0 },
  { key: "learn.wait", when: (sitting) => sitting.board !== null },
];

export function hintFor(sitting: Sitting): Key | null {
  return HINTS.find((hint) => hint.when(sitting))?.key ?? null;
}
