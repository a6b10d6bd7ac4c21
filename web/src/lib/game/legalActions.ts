// The server's list of legal actions, sorted into those that name a card and those that do not. No rule is known here.

import { inOrder } from "./places";
import type { Place, Yours } from "../protocol";

/** Verbs that need a card. When several are legal at once, the first one here has the card unless the player chooses. */
const CARD_VERBS = ["give", "peek", "spy", "look", "trade", "swap"] as const;
export type CardVerb = (typeof CARD_VERBS)[number];
export type PlainVerb = "ready" | "draw" | "take" | "throw" | "trade" | "skip" | "keep" | "call";

export type LegalActions = {
  /** Actions that name no card: draw, take, call; trade alone swaps the two that were looked at. */
  plain: Set<PlainVerb>;
  /** Also names a card that goes with the one that will be swapped; a touch alone never means that. */
  cards: Map<CardVerb | "also", Set<Place>>;
};

const NO_ACTIONS: LegalActions = { plain: new Set(), cards: new Map() };

export function sortLegalActions(yours: Yours | null): LegalActions {
  if (yours === null) return NO_ACTIONS;
  const legal: LegalActions = { plain: new Set(), cards: new Map() };
  for (const action of yours.legal) {
    const [verb = "", place] = action.split(" ");
    if (verb === "snap") continue;
    if (place === undefined) legal.plain.add(verb as PlainVerb);
    else {
      const places = legal.cards.get(verb as CardVerb) ?? new Set();
      legal.cards.set(verb as CardVerb, places.add(place));
    }
  }
  return legal;
}

/** The verb that a tap on a card means now: the one that was chosen, as long as it is legal. */
export function currentVerb(legal: LegalActions, chosen: CardVerb | null): CardVerb | null {
  if (chosen !== null && legal.cards.has(chosen)) return chosen;
  return CARD_VERBS.find((verb) => legal.cards.has(verb)) ?? null;
}

/** Other verbs that a player could mean by touching a card instead. */
export function otherVerbs(legal: LegalActions, now: CardVerb | null): CardVerb[] {
  return CARD_VERBS.filter((verb) => verb !== now && legal.cards.has(verb));
}

export function targetsOf(legal: LegalActions, verb: CardVerb | null): Set<Place> {
  return (verb !== null && legal.cards.get(verb)) || new Set();
}

export function formatSnap(places: Place[], discard: number): string {
  return `snap ${inOrder(places).join(" ")} #${discard}`;
}
