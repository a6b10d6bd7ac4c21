import { expect, test, vi } from "vitest";
import { CommitTime } from "../src/lib/state/commitTime.svelte";
import { Timers } from "../src/lib/state/timers";

test("the time to commit begins with what is left of it, and ends in a window that is open still", () => {
  vi.useFakeTimers();
  const time = new CommitTime(new Timers());
  time.set(1500, "relaxed");
  expect(time.shareGone(performance.now())).toBeCloseTo(0.75);
  vi.advanceTimersByTime(1600);
  expect([time.endsAt, time.isOver]).toEqual([null, true]);
  time.set(3000, "calm");
  expect([time.shareGone(performance.now()), time.isOver]).toEqual([0, false]);
  time.set(0, "calm");
  expect([time.endsAt, time.isOver]).toEqual([null, true]);
  time.set(null, "race");
  vi.advanceTimersByTime(5000);
  expect([time.endsAt, time.isOver]).toEqual([null, false]);
  vi.useRealTimers();
});
