import { beforeEach, expect, test, vi } from "vitest";
import type { ConnectionState } from "../src/lib/server/connection";
import type { Order } from "../src/lib/protocol";
import { RaceResult } from "../src/lib/state/raceResult.svelte";
import { Snap } from "../src/lib/state/snap.svelte";
import { Timers } from "../src/lib/state/timers";
import { board, event, yours } from "./feed";

function table() {
  const sent: string[] = [];
  return {
    board: board({ window: 3, top: "6d" }),
    yours: yours({ snaps: ["a1", "b1"], snap_two: false }),
    connectionState: "live" as ConnectionState,
    snaps: new Set(["a1", "b1"]),
    reactionTime: { elapsed: () => 900 },
    raceResult: new RaceResult(new Timers()),
    sent,
    refuseLateSnap: () => void sent.push("too late"),
    refuseSnap: () => void sent.push("nothing to snap"),
    send: (order: Order) => `c${sent.push(order.type)}`,
    sendAction: (action: string) => `c${sent.push(action)}`,
  };
}

let state: ReturnType<typeof table>;
let snap: Snap;

beforeEach(() => {
  state = table();
  snap = new Snap(state, new Timers());
});

test("one snap at a time, of cards that may be snapped, while the connection is live", () => {
  snap.play("c1");
  expect(state.sent).toEqual([]);
  snap.play("a1");
  snap.play("b1");
  expect(state.sent).toEqual(["snap a1 #3"]);
  snap.handleAnswer("c1");
  state.connectionState = "waiting";
  snap.play("b1");
  expect(state.sent).toHaveLength(1);
});

test("the button is armed, and disarmed by another press or by another window", () => {
  snap.pressButton();
  expect(snap.isArmed).toBe(true);
  snap.pressButton();
  expect(snap.isArmed).toBe(false);
  snap.pressButton();
  snap.update(state.board, board({ window: 4 }));
  expect(snap.isArmed).toBe(false);
});

test("where two may go at once, the first waits for the second, and the button sends it alone", () => {
  state.yours.snap_two = true;
  snap.pressButton();
  snap.playArmed("b1");
  expect([snap.firstPlace, state.sent]).toEqual(["b1", []]);
  snap.pressButton();
  expect(state.sent).toEqual(["snap b1 #3"]);
});

test("a verdict about your own snap ends the wait, another's does not", () => {
  snap.play("a1");
  snap.record(event("missed", { seat: "b", place: "b1" }), "a");
  expect(snap.pending).not.toBeNull();
  snap.record(event("late", { seat: "a" }), "a");
  expect(snap.pending).toBeNull();
});

test("a snap that was sent is forgotten with its window", () => {
  snap.play("a1");
  snap.update(state.board, board({ window: 3, turn: "b" }));
  expect(snap.pending).not.toBeNull();
  snap.update(state.board, board({ window: null }));
  expect(snap.pending).toBeNull();
});

test("whoever passes says at which discard", () => {
  snap.pressButton();
  snap.pass();
  expect([state.sent, snap.passedDiscard, snap.isArmed]).toEqual([["pass"], 3, false]);
});

test("where there is nothing to snap the button says so, and a card that was meant for the last window is late", () => {
  snap.update(null, state.board);
  snap.pressButton();
  expect([snap.isArmed, snap.isTouchLate]).toEqual([true, false]);
  state.snaps = new Set();
  snap.update(state.board, board({ window: null }));
  expect([snap.isArmed, snap.isTouchLate]).toEqual([false, true]);
  snap.pressButton();
  expect(state.sent).toEqual(["nothing to snap"]);
});

test("a card that is touched after a window at which the button was left alone is no late snap", () => {
  snap.update(null, state.board);
  state.snaps = new Set();
  snap.update(state.board, board({ window: null }));
  expect([snap.isJustClosed, snap.isTouchLate]).toEqual([true, false]);
});

test("the first of two cards goes alone after a moment, and at once where there is no second", () => {
  vi.useFakeTimers();
  state.yours.snap_two = true;
  snap.pressButton();
  snap.playArmed("b1");
  vi.advanceTimersByTime(1100);
  expect(state.sent).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(state.sent).toEqual(["snap b1 #3"]);
  snap.reset();
  state.snaps = new Set(["a1"]);
  snap.pressButton();
  snap.playArmed("a1");
  expect(state.sent).toEqual(["snap b1 #3", "snap a1 #3"]);
  vi.useRealTimers();
});

test("a first card whose window closes while it waits for the second is told to be late", () => {
  state.yours.snap_two = true;
  snap.update(null, state.board);
  snap.pressButton();
  snap.playArmed("b1");
  state.snaps = new Set();
  snap.update(state.board, board({ window: null }));
  expect(state.sent).toEqual([]);
  snap.tellLost();
  snap.tellLost();
  expect(state.sent).toEqual(["too late"]);
});
