import { expect, test } from "vitest";
import { chairsFor, nearSeat, othersAround } from "../src/lib/game/seatLayout";
import { lastTurns, showOrder } from "../src/lib/game/turnOrder";
import { board } from "./feed";

const hands = { a: "??", b: "?-", c: "??" };
const shown = { a1: "2c", a2: "3c", b1: "4c", c1: "5c", c2: "6c" };

test("cards are shown clockwise, the caller's last", () => {
  expect(showOrder(board({ hands, shown, caller: "b" }))).toEqual(["c1", "c2", "a1", "a2", "b1"]);
  expect(showOrder(board({ hands, shown }))).toEqual(["a1", "a2", "b1", "c1", "c2"]);
});

test("the ribbon tells who has played and who is to play", () => {
  expect(lastTurns(board({ hands, caller: "b", turn: "a" }))).toEqual([
    { seat: "c", state: "done" },
    { seat: "a", state: "now" },
  ]);
  expect(lastTurns(board({ hands, caller: "b", turn: null })).every(({ state }) => state === "done")).toBe(true);
  expect(lastTurns(board({ hands }))).toEqual([]);
});

test("the seat after yours is at your left, and spectators sit behind the first", () => {
  expect(othersAround(["a", "b", "c", "d"], "c")).toEqual(["d", "a", "b"]);
  expect(nearSeat(["a", "b"], "rail")).toBe("a");
  for (let others = 1; others <= 7; others++) expect(chairsFor(others)).toHaveLength(others);
});
