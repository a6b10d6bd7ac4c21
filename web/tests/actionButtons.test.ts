import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actionButtons } from "../src/lib/sentences/actionButtons";
import type { Board, Order, Yours } from "../src/lib/protocol";
import { TableState } from "../src/lib/state/tableState.svelte";
import { welcome } from "./feed";

let tableState: TableState;
let actions: string[];

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  tableState = new TableState("t");
  tableState.connectionState = "live";
  actions = [];
  vi.spyOn(tableState, "send").mockImplementation((order: Order) => {
    actions.push("action" in order ? order.action : order.type);
    return `c${actions.length}`;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function labels(board: Partial<Board>, yours: Partial<Yours>): string[] {
  tableState.receive(welcome({ board, yours }));
  const { main, other } = actionButtons(tableState);
  return [main?.label ?? "", other?.label ?? ""];
}

test("a turn begins with a draw, and with the discard where it may be taken", () => {
  expect(labels({ top: "4h" }, { legal: ["draw", "take", "call"] })).toEqual(["Draw", "Take 4♥"]);
  actionButtons(tableState).other!.press();
  expect(actions).toEqual(["take"]);
});

test("a card that has a power says what throwing it does; one that was taken has none", () => {
  tableState.rules.values = { "powers.cards": { "9b": "spy", "9r": "spy" } };
  const yours = { held: "9c", legal: ["throw", "swap a1"] };
  expect(labels({ phase: "holding" }, yours)).toEqual(["Throw it & spy", ""]);
  expect(labels({ phase: "holding", is_taken: true }, yours)).toEqual(["Throw it", ""]);
});

test("looking and swapping: a button changes what a touch means, another declines", () => {
  const board = { phase: "power", power: "look" } as const;
  expect(labels(board, { legal: ["look b1", "trade b1", "skip"] })).toEqual(["Swap two cards", "Skip"]);
  actionButtons(tableState).main!.press();
  expect(tableState.decisions.verb).toBe("trade");
  // Only what was looked at can be kept.
  expect(labels({ ...board, looked: ["a1"] }, { legal: ["look b1", "skip"] })[1]).toBe("Keep them");
});

test("a debt is paid first", () => {
  expect(labels({ phase: "power", power: "spy" }, { legal: ["give a1", "keep", "spy b1", "skip"] })).toEqual([
    "",
    "Keep your cards",
  ]);
});

test("the end of a turn has its own words", () => {
  expect(labels({ phase: "ending" }, { legal: ["call", "skip"] })).toEqual(["End your turn", ""]);
  expect(actionButtons(tableState).main!.detail).toBe("without a call");
});

test("what may be declined is always declined in the same place", () => {
  const power = { phase: "power", power: "look" } as const;
  for (const legal of [
    ["look b1", "skip"],
    ["trade", "skip"],
    ["look b1", "trade b1", "skip"],
  ])
    expect(labels({ ...power, looked: ["a1"] }, { legal })[1]).toBe("Keep them");
});

test("several cards are swapped by a button that says how many, beside the throw", () => {
  const legal = ["throw", "swap a1", "swap a2", "also a1", "also a2"];
  const board = { phase: "holding", turn: "a" } as const;
  const now = () => [actionButtons(tableState).main?.label ?? "", actionButtons(tableState).other?.label];
  expect(labels(board, { held: "2c", legal })).toEqual(["Throw it", "Swap several"]);
  actionButtons(tableState).other!.press();
  expect(now()).toEqual(["Throw it", "Cancel"]);
  tableState.decisions.touch("a1");
  tableState.decisions.touch("a2");
  expect(now()).toEqual(["Throw it", "Swap 2 cards"]);
  actionButtons(tableState).other!.press();
  expect(actions).toEqual(["also a1"]);
  // One that was taken can't be thrown, and the button has its place all the same.
  expect(labels({ ...board, is_taken: true }, { held: "2c", legal: legal.slice(1) })).toEqual(["", "Swap several"]);
});
