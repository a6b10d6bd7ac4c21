import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableState } from "../src/lib/state/tableState.svelte";
import type { Order } from "../src/lib/protocol";
import { told, welcome } from "./feed";

let tableState: TableState;
let orders: Order[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  tableState = new TableState("t");
  tableState.connectionState = "live";
  orders = [];
  vi.spyOn(tableState, "send").mockImplementation((order) => {
    orders.push(order);
    return `c${orders.length}`;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a peeked face is there for the look, and gone after it", () => {
  tableState.receive(welcome({ board: { phase: "power", power: "peek" } }));
  tableState.receive(
    told({ seq: 2, events: [{ event: "peeked", seat: "a", place: "a1", card: "7h" }], board: { phase: "start" } }),
  );
  expect(tableState.faceAt("a1")).toBe("7h");
  expect(tableState.lookerAt("a1")).toBe("a");
  vi.advanceTimersByTime(30_000);
  expect(tableState.faceAt("a1")).toBeNull();
  expect(tableState.lookerAt("a1")).toBeNull();
});

test("a card that somebody has to decide about stays looked at until they have", () => {
  tableState.receive(welcome({ board: { phase: "power", power: "look", turn: "b", looked: ["a2"] } }));
  vi.advanceTimersByTime(60_000);
  expect(tableState.lookerAt("a2")).toBe("b");
  tableState.receive(told({ seq: 2, board: { phase: "start" } }));
  expect(tableState.lookerAt("a2")).toBeNull();
});

test("a card that somebody took from the pile is theirs, and nobody else's", () => {
  const holding = { phase: "holding", is_holding: true, is_taken: true, held: "7h" } as const;
  tableState.receive(welcome({ board: { ...holding, turn: "b" }, yours: { held: "7h" } }));
  expect([tableState.heldBy("b"), tableState.heldBy("a")]).toEqual(["7h", null]);
  expect([tableState.isHolding("b"), tableState.isHolding("a")]).toEqual([true, false]);
  tableState.receive(told({ seq: 2, board: { ...holding, held: null, is_taken: false, turn: "b" }, yours: {} }));
  expect([tableState.heldBy("b"), tableState.isHolding("b")]).toEqual([null, true]);
  tableState.receive(told({ seq: 3, board: { ...holding, turn: "a", held: null }, yours: { held: "Kd" } }));
  expect([tableState.heldBy("a"), tableState.heldBy("b")]).toEqual(["Kd", null]);
});

test("a look that stays open with its power is shown as long as the server says so", () => {
  tableState.receive(welcome({ board: { phase: "power", power: "look" }, yours: { looks: { b2: "Kd" } } }));
  vi.advanceTimersByTime(60_000);
  expect(tableState.faceAt("b2")).toBe("Kd");
  tableState.receive(told({ seq: 2, board: { phase: "start" }, yours: {} }));
  expect(tableState.faceAt("b2")).toBeNull();
});

test("in the memory phase a card that is let go of before the answer shows nothing", () => {
  const memory = { phase: "memory" } as const;
  tableState.receive(welcome({ board: memory, yours: { legal: ["peek a3", "ready"] } }));
  tableState.decisions.look("a3");
  tableState.decisions.stopLooking("a3");
  tableState.receive(
    told({
      seq: 2,
      events: [{ event: "peeked", seat: "a", place: "a3", card: "7h" }],
      board: memory,
      yours: { legal: ["peek a3", "ready"] },
    }),
  );
  expect(tableState.faceAt("a3")).toBeNull();
});

const swapping = { phase: "power", power: "trade" } as const;
const swaps = ["a1", "a2", "b1"].map((place) => `trade ${place}`);

function firstOfTwo(): void {
  tableState.receive(welcome({ board: swapping, yours: { question: 4, legal: [...swaps, "skip"] } }));
  tableState.decisions.touch("a1");
}

function answered(legal: string[]): void {
  tableState.receive(told({ seq: 2, board: { ...swapping, picked: "a1" }, yours: { question: 5, legal } }));
  tableState.receive({ type: "done", cmd_id: "c1", seq: 2 });
}

test("a card that is touched while the last one is on its way has its turn then", () => {
  firstOfTwo();
  tableState.decisions.touch("b1");
  expect(orders.map((order) => "action" in order && order.action)).toEqual(["trade a1"]);
  expect(tableState.decisions.queuedCard).toBe("b1");
  answered(["trade a2", "trade b1"]);
  expect(orders[1]).toMatchObject({ action: "trade b1", question: 5 });
  expect(tableState.decisions.queuedCard).toBeNull();
});

test("whoever throws a power may choose its card at once, and whoever draws may not swap at once", () => {
  tableState.receive(welcome({ board: { phase: "holding" }, yours: { legal: ["throw", "swap a1"] } }));
  tableState.decisions.act("throw");
  tableState.decisions.touch("b1");
  tableState.receive(told({ seq: 2, board: { phase: "power", power: "spy" }, yours: { legal: ["spy b1", "skip"] } }));
  tableState.receive({ type: "done", cmd_id: "c1", seq: 2 });
  expect(orders.at(-1)).toMatchObject({ action: "spy b1" });

  tableState.receive({ type: "done", cmd_id: "c2", seq: 3 });
  tableState.receive(welcome({ board: { phase: "start" }, yours: { legal: ["draw"] } }));
  tableState.decisions.act("draw");
  tableState.decisions.touch("a1");
  tableState.receive(told({ seq: 4, board: { phase: "holding" }, yours: { legal: ["throw", "swap a1"] } }));
  tableState.receive({ type: "done", cmd_id: "c3", seq: 4 });
  expect(orders.at(-1)).toMatchObject({ action: "draw" });
});

test("whoever sees the next question may answer it, though the last answer is not confirmed yet", () => {
  tableState.receive(welcome({ board: { phase: "start" }, yours: { question: 4, legal: ["draw"] } }));
  tableState.decisions.act("draw");
  const holding = { question: 5, legal: ["throw", "swap a1"] };
  tableState.receive(told({ seq: 2, board: { phase: "holding" }, yours: holding }));
  tableState.decisions.touch("a1");
  expect(orders.at(-1)).toMatchObject({ action: "swap a1", question: 5 });
  tableState.receive({ type: "done", cmd_id: "c1", seq: 2 });
  expect(tableState.decisions.isBusy).toBe(true);
  tableState.receive({ type: "done", cmd_id: "c2", seq: 3 });
  expect(tableState.decisions.isBusy).toBe(false);
});

test("a second click on the same card is none", () => {
  firstOfTwo();
  tableState.decisions.touch("a1");
  answered(swaps);
  expect(orders).toHaveLength(1);
});

test("a touch in advance decides nothing else, and is forgotten with a refusal", () => {
  firstOfTwo();
  tableState.decisions.touch("a2");
  answered(["give a2"]);
  expect(orders).toHaveLength(1);
  firstOfTwo();
  tableState.decisions.touch("b1");
  tableState.receive({ type: "refused", cmd_id: "c2", code: "not_now", sentence: "Not now.", option: null, race: [] });
  expect(tableState.decisions.queuedCard).toBeNull();
  expect(orders).toHaveLength(2);
});

test("coming back brings no remembered face", () => {
  tableState.receive(welcome({ board: {} }));
  tableState.receive(told({ seq: 2, events: [{ event: "missed", seat: "b", place: "b1", card: "8c" }], board: {} }));
  expect(tableState.faceAt("b1")).toBe("8c");
  tableState.receive(welcome({ seq: 2, board: {} }));
  expect(tableState.faceAt("b1")).toBeNull();
  expect(tableState.memory.remembered.known.size).toBe(0);
});

test("without aids nothing is remembered, with tracking it is", () => {
  const peek = { seq: 2, events: [{ event: "peeked", seat: "a", place: "a1", card: "7h" }], board: {} };
  tableState.receive(welcome({ board: {} }));
  tableState.receive(told(peek));
  vi.advanceTimersByTime(30_000);
  expect(tableState.ghostAt("a1")).toBeNull();
  tableState.receive(
    welcome({
      board: {},
      table: {
        options: { clock: 0, snaps: "relaxed", bot_wait: null, relaxed: true, public: false, aids: "tracking" },
      },
    }),
  );
  tableState.receive(told(peek));
  vi.advanceTimersByTime(30_000);
  expect(tableState.ghostAt("a1")).toEqual({ face: "7h", clarity: 1 });
});

test("an action answers the question that was asked", () => {
  tableState.receive(welcome({ board: { top: "4h", pile: 3 }, yours: { legal: ["draw", "take"], question: 12 } }));
  tableState.decisions.act("take");
  expect(orders).toEqual([{ type: "act", action: "take", question: 12, pile: 3 }]);
});

test("what is not legal is not sent", () => {
  tableState.receive(welcome({ board: { window: 3 }, yours: { legal: ["draw"], snaps: ["a1"] } }));
  tableState.decisions.act("call");
  tableState.decisions.touch("a1");
  tableState.snap.play("b1");
  expect(orders).toEqual([]);
});

test("a snap says how long it took since the discard was painted", () => {
  vi.setSystemTime(0);
  tableState.receive(welcome({ board: {} }));
  tableState.receive(told({ seq: 2, board: { window: 17, top: "6d" }, yours: { snaps: ["a1", "b1"], question: 4 } }));
  vi.advanceTimersByTime(412);
  tableState.snap.play("b1");
  expect(orders[0]).toMatchObject({ type: "act", action: "snap b1 #17", claimed: 412 });
  tableState.snap.play("a1");
  expect(orders).toHaveLength(1);
});

test("the Snap button first, then a card; two where the rules allow it", () => {
  tableState.receive(welcome({ board: { window: 3, top: "6d" }, yours: { snaps: ["a1", "b1"], snap_two: true } }));
  tableState.snap.pressButton();
  tableState.decisions.touch("b1");
  expect(orders).toEqual([]);
  tableState.decisions.touch("a1");
  expect(orders[0]).toMatchObject({ action: "snap a1 b1 #3" });
});

test("a new discard disarms the button", () => {
  tableState.receive(welcome({ board: { window: 3 }, yours: { snaps: ["a1"] } }));
  tableState.snap.pressButton();
  expect(tableState.snap.isArmed).toBe(true);
  tableState.receive(told({ seq: 2, board: { window: 4 }, yours: { snaps: ["a1"] } }));
  expect(tableState.snap.isArmed).toBe(false);
});

test("a refusal says its sentence and gives the hand free", () => {
  tableState.receive(welcome({ board: {}, yours: { legal: ["draw"] } }));
  tableState.decisions.act("draw");
  expect(tableState.decisions.mayAct).toBe(false);
  tableState.receive({
    type: "refused",
    cmd_id: "c1",
    code: "rule",
    sentence: "it is not your turn",
    option: null,
    race: [],
  });
  expect(tableState.announcements.refusal).toBe("it is not your turn");
  expect(tableState.decisions.mayAct).toBe(true);
});

test("while the line is down inputs are held", () => {
  tableState.receive(welcome({ board: {}, yours: { legal: ["draw"] } }));
  tableState.connectionState = "waiting";
  tableState.decisions.act("draw");
  expect(orders).toEqual([]);
});

test("what a round scored is no secret only after its last card was shown", () => {
  const scores = { a: 3, b: 9 };
  tableState.receive(welcome({ board: {} }));
  tableState.receive(
    told({
      seq: 2,
      board: { phase: "over", hands: { a: "?", b: "?" }, shown: { a1: "3c", b1: "9c" } },
      table: {
        stage: "over",
        tally: scores,
        rounds: [{ scores, dealer: "b", winners: ["a"], caller: null, knocked: false }],
      },
    }),
  );
  expect(tableState.cardShow.rounds).toEqual([]);
  expect(tableState.cardShow.tallyOf("b")).toBe(0);
  expect(tableState.faceAt("b1")).toBeNull();
  tableState.cardShow.shownCount = 2;
  expect(tableState.cardShow.tallyOf("b")).toBe(9);
  expect(tableState.faceAt("b1")).toBe("9c");
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
  tableState.receive(welcome({ board: { window: 1, top: "6d" }, yours: { snaps: ["a1"] }, story }));
  expect(tableState.log.lines.map((line) => line.parts.map((part) => part.text).join(""))).toEqual([
    "The cards are dealt",
    "Ben peeked at their bottom-left card",
    "Ben threw 6♦",
  ]);
  expect(tableState.pile.discarder).toBe("b");
  expect(tableState.announcements.polite).toBe("");
});

const logTexts = (): string[] => tableState.log.lines.map((line) => line.parts.map((part) => part.text).join(""));
const FIRST = { scores: { a: 12, b: -1 }, dealer: "a", winners: ["b"], caller: "b", knocked: false };

test("the log tells how each round ended, and where the next one begins", () => {
  tableState.receive(welcome({ board: {}, table: { round: 1 } }));
  tableState.receive(told({ seq: 2, board: { phase: "over" }, table: { stage: "scores", round: 1, rounds: [FIRST] } }));
  tableState.receive(told({ seq: 3, news: "dealt", board: { phase: "memory" }, table: { round: 2, rounds: [FIRST] } }));
  expect(logTexts()).toEqual(["Ben wins round 1 with −1", "Round 2"]);
  expect(tableState.log.lines.map((line) => line.isBreak ?? false)).toEqual([false, true]);
  expect(tableState.announcements.polite).not.toContain("wins");
});

test("whoever comes in later reads how the rounds before ended", () => {
  const story = [{ event: "threw", seat: "b", card: "6d", number: 1 }];
  tableState.receive(welcome({ board: { top: "6d" }, table: { round: 2, rounds: [FIRST] }, story }));
  expect(logTexts()).toEqual(["Ben wins round 1 with −1", "Round 2", "Ben threw 6♦"]);
});

test("a win that is shared is told of all who won", () => {
  tableState.receive(welcome({ board: {}, table: { round: 1 } }));
  const rounds = [{ ...FIRST, scores: { a: 4, b: 4 }, winners: ["a", "b"] }];
  tableState.receive(told({ seq: 2, board: { phase: "over" }, table: { stage: "over", round: 1, rounds } }));
  expect(logTexts()).toEqual(["You and Ben share the win of round 1 with 4 each"]);
});
