// What somebody's play adds up to, in words: the figures one by one, and results by rules and company.

import type { MatchResults, Statistics } from "../protocol";
import { say } from "../words.svelte";
import { levelName, presetName } from "./ruleNames";

/** A figure with its name; what there is nothing to tell about is left out. */
export type Figure = { name: string; value: string; more: string };

const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

export function listFigures(told: Statistics): Figure[] {
  const { rounds, reaction, reactions, streak, longest_streak } = told;
  const matches = told.results.reduce((sum, each) => sum + each.matches, 0);
  const wins = told.results.reduce((sum, each) => sum + each.wins, 0);
  const calls = rounds.right_calls + rounds.wrong_calls;
  const snaps = rounds.right_snaps + rounds.wrong_snaps + rounds.late_snaps;
  const figures: Figure[] = [];
  if (matches > 0) {
    const more = say("figures.won.of", { won: wins, n: matches });
    figures.push({ name: say("figures.won"), value: share(wins, matches), more });
    figures.push({
      name: say("figures.streak"),
      value: String(streak),
      more: say("figures.streak.longest", { n: longest_streak }),
    });
  }
  if (calls > 0) {
    const more = say("figures.calls.of", { right: rounds.right_calls, wrong: rounds.wrong_calls });
    figures.push({ name: say("figures.calls"), value: share(rounds.right_calls, calls), more });
  }
  if (snaps > 0) {
    const { right_snaps: right, wrong_snaps: wrong, late_snaps: late } = rounds;
    figures.push({
      name: say("figures.snaps"),
      value: share(right, snaps),
      more: say("figures.snaps.of", { right, wrong, late }),
    });
  }
  if (reaction !== null) {
    const more = say("figures.reaction.of", { n: reactions });
    figures.push({ name: say("figures.reaction"), value: say("figures.reaction.ms", { n: reaction }), more });
  }
  return figures;
}

/** "Cambia"; and against whom: "Expert bots", "bots", "people". */
export const describeBook = ({ book }: MatchResults): string => presetName(book);

export function describeRivals({ has_bots, rival }: MatchResults): string {
  if (!has_bots) return say("figures.people");
  return rival === null ? say("figures.bots") : levelName(rival);
}
