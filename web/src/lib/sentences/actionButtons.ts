// The buttons for what is legal now, each named by its consequence and in a place that it keeps.

import { powerOf } from "../game/cardPowers";
import { otherVerbs, type PlainVerb } from "../game/legalActions";
import { cardPart } from "./names";
import type { TableState } from "../state/tableState.svelte";
import { compose, findKey, plainText, say } from "../words.svelte";

export type ActionButton = {
  id: string;
  label: string;
  detail: string;
  /** The key that does the same. */
  key: string;
  isPrimary: boolean;
  press: () => void;
};

type Labels = { label: string; detail: string };

/** Each place has one button at a time, or none; no button ever moves to another place within a phase. */
export type ActionButtons = { main: ActionButton | null; other: ActionButton | null };

export function actionButtons(tableState: TableState): ActionButtons {
  // A debt is paid first; whatever else is open waits behind it.
  const isOwing = tableState.decisions.verb === "give";
  const skip = isOwing ? null : plainButton(tableState, "skip", "Esc", skipLabels(tableState));
  const isEnding = tableState.board?.phase === "ending";
  const main =
    plainButton(tableState, "ready", "↵", labelsOf("do.ready"), true) ??
    plainButton(tableState, "draw", "␣", labelsOf("do.draw"), true) ??
    plainButton(tableState, "throw", "X", throwLabels(tableState), !tableState.decisions.exchange.isChoosing) ??
    plainButton(tableState, "trade", "↵", labelsOf("do.trade"), true) ??
    (isEnding ? skip : null);
  const other =
    plainButton(tableState, "keep", "Esc", labelsOf("do.keep")) ??
    (isEnding ? null : skip) ??
    plainButton(tableState, "take", "T", takeLabels(tableState)) ??
    (isOwing ? null : exchangeButton(tableState));
  const mode = isOwing ? null : modeButton(tableState);
  return main === null ? { main: mode, other } : { main, other: other ?? mode };
}

/** The button of an action that names no card, if that action is legal and there is something to say about it. */
function plainButton(
  { legal, decisions }: TableState,
  verb: PlainVerb,
  key: string,
  labels: Labels | null,
  isPrimary = false,
): ActionButton | null {
  if (!legal.plain.has(verb) || labels === null) return null;
  return { id: verb, ...labels, key, isPrimary, press: () => decisions.act(verb) };
}

/** Where a touch on a card could mean several things: the button that changes what it means. */
function modeButton({ legal, decisions }: TableState): ActionButton | null {
  const verb = otherVerbs(legal, decisions.verb)[0];
  if (verb === undefined) return null;
  return {
    id: `mode ${verb}`,
    ...labelsOf(`do.mode.${verb}`),
    key: "G",
    isPrimary: false,
    press: () => (decisions.chosenVerb = verb),
  };
}

/** Begins to choose several cards, and swaps those that were chosen; as long as that is less than two it cancels. */
function exchangeButton({ decisions }: TableState): ActionButton | null {
  const { exchange } = decisions;
  if (!exchange.isOffered) return null;
  const press = () => decisions.pressExchange();
  if (exchange.isComplete) {
    const label = say("do.exchange.swap", { n: exchange.chosen.length });
    return { id: "exchange swap", label, detail: say("do.exchange.swap.small"), key: "↵", isPrimary: true, press };
  }
  const [name, key] = exchange.mayCancel ? ["do.exchange.cancel", "Esc"] : ["do.exchange", "G"];
  return { id: name, ...labelsOf(name), key, isPrimary: false, press };
}

function takeLabels({ board }: TableState): Labels | null {
  if (board?.top == null) return null;
  return { label: plainText(compose("do.take", { card: cardPart(board.top) })), detail: say("do.take.small") };
}

function throwLabels({ yours, board, rules }: TableState): Labels {
  const power = yours?.held && !board?.is_taken ? powerOf(yours.held, rules.values) : null;
  return labelsOf(power === null ? "do.throw" : `do.throw.${power}`);
}

function skipLabels({ board }: TableState): Labels {
  const usual = labelsOf("do.skip");
  // Before the first look there are no cards that could be kept.
  if (board?.power === "look" && board.looked.length === 0) return usual;
  const what = board?.phase === "ending" ? "ending" : (board?.power ?? "");
  const special = labelsOf(`do.skip.${what}`);
  return { label: special.label || usual.label, detail: special.detail || usual.detail };
}

function labelsOf(name: string): Labels {
  const [label, detail] = [findKey(name), findKey(name, "small")];
  return { label: label ? say(label) : "", detail: detail ? say(detail) : "" };
}
