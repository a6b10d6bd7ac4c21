// The shapes of the suits, drawn in a square of 100.

import type { Suit } from "../lib/game/cards";

export const SUIT_SHAPES: Record<Suit, string> = {
  s: "M50 4C62 26 92 40 92 63c0 20-25 27-36 12 1 10 5 16 11 21H33c6-5 10-11 11-21C33 90 8 83 8 63 8 40 38 26 50 4z",
  h: "M50 93C20 66 6 49 6 31 6 7 38 3 50 26 62 3 94 7 94 31c0 18-14 35-44 62z",
  d: "M50 3c9 18 22 34 38 47-16 13-29 29-38 47C41 79 28 63 12 50 28 37 41 21 50 3z",
  c: "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-11 35c1 10 5 16 11 21H33c6-5 10-11 11-21a22 22 0 1 1-11-35A22 22 0 0 1 50 4z",
  joker: "M50 4l13 30 33 3-25 22 8 33-29-18-29 18 8-33L4 37l33-3z",
};

export const SUIT_COLOURS: Record<Suit, string> = {
  s: "var(--spade)",
  h: "var(--heart)",
  d: "var(--diamond)",
  c: "var(--club)",
  joker: "var(--ink)",
};
