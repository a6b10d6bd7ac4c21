import { expect, test } from "vitest";
import type { DailyResults, DailyScore } from "../src/lib/protocol";
import "../src/daily/words";
import { resultLine, sayDeed, shareText } from "../src/lib/sentences/dailySentences";
import { sayDay } from "../src/lib/sentences/days";

const SCORE: DailyScore = {
  points: 5,
  score: 5,
  place: 1,
  has_won: true,
  call: "right",
  right_snaps: 2,
  wrong_snaps: 0,
  turns: 7,
  had_stand_in: false,
};
const RESULTS: DailyResults = {
  day: "2026-11-17",
  book: "cambia",
  rules: "cambia",
  is_open: false,
  is_today: true,
  played: 3,
  mine: { table: "t", score: SCORE, round: "r", is_late: false },
  results: [],
  streak: 4,
};

test("a result is a line without any card", () => {
  expect(resultLine(SCORE)).toBe("1st of 4 · 5 points · called right · 2 snaps");
  const plain = { ...SCORE, place: 4, score: -1, call: null, right_snaps: 0, had_stand_in: true };
  expect(resultLine(plain)).toBe("4th of 4 · −1 point · with a stand-in");
});

test("what is shared names the deal, the result, the days in a row and the address", () => {
  expect(shareText(RESULTS, "https://cambio.example")).toBe(
    [
      "Cambio daily · Cambia · 17 Nov 2026",
      "1st of 4 · 5 points · called right · 2 snaps",
      "Streak: 4 days",
      "https://cambio.example/daily/2026-11-17/cambia",
    ].join("\n"),
  );
  const old = { ...RESULTS, is_today: false };
  expect(shareText(old, "")).not.toContain("Streak");
  expect(shareText({ ...RESULTS, mine: null }, "")).toBeNull();
});

test("what others did is said in words", () => {
  const said = (action: string | null) => sayDeed(action, "a", (seat) => ({ b: "Blaise" })[seat] ?? seat);
  expect([null, "draw", "swap a2", "snap b1 #17", "snap a1 b2 #3", "trade", "trade b3"].map(said)).toEqual([
    "waited",
    "drew",
    "swapped own card 2",
    "snapped Blaise’s card 1",
    "snapped own card 1 + Blaise’s card 2",
    "swapped the two",
    "chose Blaise’s card 3 for a swap",
  ]);
});

test("a day is the same day everywhere", () => {
  expect(sayDay("2026-11-17")).toMatch(/^Tuesday,? 17 November 2026$/);
  expect(sayDay("2026-11-17", "short")).toBe("17 Nov");
  expect(sayDay("soon")).toBe("soon");
});
