// A rule book in five short lines: the points in which rule books differ most.

import { numberIn, type Values } from "./ruleValues";
import { findKey, say, type Key } from "./words.svelte";

export type SummaryLine = { question: string; answer: string };

const chosen = (option: string, value: unknown): string => {
  const key = findKey("answer", option, String(value));
  return key ? say(key) : String(value);
};

export function summarizeRules(values: Values): SummaryLine[] {
  const isSnapping = values["snap.who"] !== "off";
  const rows: [Key, string][] = [
    ["answer.snap", chosen("snap", values["snap.who"])],
    [
      "answer.wrong_snap",
      isSnapping
        ? say("answer.wrong_snap.n", { n: numberIn(values, "snap.penalty", 0) })
        : say("answer.wrong_snap.none"),
    ],
    ["answer.look", looking(values)],
    ["answer.call_tie", chosen("call_tie", values["score.caller_tie"])],
    ["answer.lock", say(values["call.lock"] === true ? "answer.lock.yes" : "answer.lock.no")],
  ];
  return rows.map(([question, answer]) => ({ question: say(question), answer }));
}

/** Which ranks look and swap, and of which colour if not of both. */
function looking(values: Values): string {
  const powers = (values["powers.cards"] ?? {}) as Record<string, string>;
  const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];
  const has = (rank: string, colour: string) => (powers[`${rank}${colour}`] ?? powers[rank]) === "look";
  const told = ranks.flatMap((rank) => {
    if (has(rank, "b") && has(rank, "r")) return [rank];
    if (has(rank, "b")) return [say("answer.look.black", { rank })];
    return has(rank, "r") ? [say("answer.look.red", { rank })] : [];
  });
  return told.length > 0 ? told.join(", ") : say("answer.look.none");
}
