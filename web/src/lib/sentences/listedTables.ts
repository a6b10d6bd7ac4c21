// What a list says about a table where the guest has a seat: who else plays, what it waits for, how it ended.

import type { MyTable } from "../server/api";
import { joinWords, say, sayAgo } from "../words.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const nameOf = (table: MyTable, seat: string): string =>
  table.players.find((player) => player.seat === seat)?.name ?? seat.toUpperCase();

/** "with Ben and Cleo"; empty where nobody else has sat down. */
export function describeCompany(table: MyTable): string {
  const others = table.players.filter(({ seat }) => seat !== table.you).map(({ name }) => name);
  return others.length === 0 ? "" : say("mine.with", { names: joinWords(others) });
}

export const isYourTurn = (table: MyTable): boolean => table.waits_for.includes(table.you);

/** What the table waits for; empty where that is not known. */
export function describeStatus(table: MyTable): string {
  if (table.stage === "lobby") return say("mine.lobby", { taken: table.players.length, seats: table.seats });
  if (table.stage === "scores") return say("mine.scores", { n: table.round });
  if (isYourTurn(table)) return say("turn.yours");
  const names = table.waits_for.map((seat) => nameOf(table, seat));
  if (names.length === 0) return "";
  return names.length === 1 ? say("turn.theirs", { seat: names[0]! }) : say("mine.waits", { names: joinWords(names) });
}

/** Who has won. */
export function describeWinners(table: MyTable): string {
  const { winners, you } = table;
  if (winners.length === 0) return "";
  if (winners.length > 1) {
    if (winners.includes(you)) return say("mine.shared.you");
    return say("mine.shared", { names: joinWords(winners.map((seat) => nameOf(table, seat))) });
  }
  return winners[0] === you ? say("mine.won.you") : say("mine.won", { name: nameOf(table, winners[0]!) });
}

/** How long ago something happened there. */
export function describeAge(ago: number): string {
  if (ago < MINUTE) return say("mine.now");
  if (ago < HOUR) return sayAgo(Math.floor(ago / MINUTE), "minute");
  return ago < DAY ? sayAgo(Math.floor(ago / HOUR), "hour") : sayAgo(Math.floor(ago / DAY), "day");
}
