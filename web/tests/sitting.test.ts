import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sitting } from "../src/lib/sitting.svelte";
import type { Order } from "../src/lib/protocol";
import { told, welcome } from "./feed";

let sitting: Sitting;
let orders: Order[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  sitting = new Sitting("t");
  sitting.line = "live";
  orders = [];
  vi.spyOn(sitting, "order").mockImplementation((order) => {
    orders.push(order);
    return `c${orders.length}`;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a peeked face is there for the look, and gone after it", () => {
  sitting.hear(welcome({ board: { phase: "power", power: "peek" } }));
  sitting.hear(
    told({ seq: 2, events: [{ event: "peeked", seat: "a", place: "a1", card: "7h" }], board: { phase: "start" } }),
  );
  expect(sitting.faceAt("a1")).toBe("7h");
  expect(sitting.watched.has("a1")).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(sitting.faceAt("a1")).toBeNull();
  expect(sitting.watched.has("a1")).toBe(false);
});

test("a look that stays open with its power is shown as long as the server says so", () => {
  sitting.hear(welcome({ board: { phase: "power", power: "look" }, yours: { looks: { b2: "Kd" } } }));
  vi.advanceTimersByTime(60_000);
  expect(sitting.faceAt("b2")).toBe("Kd");
  sitting.hear(told({ seq: 2, board: { phase: "start" }, yours: {} }));
  expect(sitting.faceAt("b2")).toBeNull();
});

test("in the memory phase a card that is let go of before the answer shows nothing", () => {
  const memory = { phase: "memory" } as const;
  sitting.hear(welcome({ board: memory, yours: { legal: ["peek a3", "ready"] } }));
  sitting.look("a3");
  sitting.unlook("a3");
  sitting.hear(
    told({
      seq: 2,
      events: [{ event: "peeked", seat: "a", place: "a3", card: "7h" }],
      board: memory,
      yours: { legal: ["peek a3", "ready"] },
    }),
  );
  expect(sitting.faceAt("a3")).toBeNull();
});

const swapping = { phase: "power", power: "trade" } as const;
const swaps = ["a1", "a2", "b1"].map((place) => `trade ${place}`);

function firstOfTwo(): void {
  sitting.hear(welcome({ board: swapping, yours: { question: 4, legal: [...swaps, "skip"] } }));
  sitting.touch("a1");
}

function answered(legal: string[]): void {
  sitting.hear(told({ seq: 2, board: { ...swapping, picked: "a1" }, yours: { question: 5, legal } }));
  sitting.hear({ type: "done", cmd_id: "c1", seq: 2 });
}

test("a card that is touched while the last one is on its way has its turn then", () => {
  firstOfTwo();
  sitting.touch("b1");
  expect(orders.map((order) => "action" in order && order.action)).toEqual(["trade a1"]);
  expect(sitting.next).toBe("b1");
  answered(["trade a2", "trade b1"]);
  expect(orders[1]).toMatchObject({ action: "trade b1", question: 5 });
  expect(sitting.next).toBeNull();
});

test("whoever throws a power may choose its card at once, and whoever draws may not swap at once", () => {
  sitting.hear(welcome({ board: { phase: "holding" }, yours: { legal: ["throw", "swap a1"] } }));
  sitting.do("throw");
  sitting.touch("b1");
  sitting.hear(told({ seq: 2, board: { phase: "power", power: "spy" }, yours: { legal: ["spy b1", "skip"] } }));
  sitting.hear({ type: "done", cmd_id: "c1", seq: 2 });
  expect(orders.at(-1)).toMatchObject({ action: "spy b1" });

  sitting.hear({ type: "done", cmd_id: "c2", seq: 3 });
  sitting.hear(welcome({ board: { phase: "start" }, yours: { legal: ["draw"] } }));
  sitting.do("draw");
  sitting.touch("a1");
  sitting.hear(told({ seq: 4, board: { phase: "holding" }, yours: { legal: ["throw", "swap a1"] } }));
  sitting.hear({ type: "done", cmd_id: "c3", seq: 4 });
  expect(orders.at(-1)).toMatchObject({ action: "draw" });
});

test("a second click on the same card is none", () => {
  firstOfTwo();
  sitting.touch("a1");
  answered(swaps);
  expect(orders).toHaveLength(1);
});

test("a touch in advance decides nothing else, and is forgotten with a refusal", () => {
  firstOfTwo();
  sitting.touch("a2");
  answered(["give a2"]);
  expect(orders).toHaveLength(1);
  firstOfTwo();
  sitting.touch("b1");
  sitting.hear({ type: "refused", cmd_id: "c2", code: "not_now", sentence: "Not now.", option: null });
  expect(sitting.next).toBeNull();
  expect(orders).toHaveLength(2);
});

test("coming back brings no remembered face", () => {
  sitting.hear(welcome({ board: {} }));
  sitting.hear(told({ seq: 2, events: [{ event: "missed", seat: "b", place: "b1", card: "8c" }], board: {} }));
  expect(sitting.faceAt("b1")).toBe("8c");
  sitting.hear(welcome({ seq: 2, board: {} }));
  expect(sitting.faceAt("b1")).toBeNull();
  expect(sitting.remembered.known.size).toBe(0);
});

test("without aids nothing is remembered, with tracking it is", () => {
  const peek = { seq: 2, events: [{ event: "peeked", seat: "a", place: "a1", card: "7h" }], board: {} };
  sitting.hear(welcome({ board: {} }));
  sitting.hear(told(peek));
  vi.advanceTimersByTime(30_000);
  expect(sitting.ghostAt("a1")).toBeNull();
  sitting.hear(
    welcome({ board: {}, table: { options: { clock: 0, relaxed: true, public: false, aids: "tracking" } } }),
  );
  sitting.hear(told(peek));
  vi.advanceTimersByTime(30_000);
  expect(sitting.ghostAt("a1")).toEqual({ face: "7h", clarity: 1 });
});

test("an action answers the question that was asked", () => {
  sitting.hear(welcome({ board: { top: "4h", pile: 3 }, yours: { legal: ["draw", "take"], question: 12 } }));
  sitting.do("take");
  expect(orders).toEqual([{ type: "act", action: "take", question: 12, pile: 3 }]);
});

test("what is not lawful is not sent", () => {
  sitting.hear(welcome({ board: { window: 3 }, yours: { legal: ["draw"], snaps: ["a1"] } }));
  sitting.do("call");
  sitting.touch("a1");
  sitting.snap("b1");
  expect(orders).toEqual([]);
});

test("a snap says how long it took since the discard was painted", () => {
  vi.setSystemTime(0);
  sitting.hear(welcome({ board: {} }));
  sitting.hear(told({ seq: 2, board: { window: 17, top: "6d" }, yours: { snaps: ["a1", "b1"], question: 4 } }));
  vi.advanceTimersByTime(412);
  sitting.snap("b1");
  expect(orders[0]).toMatchObject({ type: "act", action: "snap b1 #17", claimed: 412 });
  sitting.snap("a1");
  expect(orders).toHaveLength(1);
});

test("the Snap button first, then a card; two where the rules allow it", () => {
  sitting.hear(welcome({ board: { window: 3, top: "6d" }, yours: { snaps: ["a1", "b1"], snap_two: true } }));
  sitting.arm();
  sitting.touch("b1");
  expect(orders).toEqual([]);
  sitting.touch("a1");
  expect(orders[0]).toMatchObject({ action: "snap a1 b1 #3" });
});

test("a new discard disarms the button", () => {
  sitting.hear(welcome({ board: { window: 3 }, yours: { snaps: ["a1"] } }));
  sitting.arm();
  expect(sitting.isArmed).toBe(true);
  sitting.hear(told({ seq: 2, board: { window: 4 }, yours: { snaps: ["a1"] } }));
  expect(sitting.isArmed).toBe(false);
});

test("a refusal says its sentence and gives the hand free", () => {
  sitting.hear(welcome({ board: {}, yours: { legal: ["draw"] } }));
  sitting.do("draw");
  expect(sitting.mayAct).toBe(false);
  sitting.hear({ type: "refused", cmd_id: "c1", code: "rule", sentence: "it is not your turn", option: null });
  expect(sitting.sentence).toBe("it is not your turn");
  expect(sitting.mayAct).toBe(true);
});

test("while the line is down inputs are held", () => {
  sitting.hear(welcome({ board: {}, yours: { legal: ["draw"] } }));
  sitting.line = "waiting";
  sitting.do("draw");
  expect(orders).toEqual([]);
});

test("what a round scored is no secret only after its last card was shown", () => {
  const scores = { a: 3, b: 9 };
  sitting.hear(welcome({ board: {} }));
  sitting.hear(
    told({
      seq: 2,
      board: { phase: "over", hands: { a: "?", b: "?" }, shown: { a1: "3c", b1: "9c" } },
      table: { stage: "over", tally: scores, rounds: [{ scores, dealer: "b", winners: ["a"], caller: null }] },
    }),
  );
  expect(sitting.rounds).toEqual([]);
  expect(sitting.tallyOf("b")).toBe(0);
  expect(sitting.faceAt("b1")).toBeNull();
  sitting.shownCount = 2;
  expect(sitting.tallyOf("b")).toBe(9);
  expect(sitting.faceAt("b1")).toBe("9c");
});

test("whoever comes in reads the round's story, and each look before play once", () => {
  const peek = { event: "peeked", seat: "b", place: "b3" };
  const story = [
    { event: "dealt" },
    peek,
    peek,
    { event: "turn", seat: "b" },
    { event: "threw", seat: "b", card: "6d", number: 1 },
  ];
  sitting.hear(welcome({ board: { window: 1, top: "6d" }, yours: { snaps: ["a1"] }, story }));
  expect(sitting.log.map((line) => line.parts.map((part) => part.text).join(""))).toEqual([
    "The cards are dealt",
    "Ben peeked at own bottom left",
    "Ben threw 6♦",
  ]);
  expect(sitting.discarder).toBe("b");
  expect(sitting.polite).toBe("");
});
