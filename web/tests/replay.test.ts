import { expect, test } from "vitest";
import { decodeReplay, type Replay, type ReplayStep } from "../src/lib/protocol";
import { curvesOf, pathOf, rangeOf } from "../src/lib/replay/pointsChart";
import { keyCommand } from "../src/lib/replay/replayKeys";
import { fileInAddress } from "../src/lib/replay/replaySource";
import { narrate } from "../src/lib/replay/stepSentences";
import { findGoal, marksOf, mistakeOf, timeOf } from "../src/lib/replay/timeline";
import { plainText } from "../src/lib/words.svelte";

const BOARD = { phase: "start", hands: { a: "????", b: "????" }, stock: 40, pile: 1 };

/** A round in a few words: each step as the server sends it, without what stands at its default. */
function replay(steps: object[]): Replay {
  const ending = { reason: "called", winners: ["b"], points: { a: 9, b: 4 }, scores: { a: 9, b: 4 }, cards: {} };
  return decodeReplay(
    JSON.stringify({
      rules: "cambia",
      seats: [
        { seat: "a", name: "Ana" },
        { seat: "b", name: "Ben" },
      ],
      dealer: "b",
      starter: "a",
      viewpoint: "table",
      viewpoints: ["table", "a", "b", "all"],
      ending: { ...ending, caller: "a", verdict: "wrong", out: [] },
      steps: steps.map((step, number) => ({ number, actor: "a", action: "", kind: "draw", board: BOARD, ...step })),
    }),
  );
}

const ROUND = replay([
  { actor: "dealer", kind: "deal", events: [{ event: "dealt" }] },
  { kind: "draw", events: [{ event: "drew", seat: "a" }] },
  { kind: "throw", events: [{ event: "threw", seat: "a", card: "7h" }] },
  {
    actor: "b",
    kind: "snap_wrong",
    mistake: "wrong_snap",
    events: [{ event: "missed", seat: "b", place: "b1", card: "9c" }],
    race: [
      { seat: "b", gesture: "snap", after: 412, delay: 420 },
      { seat: "a", gesture: "snap", after: 447, delay: 460 },
    ],
  },
  { actor: "dealer", kind: "dealer", events: [{ event: "closed" }] },
  { kind: "call", caller: "a", mistake: "wrong_call", events: [{ event: "called", seat: "a" }] },
  { actor: "b", kind: "power", events: [{ event: "chose", seat: "b", place: "a1" }] },
  { actor: "b", kind: "snap_right", events: [{ event: "revealed" }], board: { ...BOARD, phase: "over" } },
]);
const { steps } = ROUND;
const last = steps.length - 1;
const open = (current: number) => ({ hidesAhead: false, current, last });
const spoilerFree = (current: number) => ({ hidesAhead: true, current, last });
const VIEWPOINT = { you: "rail", nameOf: (seat: string) => (seat === "b" ? "Ben" : "Ana"), dealt: 4 };

test("everything that a player did has a mark in that player's lane", () => {
  const marks = marksOf(steps, open(0));
  expect(marks.map(({ step, seat, kind }) => `${step} ${seat} ${kind}`)).toEqual([
    "1 a draw",
    "2 a throw",
    "3 b snap_wrong",
    "5 a call",
    "6 b power",
    "7 b snap_right",
  ]);
  expect(marks.filter((mark) => mark.isMistake).map((mark) => mark.step)).toEqual([3, 5]);
});

test("without spoilers there are no marks of what comes later", () => {
  expect(marksOf(steps, spoilerFree(3)).map((mark) => mark.step)).toEqual([1, 2, 3]);
});

test("without spoilers a call is no mistake before the cards are shown", () => {
  expect(marksOf(steps, spoilerFree(6)).filter((mark) => mark.isMistake)).toHaveLength(1);
  expect(mistakeOf(steps[5]!, spoilerFree(5))).toBeNull();
  expect(mistakeOf(steps[5]!, spoilerFree(last))).toBe("wrong_call");
  expect(mistakeOf(steps[5]!, open(0))).toBe("wrong_call");
});

