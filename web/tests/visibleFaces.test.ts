import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Timers } from "../src/lib/state/timers";
import { VisibleFaces } from "../src/lib/state/visibleFaces.svelte";
import { event } from "./feed";

let faces: VisibleFaces;

beforeEach(() => {
  vi.useFakeTimers();
  faces = new VisibleFaces(new Timers());
});
afterEach(() => {
  vi.useRealTimers();
});

test("everybody sees who looks, but nobody else sees what", () => {
  faces.record(event("spied", { seat: "b", place: "a1" }), "a", false);
  expect(faces.lookers.get("a1")).toBe("b");
  expect(faces.at("a1")).toBeNull();
  vi.advanceTimersByTime(1600);
  expect(faces.lookers.has("a1")).toBe(false);
});

test("in the memory phase a face is up only while its card is held", () => {
  const peek = event("peeked", { seat: "a", place: "a3", card: "7h" });
  faces.record(peek, "a", true);
  expect(faces.at("a3")).toBeNull();
  faces.lookingAt = "a3";
  faces.record(peek, "a", true);
  expect(faces.at("a3")).toBe("7h");
  faces.hide("a3");
  expect([faces.at("a3"), faces.lookingAt]).toEqual([null, null]);
});

test("a wrong snap is up for everybody, and then goes down", () => {
  faces.record(event("missed", { seat: "b", place: "b1", card: "8c" }), "a", false);
  expect(faces.at("b1")).toBe("8c");
  vi.advanceTimersByTime(2400);
  expect(faces.at("b1")).toBeNull();
});

test("a card that moves is face down at both ends", () => {
  faces.record(event("missed", { seat: "b", place: "b1", card: "8c" }), "a", false);
  faces.record(event("traded", { seat: "a", place: "a1", other: "b1" }), "a", false);
  expect(faces.at("b1")).toBeNull();
});

test("nobody looks any longer at a card that has moved", () => {
  faces.record(event("spied", { seat: "b", place: "a1" }), "a", false);
  faces.record(event("peeked", { seat: "a", place: "a2", card: "7h" }), "a", false);
  faces.record(event("swapped", { seat: "a", place: "a2", card: "7h" }), "a", false);
  faces.record(event("traded", { seat: "b", place: "b1", other: "a1" }), "a", false);
  expect([faces.lookers.size, faces.at("a2")]).toEqual([0, null]);
});

test("nothing is left after clear", () => {
  faces.lookingAt = "a3";
  faces.record(event("peeked", { seat: "a", place: "a3", card: "7h" }), "a", true);
  faces.clear();
  expect([faces.at("a3"), faces.lookers.size, faces.lookingAt]).toEqual([null, 0, null]);
});

test("cards of an exchange that differ are up for a moment, and none of those that were laid", () => {
  faces.record(event("differed", { seat: "b", place: "b1", card: "7h" }), "a", false);
  faces.record(event("differed", { seat: "b", place: "b2", card: "9d" }), "a", false);
  expect([faces.at("b1"), faces.at("b2")]).toEqual(["7h", "9d"]);
  faces.record(event("laid", { seat: "b", place: "b2", card: "9d" }), "a", false);
  expect(faces.at("b2")).toBeNull();
  vi.advanceTimersByTime(3000);
  expect(faces.at("b1")).toBeNull();
});
