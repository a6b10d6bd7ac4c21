import { expect, test } from "vitest";
import "../src/games/words";
import type { MatchInfo } from "../src/lib/protocol";
import { describeMinutes, describePlay, describeResult, hasFile, hasWon } from "../src/lib/sentences/playedMatches";

const seat = (seat: string, name: string, has_won = false) => ({ seat, name, is_bot: false, tally: 3, has_won });

const match = (changes: Partial<MatchInfo> = {}): MatchInfo => ({
  id: "m",
  table: "t",
  you: "b",
  rules: "cambia",
  book: "cambia",
  is_over: true,
  rounds: 2,
  began: 0,
  at: Date.UTC(2026, 10, 17, 12),
  minutes: 12,
  players: [seat("a", "Ana"), seat("b", "Ben")],
  archived: [
    { number: 1, id: "r1" },
    { number: 2, id: "r2" },
  ],
  ...changes,
});

test("a match says who has won, and that it is not over", () => {
  expect(describeResult(match({ players: [seat("a", "Ana"), seat("b", "Ben", true)] }))).toBe("You won");
  expect(describeResult(match({ players: [seat("a", "Ana", true), seat("b", "Ben")] }))).toBe("Ana won");
  expect(describeResult(match({ players: [seat("a", "Ana", true), seat("b", "Ben", true)] }))).toBe(
    "You shared the win",
  );
  expect(describeResult(match({ you: "c", players: [seat("a", "Ana", true), seat("b", "Ben", true)] }))).toBe(
    "Ana and Ben shared the win",
  );
  expect(describeResult(match({ is_over: false }))).toBe("Still being played");
  expect(hasWon(match({ players: [seat("a", "Ana", true), seat("b", "Ben")] }))).toBe(false);
});

test("a match says when it was played and for how long, as far as that is known", () => {
  expect(describePlay(match())).toMatch(/^17 Nov 2026, .* · 2 rounds · 12 min$/);
  expect(describePlay(match({ minutes: null, rounds: 1 }))).toMatch(/ · 1 round$/);
  expect(describePlay(match({ rounds: 0 }))).toMatch(/ · no round over yet$/);
  expect([0, 59, 60, 125].map(describeMinutes)).toEqual(["less than a minute", "59 min", "1 h 0 min", "2 h 5 min"]);
});

test("there is a file of a match that is kept whole, and of no other", () => {
  expect(hasFile(match())).toBe(true);
  expect(hasFile(match({ archived: [{ number: 2, id: "r2" }] }))).toBe(false);
  expect(hasFile(match({ rounds: 3 }))).toBe(false);
  expect(hasFile(match({ rounds: 0, archived: [] }))).toBe(false);
});
