// Lines of the log: what happened, in words. They say where somebody looked, never what was seen.

import { cardPart, placeParts, seatPart, type Viewpoint } from "./names";
import { seatOf } from "../game/places";
import type { GameEvent, Judged, Seat } from "../protocol";
import { compose, findKey, say, type Filling, type Part } from "../words.svelte";

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
export type LogLine = { icon: Icon; parts: Part[]; tone: "plain" | "snap" | "wrong" | "call" };

const ICONS: Record<string, Icon> = {
  dealt: "deal",
  opened: "deal",
  readied: "tick",
  drew: "draw",
  took: "draw",
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
  return { icon, parts: compose(key, fillingOf(event, viewpoint)), tone: TONES[event.event] ?? "plain" };
}

function keyOfEvent(event: GameEvent, you: Seat, before: GameEvent | null): ReturnType<typeof findKey> {
  const pieces = ["told", event.event];
  if (event.event === "missed" && event.card === null) pieces.push("hidden");
  if (event.event === "skipped" && before?.event === "looked") pieces.push("looked");
  if (event.event === "gave" && event.other !== null && seatOf(event.other) === you) return findKey("told.gave.toyou");
  return (event.seat === you && findKey(...pieces, "you")) || findKey(...pieces);
}

function fillingOf(event: GameEvent, viewpoint: Viewpoint): Filling {
  const filling: Filling = {};
  if (event.seat !== null) filling.seat = seatPart(event.seat, viewpoint);
  if (event.card !== null) filling.card = cardPart(event.card);
  if (event.number !== null) filling.n = event.number;
  if (event.place !== null) {
    filling.place = placeParts(event.place, viewpoint, event.seat);
  }
  if (event.other !== null) {
    filling.other = placeParts(event.other, viewpoint, event.seat);
    filling.receiver = seatPart(seatOf(event.other), viewpoint);
  }
  return filling;
}

/** How a race went: "First: Ben 412 ms, you 447 ms". */
export function describeRace(race: Judged[], viewpoint: Viewpoint): LogLine | null {
  if (race.length < 2) return null;
  const times = [...race]
    .sort((one, two) => one.after - two.after)
    .map((judged) =>
      judged.seat === viewpoint.you
        ? say("race.yours", { ms: judged.after })
        : say("race.theirs", { seat: viewpoint.nameOf(judged.seat), ms: judged.after }),
    )
    .join(", ");
  return { icon: "clock", parts: compose("race.first", { times }), tone: "plain" };
}
