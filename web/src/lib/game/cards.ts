// Cards: what a face says, and what it counts under a table's rules.

import type { Face } from "../protocol";
import type { Values } from "./ruleValues";

export type Suit = "s" | "h" | "d" | "c" | "joker";
export type Card = { rank: string; suit: Suit; isRed: boolean };

const SUIT_SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣", joker: "★" };

export function parseFace(face: Face): Card {
  const rank = face.slice(0, -1);
  const mark = face.slice(-1);
  if (rank === "X") return { rank, suit: "joker", isRed: mark === "r" };
  return { rank, suit: mark as Suit, isRed: mark === "h" || mark === "d" };
}

export function faceText(face: Face): string {
  const { rank, suit } = parseFace(face);
  return rank === "X" ? SUIT_SIGNS.joker : `${rank}${SUIT_SIGNS[suit]}`;
}

/** A table of ranks may name a rank alone, or one for each colour: K, or Kb and Kr. */
export function entryOf(face: Face, values: Values, option: string): unknown {
  const { rank, isRed } = parseFace(face);
  const table = values[option];
  const names = [`${rank}${isRed ? "r" : "b"}`, rank];
  if (table !== null && typeof table === "object") {
    for (const name of names) if (name in table) return (table as Record<string, unknown>)[name];
  }
  for (const name of names) if (`${option}.${name}` in values) return values[`${option}.${name}`];
  return undefined;
}

export function pointsOf(face: Face, values: Values): number | null {
  const points = entryOf(face, values, "deck.values");
  return typeof points === "number" ? points : null;
}
