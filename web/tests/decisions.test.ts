import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionState } from "../src/lib/server/connection";
import { Decisions } from "../src/lib/state/decisions.svelte";
import { sortLegalActions } from "../src/lib/game/legalActions";
import type { Board, Order } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { board, yours } from "./feed";

class FakeTable {
  sent: string[] = [];
  snapped: string[] = [];
  board: Board = board({ phase: "power" });
  connectionState: ConnectionState = "live";
  snaps = new Set<string>();
  faces = { lookingAt: null as string | null, hide: () => (this.faces.lookingAt = null) };
  snap = {
    isArmed: false,
    playArmed: (place: string) => this.snapped.push(place),
    disarm: () => (this.snap.isArmed = false),
  };
  constructor(public legal = sortLegalActions(null)) {}
  send = (order: Order) => `c${this.sent.push("action" in order ? order.action : order.type)}`;
  sendAction = (action: string) => `c${this.sent.push(action)}`;
}

let table: FakeTable;

function decide(...legal: string[]): Decisions {
  table = new FakeTable(sortLegalActions(yours({ legal })));
  return new Decisions(table);
}

beforeEach(() => {
  table = new FakeTable();
});
afterEach(() => {
  settings.confirmsMoves = null;
  vi.useRealTimers();
});

test("only what is legal is sent, and one decision at a time", () => {
  const decisions = decide("draw", "call");
  decisions.act("take");
  expect(table.sent).toEqual([]);
  decisions.act("draw");
  decisions.act("call");
  expect([table.sent, decisions.mayAct]).toEqual([["draw"], false]);
  decisions.handleAnswer("another");
  expect(decisions.mayAct).toBe(false);
  decisions.handleAnswer("c1");
  expect(decisions.mayAct).toBe(true);
});

test("a touch means the first legal verb, or the one that was chosen", () => {
  const decisions = decide("look b1", "trade b1");
  expect(decisions.verb).toBe("look");
  decisions.chooseOtherVerb();
  decisions.touch("b1");
  expect(table.sent).toEqual(["trade b1"]);
  decisions.startQuestion();
  expect(decisions.verb).toBe("look");
});

test("an armed Snap button has the touch", () => {
  const decisions = decide("peek a1");
  table.snap.isArmed = true;
  table.snaps.add("a1");
  decisions.touch("a1");
  expect([table.snapped, table.sent]).toEqual([["a1"], []]);
});

test("Esc takes back one thing after the other, and declines only then", () => {
  const decisions = decide("look b1", "trade b1", "skip");
  table.snap.isArmed = true;
  decisions.aimedSeat = "b";
  decisions.chosenVerb = "trade";
  decisions.decline();
  expect([table.snap.isArmed, decisions.aimedSeat]).toEqual([false, "b"]);
  decisions.decline();
  decisions.decline();
  expect([decisions.aimedSeat, decisions.chosenVerb, table.sent]).toEqual([null, null, []]);
  decisions.decline();
  expect(table.sent).toEqual(["skip"]);
});

test("Esc does not end a turn in which a call is still possible", () => {
  const decisions = decide("call", "skip");
  table.board = board({ phase: "ending" });
  decisions.decline();
  expect(table.sent).toEqual([]);
});

test("a memory card is looked at until it is let go of", () => {
  const decisions = decide("peek a3", "ready");
  table.board = board({ phase: "memory" });
  decisions.look("a1");
  expect(table.sent).toEqual([]);
  decisions.look("a3");
  expect([table.sent, table.faces.lookingAt]).toEqual([["peek a3"], "a3"]);
  decisions.stopLooking("a3");
  expect(table.faces.lookingAt).toBeNull();
});

test("who wants to confirm swaps and throws marks them first, and a slip of the finger confirms nothing", () => {
  vi.useFakeTimers();
  settings.confirmsMoves = true;
  const decisions = decide("throw", "swap a1", "swap a2");
  decisions.touch("a1");
  decisions.touch("a1");
  expect([decisions.markedPlace, table.sent]).toEqual(["a1", []]);
  vi.advanceTimersByTime(300);
  decisions.touch("a2");
  expect([decisions.markedPlace, table.sent]).toEqual(["a2", []]);
  vi.advanceTimersByTime(300);
  decisions.touch("a2");
  expect([decisions.marked, table.sent]).toEqual([null, ["swap a2"]]);
});

test("a marked throw is done by Enter, and Esc takes the mark away first", () => {
  vi.useFakeTimers();
  settings.confirmsMoves = true;
  const decisions = decide("throw", "swap a1", "skip");
  decisions.act("throw");
  decisions.decline();
  expect([decisions.marked, table.sent]).toEqual([null, []]);
  decisions.act("throw");
  vi.advanceTimersByTime(300);
  decisions.confirm();
  expect(table.sent).toEqual(["throw"]);
});

test("another question takes the mark away, and other actions are never marked", () => {
  settings.confirmsMoves = true;
  const decisions = decide("throw", "give a1");
  decisions.act("throw");
  decisions.startQuestion();
  expect(decisions.marked).toBeNull();
  decisions.touch("a1");
  expect(table.sent).toEqual(["give a1"]);
});
