import { expect, test } from "vitest";
import {
  callLines,
  cardPoints,
  exchangeLines,
  powerLines,
  snapLines,
  takeLines,
} from "../src/lib/sentences/cheatSheet";
import { en } from "../src/lib/words/en";

const VALUES = {
  "deck.jokers": 2,
  "deck.values": { Ab: 1, Ar: 1, Kb: 13, Kr: -1, Xb: 0, Xr: 0 },
  "powers.cards": { Ab: "none", Ar: "none", Kb: "look", Kr: "none", Xb: "none", Xr: "none" },
  "powers.looks": 2,
  "powers.look_at": "own_other",
  "powers.look_swap": "looked",
  "turn.take": "swap",
  "snap.who": "any",
  "snap.match": "rank",
  "snap.give": "must",
  "snap.penalty": 2,
  "call.when": "start",
  "call.last_turns": true,
  "call.wrong_points": 20,
  "score.caller_tie": "loses",
};

test("colours are told apart where they count or do different things", () => {
  expect(cardPoints(VALUES).map(({ name, points }) => [name, points])).toEqual([
    ["A", 1],
    ["K♠♣", 13],
    ["K♥♦", -1],
    ["★ joker", 0],
  ]);
  expect(cardPoints({ ...VALUES, "deck.jokers": 0 }).map(({ name }) => name)).not.toContain("★ joker");
});

test("each power is one line, with the cards that have it", () => {
  expect(powerLines(VALUES)).toEqual([
    {
      power: "look",
      cards: ["K♠♣"],
      text: "Look at one of yours and one of somebody else’s, then swap the two if you like.",
    },
  ]);
});

test("cards that reach otherwise than others with their power have a line of their own", () => {
  const values = {
    ...VALUES,
    "deck.counts": { "2b": 0, "2r": 0, "Jb": 0, "Jr": 2 },
    "deck.values": { "2b": 2, "2r": 2, "Jb": 11, "Jr": 11, "Qb": 12, "Qr": 12, "Kb": 13, "Kr": 13 },
    "powers.cards": {
      "2b": "peek",
      "2r": "peek",
      "Jb": "trade",
      "Jr": "trade:own_other",
      "Qb": "look",
      "Qr": "look:1/other/own",
      "Kb": "look",
      "Kr": "look",
    },
  };
  expect(cardPoints(values).map(({ name }) => name)).toEqual(["J♥♦", "Q♠♣", "Q♥♦", "K"]);
  expect(powerLines(values).map(({ cards, text }) => [cards.join(" "), text])).toEqual([
    ["J♥♦", "Blind swap: one of yours for somebody else’s, unseen."],
    ["Q♠♣ K", "Look at one of yours and one of somebody else’s, then swap the two if you like."],
    ["Q♥♦", "Look at somebody else’s card, then swap it for one of yours if you like."],
  ]);
});

test("snaps and the call tell what they cost here", () => {
  expect(snapLines(VALUES).at(-1)).toBe("Wrong: 2 penalty cards.");
  expect(snapLines({ ...VALUES, "snap.who": "off" })).toEqual(["Nobody snaps by these rules."]);
  expect(callLines(VALUES)).toEqual([
    "Instead of drawing.",
    "Others get one last turn.",
    "Wrong call: +20.",
    "You lose ties.",
  ]);
  expect(takeLines({ ...VALUES, "turn.take": "no" })).toEqual(["You can’t take its top card."]);
});

test("two cards at once, an empty hand and ties are told where the rules have them", () => {
  expect(snapLines({ ...VALUES, "snap.cards": 2 })).toContain("Two at once if both match.");
  expect(snapLines({ ...VALUES, "snap.discarder": false })).toContain("Not by whoever discarded.");
  expect(callLines({ ...VALUES, "turn.empty_hand": "call", "score.tie": "most_cards" })).toEqual([
    "Instead of drawing.",
    "Running out of cards counts as a call.",
    "Others get one last turn.",
    "Wrong call: +20.",
    "You lose ties.",
    "Ties: the most cards win.",
  ]);
  expect(callLines({ ...VALUES, "turn.empty_hand": "play", "score.tie": "share" })).toEqual(callLines(VALUES));
});

test("swaps of several cards, cards face up and special scores are told where the rules have them", () => {
  expect(exchangeLines(VALUES)).toEqual([]);
  const values = { ...VALUES, "turn.exchange": "equal", "turn.mismatch": "face_up", "turn.mismatch_penalty": 1 };
  expect(exchangeLines(values)).toEqual([
    "You may swap several cards of the same rank for one.",
    "If they differ, they lie face up, and you keep the new card, too.",
    "Then you also get 1 penalty card.",
  ]);
  expect(exchangeLines({ ...values, "turn.mismatch_from": 3 }).at(-1)).toBe(
    "From 3 cards on you also get 1 penalty card.",
  );
  expect(takeLines({ ...VALUES, "turn.taken_face_up": true }).at(-1)).toBe(
    "A card that you took lies face up for everybody.",
  );
  const scores = callLines({ ...VALUES, "score.winner_zero": true, "score.kamikaze": 50 });
  expect(scores).toContain("Whoever wins the round scores 0.");
  expect(scores.at(-1)).toBe("Exactly two queens and two kings win: 0 for you, 50 for everybody else.");
});

test("there are words for every choice of the rules", () => {
  const choices = {
    "cheat.mismatch": ["discard", "keep", "face_up"],
    "cheat.trade": ["any", "own_other", "owners"],
    "cheat.look.1": ["any", "own_other", "other"],
    "cheat.look.2": ["any", "own_other", "other"],
    "cheat.swap": ["any", "looked", "own"],
    "cheat.take": ["swap", "free", "no"],
    "cheat.snap.own": ["rank", "value"],
    "cheat.snap.any": ["rank", "value"],
    "cheat.give": ["must", "may", "no"],
    "cheat.call": ["start", "end"],
    "cheat.empty": ["call"],
    "cheat.tie": ["most_cards", "fewest_cards"],
  };
  const keys = Object.entries(choices).flatMap(([prefix, values]) => values.map((value) => `${prefix}.${value}`));
  expect(keys.filter((key) => !(key in en))).toEqual([]);
});
