import { readFileSync, readdirSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { summarizeRules } from "../src/lib/sentences/presetSummary";
import { rulesInShort, rulesName, rulesWithoutLength } from "../src/lib/sentences/ruleNames";
import { optionName, optionValue, packName } from "../src/lib/sentences/ruleNames";
import { choicesOf, formSections } from "../src/lib/game/ruleForm";
import type { Values } from "../src/lib/game/ruleValues";
import { loadLanguage } from "../src/lib/words.svelte";
import { makingEn } from "../src/lib/words/makingEn";
import "../src/lobby/makingWords";

afterEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

const SCHEMA = {
  properties: {
    snap: {
      title: "Snapping",
      properties: {
        who: { type: "string", enum: ["off", "own", "any"], description: "Whose cards may be snapped." },
        penalty: { type: "integer", minimum: 0, maximum: 10 },
        shown: { type: "boolean" },
      },
    },
    call: {
      title: "Calling",
      properties: { limit: { anyOf: [{ type: "null" }, { type: "integer", minimum: -20, maximum: 200 }] } },
    },
    deck: {
      title: "The deck",
      properties: {
        counts: { type: "object", additionalProperties: { type: "integer", minimum: 0, maximum: 8 } },
        values: { type: "object", additionalProperties: { type: "integer", minimum: -100, maximum: 100 } },
      },
    },
    powers: {
      title: "Powers",
      properties: {
        cards: {
          type: "object",
          additionalProperties: {
            type: "string",
            anyOf: [{ enum: ["none", "trade", "look"] }, { pattern: "^trade:(any|owners)?$" }],
          },
        },
        looks: { type: "integer", minimum: 1, maximum: 2 },
      },
    },
  },
};

test("every option becomes a row of its kind", () => {
  const rows = formSections(SCHEMA, 8).flatMap((section) => section.rows);
  expect(rows.map((row) => [row.name, row.kind])).toEqual([
    ["snap.who", "choice"],
    ["snap.penalty", "number"],
    ["snap.shown", "yes"],
    ["call.limit", "number"],
    ["deck.counts", "counts"],
    ["deck.values", "points"],
    ["powers.cards", "powers"],
    ["powers.looks", "number"],
  ]);
  expect(rows[6]).toMatchObject({ choices: ["none", "trade", "look"] });
  expect([rows[0]!, rows[7]!, rows[2]!].map(choicesOf)).toEqual([["off", "own", "any"], ["1", "2"], []]);
  expect(rows[3]).toMatchObject({ mayBeNone: true, least: -20, most: 200 });
});

const answersOf = (values: Values) =>
  Object.fromEntries(summarizeRules(values).map(({ question, answer }) => [question, answer]));

test("a few answers tell rule books apart", () => {
  const answers = answersOf({
    "snap.who": "any",
    "snap.penalty": 2,
    "turn.take": "no",
    "deck.counts": { "2b": 0, "2r": 0 },
    "powers.cards": { "2b": "look", "2r": "look", "Qb": "trade", "Qr": "none", "Kb": "look:1/other", "Kr": "none" },
    "score.caller_tie": "wins",
    "call.lock": true,
    "call.limit": 5,
    "match.rounds": 1,
  });
  expect(answers).toEqual({
    "Snap": "any card",
    "Wrong snap": "2 cards",
    "Taking the discard": "not allowed",
    "Cards with a power": "Q, K",
    "Look and swap": "black K",
    "To call": "5 points at most",
    "Wrong call": "costs nothing",
    "A caller’s tie": "is won",
    "Caller’s cards": "locked",
    "Length": "one round",
  });
});

test("a book without snaps tells what else it plays", () => {
  const cabo = answersOf({
    "snap.who": "off",
    "turn.take": "swap",
    "turn.taken_face_up": true,
    "turn.exchange": "equal",
    "powers.cards": { "6b": "none", "7b": "peek", "8b": "peek", "9b": "spy", "Jb": "trade" },
    "call.wrong_points": 10,
    "match.rounds": 0,
    "match.target": 101,
  });
  expect(cabo).toMatchObject({
    "Snap": "never",
    "Taking the discard": "must swap it in, face up",
    "Swapping equal cards": "several at once",
    "Cards with a power": "7–J",
    "Wrong call": "10 points more",
    "Length": "to 101 points",
  });
  expect(cabo).not.toHaveProperty("Wrong snap");
  const golf = answersOf({ "snap.who": "off", "turn.take": "swap", "powers.cards": { Kb: "none" }, "match.rounds": 9 });
  expect(golf).toMatchObject({
    "Taking the discard": "must swap it in",
    "Cards with a power": "none",
    "Length": "9 rounds",
  });
  expect(golf).not.toHaveProperty("Look and swap");
});

test("no more sit at a table than the server has chairs for", () => {
  const schema = { properties: { deal: { properties: { max_seats: { type: "integer", minimum: 2, maximum: 26 } } } } };
  expect(formSections(schema, 8)[0]?.rows[0]).toMatchObject({ name: "deal.max_seats", most: 8 });
});

test("every option and its choices have words of their own", () => {
  const folder = new URL("../../src/cambio/house_rules/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".py"));
  const source = files.map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n");
  const options = [
    ...(source.match(/^ {4}(?:Count|Flag|Choice|CardTable|Word)\([^]*?^ {4}\)|^ {4}Count\(.*\),$/gm) ?? []),
    // Those that a card may say for itself have names of their own.
    ...(source.match(/(?<=^[A-Z_]+ = )(?:Count|Choice)\([^]*?^\)/gm) ?? []),
  ];
  expect(options.length).toBeGreaterThan(40);
  for (const option of options) {
    const name = /"(\w+\.\w+)"/.exec(option)![1]!;
    expect(Object.keys(makingEn)).toContain(`rule.${name}`);
    if (!option.trimStart().startsWith("Choice")) continue;
    for (const [, choice] of option.matchAll(/[{ ]"(\w+)":/g))
      expect(Object.keys(makingEn)).toContain(`rule.${name}.${choice}`);
  }
});

test("tables of cards are told in words, with the scopes that are a card's own", () => {
  expect(optionValue("deck.values", "Kb=13 Kr=-1 X=0")).toBe("K♠♣: 13, K♥♦: −1, ★: 0");
  expect(optionValue("powers.cards", "Q=look Kb=look://any Kr=none")).toBe(
    "Q: look and swap, K♠♣: look and swap (any two cards), K♥♦: nothing",
  );
  expect(optionValue("powers.cards", "J=trade:owners Q=look:1/other/own")).toBe(
    "J: blind swap (two players’ cards), Q: look and swap (1 look, others’ cards, the one seen with yours)",
  );
  expect(packName({ "deck.counts": { "2b": 0, "2r": 1, "3b": 2 }, "deck.jokers": 1 })).toBe("3 cards, 1 joker");
  expect(packName({ "deck.counts": { "2b": 1 }, "deck.jokers": 0 })).toBe("1 card");
});

test("rules are named as people name them, in their language", async () => {
  expect(optionName("deal.max_seats")).toBe("Most players");
  expect(optionName("deal.brand_new")).toBe("Brand new");
  expect([optionValue("snap.give", "may"), optionValue("call.lock", "yes"), optionValue("snap.penalty", "3")]).toEqual([
    "if you like",
    "yes",
    "3",
  ]);
  expect(["stick", "stick deck.decks=2", "stick deck.decks=2 snap.penalty=3"].map(rulesName)).toEqual([
    "Stick",
    "Stick · 2 packs",
    "Stick · 2 packs · 1 house rule",
  ]);
  expect(["cambia match.rounds=3 snap.penalty=3", "camp match.rounds=1 match.target=0"].map(rulesName)).toEqual([
    "Cambia · 3 rounds · 1 house rule",
    "Camp · one round",
  ]);
  expect(rulesWithoutLength("cambia match.rounds=0 match.target=50 snap.penalty=3")).toBe("Cambia · 1 house rule");
  expect(["cambia match.rounds=3", "stick deck.decks=2 snap.penalty=3"].map(rulesInShort)).toEqual([
    "Cambia",
    "Stick +1",
  ]);
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("es");
  expect([optionName("deal.max_seats"), optionValue("snap.give", "may")]).toEqual([
    "Máximo de jugadores",
    "si quieres",
  ]);
});
