// The layout of seats: who sits where around the table. The seat after yours is at your left; nobody ever moves.

import { SPECTATOR } from "./places";
import type { Seat } from "../protocol";

export type Anchor = { x: number; y: number };

/** The middles of the others' seats in percent of the table, by how many they are. */
const ANCHORS: Record<number, Anchor[]> = {
  0: [],
  1: [{ x: 50, y: 17 }],
  2: [
    { x: 20, y: 22 },
    { x: 80, y: 22 },
  ],
  3: [
    { x: 12, y: 42 },
    { x: 50, y: 15.5 },
    { x: 86, y: 42 },
  ],
  4: [
    { x: 12, y: 55 },
    { x: 27, y: 17 },
    { x: 72, y: 17 },
    { x: 86.5, y: 55 },
  ],
  5: [
    { x: 11.5, y: 60 },
    { x: 14, y: 20 },
    { x: 50, y: 15.5 },
    { x: 84, y: 20 },
    { x: 86.5, y: 60 },
  ],
  6: [
    { x: 11, y: 67 },
    { x: 11, y: 35 },
    { x: 33, y: 15.5 },
    { x: 65, y: 15.5 },
    { x: 87, y: 35 },
    { x: 87, y: 67 },
  ],
  7: [
    { x: 10.5, y: 70 },
    { x: 10.5, y: 38 },
    { x: 25, y: 15 },
    { x: 50, y: 15 },
    { x: 74, y: 15 },
    { x: 88, y: 38 },
    { x: 88, y: 70 },
  ],
};

export function anchorsFor(others: number): Anchor[] {
  return ANCHORS[Math.min(others, 7)] ?? [];
}

/** Who sits nearest: you, or for a spectator the first seat. */
export function nearSeat(seats: Seat[], you: Seat): Seat | null {
  return you !== SPECTATOR && seats.includes(you) ? you : (seats[0] ?? null);
}

/** The others, clockwise from the near seat's left. */
export function othersAround(seats: Seat[], near: Seat | null): Seat[] {
  const at = near === null ? -1 : seats.indexOf(near);
  return at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
}

const COLOURS = ["#FFC145", "#4ED9AE", "#FF9D8A", "#9DB4FF", "#E5B8FF", "#C6F277", "#FFD9A0", "#8FE3F5"];

export const seatColour = (seat: Seat): string => COLOURS[seat.charCodeAt(0) - 97] ?? COLOURS[0]!;
