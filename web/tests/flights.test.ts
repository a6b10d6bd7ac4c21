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
  expect(planFlights([swap], { b: "????" }, "Kd")[0]).toMatchObject({ from: "held-b", to: "b2", face: "Kd" });
});

test("what nobody sees flies face down", () => {
  expect(ways(event("drew", { seat: "a", card: "7h" }), event("penalised", { seat: "a", place: "a5" }))).toEqual([
    ["stock", "held-a", null],
    ["stock", "a5", null],
  ]);
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
