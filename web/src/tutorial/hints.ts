// The tutorial's hints: what to do now, by which button or card. They follow from what is legal and what has been seen,
// and never from what should have happened.

import { powerOf } from "../lib/game/cardPowers";
import { parseFace, pointsOf } from "../lib/game/cards";
import type { CardVerb, PlainVerb } from "../lib/game/legalActions";
import type { Face, Place } from "../lib/protocol";
import { cardPart, placeParts } from "../lib/sentences/names";
import type { TableState } from "../lib/state/tableState.svelte";
import { findKey, type Filling, type Key } from "../lib/words.svelte";
import type { Advice } from "../table/advice";
import { estimate, highest, isKnown, LOW, lowest, ownPlaces, totalOf, rankAt, UNSEEN } from "./knownCards";
import { isJoker, isRedKing, lessonOf, LESSONS, stepsOf, type Step } from "./steps";

/** The hint's buttons are the table's, by their action; "pass" and "next" are on the hint's own card. */
export type Hint = Advice & { key: Key; filling: Filling };
type Told = { key: Key; filling?: Filling; button?: string; places?: (Place | undefined)[] };
export type Learner = { lesson: number; done: readonly Step[] };
type HintRule = (state: TableState, learner: Learner) => Told | null;

/** With this many points or fewer a beginner may well call. */
const CALL_WITH = 10;
/** A card from the pile that counts this much less than a known one is worth taking, even if it is not low. */
const WORTH_TAKING = 4;
/** By then a lesson has shown what it can. */
const LAST_LAP = 8;

const canDo = (state: TableState, verb: PlainVerb): boolean => state.legal.plain.has(verb);
const targets = (state: TableState, verb: CardVerb): Place[] => [...(state.legal.cards.get(verb) ?? [])];
const lapOf = (state: TableState): number => state.board?.lap ?? 1;
const isLast = (lesson: number): boolean => lesson === LESSONS.length;

/** The first that applies is shown: what is begun is finished first, and a match on the pile does not wait. */
const HINT_RULES: HintRule[] = [
  (state) => (state.board?.phase === "over" ? { key: "learn.over" } : null),
  memory,
  (state) => onCards(state, "give", "learn.give", (places) => [highest(state, places)]),
  held,
  (state) => onCards(state, "peek", "learn.peek", (places) => unknown(state, places)),
  (state) => onCards(state, "spy", "learn.spy", (places) => unknown(state, places)),
  decideLook,
  look,
  trade,
  (state) => (state.snap.pending !== null ? { key: "learn.racing" } : null),
  next,
  match,
  call,
  take,
  draw,
  goOn,
  (state) => (state.board?.caller != null ? { key: "learn.last" } : null),
  () => ({ key: "learn.wait" }),
];

export function hintFor(state: TableState, learner: Learner): Hint | null {
  if (state.board === null) return null;
  const other = state.others[0];
  const seat = other === undefined ? "" : state.nameOf(other);
  for (const rule of HINT_RULES) {
    const told = rule(state, learner);
    if (told === null) continue;
    const places = (told.places ?? []).filter((place) => place !== undefined);
    return { key: told.key, filling: { seat, ...told.filling }, button: told.button ?? null, places };
  }
  return null;
}

function onCards(
  state: TableState,
  verb: CardVerb,
  key: Key,
  choose: (places: Place[]) => (Place | undefined)[],
): Told | null {
  if (!state.legal.cards.has(verb) || state.board?.phase === "memory") return null;
  return { key, places: choose(targets(state, verb)) };
}

/** Those that were never seen, or all if there are none. */
function unknown(state: TableState, places: Place[]): Place[] {
  const unseen = places.filter((place) => !isKnown(state, place));
  return unseen.length > 0 ? unseen : places;
}

/** Before play: look at the cards, then say that you are ready. */
function memory(state: TableState, { lesson }: Learner): Told | null {
  if (state.board?.phase !== "memory") return null;
  if (!canDo(state, "ready")) return { key: "learn.wait" };
  const unseen = targets(state, "peek").filter((place) => !isKnown(state, place));
  if (unseen.length > 0) return { key: lesson === 1 ? "learn.look" : "learn.look.again", places: unseen };
  return { key: lesson === 1 ? "learn.ready" : "learn.ready.again", button: "ready" };
}

/** A card in the hand: where it should go, or its power if throwing it fires one. */
function held(state: TableState): Told | null {
  // What the opponent takes from the pile is seen as well, but is not the learner's to decide about.
  const face = state.heldBy(state.you);
  if (face === null) return null;
  const worst = highest(state, targets(state, "swap"));
  const n = points(state, face);
  const card = cardPart(face);
  if (worst === undefined) return { key: "learn.hold.high", filling: { card, n }, button: "throw" };
  const gain = estimate(state, worst) - n;
  const filling: Filling = { card, n, unseen: UNSEEN, place: placeParts(worst, state.viewpoint) };
  const keep = (key: Key): Told => ({ key, filling, places: [worst] });
  const discard = (key: Key): Told => ({ key, filling, button: "throw" });
  if (!canDo(state, "throw")) return keep(gain < 0 ? "learn.hold.taken.worse" : "learn.hold.taken");
  if (gain > 0 && isJoker(face)) return keep("learn.hold.joker");
  if (gain > 0 && isRedKing(face) && n < 0) return keep("learn.hold.king");
  if (gain > 0 && n <= LOW) return keep("learn.hold.low");
  const power = state.board?.is_taken ? null : powerOf(face, state.rules.values);
  const ofPower = power === null ? null : findKey("learn.hold", power);
  if (ofPower !== null) return discard(ofPower);
  if (gain > 0) return keep(isKnown(state, worst) ? "learn.hold.better" : "learn.hold.unseen");
  return discard(gain === 0 && !isKnown(state, worst) ? "learn.hold.even" : "learn.hold.high");
}

