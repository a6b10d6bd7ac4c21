// The prompt: what the table waits for, in one sentence.

import { cardPowerOf } from "../game/cardPowers";
import { type CardVerb, type LegalActions } from "../game/legalActions";
import { seatOf, SPECTATOR } from "../game/places";
import type { Board, Seat } from "../protocol";
import { numberIn, type Values } from "../game/ruleValues";
import { cardPart, seatPart, type Viewpoint } from "./names";
import { compose, findKey, say, type Part } from "../words.svelte";

export type Situation = {
  board: Board;
  canSnap: boolean;
  legal: LegalActions;
  verb: CardVerb | null;
  /** Several cards are being chosen for the one that is held. */
  isExchanging: boolean;
  viewpoint: Viewpoint;
  /** Who laid the discard of the window. */
  discarder: Seat | null;
  isArmed: boolean;
  isRacing: boolean;
  hasFirstSnap: boolean;
  /** This player has said that they won't snap the discard. */
  hasPassed: boolean;
  /** Where snaps are no race: the time in which all are level has run out, and the window is open still. */
  isCommitTimeOver: boolean;
  /** What was decided and waits until snaps have been judged. */
  waitingVerb: string | null;
  rules: Values;
};

export function composePrompt(now: Situation): Part[] {
  if (now.isRacing) return compose("prompt.racing");
  if (now.isArmed && now.board.top !== null) {
    return now.hasFirstSnap
      ? compose("prompt.snap.second")
      : compose("prompt.snap.armed", { card: cardPart(now.board.top) });
  }
  if (now.waitingVerb !== null) return compose(findKey("prompt.waits", now.waitingVerb) ?? "prompt.waits");
  return yoursToDecide(now) ?? windowOpen(now) ?? othersDecide(now);
}

function yoursToDecide({ board, legal, verb, isExchanging, viewpoint, rules }: Situation): Part[] | null {
  const { plain } = legal;
  if (verb === "give") {
    const debt = board.debts.find((debt) => debt.giver === viewpoint.you);
    return debt ? compose("prompt.give", { seat: seatPart(seatOf(debt.gap), viewpoint) }) : null;
  }
  if (board.phase === "memory" && plain.has("ready")) {
    const n = numberIn(rules, "deal.memory_cards", 2);
    return compose((legal.cards.get("peek")?.size ?? 0) > n ? "prompt.memory.choice" : "prompt.memory", { n });
  }
  if (plain.has("draw")) {
    return plain.has("take") && board.top !== null
      ? compose("prompt.start.take", { card: cardPart(board.top) })
      : compose("prompt.start");
  }
  if (isExchanging) return compose("prompt.exchange");
  if (verb === "swap") return compose(plain.has("throw") ? "prompt.holding" : "prompt.holding.taken");
  if (plain.has("throw")) return compose("prompt.holding.throw");
  if (board.power === "look" && (verb !== null || plain.has("trade")))
    return lookStep(board, legal, verb, rules, viewpoint.you);
  if (verb === "trade") return blindSwapStep(board, rules);
  if (verb === "peek") return compose("prompt.peek");
  if (verb === "spy") return compose("prompt.spy");
  if (plain.has("call") || (board.phase === "ending" && plain.has("skip"))) return compose("prompt.ending");
  return null;
}

/** How far the pending power reaches: that may be otherwise than for other cards with the same power. */
function scopeOf(board: Board, rules: Values, option: string): string {
  const power = board.power_card === null ? null : cardPowerOf(board.power_card, rules);
  return power?.scope[option] ?? "";
}

function blindSwapStep(board: Board, rules: Values): Part[] {
  const step = board.picked === null ? "prompt.trade" : "prompt.trade.second";
  return compose(findKey(step, scopeOf(board, rules, "powers.trade")) ?? step);
}

/** One stepper for every variant of look and swap: look once or twice, then swap two, these two, or it with an own. */
function lookStep(board: Board, legal: LegalActions, verb: CardVerb | null, rules: Values, you: Seat): Part[] {
  if (legal.plain.has("trade")) return compose("prompt.look.decide");
  const whose = scopeOf(board, rules, "powers.look_at");
  const [looked] = board.looked;
  if (verb === "look" && looked === undefined) return compose(findKey("prompt.look.at", whose) ?? "prompt.look");
  if (verb === "look" && looked !== undefined) {
    if (whose !== "own_other") return compose("prompt.look.more");
    return compose(seatOf(looked) === you ? "prompt.look.more.theirs" : "prompt.look.more.yours");
  }
  if (scopeOf(board, rules, "powers.look_swap") === "own") return compose("prompt.look.own");
  return compose(board.picked !== null ? "prompt.look.swap.second" : "prompt.look.swap");
}

function windowOpen(now: Situation): Part[] | null {
  const { board, viewpoint, discarder } = now;
  if (!now.canSnap || now.hasPassed) return null;
  if (board.phase === "back") return compose("prompt.back");
  if (now.isCommitTimeOver && board.top !== null) {
    const closedBy = now.rules["snap.window"];
    const key = typeof closedBy === "string" ? findKey("prompt.snap.open", closedBy) : null;
    return compose(key ?? "prompt.snap.open", { card: cardPart(board.top) });
  }
  if (discarder === null || board.top === null) return compose("prompt.snap.none");
  if (discarder === viewpoint.you) return compose("prompt.snap.you", { card: cardPart(board.top) });
  return compose("prompt.snap", { seat: seatPart(discarder, viewpoint), card: cardPart(board.top) });
}

function othersDecide({ board, viewpoint }: Situation): Part[] {
  if (board.phase === "over") return compose("prompt.over");
  const others = board.waits_for.filter((seat) => seat !== viewpoint.you);
  const waited = others[0] ?? board.turn;
  if (board.phase === "memory") {
    if (viewpoint.you !== SPECTATOR && board.ready.includes(viewpoint.you)) return compose("prompt.memory.ready");
    return compose("prompt.memory.none");
  }
  if (waited === null || waited === undefined || waited === viewpoint.you) {
    return compose(board.phase === "back" ? "prompt.back" : "prompt.wait");
  }
  const seat = seatPart(waited, viewpoint);
  const debts = board.debts.filter((debt) => debt.giver === waited);
  if (debts.some((debt) => seatOf(debt.gap) === viewpoint.you)) return compose("prompt.others.give.you", { seat });
  if (debts.length > 0) return compose("prompt.others.give", { seat });
  switch (board.phase) {
    case "start":
      return compose("prompt.others.start", { seat });
    case "holding":
      return compose(board.is_taken ? "prompt.others.taken" : "prompt.others.holding", { seat });
    case "power": {
      const power = board.power === null ? null : findKey("power", board.power);
      return compose("prompt.others.power", { seat, power: power ? say(power) : "" });
    }
    case "ending":
      return compose("prompt.others.ending", { seat });
    default:
      return compose("prompt.wait");
  }
}
