import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, GameEvent, Yours } from "../src/lib/protocol";
import { TableState } from "../src/lib/state/tableState.svelte";
import { en } from "../src/lib/words/en";
import { es } from "../src/lib/words/es";
import { compose, plainText, say } from "../src/lib/words.svelte";
import { hintFor, type Hint } from "../src/tutorial/hints";
import { LessonProgress } from "../src/tutorial/progress.svelte";
import { LESSONS, STEPS } from "../src/tutorial/steps";
import { told, welcome } from "./feed";

const LESSON = {
  options: { clock: 0, snaps: "relaxed", bot_wait: null, relaxed: true, public: false, aids: "tracking" },
} as const;
const VALUES = {
  "deck.values": { "A": 1, "2": 2, "5": 5, "6": 6, "7": 7, "9": 9, "Q": 12, "Kb": 13, "Kr": -1, "X": 0 },
  "powers.cards": { "7": "peek", "9": "spy", "J": "trade", "K": "look" },
  "snap.penalty": 2,
};
let tableState: TableState;
let progress: LessonProgress;
let seq: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  seq = 1;
  begin(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(lesson: number): void {
  tableState = new TableState("t");
  progress = new LessonProgress(lesson);
  tableState.onEvent = (event) => progress.record(event, tableState);
  tableState.receive(
    welcome({ table: LESSON, board: { phase: "memory" }, yours: { legal: ["peek a3", "peek a4", "ready"] } }),
  );
  tableState.rules.values = VALUES;
}
const hear = (board: Partial<Board>, yours: Partial<Yours>, ...events: (Partial<GameEvent> & { event: string })[]) =>
  tableState.receive(told({ seq: (seq += 1), events, board, yours }));
/** The hint of now, which is a whole sentence in every language. */
function hint(): Hint | null {
  const found = hintFor(tableState, progress);
  for (const words of [en, es])
    if (found !== null) expect(plainText(compose(found.key, found.filling, words))).not.toContain("…");
  return found;
}
const peeked = (place: string, card: string) => ({ event: "peeked", seat: "a", place, card });
const reaction = () => (progress.reaction === null ? null : say(progress.reaction.key, progress.reaction.filling));
const HOLDING = { phase: "holding", is_holding: true, turn: "a" } as const;
const SWAPS = ["throw", "swap a1", "swap a2", "swap a3", "swap a4"];

test("a turn: look, draw, keep what is low, throw what is not; each by its card or button", () => {
  expect(hint()).toMatchObject({ key: "learn.look", button: null, places: ["a3", "a4"] });
  hear({ phase: "memory" }, { legal: ["peek a3", "peek a4", "ready"] }, peeked("a3", "2c"), peeked("a4", "Qh"));
  expect(hint()).toMatchObject({ key: "learn.ready", button: "ready" });
  const first = { top: "Kc", turn: "a", waits_for: ["a"] };
  hear(first, { legal: ["draw", "take", "call"] }, { event: "readied", seat: "a" });
  expect(hint()).toMatchObject({ key: "learn.draw.take", filling: { n: 13 }, button: "draw" });
  hear(HOLDING, { held: "Ah", legal: SWAPS }, { event: "drew", seat: "a", card: "Ah" });
  expect(hint()).toMatchObject({ key: "learn.hold.low", button: null, places: ["a4"] });
  const window = { top: "Qh", window: 2, turn: "b", waits_for: ["b"] };
  hear(window, { snaps: ["a1", "a2"] }, { event: "swapped", seat: "a", place: "a4", card: "Qh" });
  expect(reaction()).toBe("A♥ instead of Q♥: 11 points less to count.");
  expect(progress.step).toBe("swap");
  expect(hint()).toMatchObject({ key: "learn.go", button: "pass" });
  tableState.snap.passedDiscard = 2;
  expect(hint()).toMatchObject({ key: "learn.wait", button: null, places: [] });

  hear({ ...HOLDING, lap: 2 }, { held: "6s", legal: SWAPS }, { event: "drew", seat: "a", card: "6s" });
  expect(reaction()).toBeNull();
  expect(progress.step).toBe("throw");
  expect(hint()).toMatchObject({ key: "learn.hold.even", button: "throw" });
  hear({ turn: "b", lap: 2 }, {}, { event: "threw", seat: "a", card: "6s" });
  expect(hint()).toMatchObject({ key: "learn.done.1", button: "next" });
});

test("the opposite of the advice is told for what it is", () => {
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "2c"), peeked("a4", "Qh"));
  hear(HOLDING, { held: "6s", legal: SWAPS }, { event: "drew", seat: "a", card: "6s" });
  expect(hint()).toMatchObject({ key: "learn.hold.better", places: ["a4"] });
  hear({ turn: "b" }, {}, { event: "swapped", seat: "a", place: "a3", card: "2c" });
  expect(reaction()).toContain("6♠ instead of 2♣: 4 points more to count.");
  hear(HOLDING, { held: "Ah", legal: SWAPS }, { event: "drew", seat: "a", card: "Ah" });
  hear({ turn: "b" }, {}, { event: "threw", seat: "a", card: "Ah" });
  expect(reaction()).toContain("A♥ counts only 1");
});

