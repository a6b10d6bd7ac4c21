import { expect, test } from "vitest";
import "../src/games/words";
import type { Statistics } from "../src/lib/protocol";
import { plotPoints } from "../src/lib/screen/pointsPlot";
import { describeRivals, listFigures } from "../src/lib/sentences/playStatistics";

const NOTHING = {
  rounds: 0,
  wins: 0,
  right_calls: 0,
  wrong_calls: 0,
  right_snaps: 0,
  wrong_snaps: 0,
  late_snaps: 0,
};
const told = (changes: Partial<Statistics> = {}): Statistics => ({
  results: [],
  streak: 0,
  longest_streak: 0,
  rounds: NOTHING,
  reaction: null,
  reactions: 0,
  points: [],
  ...changes,
});
const result = (matches: number, wins: number, rival: string | null = null, has_bots = true) => ({
  book: "camp",
  has_bots,
  rival,
  matches,
  wins,
});
const span = (points: number) => ({ first: 0, last: 1, rounds: 1, points });

test("figures that there is nothing to tell about are left out", () => {
  expect(listFigures(told())).toEqual([]);
  expect(listFigures(told({ reaction: 412, reactions: 3 }))).toEqual([
    { name: "Reaction", value: "412 ms", more: "median of 3 races" },
  ]);
});

test("figures are shares, with what they are shares of", () => {
  const figures = listFigures(
    told({
      results: [result(3, 1), result(1, 1, "expert")],
      streak: 1,
      longest_streak: 2,
      rounds: { ...NOTHING, right_calls: 3, wrong_calls: 1, right_snaps: 1, wrong_snaps: 1, late_snaps: 1 },
    }),
  );
  expect(figures.map(({ value, more }) => `${value}: ${more}`)).toEqual([
    "50 %: 2 of 4",
    "1: 2 at most",
    "75 %: 3 right, 1 wrong",
    "33 %: 1 right, 1 wrong, 1 late",
  ]);
});

test("rivals are people, bots of a level, or bots of none that is known", () => {
  const rivals = [result(1, 1, null, false), result(1, 1, "expert"), result(1, 1)].map(describeRivals);
  expect(rivals).toEqual(["People", "Expert", "Bots"]);
});

test("a line goes from left to right, and high points lie high", () => {
  expect(plotPoints([span(3)], 100, 50)).toBeNull();
  expect(plotPoints([span(0), span(10), span(5)], 100, 50)).toEqual({
    line: "0.0,50.0 50.0,0.0 100.0,25.0",
    low: 0,
    high: 10,
    zero: null,
  });
  expect(plotPoints([span(-5), span(5)], 100, 50)?.zero).toBe(25);
  expect(plotPoints([span(4), span(4)], 100, 50)).toMatchObject({ line: "0.0,50.0 100.0,50.0", low: 4, high: 5 });
});
