// The lessons of the tutorial and their steps. The server has the cards of each lesson, in the same order.

import { parseFace, pointsOf } from "../lib/game/cards";
import type { Values } from "../lib/game/ruleValues";
import type { Face, GameEvent, Seat } from "../lib/protocol";

export type Step =
  | "look"
  | "swap"
  | "throw"
  | "peek"
  | "spy"
  | "trade"
  | "lookAndSwap"
  | "snap"
  | "wrongSnap"
  | "joker"
  | "redKing"
  | "call";

export const LESSONS: readonly (readonly Step[])[] = [
  ["look", "swap", "throw"],
  ["peek", "spy", "trade", "lookAndSwap"],
  ["snap", "wrongSnap"],
  ["joker", "redKing", "call"],
];
export const STEPS: readonly Step[] = LESSONS.flat();

export const lessonOf = (step: Step): number => LESSONS.findIndex((steps) => steps.includes(step)) + 1;
export const stepsOf = (lesson: number): readonly Step[] => LESSONS[lesson - 1] ?? [];

export const isRedKing = (face: Face): boolean => parseFace(face).rank === "K" && parseFace(face).isRed;
export const isJoker = (face: Face): boolean => parseFace(face).rank === "X";

/** What an event is seen with: whose lesson it is, what they held until then, whether they have looked by a power. */
type Seen = { you: Seat; held: Face | null; hasLooked: boolean; isMemoryPhase: boolean; values: Values };

/** The step that an event completes, in whichever lesson it happens. */
export function stepDoneBy(event: GameEvent, { you, held, hasLooked, isMemoryPhase, values }: Seen): Step[] {
  if (event.event === "missed") return ["wrongSnap"];
  if (event.seat !== you) return [];
  switch (event.event) {
    case "readied":
      return ["look"];
    case "swapped":
      return [...(isLower(held, event.card, values) ? ["swap" as const] : []), ...stepOfHeld(held)];
    case "threw":
    case "dropped":
      return ["throw", ...stepOfHeld(event.card)];
    case "peeked":
      return isMemoryPhase ? [] : ["peek"];
    case "spied":
      return ["spy"];
    case "traded":
      return [hasLooked ? "lookAndSwap" : "trade"];
    case "skipped":
      return hasLooked ? ["lookAndSwap"] : [];
    case "snapped":
      return ["snap"];
    case "called":
      return ["call"];
    default:
      return [];
  }
}

/** Whoever keeps a card that counts more than the one it replaces has not kept a low one. */
const isLower = (kept: Face | null, replaced: Face | null, values: Values): boolean =>
  kept !== null && replaced !== null && (pointsOf(kept, values) ?? 0) < (pointsOf(replaced, values) ?? 0);

/** Whoever has decided about a very low card has met it. */
function stepOfHeld(face: Face | null): Step[] {
  if (face === null) return [];
  return isJoker(face) ? ["joker"] : isRedKing(face) ? ["redKing"] : [];
}
