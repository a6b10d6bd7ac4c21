// Orders that begin at the caller: who has a last turn, and which card is turned over when.

import { placeAt, slotOf, seatOf } from "./places";
import type { Board, Place, Seat } from "../protocol";

/** Clockwise, the caller last; without a caller from the first seat on. */
export function showOrder(board: Board): Place[] {
  const seats = Object.keys(board.hands).sort();
  const caller = board.caller === null ? -1 : seats.indexOf(board.caller);
  const around = [...seats.slice(caller + 1), ...seats.slice(0, caller + 1)];
  return around.flatMap((seat) =>
    Object.keys(board.shown)
      .filter((place) => seatOf(place) === seat)
      .sort((one, two) => slotOf(one) - slotOf(two))
      .map((place) => placeAt(seat, slotOf(place))),
  );
}

/** Who has had a last turn and who has yet to: everybody but the caller, clockwise from the caller. */
export function lastTurns(board: Board): { seat: Seat; state: "done" | "now" | "to come" }[] {
  if (board.caller === null) return [];
  const seats = Object.keys(board.hands).sort();
  const caller = seats.indexOf(board.caller);
  const around = [...seats.slice(caller + 1), ...seats.slice(0, caller)].filter((seat) => !board.out.includes(seat));
  const now = board.turn === null || board.turn === board.caller ? around.length : around.indexOf(board.turn);
  return around.map((seat, index) => ({ seat, state: index < now ? "done" : index === now ? "now" : "to come" }));
}