test("jumps lead to the next of a kind, or to the one before", () => {
  expect(findGoal(steps, "snap", 1, open(0))).toBe(3);
  expect(findGoal(steps, "snap", 1, open(3))).toBe(7);
  expect(findGoal(steps, "snap", 1, open(7))).toBeNull();
  expect(findGoal(steps, "snap", -1, open(7))).toBe(3);
  expect(findGoal(steps, "power", 1, open(0))).toBe(6);
  expect(findGoal(steps, "call", 1, open(0))).toBe(5);
  expect(findGoal(steps, "mistake", 1, open(3))).toBe(5);
  expect(findGoal(steps, "mistake", 1, spoilerFree(3))).toBeNull();
});

test("whoever runs out of cards by a snap has called by it", () => {
  const knocked = replay([{}, { kind: "snap_right", caller: "a" }]).steps;
  expect(findGoal(knocked, "call", 1, { hidesAhead: false, current: 0, last: 1 })).toBe(1);
});

test("a race is shown for longer than what nobody tells", () => {
  expect(timeOf(steps[3]!, true)).toBeGreaterThan(timeOf(steps[1]!, true));
  expect(timeOf(steps[4]!, false)).toBeLessThan(timeOf(steps[1]!, true));
});

test("every step is told as the log tells it, with the times of a race and the result", () => {
  const told = narrate(ROUND, VIEWPOINT, {}).map((lines) => lines.map((line) => plainText(line.parts)).join(" / "));
  expect(told[0]).toBe("The cards are dealt");
  expect(told[2]).toContain("Ana threw");
  expect(told[3]).toContain("412 ms");
  expect(told[4]).toBe("");
  expect(told[6]).toContain("Ben chose");
  expect(told[7]).toContain("Ben wins with 4");
});

const pointsAt = (...all: (number | null)[]): ReplayStep[] =>
  replay(all.map((points) => ({ knowledge: points === null ? {} : { a: { points } } }))).steps;

test("the chart has a line for each stretch in which the points of a hand are known", () => {
  const [curve] = curvesOf(pointsAt(5, 7, null, 3), ["a"], "points");
  expect(curve?.stretches).toEqual([
    [
      { step: 0, points: 5 },
      { step: 1, points: 7 },
    ],
    [{ step: 3, points: 3 }],
  ]);
});

test("without spoilers the chart ends at the current step", () => {
  const [curve] = curvesOf(pointsAt(5, 7, 9), ["a"], "points", 1);
  expect(curve?.stretches.flat().map(({ points }) => points)).toEqual([5, 7]);
});

test("the chart spans zero and whatever lies below it", () => {
  expect(rangeOf(curvesOf(pointsAt(-2, 7), ["a"], "points"))).toEqual({ low: -2, high: 7 });
  expect(rangeOf(curvesOf(pointsAt(4), ["a"], "points"))).toEqual({ low: 0, high: 4 });
  expect(rangeOf(curvesOf(pointsAt(null), ["a"], "points"))).toBeNull();
});

test("a hand counts the same until something happens to it", () => {
  const stretch = [
    { step: 0, points: 5 },
    { step: 1, points: 7 },
  ];
  const path = pathOf(
    stretch,
    (step) => step * 10,
    (points) => points,
  );
  expect(path).toBe("M0.0 5.0h0.1H10.0V7.0");
});

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyCommand({ key, target: null, ...more } as KeyboardEvent);

test("keys step, play and jump, and leave what somebody else has taken", () => {
  expect([press("ArrowRight"), press("ArrowLeft"), press(" "), press("Home"), press("End")]).toEqual([
    1,
    -1,
    "play",
    "first",
    "last",
  ]);
  expect(press("s")).toEqual({ goal: "snap", direction: 1 });
  expect(press("M", { shiftKey: true })).toEqual({ goal: "mistake", direction: -1 });
  expect(press("ArrowRight", { defaultPrevented: true })).toBeNull();
  expect(press("c", { ctrlKey: true })).toBeNull();
  expect(press("x")).toBeNull();
});

test("a file may be handed over in the address", () => {
  const text = "cambio 1\nseat a: Inés\n";
  const code = Buffer.from(text, "utf8").toString("base64url");
  expect(fileInAddress(`#file=${code}`)).toBe(text);
  expect(fileInAddress("#file=%%")).toBeNull();
  expect(fileInAddress("")).toBeNull();
});
