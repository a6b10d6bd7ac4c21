// Telling: what happened, as a line of the log. It says where somebody looked, never what was seen.

import { cardOf, pointsOf, textOf, type Values } from "./cards";
import { cellOf, columnsDealt, seatOf, slotOf } from "./places";
import type { Face, GameEvent, Judged, Place, Seat } from "./protocol";
import { compose, keyFor, say, type Filling, type Part } from "./words.svelte";

export type Icon =
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
export type Line = { icon: Icon; parts: Part[]; tone: "plain" | "snap" | "wrong" | "call" };

/** From whose chair things are told. */
export type Teller = { you: Seat; nameOf: (seat: Seat) => string; dealt: number };

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
const TONES: Record<string, Line["tone"]> = {
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

export function lineOf(event: GameEvent, teller: Teller): Line | null {
  if (UNTOLD.has(event.event)) return null;
  const key = keyOfEvent(event, teller.you);
  const icon = ICONS[event.event];
  if (key === null || icon === undefined) return null;
  return { icon, parts: compose(key, fillingOf(event, teller)), tone: TONES[event.event] ?? "plain" };
}

function keyOfEvent(event: GameEvent, you: Seat): ReturnType<typeof keyFor> {
  const pieces = ["told", event.event];
  if (event.event === "missed" && event.card === null) pieces.push("hidden");
  if (event.event === "gave" && event.other !== null && seatOf(event.other) === you) return keyFor("told.gave.toyou");
  return (event.seat === you && keyFor(...pieces, "you")) || keyFor(...pieces);
}

function fillingOf(event: GameEvent, teller: Teller): Filling {
  const filling: Filling = {};
  if (event.seat !== null) filling.seat = seatPart(event.seat, teller);
  if (event.card !== null) filling.card = cardPart(event.card);
  if (event.number !== null) filling.n = event.number;
  if (event.place !== null) {
    filling.slot = slotName(event.place, teller.dealt);
    filling.place = placeParts(event.place, teller, event.seat);
  }
  if (event.other !== null) {
    filling.other = placeParts(event.other, teller, event.seat);
    filling.receiver = seatPart(seatOf(event.other), teller);
  }
  return filling;
}

export const seatPart = (seat: Seat, teller: Teller): Part => ({
  text: seat === teller.you ? say("you") : teller.nameOf(seat),
  as: "seat",
});

export const cardPart = (face: Face): Part => ({ text: textOf(face), as: "card", isRed: cardOf(face).isRed });

/** "your top left", "Ben’s bottom right", and "own" for what belongs to the one who acts. */
export function placeParts(place: Place, teller: Teller, actor: Seat | null = null): Part[] {
  const slot = slotName(place, teller.dealt);
  const owner = seatOf(place);
  if (owner === teller.you) return compose("place.yours", { slot });
  if (owner === actor) return compose("place.own", { slot });
  return compose("place.theirs", { seat: seatPart(owner, teller), slot });
}

/** The slot in words: top left, bottom 3, extra 1. */
export function slotName(place: Place, dealt: number): string {
  const slot = slotOf(place);
  if (slot > dealt) return say("slot.extra", { n: slot - dealt });
  const { row, column } = cellOf(slot, dealt);
  const key = keyFor("slot", columnsDealt(dealt), row, column);
  return key ? say(key) : say(row === 1 ? "slot.1" : "slot.2", { n: column });
}

/** The face as it is read out: seven of hearts. */
export function faceName(face: Face): string {
  const { rank, suit, isRed } = cardOf(face);
  if (suit === "joker") return say(isRed ? "card.joker.r" : "card.joker.b");
  const named = keyFor("rank", rank);
  return say("card.name", { rank: named ? say(named) : rank, suit: say(keyFor("suit", suit) ?? "suit.s") });
}

/** The face with what it counts here: 7 of hearts, 7 points. */
export function faceTold(face: Face, values: Values): string {
  const points = pointsOf(face, values);
  return points === null ? faceName(face) : `${faceName(face)}, ${say("card.points.long", { n: points })}`;
}

/** How a race went: "First: Ben 412 ms, you 447 ms". */
export function raceLine(race: Judged[], teller: Teller): Line | null {
  if (race.length < 2) return null;
  const times = [...race]
    .sort((one, two) => one.after - two.after)
    .map((judged) =>
      judged.seat === teller.you
        ? say("race.yours", { ms: judged.after })
        : say("race.theirs", { seat: teller.nameOf(judged.seat), ms: judged.after }),
    )
    .join(", ");
  return { icon: "clock", parts: compose("race.first", { times }), tone: "plain" };
}
