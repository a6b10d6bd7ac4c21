import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { explainMatch, explainRound, listSeats, sayOf } from "../src/lib/sentences/resultSentences";
import type { Ending } from "../src/lib/protocol";
import { loadLanguage } from "../src/lib/words.svelte";
import { en } from "./catalogues";
import { told } from "./feed";

const NAMES: Record<string, string> = { a: "Ana", b: "Ben", c: "Eva" };
const nameOf = (seat: string): string => NAMES[seat]!;
/** Somebody who watches, and the player at seat a. */
const rail = { you: "rail", nameOf };
const ana = { you: "a", nameOf };

/** An ending by its points; everybody has four cards, and scores what the hand counts. */
function ending(points: Record<string, number>, winners: string[], changes: Partial<Ending> = {}): Ending {
  const cards = Object.fromEntries(Object.keys(points).map((seat) => [seat, 4]));
  return {
    reason: "called",
    winners,
    points,
    scores: points,
    cards,
    caller: "a",
    verdict: "right",
    out: [],
    kamikaze: [],
    ...changes,
  };
}

beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("es");
});
afterEach(async () => {
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

describe("what a call came to, in Spanish", () => {
  test("a caller who was put out", () => {
    const out = ending({ a: 9, b: 12, c: 14 }, ["b"], { verdict: "out", out: ["a"] });
    expect(explainRound(out, {}, rail)).toBe(
      "Ana cantó, pero quedó fuera. Gana Ben con 12, la suma más baja de quienes siguen en la ronda.",
    );
    const wrong = { ...out, points: { a: 19, b: 12, c: 14 }, scores: { a: 39, b: 12, c: 14 } };
    expect(explainRound(wrong, {}, ana)).toBe(
      "Cantaste, pero quedaste fuera. Gana Ben con 12, la suma más baja. Cantaste mal: 39 puntos en vez de 19.",
    );
  });

  test("the last seat left, whose call is not judged", () => {
    const last = ending({ a: 46, b: 20 }, ["a"], { reason: "last", verdict: null, out: ["b"] });
    expect(explainRound(last, { "call.limit": 10 }, rail)).toBe("Los demás quedaron fuera: gana Ana.");
  });

  test("the most cards win a caller’s tie", () => {
    const rules = { "score.caller_tie": "most_cards", "score.tie": "fewest_cards" };
    const tie = ending({ a: 9, b: 9, c: 14 }, ["b"], { verdict: "tied", cards: { a: 3, b: 4, c: 4 } });
    expect(explainRound(tie, rules, rail)).toBe(
      "Ana y Ben empatan con 9. Aquí el empate de quien canta lo gana quien tiene más cartas, así que gana Ben.",
    );
    const level = ending({ a: 9, b: 9, c: 14 }, ["a", "b"]);
    expect(explainRound(level, rules, rail)).toBe("Ana y Ben empatan con 9. Comparten la victoria.");
  });
});

describe("why a round was won, in Spanish", () => {
  test("the fewest points win", () => {
    expect(explainRound(ending({ a: 5, b: 9 }, ["a"]), {}, rail)).toBe("Gana Ana con 5, la suma más baja.");
  });

  test("a stock that is used up", () => {
    const used = ending({ a: 5, b: -1 }, ["b"], { reason: "stock", caller: null, verdict: null });
    expect(explainRound(used, {}, rail)).toBe("No quedan cartas para robar. Gana Ben con −1, la suma más baja.");
  });

  test("everybody else is out", () => {
    const last = ending({ a: 5, b: 40, c: 50 }, ["a"], {
      reason: "last",
      caller: null,
      verdict: null,
      out: ["b", "c"],
    });
    expect(explainRound(last, {}, rail)).toBe("Los demás quedaron fuera: gana Ana.");
  });

  test("somebody had fewer, but was out", () => {
    const beaten = ending({ a: 9, b: 3, c: 12 }, ["a"], { out: ["b"] });
    expect(explainRound(beaten, {}, rail)).toBe("Gana Ana con 9, la suma más baja de quienes siguen en la ronda.");
  });

  test("a caller's tie, as the rules have it", () => {
    const tie = { a: 7, b: 7, c: 9 };
    expect(explainRound(ending(tie, ["a"]), { "score.caller_tie": "wins" }, rail)).toBe(
      "Ana y Ben empatan con 7. Aquí quien canta gana los empates, así que gana Ana.",
    );
    expect(explainRound(ending(tie, ["b"], { verdict: "tied" }), { "score.caller_tie": "loses" }, rail)).toBe(
      "Ana y Ben empatan con 7. Aquí quien canta pierde los empates, así que gana Ben.",
    );
  });

  test("a tie that cards decide, or that is shared", () => {
    const tie = ending({ a: 7, b: 7, c: 9 }, ["b"], { cards: { a: 3, b: 5, c: 4 } });
    expect(explainRound(tie, { "score.caller_tie": "level", "score.tie": "most_cards" }, rail)).toBe(
      "Ana y Ben empatan con 7. Aquí en los empates gana quien tiene más cartas, así que gana Ben.",
    );
    const shared = ending({ a: 7, b: 7 }, ["a", "b"]);
    expect(explainRound(shared, { "score.caller_tie": "level", "score.tie": "share" }, rail)).toBe(
      "Ana y Ben empatan con 7. Comparten la victoria.",
    );
  });

  test("a call with too many points, and what it costs", () => {
    const wrong = ending({ a: 6, b: 9 }, ["b"], { verdict: "wrong", scores: { a: 26, b: 9 } });
    expect(explainRound(wrong, { "call.limit": 5 }, rail)).toBe(
      "Ana cantó con 6, pero aquí no se puede cantar con más de 5. Gana Ben con 9, la suma más baja de los demás. " +
        "Ana cantó mal: 26 puntos en vez de 6.",
    );
  });
});

test("two queens and two kings win where the rules say so", () => {
  const rules = { "score.kamikaze": 50 };
  const won = ending({ a: 5, b: 50 }, ["b"], { verdict: null, scores: { a: 50, b: 0 }, kamikaze: ["b"] });
  expect(explainRound(won, rules, ana)).toBe("Ben tiene dos reinas y dos reyes, y gana: los demás suman 50.");
  const both = { ...won, reason: "stock", winners: ["a", "b"], kamikaze: ["a", "b"] } as Ending;
  expect(explainRound(both, rules, rail)).toBe(
    "No quedan cartas para robar. Ana y Ben tienen dos reinas y dos reyes cada quien, y comparten la victoria: " +
      "los demás suman 50.",
  );
});

test("who won the match, and what ended it", () => {
  const round = { scores: { a: 5, b: 9 }, dealer: "b", winners: ["a"], caller: null, knocked: false };
  const table = told({
    table: { stage: "over", tally: { a: 10, b: 18 }, winners: ["a"], rounds: [round, round] },
  }).table!;
  expect(explainMatch(table, { "match.rounds": 2 }, rail)).toBe("Tras 2 rondas, Ana gana la partida con 10 puntos.");
  expect(explainMatch({ ...table, winners: ["a", "b"] }, { "match.rounds": 0, "match.target": 15 }, rail)).toBe(
    "La partida acaba a los 15 puntos: Ana y Ben comparten la victoria con 10.",
  );
});

test("names are joined as the language joins them", () => {
  const names = { you: "c", nameOf: (seat: string) => ({ a: "Ana", b: "Inés" })[seat]! };
  expect(listSeats(["a", "b"], names)).toBe("Ana e Inés");
  expect(listSeats(["a", "b", "c"], names, "inside")).toBe("tú, Ana e Inés");
});

describe("in English, to a reader who is one of the players", () => {
  beforeEach(() => loadLanguage("en"));
  const tie = { a: 7, b: 7, c: 9 };

  test("verbs agree with who won", () => {
    expect(explainRound(ending({ a: 5, b: 9 }, ["a"]), {}, rail)).toBe("Ana wins with 5, the fewest points.");
    expect(explainRound(ending({ a: 5, b: 9 }, ["a"]), {}, ana)).toBe("You win with 5, the fewest points.");
    expect(sayOf("end.wins", ["a", "b"], ana)).toBe("You and Ben share the win");
  });

  test("a tie is told with the reader's part in it", () => {
    const caller = { "score.caller_tie": "loses" };
    expect(explainRound(ending(tie, ["b"], { verdict: "tied" }), caller, ana)).toBe(
      "You and Ben have 7 each. Here the caller loses ties, so Ben wins.",
    );
    const three = ending({ a: 7, b: 7, c: 7 }, ["a", "c"], { caller: "b", verdict: "tied" });
    expect(explainRound(three, caller, ana)).toBe(
      "You, Ben and Eva have 7 each. Here the caller loses ties, so you and Eva share the win.",
    );
    const shared = ending(tie, ["a", "b"]);
    expect(explainRound(shared, { "score.caller_tie": "level" }, ana)).toBe(
      "You and Ben have 7 each. You share the win.",
    );
  });

  test("the reader's call", () => {
    const wrong = ending({ a: 6, b: 4 }, ["b"], { verdict: "wrong", scores: { a: 26, b: 4 } });
    expect(explainRound(wrong, {}, ana)).toBe(
      "Ben wins with 4, the fewest points. Your call was wrong: 26 points instead of 6.",
    );
  });

  test("no sentence about somebody says You with a verb of theirs", () => {
    for (const [key, text] of Object.entries(en)) expect(text, key).not.toMatch(/\bYou (wins|has|is|was|gets)\b/i);
    const forms = Object.keys(en).filter((key) => key.endsWith(".you"));
    for (const key of forms) expect(Object.keys(en)).toContain(key.slice(0, -".you".length));
  });
});
