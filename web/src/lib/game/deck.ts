// The deck: which kinds of card a table shuffles. A kind is a rank and a colour: Kb, Kr.

import { ranksIn, numberIn, type Values } from "./ruleValues";

export type Kind = string;
export const COLOURS = ["b", "r"] as const;
export type Colour = (typeof COLOURS)[number];
export const COLOUR_SIGNS: Record<Colour, string> = { b: "♠♣", r: "♥♦" };

/** Cards of a kind in a pack; jokers are not counted by colour. */
function countOf(kind: Kind, values: Values): number {
  if (kind.startsWith("X")) return numberIn(values, "deck.jokers", 0);
  const counts = values["deck.counts"] as Record<Kind, unknown> | undefined;
  return numberIn({ ...counts }, kind, 1);
}

export const isInDeck = (kind: Kind, values: Values): boolean => countOf(kind, values) > 0;

/** The ranks of a table by rank and colour of which there is a card, in its order. */
export function ranksInDeck(table: unknown, values: Values): string[] {
  return ranksIn(table).filter((rank) => COLOURS.some((colour) => isInDeck(`${rank}${colour}`, values)));
}

/** How many cards a pack has, without its jokers. */
export function packSize(values: Values): number {
  const counts = Object.values((values["deck.counts"] ?? {}) as Record<Kind, unknown>);
  return counts.reduce((sum: number, count) => sum + (typeof count === "number" ? count : 0), 0);
}
