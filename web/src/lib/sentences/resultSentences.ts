// Sentences about results, made from data: why the winners of a round won, and who won the match.

import type { Values } from "../game/ruleValues";
import type { Ending, Seat, TableInfo } from "../protocol";
import { say } from "../words.svelte";

type Named = (seat: Seat) => string;

export const listNames = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;

/** Why the winners won, as the server's own sentence has it. */
export function explainRound(ending: Ending, values: Values, nameOf: Named): string {
  const winners = namesOf(ending.winners, nameOf);
  if (ending.reason === "last") return joinSentences([say("end.why.last", { winners }), costOf(ending, nameOf)]);
  const limit = lostByLimit(ending, values, nameOf);
  return joinSentences([
    ending.reason === "stock" ? say("end.why.stock") : "",
    limit,
    winningOf(ending, values, nameOf, limit !== ""),
    costOf(ending, nameOf),
  ]);
}

function winningOf(ending: Ending, values: Values, nameOf: Named, isCallerPast: boolean): string {
  const points = lowestOf(ending);
  const level = Object.keys(ending.points)
    .sort()
    .filter((seat) => ending.points[seat] === points && !ending.out.includes(seat))
    .filter((seat) => !isCallerPast || seat !== ending.caller);
  if (level.length > 1) {
    return joinSentences([
      say("end.why.level", { rivals: namesOf(level, nameOf), points }),
      tieBreakOf(ending, values, nameOf, level),
    ]);
  }
  const winners = namesOf(ending.winners, nameOf);
  if (ending.out.some((seat) => (ending.points[seat] ?? points) < points)) {
    return say("end.why.fewest.in", { winners, points, out: namesOf(ending.out, nameOf), n: ending.out.length });
  }
  return say(isCallerPast ? "end.why.fewest.others" : "end.why.fewest", { winners, points });
}

/** Among those who have the same points: the caller's tie first, then cards, otherwise the win is shared. */
function tieBreakOf(ending: Ending, values: Values, nameOf: Named, level: Seat[]): string {
  const winners = namesOf(ending.winners, nameOf);
  const isCallerJudged = ending.caller !== null && level.includes(ending.caller) && ending.verdict !== "knocked";
  const callerTie = isCallerJudged ? values["score.caller_tie"] : "level";
  const reasons: string[] = [];
  if (callerTie === "wins") reasons.push(say("end.why.tie.wins"));
  else {
    if (callerTie === "loses") reasons.push(say("end.why.tie.loses"));
    const rivals = level.filter((seat) => callerTie !== "loses" || seat !== ending.caller);
    const tie = values["score.tie"];
    const isBroken = new Set(rivals.map((seat) => ending.cards[seat])).size > 1;
    if (isBroken && (tie === "most_cards" || tie === "fewest_cards")) reasons.push(say(`end.why.tie.${tie}`));
  }
  if (reasons.length === 0) return ending.winners.length > 1 ? say("end.why.share", { winners }) : "";
  return say("end.why.so", { reasons: listNames(reasons), winners, n: ending.winners.length });
}

/** A caller with the fewest points, but too many for these rules, has lost by that alone. */
function lostByLimit(ending: Ending, values: Values, nameOf: Named): string {
  const { caller } = ending;
  const limit = values["call.limit"];
  if (typeof limit !== "number" || caller === null || ending.verdict !== "wrong" || ending.winners.includes(caller))
    return "";
  const points = ending.points[caller] ?? 0;
  if (points <= limit || points > lowestOf(ending)) return "";
  return say("end.why.limit", { caller: nameOf(caller), points, limit });
}

/** What the call has cost or earned. */
function costOf(ending: Ending, nameOf: Named): string {
  const { caller, verdict } = ending;
  if (caller === null || verdict === null) return "";
  const [points = 0, score = 0] = [ending.points[caller], ending.scores[caller]];
  return points === score ? "" : say(`end.why.cost.${verdict}`, { caller: nameOf(caller), points, score });
}

/** Who won the match, and what ended it; nothing as long as the rules are not known. */
export function explainMatch(table: TableInfo, values: Values, nameOf: Named): string {
  const winners = namesOf(table.winners, nameOf);
  const points = table.tally[table.winners[0] ?? ""] ?? 0;
  const rounds = Number(values["match.rounds"] ?? 0);
  const filling = { winners, points, n: table.winners.length };
  if (rounds > 0 && table.rounds.length >= rounds) return say("end.standing.rounds", { ...filling, rounds });
  const target = Number(values["match.target"] ?? 0);
  return target > 0 ? say("end.standing.target", { ...filling, target }) : "";
}

const namesOf = (seats: Seat[], nameOf: Named): string => listNames(seats.map(nameOf));
const lowestOf = (ending: Ending): number => ending.points[ending.winners[0] ?? ""] ?? 0;
const joinSentences = (parts: string[]): string => parts.filter(Boolean).join(" ");
