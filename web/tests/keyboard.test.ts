import { beforeEach, expect, test, vi } from "vitest";
import { handleKey, type ScreenActions } from "../src/lib/screen/keyboard";
import type { Order } from "../src/lib/protocol";
import { TableState } from "../src/lib/state/tableState.svelte";
import { welcome } from "./feed";

let tableState: TableState;
let actions: string[];
let screen: ScreenActions;

const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean => {
  const code = /^\d$/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
  return handleKey({ key, code, target: null, ...more } as KeyboardEvent, tableState, screen);
};

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  vi.stubGlobal("HTMLElement", class {});
  tableState = new TableState("t");
  tableState.connectionState = "live";
  actions = [];
  vi.spyOn(tableState, "send").mockImplementation((order: Order) => {
    actions.push("action" in order ? order.action : order.type);
    return `c${actions.length}`;
  });
  screen = {
    call: () => actions.push("call asked"),
    mute: () => actions.push("mute"),
    help: () => actions.push("help"),
  };
});

const holding = {
  board: { phase: "holding" },
  yours: { legal: ["throw", "swap a1", "swap a2", "swap a3", "swap a4"] },
} as const;

test("the grid of letters is the grid of the cards", () => {
  for (const [key, place] of Object.entries({ q: "a1", w: "a2", a: "a3", s: "a4" })) {
    tableState.decisions.isBusy = false;
    tableState.receive(welcome(holding as never));
    expect(press(key)).toBe(true);
    expect(actions.at(-1)).toBe(`swap ${place}`);
  }
});

test("a digit aims at a seat, and Shift snaps the letter's card there", () => {
  tableState.receive(welcome({ board: { window: 3, top: "6d" }, yours: { snaps: ["a1", "b2"] } }));
  expect(press("1")).toBe(true);
  expect(tableState.decisions.aimedSeat).toBe("b");
  expect(press("W", { shiftKey: true })).toBe(true);
  expect([actions, tableState.decisions.aimedSeat]).toEqual([["snap b2 #3"], null]);
});

test("letters that name no card act: throw, call, mute", () => {
  tableState.receive(welcome(holding as never));
  for (const key of ["x", "c", "m", "?"]) expect(press(key)).toBe(true);
  expect(actions).toEqual(["throw", "call asked", "mute", "help"]);
});

test("a key with Ctrl, or one that means nothing, is left to the browser", () => {
  tableState.receive(welcome(holding as never));
  expect(press("x", { ctrlKey: true })).toBe(false);
  expect(press("b")).toBe(false);
  expect(press("7")).toBe(false);
  expect(actions).toEqual([]);
});

test("in the memory phase the same letter turns a card up and down again", () => {
  tableState.receive(welcome({ board: { phase: "memory" }, yours: { legal: ["peek a3", "ready"] } }));
  press("a");
  expect(tableState.faces.lookingAt).toBe("a3");
  press("a");
  expect([tableState.faces.lookingAt, actions]).toEqual([null, ["peek a3"]]);
});
