import { expect, test } from "vitest";
import { GameLog } from "../src/lib/state/gameLog.svelte";
import type { GameEvent } from "../src/lib/protocol";
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
  expect(log.lines).toHaveLength(200);
  expect(new Set(log.lines.map((line) => line.id)).size).toBe(log.lines.length);
  expect(log.lines.at(-1)!.id).toBe(300);
});

const drew = event("drew", { seat: "b" });
const parts = (length: number): GameEvent[] => Array.from({ length }, () => drew);

test("earlier parts of the round go above the first line, until there are none", () => {
  const log = new GameLog();
  log.clear(90);
  for (let each = 0; each < 60; each++) log.record(drew, VIEWPOINT);
  expect(log.start).toBe(90);
  expect(log.prepend({ type: "story", round: 1, start: 30, events: parts(60) }, VIEWPOINT)).toBe(60);
  expect(log.prepend({ type: "story", round: 1, start: 0, events: parts(30) }, VIEWPOINT)).toBe(30);
  expect(log.start).toBe(0);
  expect(log.lines).toHaveLength(150);
  expect(new Set(log.lines.map((line) => line.id)).size).toBe(150);
});

test("a part that does not end where the log begins is not written", () => {
  const log = new GameLog();
  log.clear(90);
  log.isAsking = true;
  expect(log.prepend({ type: "story", round: 1, start: 10, events: [drew] }, VIEWPOINT)).toBeNull();
  expect(log.prepend({ type: "story", round: 2, start: 90, events: [] }, VIEWPOINT)).toBeNull();
  expect(log.isAsking).toBe(false);
  expect(log.lines).toEqual([]);
});

test("lines that went because the log was too long can be asked for again, and then stay", () => {
  const log = new GameLog();
  log.record(event("dealt"), VIEWPOINT);
  for (let each = 0; each < 300; each++) log.record(drew, VIEWPOINT);
  const { start } = log;
  expect(start).toBe(301 - log.lines.length);
  const events = parts(60);
  expect(log.prepend({ type: "story", round: 1, start: start - 60, events }, VIEWPOINT)).toBe(60);
  const before = log.lines.length;
  log.record(drew, VIEWPOINT);
  expect(log.lines).toHaveLength(before);
});

test("the next round begins without earlier lines", () => {
  const log = new GameLog();
  log.clear(90);
  log.record(event("dealt"), VIEWPOINT);
  expect(log.start).toBe(0);
});
