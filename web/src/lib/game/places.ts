// Places: a seat's letter and a slot from 1, how the slots of a hand lie, and the keys that name them.

import type { Place, Seat } from "../protocol";

/** In the place of a seat: whoever only watches. */
export const SPECTATOR: Seat = "rail";
const TOP_KEYS = ["Q", "W", "E", "R", "Y", "U"];
const BOTTOM_KEYS = ["A", "S", "D", "F", "H", "J"];

export const seatOf = (place: Place): Seat => place.slice(0, 1);
export const slotOf = (place: Place): number => Number(place.slice(1));
export const placeAt = (seat: Seat, slot: number): Place => `${seat}${slot}`;

/** By seat, then slot: the order in which an action names two places. */
export const inOrder = (places: Place[]): Place[] =>
  [...places].sort((one, two) => seatOf(one).localeCompare(seatOf(two)) || slotOf(one) - slotOf(two));

/** The slots of a hand as the board writes it: ? a card, - a gap. */
export function slotsOf(hand: string): boolean[] {
  return [...hand].filter((mark) => mark === "?" || mark === "-").map((mark) => mark === "?");
}

export const cardsIn = (hand: string): number => slotsOf(hand).filter(Boolean).length;

export type Cell = { row: 1 | 2; column: number };

/** Where a slot lies. The last ones dealt are the bottom row; later slots open columns at the right, so nothing moves. */
export function cellOf(slot: number, dealt: number): Cell {
  const columns = columnsDealt(dealt);
  const above = dealt - columns;
  if (slot <= above) return { row: 1, column: slot };
  if (slot <= dealt) return { row: 2, column: slot - above };
  const extra = slot - dealt - 1;
  return { row: extra % 2 === 0 ? 1 : 2, column: columns + 1 + Math.floor(extra / 2) };
}

export const columnsDealt = (dealt: number): number => Math.ceil(dealt / 2);

export function columnsOf(slots: number, dealt: number): number {
  const columns = columnsDealt(dealt);
  return slots <= dealt ? columns : columns + Math.ceil((slots - dealt) / 2);
}

/** The keyboard's grid is the card's grid: Q W E R above, A S D F below. */
export function keyOf(slot: number, dealt: number): string | null {
  const { row, column } = cellOf(slot, dealt);
  return (row === 1 ? TOP_KEYS : BOTTOM_KEYS)[column - 1] ?? null;
}

export function slotOfKey(key: string, slots: number, dealt: number): number | null {
  for (let slot = 1; slot <= slots; slot++) if (keyOf(slot, dealt) === key) return slot;
  return null;
}
