// What a list says about a match of this guest: how it ended, how long it was, what of it can be had.

import type { MatchInfo } from "../protocol";
import { joinWords, say, sayDate } from "../words.svelte";

const HOUR = 60;

/** "You won", "Ben won", "Ana and Ben shared the win", or that it is not over. */
export function describeResult({ players, you, is_over }: MatchInfo): string {
  if (!is_over) return say("games.running");
  const winners = players.filter(({ has_won }) => has_won);
  if (winners.length > 1) {
    if (winners.some(({ seat }) => seat === you)) return say("mine.shared.you");
    return say("mine.shared", { names: joinWords(winners.map(({ name }) => name)) });
  }
  const [winner] = winners;
  if (winner === undefined) return "";
  return winner.seat === you ? say("mine.won.you") : say("mine.won", { name: winner.name });
}

export const hasWon = ({ players, you }: MatchInfo): boolean =>
  players.some(({ seat, has_won }) => seat === you && has_won);

/** "17 Nov 2026, 10:52 · 3 rounds · 12 min"; how long it took is not known of old ones. */
export function describePlay({ at, rounds, minutes }: MatchInfo): string {
  const parts = [sayDate(at), rounds > 0 ? say("games.rounds", { n: rounds }) : say("games.no.rounds")];
  if (minutes !== null && rounds > 0) parts.push(describeMinutes(minutes));
  return parts.join(" · ");
}

export function describeMinutes(minutes: number): string {
  if (minutes < 1) return say("games.minutes.less");
  if (minutes < HOUR) return say("games.minutes", { n: minutes });
  return say("games.hours", { h: Math.floor(minutes / HOUR), n: minutes % HOUR });
}

/** Whether all rounds that are over are still kept: a file has all of them, or there is none. */
export const hasFile = ({ archived, rounds }: MatchInfo): boolean =>
  rounds > 0 && archived.length === rounds && archived.every(({ number }, index) => number === index + 1);
