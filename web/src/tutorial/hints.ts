// The tutorial's hints: which one fits the moment. It follows from what is legal and what has been seen.

import { parseFace, pointsOf, powerOf } from "../lib/game/cards";
import { seatOf } from "../lib/game/places";
import type { Place } from "../lib/protocol";
import type { TableState } from "../lib/state/tableState.svelte";
import { cardPart, placeParts } from "../lib/sentences/names";
import { findKey, type Filling, type Key } from "../lib/words.svelte";

export type Hint = { key: Key; filling: Filling };
/** What to say now, or null if this is not the moment for it. */
type HintRule = (tableState: TableState) => Key | Hint | null;

/** A card of at most this many points is worth keeping. */
const LOW = 4;
/** What a card that was never seen counts on average. */
const UNSEEN = 6;
/** With this many points or fewer a beginner may well call. */
const CALL_WITH = 10;

const isLegal = (tableState: TableState, verb: string) =>
  tableState.legal.plain.has(verb as never) || tableState.legal.cards.has(verb as never);
const when =
  (key: Key, isNow: (tableState: TableState) => boolean): HintRule =>
  (tableState) =>
    isNow(tableState) ? key : null;

/** The first that applies is shown: what is urgent (an ending, a debt, a held card, a match on the pile) comes first. */
const HINT_RULES: HintRule[] = [
  when("learn.end.round", ({ board }) => board?.phase === "over"),
  when("learn.aim", ({ board }) => board?.phase === "memory"),
  when("learn.give", (tableState) => isLegal(tableState, "give")),
  held,
  when("learn.peek", (tableState) => isLegal(tableState, "peek")),
  when("learn.spy", (tableState) => isLegal(tableState, "spy")),
  when("learn.look", ({ board, decisions }) => board?.power === "look" && decisions.verb !== null),
  when("learn.trade", (tableState) => isLegal(tableState, "trade")),
  match,
  lowHand,
  when("learn.last", ({ board }) => board?.caller != null),
  when("learn.call", (tableState) => isLegal(tableState, "call") && lapOf(tableState) > 4),
  when("learn.take", (tableState) => isLegal(tableState, "take") && lapOf(tableState) > 2),
  when("learn.draw", (tableState) => isLegal(tableState, "draw")),
  when("learn.snap", ({ snaps }) => snaps.size > 0),
  when("learn.wait", ({ board }) => board !== null),
];

export function hintFor(tableState: TableState): Hint | null {
  const other = tableState.others[0];
  const seat = other === undefined ? "" : tableState.nameOf(other);
  for (const rule of HINT_RULES) {
    const told = rule(tableState);
    if (typeof told === "string") return { key: told, filling: { seat } };
    if (told !== null) return { key: told.key, filling: { seat, ...told.filling } };
  }
  return null;
}

const lapOf = (tableState: TableState): number => tableState.board?.lap ?? 1;

/** A card in the hand: its power, if throwing it fires one, or where it should go. */
function held(tableState: TableState): Key | null {
  const face = tableState.yours?.held;
  if (face == null) return isLegal(tableState, "swap") ? "learn.hold" : null;
  const power = tableState.board?.is_taken ? null : powerOf(face, tableState.rules.values);
  const key = power === null ? null : findKey("learn.hold", power);
  if (key !== null) return key;
  return (pointsOf(face, tableState.rules.values) ?? UNSEEN) <= LOW && isLegal(tableState, "swap")
    ? "learn.hold.low"
    : "learn.hold";
}

/** A card that was seen has the rank of the discard: the own ones first, for which nothing is given. */
function match(tableState: TableState): Hint | null {
  const top = tableState.board?.top;
  if (top == null || tableState.snap.pending !== null) return null;
  const isMatch = (place: Place) => rankAt(tableState, place) === parseFace(top).rank;
  const places = [...tableState.snaps].filter(isMatch);
  const place = places.find((place) => tableState.isOwner(place)) ?? places[0];
  if (place === undefined) return null;
  return {
    key: seatOf(place) === tableState.you ? "learn.snap.own" : "learn.snap.theirs",
    filling: { card: cardPart(top), place: placeParts(place, tableState.viewpoint) },
  };
}

function rankAt(tableState: TableState, place: Place): string | null {
  const memory = tableState.memory.remembered.known.get(place);
  return memory === undefined ? null : parseFace(memory.face).rank;
}

/** Few points, as far as they are known: that is the moment to call. */
function lowHand(tableState: TableState): Hint | null {
  if (!isLegal(tableState, "call") || lapOf(tableState) < 2) return null;
  const points = tableState
    .placesOf(tableState.you)
    .filter(({ isCard }) => isCard)
    .map(({ place }) => tableState.memory.remembered.known.get(place)?.face)
    .map((face) => (face === undefined ? UNSEEN : (pointsOf(face, tableState.rules.values) ?? UNSEEN)));
  const n = points.reduce((sum, each) => sum + each, 0);
  return n <= CALL_WITH ? { key: "learn.call.low", filling: { n } } : null;
}
