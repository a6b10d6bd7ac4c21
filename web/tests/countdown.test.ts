import { expect, test } from "vitest";
import { Countdown } from "../src/lib/state/countdown.svelte";

const message = (left: number, ready: string[] = [], stayed: string[] = []) =>
  ({ type: "countdown", left, ready, stayed }) as const;

test("the seconds run down from what the server says", () => {
  const countdown = new Countdown();
  countdown.set({ ...message(20_000), ready: [], stayed: [] }, 1000);
  expect([countdown.leftAt(1000), countdown.leftAt(6000), countdown.leftAt(30_000)]).toEqual([20_000, 15_000, 0]);
});

test("whoever asks for more time is told once, and not to those who come later", () => {
  const countdown = new Countdown();
  expect(countdown.set(message(60_000, [], ["b"]), 0)).toEqual([]);
  expect(countdown.set(message(60_000, [], ["b", "c"]), 0)).toEqual(["c"]);
  expect(countdown.set(message(50_000, ["b"], ["b", "c"]), 10_000)).toEqual([]);
  expect([countdown.span, countdown.ready]).toEqual([60_000, ["b"]]);
});

test("nothing is left of it when the next round has been dealt", () => {
  const countdown = new Countdown();
  countdown.set(message(20_000, ["a"], ["b"]), 0);
  countdown.clear();
  expect([countdown.endsAt, countdown.ready, countdown.stayed]).toEqual([null, [], []]);
});
