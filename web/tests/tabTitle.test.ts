import { expect, test } from "vitest";
import { tabTitle } from "../src/lib/sentences/tabTitle";
import { TableState } from "../src/lib/state/tableState.svelte";
import { welcome } from "./feed";

type Changes = Parameters<typeof welcome>[0];

function title(changes: Changes): string {
  const state = new TableState("t");
  state.receive(welcome(changes));
  const { table, board, you, isYourTurn } = state;
  return tabTitle({ table: table!, board, you, isYourTurn });
}

test("the title begins with whose turn it is", () => {
  expect(title({ board: { turn: "a", waits_for: ["a"] } })).toBe("Your turn · Your table · Cambio");
  expect(title({ you: "b", board: { turn: "b", waits_for: ["b"] } })).toBe("Your turn · Ana’s table · Cambio");
  expect(title({ board: { turn: "b", waits_for: ["b"] } })).toBe("Ben’s turn · Your table · Cambio");
  expect(title({ board: { turn: "b", waits_for: [] } })).toBe("Ben’s turn · Your table · Cambio");
});

test("whoever has to give a card is waited for, whosever turn it is", () => {
  expect(title({ board: { turn: "a", waits_for: ["b"] } })).toBe("Ben’s turn · Your table · Cambio");
});

test("before the match and after it, it is nobody’s turn", () => {
  expect(title({ table: { stage: "lobby" } })).toBe("All seats are taken · Your table · Cambio");
  const free = { seat: "b", name: "", level: null, is_taken: false, is_away: false, has_stand_in: false };
  expect(title({ table: { stage: "lobby", seats: [{ ...free, seat: "a", is_taken: true }, free] } })).toBe(
    "Waiting for players · Your table · Cambio",
  );
  const over = { phase: "over", turn: "a", waits_for: ["a"] } as const;
  expect(title({ table: { stage: "over" }, board: { ...over, waits_for: ["a"] } })).toBe("Your table · Cambio");
});

test("while cards are looked at, only those who look are called", () => {
  expect(title({ board: { phase: "memory", turn: "a", waits_for: ["a", "b"] } })).toBe(
    "Your turn · Your table · Cambio",
  );
  expect(title({ board: { phase: "memory", turn: "a", waits_for: ["b"] } })).toBe("Your table · Cambio");
});

test("a spectator’s turn never comes, and a table without a host has its rules for a name", () => {
  expect(title({ you: "rail", table: { host: null }, board: { turn: "a", waits_for: ["a"] } })).toBe(
    "Ana’s turn · Cambia · Cambio",
  );
});
