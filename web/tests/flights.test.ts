import { expect, test } from "vitest";
import { planFlights } from "../src/lib/screen/flights.svelte";
import { distanceTowards } from "../src/lib/screen/gestures";
import { event } from "./feed";

const ways = (...events: Parameters<typeof planFlights>[0]) =>
  planFlights(events, { a: "????", b: "????" }).map(({ from, to, face }) => [from, to, face]);

test("a swap is two flights: one in, face down, and one out, for all to see", () => {
  expect(ways(event("swapped", { seat: "b", place: "b2", card: "7h", number: 3 }))).toEqual([
    ["held-b", "b2", null],
    ["b2", "pile", "7h"],
  ]);
});

test("a card that everybody has seen flies to its place face up", () => {
  const swap = event("swapped", { seat: "b", place: "b2", card: "7h", number: 3 });
  expect(planFlights([swap], { b: "????" }, { held: "Kd", shown: {} })[0]).toMatchObject({
    from: "held-b",
    to: "b2",
    face: "Kd",
  });
});

test("what nobody sees flies face down", () => {
  expect(ways(event("drew", { seat: "a", card: "7h" }), event("penalised", { seat: "a", place: "a5" }))).toEqual([
    ["stock", "held-a", null],
    ["stock", "a5", null],
  ]);
});

test("equal cards fly to the pile one after the other, and the new card into the place of the last", () => {
  const laid = event("laid", { seat: "b", place: "b1", card: "7s" });
  const planned = planFlights([laid, event("swapped", { seat: "b", place: "b2", card: "7h", number: 3 })], {});
  expect(planned.map(({ from, to, face }) => [from, to, face])).toEqual([
    ["b1", "pile", "7s"],
    ["held-b", "b2", null],
    ["b2", "pile", "7h"],
  ]);
  expect(planned[2]!.delay).toBeGreaterThan(planned[0]!.delay);
});

test("a card that is kept because the others differ flies to its new place", () => {
  expect(
    ways(event("differed", { seat: "b", place: "b1", card: "7s" }), event("added", { seat: "b", place: "b5" })),
  ).toEqual([["held-b", "b5", null]]);
});

test("a card that lies face up stays so in flight", () => {
  const open = { held: null, shown: { a1: "7h" } };
  const trade = event("traded", { seat: "a", place: "a1", other: "b1" });
  expect(planFlights([trade], {}, open).map(({ face }) => face)).toEqual(["7h", null]);
  const gift = event("gave", { seat: "a", place: "a1", other: "b1" });
  expect(planFlights([gift], {}, open).map(({ face }) => face)).toEqual(["7h"]);
});

test("traded cards cross", () => {
  expect(ways(event("traded", { seat: "a", place: "a1", other: "b1" }))).toEqual([
    ["a1", "b1", null],
    ["b1", "a1", null],
  ]);
});

test("a deal goes round, one card at a time", () => {
  expect(ways(event("dealt")).map(([, to]) => to)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4"]);
});

test("a flick counts only as far as it goes distanceTowards the pile", () => {
  const start = { x: 100, y: 300 };
  const pile = { x: 100, y: 100 };
  expect(distanceTowards(start, { x: 100, y: 276 }, pile)).toBe(24);
  expect(distanceTowards(start, { x: 180, y: 300 }, pile)).toBeCloseTo(0);
  expect(distanceTowards(start, { x: 100, y: 340 }, pile)).toBe(-40);
});
