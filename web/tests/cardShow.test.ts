import { expect, test } from "vitest";
import { CardShow } from "../src/lib/state/cardShow.svelte";
import { board, told } from "./feed";

const scores = { a: 3, b: 9 };
const rounds = [{ scores, dealer: "b", winners: ["a"], caller: null, knocked: false }];
const over = board({ phase: "over", hands: { a: "?", b: "?" }, shown: { a1: "3c", b1: "9c" } });
const values = { "deck.values": { "3": 3, "9": 9 } };
const table = told({ table: { stage: "over", tally: scores, rounds } }).table;

test("cards are up as far as the show has come, and scores are told after the last one", () => {
  const show = new CardShow({ board: over, table, rules: { values } });
  expect([show.faceAt("a1"), show.faceAt("b1")]).toEqual([null, null]);
  expect([show.rounds, show.tallyOf("b"), show.countOf("b")]).toEqual([[], 0, 0]);
  show.shownCount = 1;
  expect([show.faceAt("a1"), show.faceAt("b1")]).toEqual(["3c", null]);
  expect([show.countOf("a"), show.isComplete]).toEqual([3, false]);
  show.showAll();
  expect([show.isComplete, show.rounds, show.tallyOf("b"), show.countOf("b")]).toEqual([true, rounds, 9, 9]);
  show.restart();
  expect(show.isComplete).toBe(false);
});

test("during play nothing is part of the show", () => {
  const show = new CardShow({ board: board(), table, rules: { values } });
  expect([show.faceAt("a1"), show.countOf("a"), show.isComplete]).toEqual([undefined, null, false]);
  expect(show.rounds).toEqual(rounds);
});

test("a card that lies face up is up during play, and the show does not turn it down again", () => {
  const state = { board: board({ hands: { a: "?", b: "?" }, shown: { a1: "3c" } }), table, rules: { values } };
  const show = new CardShow(state);
  show.update(state.board);
  expect([show.faceAt("a1"), show.faceAt("b1"), show.order]).toEqual(["3c", undefined, []]);
  const shown = new CardShow({ ...state, board: over });
  shown.update(state.board);
  shown.update(over);
  expect([shown.faceAt("a1"), shown.faceAt("b1")]).toEqual(["3c", null]);
});
