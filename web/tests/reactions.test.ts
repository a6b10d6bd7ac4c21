import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reactions } from "../src/lib/state/reactions.svelte";
import { Timers } from "../src/lib/state/timers";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

test("a reaction is shown at its seat for a moment; the same one again is a new one", () => {
  const reactions = new Reactions(new Timers());
  reactions.show("b", "clap");
  const first = reactions.at("b")!;
  vi.advanceTimersByTime(2000);
  reactions.show("b", "clap");
  expect(reactions.at("b")!.id).not.toBe(first.id);
  vi.advanceTimersByTime(2000);
  expect(reactions.at("b")?.reaction).toBe("clap");
  vi.advanceTimersByTime(1000);
  expect(reactions.at("b")).toBeNull();
});
