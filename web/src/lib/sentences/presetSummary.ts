// A rule book in five short lines: the points in which rule books differ most.

import { powerName } from "../game/cardPowers";
import { isInDeck, ranksInDeck, type Colour } from "../game/deck";
import { numberIn, type Values } from "../game/ruleValues";
import { findKey, say, type Key } from "../words.svelte";

export type SummaryLine = { question: string; answer: string };

const choiceName = (option: string, value: unknown): string => {
  const key = findKey("answer", option, String(value));
  return key ? say(key) : String(value);
};

export function summarizeRules(values: Values): SummaryLine[] {
  const isSnapping = values["snap.who"] !== "off";
  const rows: [Key, string][] = [
    ["answer.snap", choiceName("snap", values["snap.who"])],
    [
      "answer.wrong_snap",
      isSnapping
        ? say("answer.wrong_snap.n", { n: numberIn(values, "snap.penalty", 0) })
        : say("answer.wrong_snap.none"),
    ],
    ["answer.look", lookRanks(values)],
    ["answer.call_tie", choiceName("call_tie", values["score.caller_tie"])],
    ["answer.lock", say(values["call.lock"] === true ? "answer.lock.yes" : "answer.lock.no")],
  ];
  return rows.map(([question, answer]) => ({ question: say(question), answer }));
}

/** Which ranks of the deck look and swap, and of which colour if not of both. */
function lookRanks(values: Values): string {
  const powers = (values["powers.cards"] ?? {}) as Record<string, string>;
  const has = (rank: string, colour: Colour) =>
    isInDeck(`${rank}${colour}`, values) && powerName(powers[`${rank}${colour}`] ?? powers[rank]) === "look";
  const ranks = ranksInDeck(powers, values).flatMap((rank) => {
    const [black, red] = [has(rank, "b"), has(rank, "r")];
    if (black && red) return [rank];
    if (black) return [say("answer.look.black", { rank })];
    return red ? [say("answer.look.red", { rank })] : [];
  });
  return ranks.length > 0 ? ranks.join(", ") : say("answer.look.none");
}
