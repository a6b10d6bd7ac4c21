import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Timers } from "../src/lib/state/timers";

let fired: string[];
let timers: Timers;

beforeEach(() => {
  vi.useFakeTimers();
  fired = [];
  timers = new Timers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a timer that is set again starts anew, and others of another name run on", () => {
  timers.set("one", 100, () => fired.push("first"));
  timers.set("two", 120, () => fired.push("two"));
  vi.advanceTimersByTime(60);
  timers.set("one", 100, () => fired.push("second"));
  vi.advanceTimersByTime(60);
  expect(fired).toEqual(["two"]);
  vi.advanceTimersByTime(40);
  expect(fired).toEqual(["two", "second"]);
});

test("nothing fires after they were cleared", () => {
  timers.set("one", 100, () => fired.push("one"));
  timers.clear();
  vi.advanceTimersByTime(1000);
  expect(fired).toEqual([]);
});
