import { expect, test } from "vitest";
import { faceName, slotName, type Viewpoint } from "../src/lib/sentences/names";
import { describeEvent, describeRace } from "../src/lib/sentences/logLines";
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
  expect(text("spied", { seat: "b", place: "a3" })).toBe("Ben spied on your bottom left");
  expect(text("peeked", { seat: "b", place: "b2" })).toBe("Ben peeked at their own top right");
  expect(text("looked", { seat: "a", place: "c5" })).toBe("You looked at Cleo’s extra 1");
});

test("the log never says what was seen", () => {
  const line = describeEvent(event("peeked", { seat: "a", place: "a3", card: "7h" }), viewpoint)!;
  expect(plainText(line.parts)).toBe("You peeked at your bottom left");
  expect(plainText(describeEvent(event("drew", { seat: "a", card: "7h" }), viewpoint)!.parts)).not.toContain("7");
});

test("what everybody sees is named", () => {
  expect(text("swapped", { seat: "b", place: "b4", card: "Jh", number: 9 })).toBe("Ben swapped bottom right, threw J♥");
  expect(text("snapped", { seat: "a", place: "b1", card: "5s" })).toBe("You snapped 5♠ from Ben’s top left");
  expect(text("traded", { seat: "c", place: "a1", other: "b3" })).toBe(
    "Cleo swapped your top left ↔ Ben’s bottom left",
  );
});

test("a wrong snap that nobody saw stays unseen", () => {
  expect(text("missed", { seat: "b", place: "b1", card: "8d" })).toBe("Ben snapped wrong: 8♦ from their own top left");
  expect(text("missed", { seat: "b", place: "b1" })).toBe("Ben snapped wrong with their own top left");
});

test("a gift to you is told as one", () => {
  expect(text("gave", { seat: "b", place: "b1", other: "a2" })).toBe("Ben gave you a card");
  expect(text("gave", { seat: "b", place: "b1", other: "c2" })).toBe("Ben gave a card to Cleo");
});

test("turns, windows and scores are not for the log", () => {
  expect(["turn", "closed", "revealed", "scored"].map((name) => text(name, { seat: "b" }))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("a race is told in milliseconds, the first one first", () => {
  const race = [
    { seat: "a", action: "snap a1 #3", after: 447 },
    { seat: "b", action: "snap b1 #3", after: 412 },
  ];
  expect(plainText(describeRace(race, viewpoint)!.parts)).toBe("First: Ben 412 ms, you 447 ms");
  expect(describeRace(race.slice(0, 1), viewpoint)).toBeNull();
});

test("slots of other shapes are counted", () => {
  expect([1, 4, 6, 7].map((slot) => slotName(`a${slot}`, 6))).toEqual(["top 1", "bottom 1", "bottom 3", "extra 1"]);
});

test("faces are read out in words", () => {
  expect(["7h", "Qs", "Xr"].map(faceName)).toEqual(["7 of hearts", "queen of spades", "red joker"]);
});
