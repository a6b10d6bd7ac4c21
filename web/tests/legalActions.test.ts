import { expect, test } from "vitest";
import { sortLegalActions, otherVerbs, formatSnap, targetsOf, currentVerb } from "../src/lib/game/legalActions";
import { yours } from "./feed";

test("a turn offers what the server lists, and nothing else", () => {
  const legal = sortLegalActions(yours({ legal: ["draw", "take", "snap a1 #3"] }));
  expect([...legal.plain]).toEqual(["draw", "take"]);
  expect(legal.cards.size).toBe(0);
});

test("a touched card means the one verb that is legal with cards", () => {
  const legal = sortLegalActions(yours({ legal: ["swap a1", "swap a2", "throw"] }));
  expect(currentVerb(legal, null)).toBe("swap");
  expect([...targetsOf(legal, "swap")]).toEqual(["a1", "a2"]);
});

test("a debt comes first, even with a card in the hand", () => {
  expect(currentVerb(sortLegalActions(yours({ legal: ["swap a1", "throw", "give a1"] })), null)).toBe("give");
});

test("where looking and swapping are both legal, looking comes first until the player chooses", () => {
  const legal = sortLegalActions(yours({ legal: ["look b1", "look a1", "trade b1", "trade a1", "skip"] }));
  expect(currentVerb(legal, null)).toBe("look");
  expect(currentVerb(legal, "trade")).toBe("trade");
  expect(otherVerbs(legal, "look")).toEqual(["trade"]);
});

test("a choice that is no longer legal is forgotten", () => {
  expect(currentVerb(sortLegalActions(yours({ legal: ["look b1"] })), "trade")).toBe("look");
});

test("trade alone names no card", () => {
  const legal = sortLegalActions(yours({ legal: ["trade", "skip"] }));
  expect(legal.plain.has("trade")).toBe(true);
  expect(currentVerb(legal, null)).toBeNull();
});

test("those who watch are offered nothing", () => {
  expect(sortLegalActions(null).plain.size).toBe(0);
});

test("a snap names its discard, two cards in order", () => {
  expect(formatSnap(["b3"], 17)).toBe("snap b3 #17");
  expect(formatSnap(["b3", "a1"], 17)).toBe("snap a1 b3 #17");
});