test("a card that the opponent takes from the pile is theirs to decide about", () => {
  const taken: Partial<Board> = {
    phase: "holding",
    is_holding: true,
    is_taken: true,
    held: "6h",
    turn: "b",
    waits_for: ["b"],
  };
  hear(taken, { held: "6h" }, { event: "took", seat: "b", card: "6h" });
  expect(hint()).toMatchObject({ key: "learn.wait", button: null, places: [] });
  hear({ ...taken, caller: "a" }, { held: "6h" });
  expect(hint()?.key).toBe("learn.last");
});

test("whoever takes a high card from the pile is told what it costs, and has kept no low card yet", () => {
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "2c"), peeked("a4", "Qh"));
  const legal = ["swap a1", "swap a2", "swap a3", "swap a4"];
  hear({ ...HOLDING, is_taken: true }, { held: "Kc", legal }, { event: "took", seat: "a", card: "Kc" });
  expect(hint()).toMatchObject({ key: "learn.hold.taken.worse", filling: { n: 13 }, places: ["a4"] });
  hear({ turn: "b" }, {}, { event: "swapped", seat: "a", place: "a4", card: "Qh" });
  expect(reaction()).toContain("K♣ instead of Q♥: 1 point more to count.");
  expect(progress.done).not.toContain("swap");
});

test("a low card on the pile is taken, and so is one that is much lower than a known one; others are not", () => {
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "2c"), peeked("a4", "Qh"));
  const mayTake = { legal: ["draw", "take", "call"] };
  hear({ top: "5d", turn: "a" }, mayTake);
  expect(hint()).toMatchObject({ key: "learn.take", filling: { n: 5 }, button: "take" });
  hear({ top: "9d", turn: "a" }, mayTake);
  expect(hint()).toMatchObject({ key: "learn.draw.take", button: "draw" });
  begin(2);
  hear({ top: "5d", turn: "a" }, mayTake);
  expect(hint()).toMatchObject({ key: "learn.draw", button: "draw" });
  hear({ top: "2d", turn: "a" }, mayTake);
  expect(hint()).toMatchObject({ key: "learn.take", filling: { n: 2 }, button: "take" });
  // Nobody is told to take back what they have just snapped.
  begin(3);
  hear({ top: "2s", turn: "a" }, mayTake, { event: "snapped", seat: "a", place: "a1", card: "2s" });
  expect(hint()?.key).toBe("learn.draw");
});

test("a middling card is kept instead of one that was never seen only if it counts less than those do", () => {
  hear(HOLDING, { held: "5s", legal: SWAPS }, { event: "drew", seat: "a", card: "5s" });
  expect(hint()).toMatchObject({ key: "learn.hold.unseen", filling: { n: 5, unseen: 6 }, places: ["a1"] });
  hear(HOLDING, { held: "6s", legal: SWAPS }, { event: "drew", seat: "a", card: "6s" });
  expect(hint()).toMatchObject({ key: "learn.hold.even", button: "throw" });
});

test("snaps that were not taught yet are not offered, and the opponent waits all the same", () => {
  tableState.withholdsSnaps = true;
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "9h"));
  hear({ top: "9c", window: 1, turn: "b", waits_for: ["b"] }, { snaps: ["a1", "a3"] });
  expect(tableState.snaps.size).toBe(0);
  expect(plainText(tableState.prompt)).not.toContain("snap");
  expect(hint()).toMatchObject({ key: "learn.go", button: "pass" });
});

