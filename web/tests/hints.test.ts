import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, GameEvent, Yours } from "../src/lib/protocol";
import { TableState } from "../src/lib/state/tableState.svelte";
import { say } from "../src/lib/words.svelte";
import { hintFor } from "../src/tutorial/hints";
import { told, welcome } from "./feed";

const LESSON = {
  options: { clock: 0, snaps: "relaxed", bot_wait: null, relaxed: true, public: false, aids: "tracking" },
} as const;
const VALUES = {
  "deck.values": { "A": 1, "2": 2, "6": 6, "7": 7, "9": 9, "K": 13 },
  "powers.cards": { "7": "peek", "9": "spy", "J": "trade", "K": "look" },
};
let tableState: TableState;
let seq: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  tableState = new TableState("t");
  seq = 1;
  tableState.receive(
    welcome({ table: LESSON, board: { phase: "memory" }, yours: { legal: ["peek a3", "peek a4", "ready"] } }),
  );
  tableState.rules.values = VALUES;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hear = (board: Partial<Board>, yours: Partial<Yours>, ...events: (Partial<GameEvent> & { event: string })[]) =>
  tableState.receive(told({ seq: (seq += 1), events, board, yours }));
const hint = () => hintFor(tableState)?.key;
const peeked = (place: string, card: string) => ({ event: "peeked", seat: "a", place, card });

test("the lesson goes from a look to a call", () => {
  expect(hint()).toBe("learn.aim");
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "6h"), peeked("a4", "2c"));
  hear({ top: "6d", window: 0, turn: "a" }, { legal: ["draw", "take", "call"], snaps: ["a1", "a2", "a3", "a4", "b1"] });
  expect(hint()).toBe("learn.snap.own");
  const own = hintFor(tableState)!;
  expect(say(own.key, own.filling)).toContain("6♦ lies on the pile, and your bottom-left card is of the same rank");

  hear(
    { top: "6h", hands: { a: "??-?", b: "????" } },
    { legal: ["draw", "take", "call"] },
    { event: "snapped", seat: "a", place: "a3", card: "6h" },
  );
  expect(hint()).toBe("learn.draw");
  hear({ phase: "holding", is_holding: true }, { held: "7s", legal: ["throw", "swap a1", "swap a2", "swap a4"] });
  expect(hint()).toBe("learn.hold.peek");
  hear({ phase: "power", power: "peek" }, { legal: ["peek a1", "peek a2", "peek a4", "skip"] });
  expect(hint()).toBe("learn.peek");
  hear({ phase: "start", turn: "b", hands: { a: "??-?", b: "????" } }, {}, peeked("a1", "Kc"));
  expect(hint()).toBe("learn.wait");

  hear({ phase: "holding", is_holding: true, lap: 2 }, { held: "9s", legal: ["throw", "swap a1"] });
  expect(hint()).toBe("learn.hold.spy");
  hear({ phase: "power", power: "spy", lap: 2 }, { legal: ["spy b1", "skip"] });
  expect(hint()).toBe("learn.spy");
  hear(
    { phase: "holding", is_holding: true, lap: 3 },
    { held: "Ah", legal: ["throw", "swap a1", "swap a2", "swap a4"] },
  );
  expect(hint()).toBe("learn.hold.low");

  hear({ lap: 4, hands: { a: "?--?", b: "????" } }, { legal: ["draw", "call"] }, peeked("a1", "Ah"));
  expect(hintFor(tableState)).toMatchObject({ key: "learn.call.low", filling: { n: 3 } });
  hear({ phase: "start", caller: "a", turn: "b" }, {});
  expect(hint()).toBe("learn.last");
  hear({ phase: "over", caller: "a" }, {});
  expect(hint()).toBe("learn.end.round");
});

test("whoever has not looked is told of no match, and draws", () => {
  hear({ top: "6d", window: 0, turn: "a" }, { legal: ["draw", "call"], snaps: ["a1", "a3", "b1"] });
  expect(hint()).toBe("learn.draw");
  hear({ top: "6d", window: 0, turn: "b" }, { snaps: ["a1", "a3", "b1"] });
  expect(hint()).toBe("learn.snap");
});

test("an opponent's card that was spied on can be snapped, too, and one is given for it", () => {
  hear({ turn: "b" }, {}, { event: "spied", seat: "a", place: "b2", card: "9d" });
  hear({ top: "9c", window: 4, turn: "b" }, { snaps: ["a1", "b2"] });
  expect(hint()).toBe("learn.snap.theirs");
  hear({ top: "9d", turn: "b" }, { legal: ["give a1", "give a2"] });
  expect(hint()).toBe("learn.give");
});

test("a card taken from the pile has no power", () => {
  hear({ phase: "holding", is_holding: true, is_taken: true }, { held: "7s", legal: ["swap a1"] });
  expect(hint()).toBe("learn.hold");
});
