import { expect, test } from "vitest";
import { sortLegalActions, currentVerb } from "../src/lib/game/legalActions";
import { composePrompt } from "../src/lib/sentences/prompt";
import type { Board, Yours } from "../src/lib/protocol";
import { plainText } from "../src/lib/words.svelte";
import { board, yours } from "./feed";

function prompt(boardHas: Partial<Board>, yoursHas: Partial<Yours> = {}, more: object = {}): string {
  const legal = sortLegalActions(yours(yoursHas));
  return plainText(
    composePrompt({
      board: board(boardHas),
      canSnap: yours(yoursHas).snaps.length > 0,
      legal,
      verb: currentVerb(legal, null),
      isExchanging: false,
      viewpoint: { you: "a", nameOf: (seat) => (seat === "b" ? "Ben" : "Ana"), dealt: 4 },
      discarder: "b",
      isArmed: false,
      isRacing: false,
      hasFirstSnap: false,
      hasPassed: false,
      isCommitTimeOver: false,
      waitingVerb: null,
      rules: { "snap.window": "draw", "deal.memory_cards": 2 },
      ...more,
    }),
  );
}

test("your turn names what the rules allow", () => {
  expect(prompt({ top: "4h" }, { legal: ["draw", "take"] })).toBe("Your turn – draw, or take the 4♥");
  expect(prompt({ top: "4h" }, { legal: ["draw"] })).toBe("Your turn – draw a card");
});

test("a taken card that must be swapped is not offered to be thrown", () => {
  expect(prompt({ phase: "holding" }, { legal: ["swap a1"] })).toBe("Swap it for one of your cards");
  expect(prompt({ phase: "holding" }, { legal: ["swap a1", "throw"] })).toContain("or throw it");
});

const SCOPES = { "powers.trade": "any", "powers.looks": 2, "powers.look_at": "any", "powers.look_swap": "any" };
const POWERS = {
  ...SCOPES,
  "powers.cards": { Jb: "trade", Jr: "trade:own_other", Qb: "look:1/other/own", Kb: "look" },
};

test("a blind swap says which cards this card's power exchanges", () => {
  const legal = { legal: ["trade a1", "skip"] };
  const swap = (power_card: string, picked: string | null, rules: object = POWERS): string =>
    prompt({ phase: "power", power: "trade", power_card, picked }, legal, { rules });
  expect([swap("Js", null), swap("Js", "a1")]).toEqual([
    "Blind swap: choose the first card",
    "Blind swap: now the second card",
  ]);
  expect([swap("Jh", null), swap("Jh", "a1")]).toEqual([
    "Blind swap: choose one of your cards",
    "Blind swap: now somebody else’s card",
  ]);
  const owners = { ...POWERS, "powers.trade": "owners" };
  expect([swap("Js", null, owners), swap("Js", "b1", owners)]).toEqual([
    "Blind swap: choose the first card",
    "Blind swap: now a card of another hand",
  ]);
});

test("a look says whose cards this card's power looks at", () => {
  const look = (power_card: string, looked: string[] = [], rules: object = POWERS): string =>
    prompt({ phase: "power", power: "look", power_card, looked }, { legal: ["look a1", "skip"] }, { rules });
  expect(look("Ks")).toBe("Look: choose a card");
  expect(look("Qs")).toBe("Look: choose somebody else’s card");
  const one = { ...POWERS, "powers.look_at": "own_other" };
  expect([look("Ks", [], one), look("Ks", ["a1"], one), look("Ks", ["b1"], one)]).toEqual([
    "Look at one of yours and one of somebody else’s",
    "Now look at somebody else’s card, or decide",
    "Now look at one of yours, or decide",
  ]);
});

test("one stepper covers every variant of look and swap", () => {
  const look = { phase: "power", power: "look", power_card: "Ks" } as const;
  expect(prompt(look, { legal: ["look a1", "look b1", "skip"] })).toBe("Look: choose a card");
  expect(prompt({ ...look, looked: ["b1"] }, { legal: ["look a1", "skip"] })).toBe("Look at another card, or decide");
  expect(prompt({ ...look, looked: ["b1", "a1"] }, { legal: ["trade", "skip"] })).toBe("Swap these two, or keep them");
  const seen = { ...look, power_card: "Qs", looked: ["b1"] };
  expect(prompt(seen, { legal: ["trade a1", "trade a2", "skip"] }, { rules: POWERS })).toBe(
    "Swap it with one of yours, or keep your cards",
  );
  expect(prompt({ ...look, looked: ["b1"] }, { legal: ["trade a1", "trade b2", "skip"] })).toBe(
    "Swap: choose the first card",
  );
});

test("a debt is told before everything else", () => {
  const debts = [{ giver: "a", gap: "b2" }];
  expect(prompt({ phase: "holding", debts }, { legal: ["give a1", "swap a1", "throw"] })).toBe("Give Ben one of yours");
});

test("an open window says whose card it is", () => {
  expect(prompt({ window: 3, top: "6d", turn: "b" }, { snaps: ["a1"] })).toBe("Ben threw 6♦ – you can snap");
  expect(prompt({ window: 3, top: "6d", turn: "b" }, { snaps: ["a1"] }, { isArmed: true })).toBe(
    "Which card matches 6♦?",
  );
});

test("while others decide, it says who and what", () => {
  expect(prompt({ turn: "b", waits_for: ["b"] })).toBe("Ben is about to draw");
  expect(prompt({ phase: "power", power: "spy", turn: "b", waits_for: ["b"] })).toBe("Ben uses a power: spy");
});

test("a window that is open beyond the time to commit says how long, and one that was passed on nothing", () => {
  const tell = (more: object): string =>
    prompt({ window: 3, top: "4h", turn: "b", waits_for: ["b"] }, { snaps: ["a1"] }, more);
  expect(tell({})).toBe("Ben threw 4♥ – you can snap");
  expect(tell({ isCommitTimeOver: true })).toBe("You can still snap on 4♥, until the next draw");
  expect(tell({ isCommitTimeOver: true, rules: { "snap.window": "discard" } })).toContain("until the next discard");
  expect(tell({ hasPassed: true })).toBe("Ben is about to draw");
});

test("what waits for the snaps is told as what is to come", () => {
  expect(prompt({}, { legal: ["draw"] }, { waitingVerb: "draw" })).toBe("You draw as soon as the snaps are over");
  expect(prompt({}, { legal: ["draw"] }, { waitingVerb: "swap" })).toBe("This counts as soon as the snaps are over");
});

test("whoever is given a card is told so", () => {
  const debts = [{ giver: "b", gap: "a1" }];
  expect(prompt({ debts, waits_for: ["b"] })).toBe("Ben gives you a card");
  expect(prompt({ debts: [{ giver: "b", gap: "c1" }], waits_for: ["b"] })).toBe("Ben gives a card");
});

test("where cards may be chosen to look at, it says how many", () => {
  const legal = ["peek a1", "peek a2", "peek a3", "peek a4", "ready"];
  expect(prompt({ phase: "memory" }, { legal })).toBe("Choose 2 cards to look at, then press Ready");
  expect(prompt({ phase: "memory" }, { legal: ["peek a3", "peek a4", "ready"] })).toContain("Hold a marked card");
});