test("each power has its button, its cards and its result", () => {
  begin(2);
  expect(hint()?.key).toBe("learn.look.again");
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "2c"), peeked("a4", "5h"));
  hear(HOLDING, { held: "7d", legal: SWAPS }, { event: "drew", seat: "a", card: "7d" });
  expect(hint()).toMatchObject({ key: "learn.hold.peek", button: "throw" });
  hear({ phase: "power", power: "peek" }, { legal: ["peek a1", "peek a2", "peek a3", "skip"] });
  expect(hint()).toMatchObject({ key: "learn.peek", places: ["a1", "a2"] });
  hear({ turn: "b" }, {}, peeked("a1", "Qs"));
  expect(progress.done).toContain("peek");
  expect(reaction()).toBe("Now you know it: Q♠, 12 points.");
  // Praise is for the step that is done; the next one begins when it is over.
  expect(progress.step).toBe("peek");
  hear({ turn: "a" }, {}, { event: "threw", seat: "b", card: "5h" });
  expect(progress.step).toBe("spy");

  hear({ phase: "power", power: "spy" }, { legal: ["spy b1", "spy b2", "skip"] });
  expect(hint()).toMatchObject({ key: "learn.spy", places: ["b1", "b2"] });
  hear({ turn: "b" }, {}, { event: "spied", seat: "a", place: "b1", card: "2h" });

  hear({ phase: "power", power: "trade" }, { legal: ["trade a1", "trade a2", "trade a3", "trade b1", "skip"] });
  expect(hint()).toMatchObject({ key: "learn.trade", places: ["a1"] });
  hear({ phase: "power", power: "trade", picked: "a1" }, { legal: ["trade b1", "trade b2", "skip"] });
  expect(hint()).toMatchObject({ key: "learn.trade.known", places: ["b1"] });
  hear({ turn: "b" }, {}, { event: "traded", seat: "a", place: "a1", other: "b1" });
  expect(reaction()).toBe("You got 2♥ for Q♠: 10 points less to count.");

  hear({ phase: "power", power: "look" }, { legal: ["look a2", "look a3", "look b2", "skip"] });
  expect(hint()).toMatchObject({ key: "learn.look.own", places: ["a2"] });
  const looked = { event: "looked", seat: "a" };
  hear(
    { phase: "power", power: "look", looked: ["a2", "b2"] },
    { legal: ["trade", "skip"] },
    { ...looked, place: "a2", card: "2d" },
    { ...looked, place: "b2", card: "9s" },
  );
  expect(hint()).toMatchObject({ key: "learn.look.keep", button: "skip" });
  hear({ turn: "b" }, {}, { event: "skipped", seat: "a" });
  expect(hint()).toMatchObject({ key: "learn.done.2", button: "next" });
});

test("a card with a power that is kept has not used it, and the step is still to do", () => {
  begin(2);
  hear(HOLDING, { held: "7d", legal: SWAPS }, { event: "drew", seat: "a", card: "7d" });
  hear({ turn: "b" }, {}, { event: "swapped", seat: "a", place: "a1", card: "Qs" });
  expect(reaction()).toContain("Its power is used only if you throw it right after drawing it.");
  expect(progress.done.includes("peek")).toBe(false);
  expect(progress.stepNumber).toBe(4);
});

test("a match that was seen is snapped: the button first, then the card; and a wrong snap tells its cost", () => {
  begin(3);
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "9h"), peeked("a4", "2c"));
  hear({ top: "9c", window: 1, turn: "a", waits_for: ["a"] }, { legal: ["draw", "call"], snaps: ["a3", "a4", "b1"] });
  expect(hint()).toMatchObject({ key: "learn.snap.own", button: "snap", places: ["a3"] });
  tableState.snap.isArmed = true;
  expect(hint()).toMatchObject({ key: "learn.snap.armed", button: null, places: ["a3"] });
  hear(
    { top: "9h", window: 1, turn: "a", hands: { a: "??-?", b: "????" } },
    { legal: ["draw"] },
    { event: "snapped", seat: "a", place: "a3", card: "9h" },
  );
  expect(reaction()).toBe("Right! 9♥ is gone: 9 points less to count.");
  expect(progress.step).toBe("snap");
  hear({ top: "5c", window: 2, turn: "b" }, {}, { event: "missed", seat: "b", place: "b1", card: "Qd" });
  expect(reaction()).toContain(
    "Ben snapped Q♦, but 5♣ was on the pile. Wrong: it goes back, and Ben gets 2 more cards.",
  );
  // That stays until the learner draws, whatever the opponent does.
  hear({ top: "6d", turn: "a" }, { legal: ["draw"] }, { event: "threw", seat: "b", card: "6d" });
  expect(reaction()).toContain("Ben snapped");
  expect(hint()).toMatchObject({ key: "learn.done.3", button: "next" });
  hear({ top: "6d", turn: "a" }, {}, { event: "missed", seat: "a", place: "a4", card: "2c" });
  expect(reaction()).toBe("Wrong: 2♣ does not match 6♦. It stays with you, and you get 2 more cards.");
});

