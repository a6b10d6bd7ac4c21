import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReactionTime } from "../src/lib/state/reactionTime";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("time runs from the frame that shows the discard", () => {
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  const time = new ReactionTime();
  time.start();
  vi.advanceTimersByTime(16 + 412);
  expect(time.elapsed()).toBe(412);
});

test("it is whole milliseconds, and no more than the server takes", () => {
  vi.stubGlobal("requestAnimationFrame", undefined);
  const time = new ReactionTime();
  time.start();
  vi.advanceTimersByTime(5_000_000);
  expect(time.elapsed()).toBe(600_000);
});
