// What a learner knows of the cards, and what those that were never seen count on average.

import { parseFace, pointsOf } from "../lib/game/cards";
import type { Place } from "../lib/protocol";
import type { TableState } from "../lib/state/tableState.svelte";

/** A card of at most this many points is worth keeping. */
export const LOW = 4;
/** What a card that was never seen counts on average. */
export const UNSEEN = 6;

export const isKnown = (state: TableState, place: Place): boolean => state.memory.remembered.known.has(place);

export function rankAt(state: TableState, place: Place): string | null {
  const memory = state.memory.remembered.known.get(place);
  return memory === undefined ? null : parseFace(memory.face).rank;
}

/** What a card counts, as far as the learner can tell. */
export function estimate(state: TableState, place: Place): number {
  const face = state.memory.remembered.known.get(place)?.face;
  return face === undefined ? UNSEEN : (pointsOf(face, state.rules.values) ?? UNSEEN);
}

/** The card that is best got rid of. */
export const highest = (state: TableState, places: Iterable<Place>): Place | undefined =>
  [...places].sort((one, other) => estimate(state, other) - estimate(state, one))[0];

/** The card that is best to have: one that is known to be low, if there is one. */
export const lowest = (state: TableState, places: Iterable<Place>): Place | undefined =>
  [...places].sort((one, other) => estimate(state, one) - estimate(state, other))[0];

/** Where the learner has cards. */
export const ownPlaces = (state: TableState): Place[] =>
  state
    .placesOf(state.you)
    .filter(({ isCard }) => isCard)
    .map(({ place }) => place);

/** What the cards at some places count together, about. */
export const totalOf = (state: TableState, places: Place[]): number =>
  places.reduce((sum, place) => sum + estimate(state, place), 0);
