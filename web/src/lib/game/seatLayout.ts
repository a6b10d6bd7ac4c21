// The layout of seats: who sits where around the table. The seat after yours is at your left; nobody ever moves.

import { SPECTATOR } from "./places";
import type { Seat } from "../protocol";

/** Where an opponent sits around the table: at a side, or in the row above at a distance from the left in percent. */
export type Chair = { side: "left" | "top" | "right"; x: number };

const LEFT: Chair = { side: "left", x: 10.5 };
const RIGHT: Chair = { side: "right", x: 87.5 };
/** Percent from one seat of the upper row to the next, by how many sit there. */
const STEPS = [0, 0, 34, 25, 22, 18.8];

/** The others' chairs, clockwise: one at each side, the rest above; a single opponent sits opposite. */
export function chairsFor(others: number): Chair[] {
  if (others === 1) return [{ side: "top", x: 50 }];
  const above = Math.max(0, others - 2);
  const step = STEPS[above] ?? 94 / above;
  const row = Array.from({ length: above }, (_, index): Chair => ({
    side: "top",
    x: 50 + (index - (above - 1) / 2) * step,
  }));
  return others === 0 ? [] : [LEFT, ...row, RIGHT];
}

/** A plate and the gap below it, in pixels. */
const PLATE = 32;

/** How many opponents sit in a row where they don't sit around the table: as many as let their cards be largest. */
export function seatsPerRow(others: number, columns: number, area: { width: number; height: number }): number {
  const cardWidth = (rows: number): number => {
    const perRow = Math.ceil(others / rows);
    return Math.min(area.width / perRow / (1.1 * columns), (area.height / rows - PLATE) / 2.9);
  };
  const rows = [1, 2, 3].reduce((best, count) => (cardWidth(count) > cardWidth(best) ? count : best));
  return Math.max(1, Math.ceil(others / rows));
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
