// Sentences about results, made from data: why the winners of a round won, and who won the match. The reader is "you".

import { numberIn, type Values } from "../game/ruleValues";
import type { Ending, Seat, TableInfo } from "../protocol";
import { findKey, joinWords, say, type Filling, type Key } from "../words.svelte";

/** Who reads, and what the others are called. */
export type Reader = { you: Seat; nameOf: (seat: Seat) => string };
/** Sentences about somebody, who may be the reader: "Ben wins", "You win". */
type Personal = { [K in Key]: K extends `${infer Stem}.you` ? Stem : never }[Key] & Key;

/** "Ana, Ben and Eva"; the reader comes first, and is "you" inside a sentence. */
export function listSeats(seats: Seat[], reader: Reader, at: "start" | "inside" = "start"): string {
  const others = seats.filter((seat) => seat !== reader.you).map(reader.nameOf);
  const isAmong = others.length < seats.length;
  return joinWords(isAmong ? [say(at === "start" ? "you" : "you.inside"), ...others] : others);
}

/** The sentence about these seats: "Ben wins", "You win", and where it has a form for several, "Ana and Ben share". */
export function sayOf(key: Personal, seats: Seat[], reader: Reader, filling: Filling = {}): string {
  if (seats.length === 1 && seats[0] === reader.you) return say(`${key}.you` as Key, filling);
  const several = seats.length > 1 ? findKey(key, "several") : null;
  return say(several ?? key, {
    ...filling,
    seat: listSeats(seats, reader),
    inside: listSeats(seats, reader, "inside"),
  });
}

export function explainRound(ending: Ending, values: Values, reader: Reader): string {
  const out = ending.caller !== null && ending.verdict === "out" ? sayOf("end.why.out", [ending.caller], reader) : "";
  if (ending.reason === "last")
    return joinSentences([out, sayOf("end.why.last", ending.winners, reader), costOf(ending, reader)]);
  const stock = ending.reason === "stock" ? say("end.why.stock") : "";
  if (ending.kamikaze.length > 0) {
    const n = numberIn(values, "score.kamikaze", 0);
    return joinSentences([stock, sayOf("end.why.kamikaze", ending.kamikaze, reader, { n })]);
  }
  const limit = lostByLimit(ending, values, reader);
  return joinSentences([out, stock, limit, winningOf(ending, values, reader, limit !== ""), costOf(ending, reader)]);
}

function winningOf(ending: Ending, values: Values, reader: Reader, isCallerPast: boolean): string {
  const points = lowestOf(ending);
  const level = Object.keys(ending.points)
    .sort()
    .filter((seat) => ending.points[seat] === points && !ending.out.includes(seat))
    .filter((seat) => !isCallerPast || seat !== ending.caller);
  if (level.length > 1) {
    return joinSentences([
      say("end.why.level", { seats: listSeats(level, reader), points }),
      tieBreakOf(ending, values, reader, level),
    ]);
  }
  const isBeatenByOut = ending.out.some((seat) => (ending.points[seat] ?? points) < points);
  const key = isBeatenByOut ? "end.why.fewest.in" : isCallerPast ? "end.why.fewest.others" : "end.why.fewest";
  return sayOf(key, ending.winners, reader, { points });
}

/** Among those who have the same points: the caller's tie first, then cards, otherwise the win is shared. */
function tieBreakOf(ending: Ending, values: Values, reader: Reader, level: Seat[]): string {
  const isCallerJudged = ending.caller !== null && level.includes(ending.caller) && ending.verdict !== "knocked";
  const callerTie = isCallerJudged ? values["score.caller_tie"] : "level";
  const reasons: string[] = [];
  const rivals = level.filter((seat) => callerTie !== "loses" || seat !== ending.caller);
  const isBroken = new Set(rivals.map((seat) => ending.cards[seat])).size > 1;
  if (callerTie === "wins") reasons.push(say("end.why.tie.wins"));
  else if (callerTie === "most_cards") {
    if (isBroken) reasons.push(say("end.why.tie.caller_cards"));
  } else {
    if (callerTie === "loses") reasons.push(say("end.why.tie.loses"));
    const tie = values["score.tie"];
    if (isBroken && (tie === "most_cards" || tie === "fewest_cards")) reasons.push(say(`end.why.tie.${tie}`));
  }
  if (reasons.length > 0) return sayOf("end.why.so", ending.winners, reader, { reasons: joinWords(reasons) });
  if (ending.winners.length < 2) return "";
  return say(ending.winners.includes(reader.you) ? "end.why.share.you" : "end.why.share");
}

/** A caller with the fewest points, but too many for these rules, has lost by that alone. */
function lostByLimit(ending: Ending, values: Values, reader: Reader): string {
  const { caller } = ending;
  const limit = values["call.limit"];
  if (typeof limit !== "number" || caller === null || ending.verdict !== "wrong" || ending.winners.includes(caller))
    return "";
  const points = ending.points[caller] ?? 0;
  if (points <= limit || points > lowestOf(ending)) return "";
  return sayOf("end.why.limit", [caller], reader, { points, limit });
}

/** What the call has cost or earned. */
function costOf(ending: Ending, reader: Reader): string {
  const { caller, verdict } = ending;
  if (caller === null || verdict === null) return "";
  const [points = 0, score = 0] = [ending.points[caller], ending.scores[caller]];
  const key = `end.why.cost.${verdict === "out" ? "wrong" : verdict}` as const;
  return points === score ? "" : sayOf(key, [caller], reader, { points, score });
}

/** Who won the match, and what ended it; nothing as long as the rules are not known. */
export function explainMatch(table: TableInfo, values: Values, reader: Reader): string {
  const points = table.tally[table.winners[0] ?? ""] ?? 0;
  const rounds = Number(values["match.rounds"] ?? 0);
  if (rounds > 0 && table.rounds.length >= rounds)
    return sayOf("end.standing.rounds", table.winners, reader, { points, rounds });
  const target = Number(values["match.target"] ?? 0);
  return target > 0 ? sayOf("end.standing.target", table.winners, reader, { points, target }) : "";
}

const lowestOf = (ending: Ending): number => ending.points[ending.winners[0] ?? ""] ?? 0;
const joinSentences = (parts: string[]): string => parts.filter(Boolean).join(" ");
