import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { decodeReplay, type Replay, type ReplayStep } from "../src/lib/protocol";
import { curvesOf, pathOf, rangeOf } from "../src/lib/replay/pointsChart";
import { keyCommand } from "../src/lib/replay/replayKeys";
import { ReplayPlayer } from "../src/lib/replay/replayPlayer.svelte";
import {
  archivedRound,
  fileInAddress,
  roundOfFile,
  sharedRound,
  type ReplaySource,
} from "../src/lib/replay/replaySource";
import { narrate } from "../src/lib/replay/stepSentences";
import { findGoal, marksOf, mistakeOf, timeOf } from "../src/lib/replay/timeline";
import { ApiError } from "../src/lib/server/api";
import { addWords, plainText } from "../src/lib/words.svelte";
import { replayEn } from "../src/lib/words/replayEn";
import { replayEs } from "../src/lib/words/replayEs";
import { describeScope } from "../src/replay/scopes";

afterEach(() => vi.unstubAllGlobals());

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

test("a packed file may be handed over in the address", async () => {
  const text = "cambio 1\nseat a: Inés\n";
  const code = gzipSync(text).toString("base64url");
  expect(await fileInAddress(`#file=${code}`)).toBe(text);
  for (const other of ["", "#file=%%", `#file=${Buffer.from(text).toString("base64url")}`])
    expect(await fileInAddress(other)).toBeNull();
});

const ANSWER = { rules: "cambia", seats: [], viewpoint: "b", viewpoints: ["table", "b"], ending: {}, steps: [] };

/** What a source asks the server for. */
async function askedFor(source: ReplaySource, viewpoint: string | null): Promise<string> {
  let asked = "";
  vi.stubGlobal("fetch", (path: string) => {
    asked = path;
    return Promise.resolve(new Response(JSON.stringify(ANSWER)));
  });
  await source.load(viewpoint);
  return asked;
}

test("a round comes from the archive, by a link or from a file, and the server proposes a viewpoint", async () => {
  expect(await askedFor(archivedRound("r/1"), null)).toBe("/api/games/r%2F1/replay");
  expect(await askedFor(archivedRound("r1"), "all")).toBe("/api/games/r1/replay?as=all");
  expect(await askedFor(sharedRound("A-b"), null)).toBe("/api/shared/A-b/replay");
  expect(await askedFor(roundOfFile("cambio match 1").atRound!(3), "b")).toBe("/api/replay?as=b&round=3");
  expect(sharedRound("A-b").file).toBeNull();
  expect(sharedRound("secret").key).not.toContain("secret");
});

/** A round whose answers are these, one after the other. */
const sourceOf = (...answers: (Replay | ApiError)[]): ReplaySource => ({
  ...sharedRound("A-b"),
  load: () => {
    const answer = answers.shift();
    return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer!);
  },
});

test("a file that can't be shown is told with the server's line, and a lost link is known as such", async () => {
  addWords({ en: replayEn, es: replayEs });
  const bad = new ReplayPlayer(sourceOf(new ApiError(422, "notation", "line 3: expected a seat")));
  await bad.viewAs(null);
  expect(bad.problem).toContain("line 3: expected a seat");
  expect(bad.isLinkLost).toBe(false);
  const lost = new ReplayPlayer(sourceOf(new ApiError(404, "no_share", "this link is no longer valid")));
  await lost.viewAs(null);
  expect(lost.isLinkLost).toBe(true);
});

test("what the server proposes is not asked for again under its name", async () => {
  const player = new ReplayPlayer(sourceOf({ ...ROUND, viewpoint: "b" }, { ...ROUND, viewpoint: "table" }));
  await player.viewAs(null);
  expect(player.replay?.viewpoint).toBe("b");
  await player.viewAs("table");
  await player.viewAs("b");
  expect(player.replay?.viewpoint).toBe("b");
});

test("who shares a round, and what a link shows", () => {
  const nameOf = (seat: string) => (seat === "b" ? "Ben" : "Ana");
  expect(describeScope("replay.shared", "b", nameOf)).toBe("It shows what Ben knew.");
  expect(describeScope("replay.shared", "all", nameOf)).toBe("It shows all cards.");
  expect(describeScope("replay.share.scope", "table", nameOf)).toBe("Only what everybody saw");
});
