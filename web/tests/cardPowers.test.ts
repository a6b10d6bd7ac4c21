import { expect, test } from "vitest";
import { cardPowerOf, hasOwnScope, isSamePower, powerOf, readPower, writePower } from "../src/lib/game/cardPowers";
import { isInDeck, packSize, ranksInDeck } from "../src/lib/game/deck";

const SCOPES = {
  "powers.trade": "any",
  "powers.looks": 2,
  "powers.look_at": "any",
  "powers.look_swap": "looked",
};
const VALUES = {
  ...SCOPES,
  "deck.jokers": 0,
  "deck.counts": { "2b": 0, "2r": 0, "Qb": 2, "Qr": 2, "Kb": 2, "Kr": 0 },
  "powers.cards": { "2b": "none", "2r": "none", "Qb": "look", "Qr": "trade:owners", "Kb": "look://any", "Kr": "spy" },
};

test("a card's power has its own scope, and otherwise what the rules say for all", () => {
  expect(cardPowerOf("Qs", VALUES)).toEqual({
    power: "look",
    scope: { "powers.looks": "2", "powers.look_at": "any", "powers.look_swap": "looked" },
  });
  expect(cardPowerOf("Kc", VALUES)?.scope["powers.look_swap"]).toBe("any");
  expect(cardPowerOf("Qh", VALUES)).toEqual({ power: "trade", scope: { "powers.trade": "owners" } });
  expect(["Ks", "Qd", "Kh", "2c"].map((face) => powerOf(face, VALUES))).toEqual(["look", "trade", "spy", null]);
  expect(isSamePower(cardPowerOf("Qs", VALUES), cardPowerOf("Kc", VALUES))).toBe(false);
  expect(hasOwnScope("look://any") && !hasOwnScope("look")).toBe(true);
});

test("a power is written with what is its own, and read again as it was", () => {
  const entries = ["peek", "trade", "trade:owners", "look", "look:1", "look:/other", "look://any", "look:1/other/own"];
  for (const entry of entries) expect(writePower(readPower(entry, SCOPES)!, SCOPES)).toBe(entry);
  expect(writePower(readPower("look:2/any/looked", SCOPES)!, SCOPES)).toBe("look");
  expect(readPower("none", SCOPES)).toBeNull();
});

test("what a pack has none of is not in the deck", () => {
  expect(["2b", "Qr", "Kb", "Kr", "Xb"].map((kind) => isInDeck(kind, VALUES))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(ranksInDeck(VALUES["powers.cards"], VALUES)).toEqual(["Q", "K"]);
  expect(packSize(VALUES)).toBe(6);
});
