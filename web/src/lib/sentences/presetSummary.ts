// A rule book in a few short lines: the points in which rule books differ most. What its rules don't play is left out.

import { powerName } from "../game/cardPowers";
import { COLOURS, isInDeck, ranksInDeck, type Colour } from "../game/deck";
import { numberIn, type Values } from "../game/ruleValues";
import { findKey, say, type Key } from "../words.svelte";
import { describeLength, lengthOf } from "./matchLength";
import { optionValue } from "./ruleNames";

export type SummaryLine = { question: string; answer: string };

const choiceName = (option: string, value: unknown): string => {
  const key = findKey("answer", option, String(value));
  return key ? say(key) : String(value);
};

export function summarizeRules(values: Values): SummaryLine[] {
  const isSnapping = values["snap.who"] !== "off";
  const ranks = powerRanks(values);
  const limit = values["call.limit"];
  const rows: [Key, string | null][] = [
    ["answer.snap", choiceName("snap", values["snap.who"])],
    ["answer.wrong_snap", isSnapping ? say("answer.wrong_snap.n", { n: numberIn(values, "snap.penalty", 0) }) : null],
    ["rule.turn.take", taking(values)],
    ["rule.turn.exchange", values["turn.exchange"] === "equal" ? say("rule.turn.exchange.equal") : null],
    ["answer.powers", ranks.length > 0 ? joinRanks(ranks, values) : say("answer.powers.none")],
    ["answer.look", ranks.length > 0 ? lookRanks(values) : null],
    ["answer.limit", typeof limit === "number" ? say("answer.limit.n", { n: limit }) : null],
    ["answer.wrong_call", wrongCall(values)],
    ["answer.call_tie", choiceName("call_tie", values["score.caller_tie"])],
    ["answer.lock", say(values["call.lock"] === true ? "answer.lock.yes" : "answer.lock.no")],
    ["make.length", describeLength(lengthOf(values))],
  ];
  return rows.flatMap(([question, answer]) => (answer === null ? [] : [{ question: say(question), answer }]));
}

function taking(values: Values): string {
  const how = optionValue("turn.take", String(values["turn.take"]));
  const isShown = values["turn.take"] !== "no" && values["turn.taken_face_up"] === true;
  return isShown ? say("answer.take.face_up", { how }) : how;
}

function wrongCall(values: Values): string {
  if (values["call.wrong_doubles"] === true) return say("answer.wrong_call.doubles");
  const points = numberIn(values, "call.wrong_points", 0);
  return points > 0 ? say("answer.wrong_call.n", { n: points }) : say("answer.wrong_call.none");
}

const powersIn = (values: Values) => (values["powers.cards"] ?? {}) as Record<string, string>;

/** What cards of that rank and colour can do; null if nothing, or if there are none. */
function powerOfKind(rank: string, colour: Colour, values: Values) {
  const powers = powersIn(values);
  return isInDeck(`${rank}${colour}`, values) ? powerName(powers[`${rank}${colour}`] ?? powers[rank]) : null;
}

/** Which ranks of the deck have a power, if only in one colour. */
const powerRanks = (values: Values): string[] =>
  ranksInDeck(powersIn(values), values).filter((rank) => COLOURS.some((colour) => powerOfKind(rank, colour, values)));

/** Three or more in a row as one piece: "7–K". */
function joinRanks(ranks: string[], values: Values): string {
  const all = ranksInDeck(powersIn(values), values);
  const runs: string[][] = [];
  for (const rank of ranks) {
    const run = runs.at(-1);
    if (run && all.indexOf(rank) === all.indexOf(run.at(-1)!) + 1) run.push(rank);
    else runs.push([rank]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run)).join(", ");
}

/** Which ranks of the deck look and swap, and of which colour if not of both. */
function lookRanks(values: Values): string {
  const ranks = ranksInDeck(powersIn(values), values).flatMap((rank) => {
    const [black, red] = COLOURS.map((colour) => powerOfKind(rank, colour, values) === "look");
    if (black && red) return [rank];
    if (black) return [say("answer.look.black", { rank })];
    return red ? [say("answer.look.red", { rank })] : [];
  });
  return ranks.length > 0 ? ranks.join(", ") : say("answer.look.none");
}
