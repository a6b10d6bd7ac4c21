// Names of seats, cards and places, as sentences and labels have them.

import { faceText, parseFace, pointsOf } from "../game/cards";
import { cellOf, columnsDealt, seatOf, slotOf } from "../game/places";
import type { Face, Place, Seat } from "../protocol";
import type { Values } from "../game/ruleValues";
import { compose, findKey, say, type Part } from "../words.svelte";

/** Whose seat things are seen from: your own cards are "yours". */
export type Viewpoint = { you: Seat; nameOf: (seat: Seat) => string; dealt: number };

export const seatPart = (seat: Seat, viewpoint: Viewpoint): Part => ({
  text: seat === viewpoint.you ? say("you") : viewpoint.nameOf(seat),
  as: "seat",
});

export function cardPart(face: Face): Part {
  const { rank, isRed } = parseFace(face);
  return { text: rank === "X" ? say("card.joker") : faceText(face), as: "card", isRed };
}

/** "your top-left card", "Ben’s fifth card", and "their" for what belongs to the one who acts. */
export function placeParts(place: Place, viewpoint: Viewpoint, actor: Seat | null = null): Part[] {
  const slot = slotName(place, viewpoint.dealt);
  const owner = seatOf(place);
  if (owner === viewpoint.you) return compose("place.yours", { slot });
  if (owner === actor) return compose("place.own", { slot });
  return compose("place.theirs", { seat: seatPart(owner, viewpoint), slot });
}

/** The card at a place in words: "top-left card", "second card in the top row", "fifth card" for one that came later. */
export function slotName(place: Place, dealt: number): string {
  const slot = slotOf(place);
  if (slot > dealt) return say("slot.extra", { nth: ordinal(slot) });
  const { row, column } = cellOf(slot, dealt);
  const key = findKey("slot", columnsDealt(dealt), row, column);
  return key ? say(key) : say(`slot.row.${row}`, { nth: ordinal(column) });
}

function ordinal(n: number): string {
  const key = findKey("nth", n);
  return key ? say(key) : say("nth", { n });
}

/** The face as it is read out: seven of hearts. */
export function faceName(face: Face): string {
  const { rank, suit, isRed } = parseFace(face);
  if (suit === "joker") return say(isRed ? "card.joker.r" : "card.joker.b");
  const named = findKey("rank", rank);
  return say("card.name", { rank: named ? say(named) : rank, suit: say(findKey("suit", suit) ?? "suit.s") });
}

/** The face with what it counts here: 7 of hearts, 7 points. */
export function describeFace(face: Face, values: Values): string {
  const points = pointsOf(face, values);
  return points === null ? faceName(face) : `${faceName(face)}, ${say("card.points.long", { n: points })}`;
}
