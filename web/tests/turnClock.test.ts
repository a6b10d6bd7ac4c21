import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TurnClock } from "../src/lib/state/turnClock.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

test("the clock runs from what is left to nothing", () => {
  const clock = new TurnClock();
  clock.set(30_000, 60_000);
  expect(clock.shareGone(performance.now())).toBeCloseTo(0.5);
  vi.advanceTimersByTime(15_000);
  expect(clock.shareGone(performance.now())).toBeCloseTo(0.75);
  vi.advanceTimersByTime(60_000);
  expect(clock.shareGone(performance.now())).toBe(1);
});

test("more time than the table's limit is a whole circle", () => {
  const clock = new TurnClock();
  clock.set(90_000, 60_000);
  expect(clock.shareGone(performance.now())).toBeCloseTo(0);
});

test("without a clock nothing is gone", () => {
  const clock = new TurnClock();
  clock.set(null, 60_000);
  expect([clock.endsAt, clock.shareGone(performance.now())]).toEqual([null, 0]);
});
