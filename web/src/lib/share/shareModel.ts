// What the picture of a result says: nothing but names, scores of rounds that are over, the rule book and the date.

import { formatPoints, standings } from "../game/tally";
import { seatColour } from "../game/seatLayout";
import type { Seat, TableInfo } from "../protocol";
import { describeLength } from "../sentences/matchLength";
import { rulesWithoutLength } from "../sentences/ruleNames";
import { currentLanguage, joinWords, say } from "../words.svelte";

export type ShareRow = {
  name: string;
  /** "bot", for those who are one. */
  kind: string;
  initial: string;
  colour: string;
  total: string;
  /** What the last round brought, in a match of several. */
  gained: string;
  hasWon: boolean;
  isCaller: boolean;
};

export type ShareModel = {
  occasion: string;
  /** Who won, by name: whoever sees the picture is not the player. */
  headline: string;
  result: string;
  rows: ShareRow[];
  rules: string;
  date: string;
  fileName: string;
};

/** The longest name of a file without its ending; file systems and chats cut longer ones. */
const LONGEST_FILE_NAME = 80;

export function makeShareModel(table: TableInfo, now: Date): ShareModel {
  const seats = table.seats.filter((info) => info.is_taken);
  const names = new Map(seats.map((info) => [info.seat, info.name || info.seat.toUpperCase()]));
  const nameOf = (seat: Seat): string => names.get(seat) ?? seat.toUpperCase();
  const isOver = table.stage === "over";
  const winners = isOver ? table.winners : (table.rounds.at(-1)?.winners ?? []);
  const order = standings([...names.keys()], table.rounds, (seat) => table.tally[seat] ?? 0);
  return {
    occasion: isOver ? describeMatch(table.rounds.length) : say("share.round", { n: table.round }),
    headline: say(winners.length > 1 ? "share.wins.several" : "share.wins", { seat: joinWords(winners.map(nameOf)) }),
    result: describeResult(table, winners),
    rows: order.map(({ seat, total, gained, isCaller }) => ({
      name: nameOf(seat),
      kind: seats.find((info) => info.seat === seat)?.level ? say("seat.bot") : "",
      initial: nameOf(seat).slice(0, 1).toUpperCase(),
      colour: seatColour(seat),
      total: formatPoints(total),
      gained: gained === null ? "" : gained < 0 ? formatPoints(gained) : `+${gained}`,
      hasWon: winners.includes(seat),
      isCaller,
    })),
    rules: rulesWithoutLength(table.rules),
    date: new Intl.DateTimeFormat(currentLanguage() === "es" ? "es" : "en-GB", { dateStyle: "long" }).format(now),
    fileName: nameFile(now, [...names.values()]),
  };
}

/** "Final result · 3 rounds" */
const describeMatch = (rounds: number): string => `${say("share.match")} · ${describeLength({ rounds, target: 0 })}`;

/** What the winners won with: the match by their tally, a round by what it brought them. */
function describeResult(table: TableInfo, winners: Seat[]): string {
  const winner = winners[0];
  const scores = table.stage === "over" ? table.tally : (table.rounds.at(-1)?.scores ?? {});
  const points = winner === undefined ? undefined : scores[winner];
  return points === undefined ? "" : say("share.points", { points });
}

/** "cambio-2026-11-16-ana-ben.png", with as many names as fit. */
export function nameFile(now: Date, names: string[]): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  let file = `cambio-${day}`;
  for (const name of names.map(toFileWord).filter(Boolean)) {
    if (file.length + 1 + name.length > LONGEST_FILE_NAME) break;
    file += `-${name}`;
  }
  return `${file}.png`;
}

/** Small letters and digits of any script; accents and everything else would be trouble somewhere. */
const toFileWord = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
