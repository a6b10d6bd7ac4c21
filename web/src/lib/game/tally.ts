// The tally: who stands where, the fewest points first.

import { numberIn, type Values } from "./ruleValues";
import type { RoundScore, Seat } from "../protocol";
import { say } from "../words.svelte";

export type Standing = {
  seat: Seat;
  total: number;
  /** What the last round brought, where earlier rounds count too. */
  gained: number | null;
  isCaller: boolean;
  /** Whoever had no cards left has not called, though that counts as a call. */
  isKnocker: boolean;
  hasWon: boolean;
};

export function standings(seats: Seat[], rounds: RoundScore[], tallyOf: (seat: Seat) => number): Standing[] {
  const last = rounds.at(-1);
  return seats
    .map((seat) => ({
      seat,
      total: tallyOf(seat),
      gained: rounds.length > 1 ? (last?.scores[seat] ?? null) : null,
      isCaller: last?.caller === seat && !last.knocked,
      isKnocker: last?.caller === seat && last.knocked,
      hasWon: last?.winners.includes(seat) ?? false,
    }))
    .sort((one, two) => one.total - two.total || one.seat.localeCompare(two.seat));
}

/** Whether the match ends with its first round. */
export const isOneRound = (values: Values): boolean =>
  numberIn(values, "match.target", 0) === 0 && numberIn(values, "match.rounds", 0) === 1;

/** What everybody plays for: "lowest wins · to 100 points". */
export function describeAim(values: Values): string {
  const target = numberIn(values, "match.target", 0);
  const planned = numberIn(values, "match.rounds", 1);
  const aims = [say("tally.lowest")];
  if (target > 0) aims.push(say("tally.target", { n: target }));
  if (planned > 1) aims.push(say("tally.rounds", { n: planned }));
  if (isOneRound(values)) aims.push(say("tally.rounds.one"));
  return aims.join(" · ");
}

/** Points with a true minus sign, as plates and tally write them. */
export const formatPoints = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);
