// Lines of the log: what happened, in words. They say where somebody looked, never what was seen.

import { cardPart, placeParts, seatPart, slotName, type Viewpoint } from "./names";
import { seatOf } from "../game/places";
import type { GameEvent, RoundScore, Seat } from "../protocol";
import { compose, findKey, joinWords, say, type Filling, type Part } from "../words.svelte";

type Icon =
  | "deal"
  | "draw"
  | "throw"
  | "eye"
  | "spy"
  | "swap"
  | "bolt"
  | "plus"
  | "flag"
  | "gift"
  | "clock"
  | "out"
  | "shuffle"
  | "note"
  | "tick";
export type LogLine = {
  icon: Icon;
  parts: Part[];
  tone: "plain" | "snap" | "wrong" | "call" | "result";
  /** A round or a match begins here. */
  isBreak?: boolean;
};

const ICONS: Record<string, Icon> = {
  dealt: "deal",
  opened: "deal",
  readied: "tick",
  drew: "draw",
  took: "draw",
  joined: "swap",
  laid: "throw",
  differed: "plus",
  added: "plus",
  swapped: "throw",
  threw: "throw",
  dropped: "throw",
  peeked: "eye",
  spied: "spy",
  looked: "eye",
  chose: "swap",
  traded: "swap",
  skipped: "tick",
  lapsed: "tick",
  snapped: "bolt",
  missed: "plus",
  seized: "plus",
  late: "clock",
  penalised: "plus",
  spared: "tick",
  out: "out",
  gave: "gift",
  kept: "gift",
  excused: "gift",
  called: "flag",
  knocked: "flag",
  reopened: "bolt",
  reshuffled: "shuffle",
};
const TONES: Record<string, LogLine["tone"]> = {
  snapped: "snap",
  reopened: "snap",
  missed: "wrong",
  differed: "wrong",
  added: "wrong",
  penalised: "wrong",
  seized: "wrong",
  late: "wrong",
  out: "wrong",
  called: "call",
  knocked: "call",
};
/** Seen on the table anyway, and too many for a log. */
const UNTOLD = new Set(["turn", "closed", "revealed", "chose", "scored"]);

/** An event in words; the one before it tells what somebody passed on. */
export function describeEvent(event: GameEvent, viewpoint: Viewpoint, before: GameEvent | null = null): LogLine | null {
  if (UNTOLD.has(event.event)) return null;
  const key = keyOfEvent(event, viewpoint.you, before);
  const icon = ICONS[event.event];
  if (key === null || icon === undefined) return null;
  const parts = compose(key, fillingOf(event, viewpoint));
  return { icon, parts: sayTimeRanOut(event, parts, viewpoint), tone: TONES[event.event] ?? "plain" };
}

/** "Doris wins round 1 with 7"; whoever tells it waits until the cards have been shown. */
export function describeRoundResult({ winners, scores }: RoundScore, n: number, viewpoint: Viewpoint): LogLine | null {
  const [winner] = winners;
  if (winner === undefined) return null;
  const names = winners.map((seat) => seatPart(seat, viewpoint).text);
  const key = winners.length > 1 ? "told.result.several" : winner === viewpoint.you ? "told.result.you" : "told.result";
  const filling = { seat: { text: joinWords(names), as: "seat" as const }, n, points: scores[winner] ?? 0 };
  return { icon: "tick", parts: compose(key, filling), tone: "result" };
}

/** What happened because somebody's time was over begins with that. */
function sayTimeRanOut({ by, seat }: GameEvent, line: Part[], viewpoint: Viewpoint): Part[] {
  if (by !== "clock" || seat === null) return line;
  if (seat === viewpoint.you) return compose("told.by.clock.you", { line });
  return compose("told.by.clock", { seat: seatPart(seat, viewpoint), line });
}

/** Who acted: the player, or whoever did so in the player's place. */
function actorOf({ by }: GameEvent, seat: Seat, viewpoint: Viewpoint): Part | Part[] {
  if (by === null) return seatPart(seat, viewpoint);
  if (by === "clock") return { text: say("told.standin"), as: "seat" };
  if (seat === viewpoint.you) return { text: say("told.by.stand_in.you"), as: "seat" };
  return compose("told.by.stand_in", { seat: seatPart(seat, viewpoint) });
}

function keyOfEvent(event: GameEvent, you: Seat, before: GameEvent | null): ReturnType<typeof findKey> {
  const pieces = ["told", event.event];
  if (event.event === "missed" && event.card === null) pieces.push("hidden");
  if (event.event === "skipped" && before?.event === "looked") pieces.push("looked");
  if (event.event === "gave" && event.other !== null && seatOf(event.other) === you) return findKey("told.gave.toyou");
  // What is done in your place is never told as your own act.
  if (event.by !== null) return findKey(...pieces);
  return (event.seat === you && findKey(...pieces, "you")) || findKey(...pieces);
}

function fillingOf(event: GameEvent, viewpoint: Viewpoint): Filling {
  const filling: Filling = {};
  // "Their own" card is the player's, not the stand-in's.
  const owner = event.by === null ? event.seat : null;
  if (event.seat !== null) filling.seat = actorOf(event, event.seat, viewpoint);
  if (event.card !== null) filling.card = cardPart(event.card);
  if (event.number !== null) filling.n = event.number;
  if (event.place !== null) {
    filling.place = placeParts(event.place, viewpoint, owner);
  }
  if (event.other !== null) {
    filling.other = placeParts(event.other, viewpoint, owner);
    filling.slot = slotName(event.other, viewpoint.dealt);
    filling.receiver = seatPart(seatOf(event.other), viewpoint);
  }
  return filling;
}