const points = (state: TableState, face: Face): number => pointsOf(face, state.rules.values) ?? 0;

/** Two cards were looked at: they change places if that is good for the learner. */
function decideLook(state: TableState): Told | null {
  if (state.board?.power !== "look" || !canDo(state, "trade")) return null;
  const looked = state.board.looked;
  const own = looked.find((place) => state.isOwner(place));
  const theirs = looked.find((place) => !state.isOwner(place));
  if (own === undefined || theirs === undefined) return { key: "learn.look.keep", button: "skip" };
  const n = estimate(state, own) - estimate(state, theirs);
  return n > 0
    ? { key: "learn.look.swap", filling: { n }, button: "trade" }
    : { key: "learn.look.keep", button: "skip" };
}

function look(state: TableState): Told | null {
  const places = targets(state, "look");
  if (places.length === 0) return null;
  const own = places.filter((place) => state.isOwner(place));
  if (own.length > 0) return { key: "learn.look.own", places: [highest(state, own)] };
  return { key: "learn.look.theirs", places: unknown(state, places) };
}

/** A blind swap: give the highest that is known, and get the lowest. */
function trade(state: TableState): Told | null {
  const places = targets(state, "trade");
  if (places.length === 0) return null;
  const picked = state.board?.picked ?? null;
  const own = places.filter((place) => state.isOwner(place));
  const isGiving = picked === null || !state.isOwner(picked);
  if (isGiving && own.length > 0)
    return { key: picked === null ? "learn.trade" : "learn.trade.yours", places: [highest(state, own)] };
  const best = lowest(state, places);
  const isSure = best !== undefined && isKnown(state, best) && estimate(state, best) <= LOW;
  return isSure ? { key: "learn.trade.known", places: [best] } : { key: "learn.trade.theirs", places };
}

/** The lesson has shown what it is about, or has gone on for long enough. */
function next(state: TableState, { lesson, done }: Learner): Told | null {
  if (isLast(lesson)) return null;
  if (stepsOf(lesson).every((step) => done.includes(step)))
    return { key: `learn.done.${lesson}` as Key, button: "next" };
  return lapOf(state) > LAST_LAP ? { key: "learn.enough", button: "next" } : null;
}

/** A card that was seen has the rank of the discard: the own ones first, for which nothing is given. */
function match(state: TableState): Told | null {
  const top = state.board?.top;
  if (top == null || state.snap.passedDiscard === state.board?.window) return null;
  const places = [...state.snaps].filter((place) => rankAt(state, place) === parseFace(top).rank);
  const place = places.find((each) => state.isOwner(each)) ?? places[0];
  if (place === undefined) return null;
  const filling = { card: cardPart(top), place: placeParts(place, state.viewpoint) };
  if (state.snap.isArmed) return { key: "learn.snap.armed", filling, places: [place] };
  const key = state.isOwner(place) ? "learn.snap.own" : "learn.snap.theirs";
  return { key, filling, button: "snap", places: [place] };
}

/** Few points, as far as they are known: that is the moment to call. Only the last lesson is about that. */
function call(state: TableState, { lesson }: Learner): Told | null {
  if (!isLast(lesson) || !canDo(state, "call") || lapOf(state) < 3) return null;
  const own = ownPlaces(state);
  const seen = own.filter((place) => isKnown(state, place));
  const n = totalOf(state, own);
  const filling = { n, seen: totalOf(state, seen), unseen: UNSEEN };
  if (n <= CALL_WITH)
    return { key: seen.length < own.length ? "learn.call.unseen" : "learn.call", filling, button: "call" };
  return lapOf(state) > LAST_LAP - 2 ? { key: "learn.call.anyway", filling, button: "call" } : null;
}

/** The card on the pile is better than one of the learner's: it may be low, or much lower than one that they know. */
function take(state: TableState, { lesson }: Learner): Told | null {
  const top = state.board?.top;
  // Where snaps are learnt, nobody is told to take back what they have just snapped.
  if (top == null || !canDo(state, "take") || lesson === lessonOf("snap")) return null;
  const worst = highest(state, ownPlaces(state));
  if (worst === undefined) return null;
  const n = points(state, top);
  const gain = estimate(state, worst) - n;
  const isWorth = gain > 0 && (n <= LOW || (isKnown(state, worst) && gain >= WORTH_TAKING));
  if (!isWorth) return null;
  return { key: "learn.take", filling: { card: cardPart(top), n }, button: "take" };
}

function draw(state: TableState, { lesson }: Learner): Told | null {
  if (!canDo(state, "draw")) return null;
  if (state.snap.isArmed) return { key: "learn.snap.unsure", button: "draw" };
  if (lesson === 3 && lapOf(state) > 1) return { key: "learn.draw.snap", button: "draw" };
  const top = state.board?.top;
  if (lesson !== 1 || top == null || !canDo(state, "take")) return { key: "learn.draw", button: "draw" };
  return { key: "learn.draw.take", filling: { card: cardPart(top), n: points(state, top) }, button: "draw" };
}

/** The opponent waits until the learner has read on. */
function goOn(state: TableState, { lesson }: Learner): Told | null {
  if (!isWaiting(state)) return null;
  return { key: lesson === 3 ? "learn.go.snap" : "learn.go", button: "pass" };
}

/** Whether the opponent waits until the learner has passed on the discard, even where no snap is offered yet. */
export const isWaiting = (state: TableState): boolean =>
  state.board?.window != null &&
  (state.yours?.snaps.length ?? 0) > 0 &&
  state.snap.passedDiscard !== state.board?.window &&
  !(state.board?.waits_for.includes(state.you) ?? false);
