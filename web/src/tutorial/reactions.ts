// What the tutorial says to what has just been done: praise, what it cost, or what it did.

import { powerOf } from "../lib/game/cardPowers";
import { parseFace, pointsOf } from "../lib/game/cards";
import { numberIn } from "../lib/game/ruleValues";
import type { Face, GameEvent, Place } from "../lib/protocol";
import { cardPart } from "../lib/sentences/names";
import type { TableState } from "../lib/state/tableState.svelte";
import type { Filling, Key } from "../lib/words.svelte";
import { LOW } from "./knownCards";

export type Reaction = {
  key: Key;
  filling: Filling;
  tone: "good" | "bad" | "plain";
  /** It is said until the learner draws again, whatever else happens. */
  isKept: boolean;
};

const reaction = (key: Key, filling: Filling = {}, tone: Reaction["tone"] = "plain", isKept = false): Reaction => ({
  key,
  filling,
  tone,
  isKept,
});

/** What the learner has done in this turn: used a power to look, and where they had the card in their hand from. */
export type TurnSoFar = { hasLooked: boolean; hasTaken: boolean };

/** What to say to an event; undefined: what was said last is still right. */
export function reactTo(event: GameEvent, state: TableState, turn: TurnSoFar): Reaction | null | undefined {
  if (event.event === "missed") return reactToMiss(event, state);
  return event.seat === state.you ? reactToOwn(event, state, turn) : undefined;
}

function reactToOwn(event: GameEvent, state: TableState, turn: TurnSoFar): Reaction | null | undefined {
  const { card } = event;
  switch (event.event) {
    case "drew":
    case "took":
    case "readied":
      return null;
    case "swapped":
      return reactToSwap(event, state, turn.hasTaken);
    case "threw":
    case "dropped":
      return card === null ? null : reactToThrow(card, state);
    case "peeked":
      return card === null || state.board?.phase === "memory" ? null : reactToLook("learn.did.peek", card, state);
    case "spied":
      return card === null ? null : reactToLook("learn.did.spy", card, state);
    case "traded":
      return reactToTrade(event, state);
    case "skipped":
      return reaction(turn.hasLooked ? "learn.did.kept" : "learn.did.skipped");
    case "snapped":
      return reactToSnap(event, state);
    case "gave":
      return reaction("learn.did.gave", {}, "good", true);
    case "called":
      return reaction("learn.did.called", otherName(state), "plain", true);
    default:
      return undefined;
  }
}

const points = (face: Face, state: TableState): number => pointsOf(face, state.rules.values) ?? 0;
const otherName = (state: TableState): Filling => ({ seat: state.nameOf(state.others[0] ?? "") });

function reactToSwap({ card }: GameEvent, state: TableState, hasTaken: boolean): Reaction | null {
  const { held } = state.memory.remembered;
  if (card === null || held === null) return null;
  const n = points(card, state) - points(held, state);
  const filling = { card: cardPart(held), other: cardPart(card), n: Math.abs(n) };
  const hasPower = !hasTaken && powerOf(held, state.rules.values) !== null && points(held, state) > LOW;
  if (hasPower) return reaction("learn.did.swap.power", filling, n > 0 ? "plain" : "bad");
  if (n > 0) return reaction("learn.did.swap.less", filling, "good");
  return reaction(n < 0 ? "learn.did.swap.more" : "learn.did.swap.same", filling, n < 0 ? "bad" : "plain");
}

function reactToThrow(card: Face, state: TableState): Reaction | null {
  if (state.board?.phase === "power") return null;
  const filling = { card: cardPart(card), n: points(card, state) };
  const isLow = points(card, state) <= LOW;
  return reaction(isLow ? "learn.did.throw.low" : "learn.did.throw", filling, isLow ? "bad" : "plain");
}

function reactToLook(key: Key, card: Face, state: TableState): Reaction {
  return reaction(key, { card: cardPart(card), n: points(card, state), ...otherName(state) }, "good");
}

function reactToTrade({ place, other }: GameEvent, state: TableState): Reaction | null {
  if (place === null || other === null) return null;
  const [own, theirs] = state.isOwner(place) ? [place, other] : [other, place];
  const faceAt = (at: Place) => state.memory.remembered.known.get(at)?.face;
  const [gave, got] = [faceAt(own), faceAt(theirs)];
  if (gave === undefined || got === undefined) return reaction("learn.did.trade", otherName(state));
  const n = points(gave, state) - points(got, state);
  const filling = { card: cardPart(got), other: cardPart(gave), n: Math.abs(n) };
  if (n > 0) return reaction("learn.did.trade.less", filling, "good");
  return reaction(n < 0 ? "learn.did.trade.more" : "learn.did.trade.same", filling, n < 0 ? "bad" : "plain");
}

function reactToSnap({ card, place }: GameEvent, state: TableState): Reaction | null {
  if (card === null || place === null) return null;
  const key = state.isOwner(place) ? "learn.did.snap" : "learn.did.snap.theirs";
  return reaction(key, { card: cardPart(card), n: points(card, state), ...otherName(state) }, "good", true);
}

function reactToMiss({ seat, card }: GameEvent, state: TableState): Reaction {
  const n = numberIn(state.rules.values, "snap.penalty", 1);
  const top = state.board?.top ?? null;
  const filling: Filling = { n, ...otherName(state) };
  if (card === null || top === null) return reaction("learn.did.missed.hidden", filling, "bad", true);
  const key = seat === state.you ? "learn.did.missed" : "learn.did.missed.other";
  const rank = parseFace(top).rank;
  return reaction(key, { ...filling, card: cardPart(card), top: cardPart(top), rank }, "bad", true);
}
