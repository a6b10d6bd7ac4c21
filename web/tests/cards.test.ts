import { expect, test } from "vitest";
import { powerOf } from "../src/lib/game/cardPowers";
import { parseFace, pointsOf, faceText } from "../src/lib/game/cards";

const VALUES = {
  "deck.values": { "Kb": 13, "Kr": -1, "7b": 7, "7r": 7, "Xb": 0, "Xr": 0 },
  "powers.cards": { "Kb": "look", "Kr": "none", "7b": "peek", "7r": "peek" },
};

test("a card counts what this table's rules say, by colour", () => {
  expect(["Ks", "Kc", "Kh", "Kd", "Xr"].map((face) => pointsOf(face, VALUES))).toEqual([13, 13, -1, -1, 0]);
  expect(["Ks", "Kh", "7d"].map((face) => powerOf(face, VALUES))).toEqual(["look", null, "peek"]);
});

test("a table of ranks alone, or one written flat, is read as well", () => {
  expect(pointsOf("Qs", { "deck.values": { Q: 12 } })).toBe(12);
  expect(pointsOf("Qs", { "deck.values.Qb": 12 })).toBe(12);
});

test("without rules nothing is claimed", () => {
  expect(pointsOf("Qs", {})).toBeNull();
  expect(powerOf("Qs", {})).toBeNull();
});

test("ten has two digits, and jokers have no suit", () => {
  expect(parseFace("10c")).toEqual({ rank: "10", suit: "c", isRed: false });
  expect(parseFace("Xr")).toEqual({ rank: "X", suit: "joker", isRed: true });
  expect(["10h", "Xb"].map(faceText)).toEqual(["10♥", "★"]);
});
