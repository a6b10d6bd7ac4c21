import { expect, test } from "vitest";
import { CardMemory } from "../src/lib/state/cardMemory.svelte";
import { event } from "./feed";

const peek = event("peeked", { seat: "a", place: "a1", card: "7h" });

test("without aids, or with notes alone, no face is kept", () => {
  const memory = new CardMemory();
  memory.record(peek, "a", "off");
  memory.record(peek, "a", "notes");
  expect(memory.remembered.known.size).toBe(0);
});

test("a ghost fades with your turns, full tracking does not", () => {
  const memory = new CardMemory();
  memory.record(peek, "a", "ghosts");
  expect(memory.ghostAt("a1", "ghosts")).toEqual({ face: "7h", clarity: 1 });
  for (let turn = 0; turn < 3; turn++) memory.record(event("turn", { seat: "a" }), "a", "ghosts");
  expect(memory.ghostAt("a1", "ghosts")).toBeNull();
  expect(memory.ghostAt("a1", "tracking")).toEqual({ face: "7h", clarity: 1 });
  expect(memory.ghostAt("a1", "off")).toBeNull();
});

test("a note is pinned, replaced and taken away; forgetting faces leaves it", () => {
  const memory = new CardMemory();
  memory.setNote("b2", "K");
  memory.setNote("b2", "?");
  memory.forgetFaces();
  expect(memory.notes.get("b2")).toBe("?");
  memory.setNote("b2", null);
  expect(memory.notes.size).toBe(0);
});

test("what a table that is played on tells is remembered, and followed from then on", () => {
  const memory = new CardMemory();
  memory.recall({ a1: "7h", b2: "Kd" }, "2c");
  expect(memory.ghostAt("b2", "tracking")).toEqual({ face: "Kd", clarity: 1 });
  memory.record(event("swapped", { seat: "a", place: "a1", card: "7h" }), "a", "tracking");
  expect(memory.ghostAt("a1", "tracking")).toEqual({ face: "2c", clarity: 1 });
});
