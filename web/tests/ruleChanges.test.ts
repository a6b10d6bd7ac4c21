import { expect, test } from "vitest";
import { addChanges, asWritten, changesOf } from "../src/lib/game/ruleChanges";

const BOOK = {
  "deck.counts": { Qb: 2, Qr: 2, Kb: 2, Kr: 2 },
  "powers.cards": { Qb: "trade", Qr: "trade", Kb: "look", Kr: "none" },
  "powers.trade": "any",
  "powers.looks": 2,
  "powers.look_at": "any",
  "powers.look_swap": "any",
  "snap.penalty": 2,
};
const WRITTEN = { values: BOOK, idle: {} };

test("what is again as the rule book has it is no house rule", () => {
  const changes = addChanges({}, { "snap.penalty": 3 }, WRITTEN, BOOK);
  expect(changes).toEqual({ "snap.penalty": 3 });
  expect(addChanges(changes, { "snap.penalty": 2 }, WRITTEN, BOOK)).toEqual({});
});

test("an entry changes its table as a whole, and that of a rank both colours", () => {
  expect(changesOf("deck.counts.Kr", 0, BOOK)).toEqual({ "deck.counts": { Qb: 2, Qr: 2, Kb: 2, Kr: 0 } });
  expect(changesOf("powers.cards.Q", "spy", BOOK)).toEqual({
    "powers.cards": { Qb: "spy", Qr: "spy", Kb: "look", Kr: "none" },
  });
  expect(changesOf("snap.penalty", 1, BOOK)).toEqual({ "snap.penalty": 1 });
});

test("what the server has said once is what is changed from then on", () => {
  const looked = "look:2/any/looked";
  const sent = { "snap.penalty": 3, "powers.cards": { Qb: looked, Qr: looked, Kb: "look", Kr: "none" } };
  const values = {
    ...BOOK,
    "powers.cards": { Qb: "look", Qr: "look", Kb: "look://any", Kr: "none" },
    "powers.look_swap": "looked",
    "powers.trade": "any",
  };
  expect(asWritten(sent, { values, idle: { "powers.trade": "a card with a blind swap" } }, BOOK)).toEqual({
    "snap.penalty": 3,
    "powers.cards": values["powers.cards"],
    "powers.look_swap": "looked",
  });
});

test("nothing is said about the scope of a power that no card has any more", () => {
  const changes = { "powers.look_swap": "looked" };
  const none = changesOf("powers.cards.Kb", "none", BOOK);
  expect(Object.keys(addChanges(changes, none, WRITTEN, BOOK))).toEqual(["powers.cards"]);
  const gone = changesOf("deck.counts.K", 0, BOOK);
  expect(Object.keys(addChanges(changes, gone, WRITTEN, BOOK))).toEqual(["deck.counts"]);
});
