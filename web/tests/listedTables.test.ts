import { expect, test } from "vitest";
import type { MyTable } from "../src/lib/server/api";
import { describeAge, describeCompany, describeStatus, describeWinners } from "../src/lib/sentences/listedTables";

const table = (changes: Partial<MyTable> = {}): MyTable => ({
  table: "t",
  you: "b",
  ago: 0,
  stage: "playing",
  rules: "cambia",
  host: "Ana",
  seats: 3,
  players: [
    { seat: "a", name: "Ana" },
    { seat: "b", name: "Ben" },
    { seat: "c", name: "Cleo", level: "casual" },
  ],
  round: 2,
  waits_for: [],
  winners: [],
  is_played_on: false,
  ...changes,
});

test("a list names everybody else at the table", () => {
  expect(describeCompany(table())).toBe("with Ana and Cleo");
  expect(describeCompany(table({ players: [{ seat: "b", name: "Ben" }] }))).toBe("");
});

test("a list says whom a table waits for", () => {
  expect(describeStatus(table({ waits_for: ["a", "b"] }))).toBe("Your turn");
  expect(describeStatus(table({ waits_for: ["c"] }))).toBe("Cleo’s turn");
  expect(describeStatus(table({ waits_for: ["a", "c"] }))).toBe("Waiting for Ana and Cleo");
  expect(describeStatus(table())).toBe("");
  expect(describeStatus(table({ stage: "scores" }))).toBe("Round 2 is over");
  expect(describeStatus(table({ stage: "lobby", seats: 4 }))).toBe("Waiting for players: 3 of 4 seats taken");
});

test("a list says who has won", () => {
  expect(describeWinners(table({ winners: ["b"] }))).toBe("You won");
  expect(describeWinners(table({ winners: ["c"] }))).toBe("Cleo won");
  expect(describeWinners(table({ winners: ["a", "b"] }))).toBe("You shared the win");
  expect(describeWinners(table({ winners: ["a", "c"] }))).toBe("Ana and Cleo shared the win");
});

test("an age is told in the largest unit that fits", () => {
  const hour = 3_600_000;
  expect(describeAge(59_000)).toBe("just now");
  expect(describeAge(90_000)).toMatch(/^1 min\.? ago$/);
  expect(describeAge(5 * hour)).toMatch(/^5 hr\.? ago$|^5 h ago$/);
  expect(describeAge(30 * hour)).toBe("yesterday");
});
