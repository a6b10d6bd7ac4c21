import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcements } from "../src/lib/state/announcements.svelte";
import { Timers } from "../src/lib/state/timers";

let announcements: Announcements;

beforeEach(() => {
  vi.useFakeTimers();
  announcements = new Announcements(new Timers());
});
afterEach(() => {
  vi.useRealTimers();
});

test("what interrupts leaves the page again, so that no face stays behind in it", () => {
  announcements.interrupt("your top left: 7 of hearts");
  expect(announcements.assertive).toContain("7 of hearts");
  vi.advanceTimersByTime(1200);
  expect(announcements.assertive).toBe("");
});

test("a refusal is shown for some seconds, and read out", () => {
  announcements.refuse("it is not your turn");
  expect(announcements.polite).toBe("it is not your turn");
  vi.advanceTimersByTime(5000);
  expect(announcements.refusal).toBe("it is not your turn");
  vi.advanceTimersByTime(1000);
  expect(announcements.refusal).toBeNull();
});

test("a second refusal has its whole time", () => {
  announcements.refuse("one");
  vi.advanceTimersByTime(4000);
  announcements.refuse("two");
  vi.advanceTimersByTime(4000);
  expect(announcements.refusal).toBe("two");
});
