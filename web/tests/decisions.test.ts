import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionState } from "../src/lib/server/connection";
import { Decisions } from "../src/lib/state/decisions.svelte";
import { sortLegalActions } from "../src/lib/game/legalActions";
import type { Board, Order } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import { board, yours } from "./feed";

class FakeTable {
  you = "a";
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

const ONE_BY_ONE = ["throw", "swap a1", "swap a2", "swap a3", "also a1", "also a2", "also a3"];

test("several cards are chosen, and swapped one after the other", () => {
  const decisions = decide(...ONE_BY_ONE);
  decisions.pressExchange();
  for (const place of ["a2", "a1", "a2", "a3", "a2"]) decisions.touch(place);
  expect([decisions.exchange.chosen, table.sent]).toEqual([["a1", "a3", "a2"], []]);
  decisions.confirm();
  expect([table.sent, decisions.mayAct]).toEqual([["also a1"], false]);
  decisions.handleAnswer("c1");
  decisions.handleAnswer("c2");
  decisions.handleAnswer("c3");
  expect([table.sent, decisions.mayAct]).toEqual([["also a1", "also a3", "swap a2"], true]);
});

test("a refusal stops the rest of an exchange, and so does another question", () => {
  const decisions = decide(...ONE_BY_ONE);
  const begin = (): void => {
    decisions.pressExchange();
    for (const place of ["a1", "a2", "a3"]) decisions.touch(place);
    decisions.pressExchange();
  };
  begin();
  decisions.handleRefusal("another");
  decisions.handleAnswer("c1");
  decisions.handleRefusal("c2");
  expect([table.sent, decisions.mayAct]).toEqual([["also a1", "also a2"], true]);
  decisions.startQuestion();
  begin();
  decisions.startQuestion();
  decisions.handleAnswer("c3");
  expect(table.sent.slice(2)).toEqual(["also a1"]);
});

test("an exchange is cancelled by Esc or a second press, and a touch swaps one card again", () => {
  const decisions = decide(...ONE_BY_ONE);
  decisions.pressExchange();
  decisions.touch("a1");
  decisions.touch("a2");
  decisions.decline();
  expect([decisions.isExchanging, decisions.exchange.chosen]).toEqual([false, []]);
  decisions.pressExchange();
  decisions.touch("a1");
  decisions.pressExchange();
  expect([decisions.isExchanging, table.sent]).toEqual([false, []]);
  decisions.touch("a1");
  expect(table.sent).toEqual(["swap a1"]);
});

test("cards that were named before a reload go with those that are chosen now, and can't be taken back", () => {
  const legal = ["swap a1", "swap a2", "swap a3", "also a2", "also a3"];
  table = new FakeTable(sortLegalActions(yours({ legal })));
  table.board = board({ phase: "holding", turn: "a", joined: ["a1"] });
  const decisions = new Decisions(table);
  expect([decisions.isExchanging, decisions.exchange.mayCancel]).toEqual([true, false]);
  decisions.touch("a1");
  decisions.touch("a2");
  expect(decisions.exchange.chosen).toEqual(["a1", "a2"]);
  decisions.pressExchange();
  expect(table.sent).toEqual(["swap a2"]);
});

test("where only one card may be swapped, no others can be chosen", () => {
  const decisions = decide("throw", "swap a1", "swap a2");
  decisions.pressExchange();
  decisions.touch("a1");
  expect([decisions.exchange.isOffered, table.sent]).toEqual([false, ["swap a1"]]);
});
