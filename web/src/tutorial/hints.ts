// The lesson: which hint fits the moment. It follows from what is lawful and what has been seen, so nobody can get lost.

import { parseFace, pointsOf, powerOf } from "../lib/cards";
import { seatOf } from "../lib/places";
import type { Place } from "../lib/protocol";
import type { Sitting } from "../lib/sitting.svelte";
import { cardPart, placeParts } from "../lib/names";
import { findKey, type Filling, type Key } from "../lib/words.svelte";

export type Hint = { key: Key; filling: Filling };
/** What to say now, or null if this step is not for this moment. */
type Step = (sitting: Sitting) => Key | Hint | null;

/** A card of at most so many points is worth keeping. */
const LOW = 4;
/** A card that was never seen counts so much on average. */
const UNSEEN = 6;
/** With no more than so many points a beginner may well call. */
const CALL_WITH = 10;

const offers = (sitting: Sitting, verb: string) =>
  sitting.offers.plain.has(verb as never) || sitting.offers.cards.has(verb as never);
const when =
  (key: Key, isNow: (sitting: Sitting) => boolean): Step =>
  (sitting) =>
    isNow(sitting) ? key : null;

/** In the order of a round, but what presses comes first: an ending, a debt, a card in the hand, a match on the pile. */
const STEPS: Step[] = [
  when("learn.end.round", ({ board }) => board?.phase === "over"),
  when("learn.aim", ({ board }) => board?.phase === "memory"),
  when("learn.give", (sitting) => offers(sitting, "give")),
  held,
  when("learn.peek", (sitting) => offers(sitting, "peek")),
  when("learn.spy", (sitting) => offers(sitting, "spy")),
  when("learn.look", ({ board, verb }) => board?.power === "look" && verb !== null),
  when("learn.trade", (sitting) => offers(sitting, "trade")),
  match,
  lowHand,
  when("learn.last", ({ board }) => board?.caller != null),
  when("learn.call", (sitting) => offers(sitting, "call") && lapOf(sitting) > 4),
  when("learn.take", (sitting) => offers(sitting, "take") && lapOf(sitting) > 2),
  when("learn.draw", (sitting) => offers(sitting, "draw")),
  when("learn.snap", ({ snaps }) => snaps.size > 0),
  when("learn.wait", ({ board }) => board !== null),
];

export function hintFor(sitting: Sitting): Hint | null {
  const other = sitting.others[0];
  const seat = other === undefined ? "" : sitting.nameOf(other);
  for (const step of STEPS) {
    const told = step(sitting);
    if (typeof told === "string") return { key: told, filling: { seat } };
    if (told !== null) return { key: told.key, filling: { seat, ...told.filling } };
  }
  return null;
}

const lapOf = (sitting: Sitting): number => sitting.board?.lap ?? 1;

/** A card in the hand: its power, if throwing it fires one, or where it should go. */
function held(sitting: Sitting): Key | null {
  const face = sitting.yours?.held;
  if (face == null) return offers(sitting, "swap") ? "learn.hold" : null;
  const power = sitting.board?.is_taken ? null : powerOf(face, sitting.values);
  const key = power === null ? null : findKey("learn.hold", power);
  if (key !== null) return key;
  return (pointsOf(face, sitting.values) ?? UNSEEN) <= LOW && offers(sitting, "swap") ? "learn.hold.low" : "learn.hold";
}

/** A card that was seen has the rank of the discard: the own ones first, for which nothing is given. */
function match(sitting: Sitting): Hint | null {
  const top = sitting.board?.top;
  if (top == null || sitting.snapping !== null) return null;
  const isMatch = (place: Place) => rankAt(sitting, place) === parseFace(top).rank;
  const places = [...sitting.snaps].filter(isMatch);
  const place = places.find((place) => sitting.isOwner(place)) ?? places[0];
  if (place === undefined) return null;
  return {
    key: seatOf(place) === sitting.you ? "learn.snap.own" : "learn.snap.theirs",
    filling: { card: cardPart(top), place: placeParts(place, sitting.viewpoint) },
  };
}

function rankAt(sitting: Sitting, place: Place): string | null {
  const memory = sitting.remembered.known.get(place);
  return memory === undefined ? null : parseFace(memory.face).rank;
}

/** Few points, as far as they are known: that is the moment to call. */
function lowHand(sitting: Sitting): Hint | null {
  if (!offers(sitting, "call") || lapOf(sitting) < 2) return null;
  const points = sitting
    .placesOf(sitting.you)
    .filter(({ isCard }) => isCard)
    .map(({ place }) => sitting.remembered.known.get(place)?.face)
    .map((face) => (face === undefined ? UNSEEN : (pointsOf(face, sitting.values) ?? UNSEEN)));
  const n = points.reduce((sum, each) => sum + each, 0);
  return n <= CALL_WITH ? { key: "learn.call.low", filling: { n } } : null;
}