test("an opponent's card that was spied on can be snapped, too, and a high one is given for it", () => {
  begin(3);
  hear({ turn: "b" }, {}, { event: "spied", seat: "a", place: "b2", card: "9d" }, peeked("a2", "Qc"));
  hear({ top: "9c", window: 4, turn: "b" }, { snaps: ["a1", "b2"] });
  expect(hint()).toMatchObject({ key: "learn.snap.theirs", places: ["b2"] });
  hear({ top: "9d", turn: "b" }, { legal: ["give a1", "give a2"] });
  expect(hint()).toMatchObject({ key: "learn.give", places: ["a2"] });
});

test("jokers and red kings are kept, and few points are called with", () => {
  begin(4);
  hear({ phase: "memory" }, { legal: ["ready"] }, peeked("a3", "2c"), peeked("a4", "9h"));
  hear(HOLDING, { held: "Xr", legal: SWAPS }, { event: "drew", seat: "a", card: "Xr" });
  expect(hint()).toMatchObject({ key: "learn.hold.joker", places: ["a4"] });
  hear({ turn: "b" }, {}, { event: "swapped", seat: "a", place: "a4", card: "9h" });
  hear({ ...HOLDING, lap: 2 }, { held: "Kh", legal: SWAPS }, { event: "drew", seat: "a", card: "Kh" });
  expect(hint()).toMatchObject({ key: "learn.hold.king", places: ["a1"] });
  hear({ turn: "b" }, {}, { event: "swapped", seat: "a", place: "a1", card: "Qs" });
  hear({ turn: "a", lap: 3 }, { legal: ["draw", "call"] });
  expect(hint()).toMatchObject({ key: "learn.call.unseen", filling: { seen: 1, unseen: 6, n: 7 }, button: "call" });
  hear({ turn: "b", caller: "a" }, {}, { event: "called", seat: "a" });
  expect(hint()?.key).toBe("learn.last");
  expect(progress.done).toEqual(["joker", "redKing", "call"]);
});

test("a black king is thrown for its power, and a card taken from the pile has none", () => {
  begin(2);
  hear(HOLDING, { held: "Ks", legal: SWAPS });
  expect(hint()).toMatchObject({ key: "learn.hold.look", button: "throw" });
  hear({ ...HOLDING, is_taken: true }, { held: "5s", legal: ["swap a1", "swap a2"] });
  expect(hint()).toMatchObject({ key: "learn.hold.taken", button: null, places: ["a1"] });
});

test("who never does what the lesson is about is not kept in it for ever", () => {
  begin(3);
  hear({ turn: "a", lap: 9 }, { legal: ["draw", "call"] });
  expect(hint()).toMatchObject({ key: "learn.enough", button: "next" });
  begin(4);
  hear({ turn: "a", lap: 7 }, { legal: ["draw", "call"] });
  expect(hint()).toMatchObject({ key: "learn.call.anyway", button: "call" });
});

test("steps are counted through all lessons, and those done before are kept", () => {
  expect(STEPS).toHaveLength(new Set(LESSONS.flat()).size);
  expect(new LessonProgress(2).stepNumber).toBe(4);
  expect(new LessonProgress(2, ["peek", "spy"]).stepNumber).toBe(6);
  const kept: string[][] = [];
  const going = new LessonProgress(1, [], (done) => kept.push(done));
  going.record(told({ events: [{ event: "readied", seat: "a" }] }).events[0]!, tableState);
  expect(kept).toEqual([["look"]]);
});
