// Memory aids, only where a table allows them: which faces you have seen, following the cards as they move.

import type { Face, GameEvent, Place, Seat } from "../protocol";
import { seatOf } from "./places";

/** A face seen, and in which of your turns: ghosts fade by it. */
export type Memory = { face: Face; turn: number };

export type Remembered = {
  turn: number;
  /** What you hold, or what everybody saw being taken. */
  held: Face | null;
  known: Map<Place, Memory>;
};

const GHOST_TURNS = 3;

export const emptyMemory = (): Remembered => ({ turn: 0, held: null, known: new Map() });

/** What the seat has seen until now, told at once. */
export const recall = (known: Record<Place, Face>, held: Face | null): Remembered => ({
  turn: 0,
  held,
  known: new Map(Object.entries(known).map(([place, face]) => [place, { face, turn: 0 }])),
});

/** What is remembered after an event, seen from a seat. */
export function remember(before: Remembered, event: GameEvent, you: Seat): Remembered {
  const after: Remembered = { turn: before.turn, held: before.held, known: new Map(before.known) };
  const { place, other, card } = event;
  switch (event.event) {
    case "dealt":
      return emptyMemory();
    case "turn":
      if (event.seat === you) after.turn += 1;
      after.held = null;
      break;
    case "drew":
      after.held = event.seat === you ? card : null;
      break;
    case "took":
      after.held = card;
      break;
    case "swapped":
    case "added":
      keep(after, place, before.held);
      after.held = null;
      break;
    case "threw":
    case "dropped":
      after.held = null;
      break;
    case "peeked":
    case "spied":
    case "looked":
      if (event.seat === you && card !== null) keep(after, place, card);
      break;
    case "missed":
    case "differed":
      if (card !== null) keep(after, place, card);
      break;
    case "traded":
      if (place !== null && other !== null) {
        move(before, after, place, other);
        move(before, after, other, place);
      }
      break;
    case "gave":
    case "seized":
      if (place !== null && other !== null) {
        move(before, after, place, other);
        after.known.delete(place);
      }
      break;
    case "snapped":
    case "laid":
    case "penalised":
      if (place !== null) after.known.delete(place);
      break;
    case "out":
      for (const known of before.known.keys()) if (seatOf(known) === event.seat) after.known.delete(known);
      break;
  }
  return after;
}

function keep(after: Remembered, place: Place | null, face: Face | null): void {
  if (place === null) return;
  if (face === null) after.known.delete(place);
  else after.known.set(place, { face, turn: after.turn });
}

function move(before: Remembered, after: Remembered, from: Place, to: Place): void {
  const memory = before.known.get(from);
  if (memory) after.known.set(to, memory);
  else after.known.delete(to);
}

/** How clearly a ghost is still seen: 1 at once, 0 after three turns. */
export function clarity(memory: Memory, turn: number): number {
  return Math.max(0, 1 - (turn - memory.turn) / GHOST_TURNS);
}
