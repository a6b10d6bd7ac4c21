import { expect, test } from "vitest";
import { GameLog } from "../src/lib/state/gameLog.svelte";
import { event } from "./feed";

const VIEWPOINT = { you: "a", nameOf: (seat: string) => (seat === "b" ? "Ben" : "Ana"), dealt: 4 };
const peek = event("peeked", { seat: "b", place: "b3" });

test("before play a look at the same card is told once, and in play each time", () => {
  const log = new GameLog();
  for (const each of [event("dealt"), peek, peek]) log.record(each, VIEWPOINT);
  expect(log.lines).toHaveLength(2);
  for (const each of [event("turn", { seat: "b" }), peek, peek]) log.record(each, VIEWPOINT);
  expect(log.lines).toHaveLength(4);
});

test("the next round's looks are told again", () => {
  const log = new GameLog();
  for (const each of [event("dealt"), peek, event("dealt"), peek]) log.record(each, VIEWPOINT);
  expect(log.lines).toHaveLength(4);
});

test("an event that is seen on the table anyway has no line", () => {
  const log = new GameLog();
  expect(log.record(event("turn", { seat: "b" }), VIEWPOINT)).toBeNull();
  expect(log.lines).toEqual([]);
});

test("each line has an id of its own, and the oldest ones go", () => {
  const log = new GameLog();
  for (let drawn = 0; drawn < 300; drawn++) log.record(event("drew", { seat: "b" }), VIEWPOINT);
  expect(log.lines.length).toBeLessThan(210);
  expect(new Set(log.lines.map((line) => line.id)).size).toBe(log.lines.length);
  expect(log.lines.at(-1)!.id).toBe(300);
});
