// How long a match is, as its rules have it: the lengths to choose from, and how they are said.

import { isOneRound } from "../game/tally";
import { numberIn, type Values } from "../game/ruleValues";
import { say } from "../words.svelte";

/** Rounds, 0 for as many as it takes; and the points at which the match ends, 0 for none. */
export type MatchLength = { rounds: number; target: number };

export const OFFERED_LENGTHS: MatchLength[] = [
  ...[1, 2, 3, 5, 10].map((rounds) => ({ rounds, target: 0 })),
  ...[50, 100].map((target) => ({ rounds: 0, target })),
];

export const lengthOf = (values: Values): MatchLength => ({
  rounds: numberIn(values, "match.rounds", 1),
  target: numberIn(values, "match.target", 0),
});

/** The options that make a match that long. */
export const lengthOptions = ({ rounds, target }: MatchLength): Values => ({
  "match.rounds": rounds,
  "match.target": target,
});

/** "one round", "3 rounds", "to 100 points", "5 rounds, to 100 points". */
export function describeLength({ rounds, target }: MatchLength): string {
  const parts: string[] = [];
  if (rounds === 1) return say("tally.rounds.one");
  if (rounds > 1) parts.push(say("tally.rounds", { n: rounds }));
  if (target > 0) parts.push(say("tally.target", { n: target }));
  return parts.join(", ") || say("make.length.open");
}

/** "Round 2 of 3" where the number of rounds is known, "One round" for a match of one. */
export function describeRound(n: number, values: Values, { isShort }: { isShort: boolean }): string {
  if (isOneRound(values)) return say("top.round.only");
  const { rounds, target } = lengthOf(values);
  const isKnown = "match.rounds" in values && rounds > 1 && target === 0;
  if (isKnown) return say(isShort ? "tally.round.of" : "top.round.of", { n, all: rounds });
  return say(isShort ? "tally.round" : "top.round", { n });
}
