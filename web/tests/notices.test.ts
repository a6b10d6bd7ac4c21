import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeEvent } from "../src/lib/sentences/logLines";
import type { GameEvent } from "../src/lib/protocol";
import { Notices } from "../src/lib/state/notices.svelte";
import { Timers } from "../src/lib/state/timers";
import { plainText } from "../src/lib/words.svelte";
import { event } from "./feed";

const NAMES: Record<string, string> = { a: "Ana", b: "Ben", c: "Cleo" };
const viewpoint = { you: "a", nameOf: (seat: string) => NAMES[seat] ?? seat, dealt: 4 };
let notices: Notices;

beforeEach(() => {
  vi.useFakeTimers();
  notices = new Notices(new Timers());
});
afterEach(() => void vi.useRealTimers());

const record = (happened: GameEvent): void => notices.record(happened, describeEvent(happened, viewpoint), "a");
const told = (): string[] => notices.shown.map(({ parts }) => plainText(parts));

test("a card of yours that somebody swaps is told and marked, for a while", () => {
  record(event("traded", { seat: "b", place: "a3", other: "c2" }));
  expect(told()).toEqual(["Ben swapped your bottom-left card with Cleo’s top-right card"]);
  expect(notices.markAt("a3")).toMatchObject({ icon: "swap", actor: "b" });
  expect(notices.markAt("c2")).toBeNull();
  vi.advanceTimersByTime(6100);
  expect(told()).toEqual([]);
  expect(notices.markAt("a3")).not.toBeNull();
  vi.advanceTimersByTime(3000);
  expect(notices.markAt("a3")).toBeNull();
});

test("no face is told, and a snap is left to the race's line", () => {
  record(event("snapped", { seat: "b", place: "a1", card: "7h" }));
  record(event("missed", { seat: "b", place: "a2", card: "9c" }));
  expect(told()).toEqual([]);
  expect(notices.markAt("a1")).toMatchObject({ icon: "bolt" });
  record(event("gave", { seat: "b", place: "b2", other: "a1" }));
  expect(told()).toEqual(["Ben gave you a card: now your top-left card"]);
  expect(notices.markAt("a1")).toMatchObject({ icon: "gift" });
});

test("what you do yourself, and what others do among themselves, is no notice", () => {
  record(event("traded", { seat: "b", place: "a3", other: "c2" }));
  notices.clear();
  record(event("traded", { seat: "a", place: "a3", other: "c2" }));
  record(event("traded", { seat: "b", place: "b3", other: "c2" }));
  expect([told(), notices.markAt("a3")]).toEqual([[], null]);
});

test("what the clock did in your place is told", () => {
  record(event("drew", { seat: "a", by: "clock" }));
  expect(told()).toEqual(["Time ran out: the stand-in drew a card"]);
});
