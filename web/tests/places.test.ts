import { describe, expect, test } from "vitest";
import { cardsIn, cellOf, columnsOf, inOrder, keyOf, slotOfKey, slotsOf } from "../src/lib/game/places";

test("a hand of four lies in a square, the last ones dealt at the bottom", () => {
  expect([1, 2, 3, 4].map((slot) => cellOf(slot, 4))).toEqual([
    { row: 1, column: 1 },
    { row: 1, column: 2 },
    { row: 2, column: 1 },
    { row: 2, column: 2 },
  ]);
});

test("penalty cards open columns at the right, and nothing else moves", () => {
  expect([5, 6, 7].map((slot) => cellOf(slot, 4))).toEqual([
    { row: 1, column: 3 },
    { row: 2, column: 3 },
    { row: 1, column: 4 },
  ]);
  expect([4, 5, 6, 7].map((slots) => columnsOf(slots, 4))).toEqual([2, 3, 3, 4]);
});

test("an odd hand has its longer row at the bottom", () => {
  expect([1, 2, 3, 4, 5].map((slot) => cellOf(slot, 5).row)).toEqual([1, 1, 2, 2, 2]);
});

describe("keys", () => {
  test("the keyboard's grid is the grid of the cards", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((slot) => keyOf(slot, 4))).toEqual(["Q", "W", "A", "S", "E", "D", "R", "F"]);
    expect([1, 2, 3, 4, 5, 6].map((slot) => keyOf(slot, 6))).toEqual(["Q", "W", "E", "A", "S", "D"]);
  });

  test("a key without a card means nothing", () => {
    expect(slotOfKey("S", 4, 4)).toBe(4);
    expect(slotOfKey("E", 4, 4)).toBeNull();
    expect(slotOfKey("T", 12, 4)).toBeNull();
  });
});

test("gaps are places too", () => {
  expect(slotsOf("?-??")).toEqual([true, false, true, true]);
  expect(slotsOf("? - ?")).toEqual([true, false, true]);
  expect(cardsIn("?-??")).toBe(3);
});

test("two places are named by seat, then slot", () => {
  expect(inOrder(["b1", "a10", "a2"])).toEqual(["a2", "a10", "b1"]);
});
