import { describe, expect, test } from "vitest";
import type { RoundScore } from "../src/lib/protocol";
import { describeAim, formatPoints, standings } from "../src/lib/game/tally";

const round = (scores: Record<string, number>, caller: string | null = null, winners: string[] = []): RoundScore => ({
  scores,
  dealer: "a",
  winners,
  caller,
  knocked: false,
});

const totals: Record<string, number> = { a: 30, b: 12, c: 12 };
const tallyOf = (seat: string): number => totals[seat]!;

describe("standings", () => {
  test("the fewest points come first, and equals in the order of their seats", () => {
    const rounds = [round({ a: 30, b: 12, c: 12 })];
    expect(standings(["c", "a", "b"], rounds, tallyOf).map(({ seat }) => seat)).toEqual(["b", "c", "a"]);
  });

  test("after one round the total says it all", () => {
    expect(standings(["a"], [round({ a: 30 })], tallyOf)[0]!.gained).toBeNull();
  });

  test("later they tell what the last round brought, who called and who won", () => {
    const rounds = [round({ a: 32, b: 4, c: 2 }, "a"), round({ a: -2, b: 8, c: 10 }, "b", ["a"])];
    const told = standings(["a", "b", "c"], rounds, tallyOf);
    expect(told.map(({ seat, gained }) => [seat, gained])).toEqual([
      ["b", 8],
      ["c", 10],
      ["a", -2],
    ]);
    expect(told.filter(({ isCaller }) => isCaller).map(({ seat }) => seat)).toEqual(["b"]);
    expect(told.filter(({ hasWon }) => hasWon).map(({ seat }) => seat)).toEqual(["a"]);
  });

  test("somebody who sat out has gained nothing", () => {
    expect(standings(["a"], [round({ a: 30 }), round({ b: 8 })], tallyOf)[0]!.gained).toBeNull();
  });
});

test("points below zero have a true minus sign", () => {
  expect([formatPoints(-2), formatPoints(0), formatPoints(7)]).toEqual(["−2", "0", "7"]);
});

test("the aim names the target and the rounds that are planned", () => {
  expect(describeAim({ "match.target": 100, "match.rounds": 1 })).toBe("lowest wins · to 100 points");
  expect(describeAim({ "match.target": 0, "match.rounds": 5 })).toBe("lowest wins · 5 rounds");
});
