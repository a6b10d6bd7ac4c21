import { expect, test } from "vitest";
import { faceName, slotName, type Viewpoint } from "../src/lib/sentences/names";
import { describeEvent } from "../src/lib/sentences/logLines";
import { plainText } from "../src/lib/words.svelte";
import { event } from "./feed";

const viewpoint: Viewpoint = {
  you: "a",
  nameOf: (seat) => ({ a: "Ana", b: "Ben", c: "Cleo" })[seat] ?? seat,
  dealt: 4,
};
const text = (...args: Parameters<typeof event>) => {
  const line = describeEvent(event(...args), viewpoint);
  return line === null ? null : plainText(line.parts);
};

test("the log says where somebody looked", () => {
  expect(text("spied", { seat: "b", place: "a3" })).toBe("Ben spied on your bottom-left card");
  expect(text("peeked", { seat: "b", place: "b2" })).toBe("Ben peeked at their top-right card");
  expect(text("looked", { seat: "a", place: "c5" })).toBe("You looked at Cleo’s fifth card");
});

test("the log never says what was seen", () => {
  const line = describeEvent(event("peeked", { seat: "a", place: "a3", card: "7h" }), viewpoint)!;
  expect(plainText(line.parts)).toBe("You peeked at your bottom-left card");
  expect(plainText(describeEvent(event("drew", { seat: "a", card: "7h" }), viewpoint)!.parts)).not.toContain("7");
});

test("what everybody sees is named", () => {
  expect(text("swapped", { seat: "b", place: "b4", card: "Jh", number: 9 })).toBe(
    "Ben swapped their bottom-right card and threw J♥",
  );
  expect(text("snapped", { seat: "a", place: "b1", card: "5s" })).toBe("You snapped Ben’s top-left card: 5♠");
  expect(text("traded", { seat: "c", place: "a1", other: "b3" })).toBe(
    "Cleo swapped your top-left card with Ben’s bottom-left card",
  );
});

test("an exchange of several cards is told card by card", () => {
  expect(text("joined", { seat: "b", place: "b1" })).toBe("Ben chose their top-left card for the swap");
  expect(text("laid", { seat: "b", place: "b1", card: "5s" })).toBe(
    "Ben put their top-left card on the discard pile: 5♠",
  );
  expect(text("differed", { seat: "a", place: "a2", card: "8d" })).toBe("You tried to swap your top-right card: 8♦");
  expect(text("added", { seat: "b", place: "b5" })).toBe("Ben had to keep the new card: now their fifth card");
});

test("a wrong snap that nobody saw stays unseen", () => {
  expect(text("missed", { seat: "b", place: "b1", card: "8d" })).toBe("Ben wrongly snapped their top-left card: 8♦");
  expect(text("missed", { seat: "b", place: "b1" })).toBe("Ben wrongly snapped their top-left card");
});

test("whoever looked and then passed decided not to swap", () => {
  const looked = event("looked", { seat: "b", place: "a1" });
  const told = (before: typeof looked | null) =>
    plainText(describeEvent(event("skipped", { seat: "b" }), viewpoint, before)!.parts);
  expect([told(looked), told(null)]).toEqual(["Ben decided not to swap", "Ben did not use the power"]);
});

test("a gift to you is told as one", () => {
  expect(text("gave", { seat: "b", place: "b1", other: "a2" })).toBe("Ben gave you a card: now your top-right card");
  expect(text("gave", { seat: "b", place: "b1", other: "c2" })).toBe("Ben gave a card to Cleo: now the top-right card");
});

test("turns, windows and scores are not for the log", () => {
  expect(["turn", "closed", "revealed", "scored"].map((name) => text(name, { seat: "b" }))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("what a clock or a stand-in did is never told as the player's own act", () => {
  const swap = { place: "a1", card: "7h", number: 3 };
  expect(text("swapped", { seat: "a", by: "clock", ...swap })).toBe(
    "Time ran out: the stand-in swapped your top-left card and threw 7♥",
  );
  expect(text("swapped", { seat: "a", by: "stand_in", ...swap })).toBe(
    "Your stand-in swapped your top-left card and threw 7♥",
  );
  expect(text("drew", { seat: "b", by: "clock" })).toBe("Ben’s time ran out: the stand-in drew a card");
  expect(text("gave", { seat: "b", by: "stand_in", place: "b1", other: "a2" })).toBe(
    "Ben’s stand-in gave you a card: now your top-right card",
  );
  expect(text("peeked", { seat: "b", by: "stand_in", place: "b2" })).toBe(
    "Ben’s stand-in peeked at Ben’s top-right card",
  );
});

test("slots of other shapes are counted", () => {
  const names = (dealt: number, ...slots: number[]) => slots.map((slot) => slotName(`a${slot}`, dealt));
  expect(names(6, 2, 4, 7)).toEqual(["top-middle card", "bottom-left card", "seventh card"]);
  expect(names(8, 1, 7)).toEqual(["first card in the top row", "third card in the bottom row"]);
  expect(names(4, 13)).toEqual(["13th card"]);
});

test("faces are read out in words", () => {
  expect(["7h", "Qs", "Xr"].map(faceName)).toEqual(["7 of hearts", "queen of spades", "red joker"]);
});
