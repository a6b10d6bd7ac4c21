import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { explainMatch, explainRound } from "../src/lib/sentences/resultSentences";
import type { Ending } from "../src/lib/protocol";
import { loadLanguage } from "../src/lib/words.svelte";
import { told } from "./feed";

const NAMES: Record<string, string> = { a: "Ana", b: "Ben", c: "Eva" };
const nameOf = (seat: string): string => NAMES[seat]!;

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

describe("why a round was won, in Spanish", () => {
  test("the fewest points win", () => {
    expect(explainRound(ending({ a: 5, b: 9 }, ["a"]), {}, nameOf)).toBe("Gana Ana con 5, la suma más baja.");
  });

  test("a stock that is used up", () => {
    const used = ending({ a: 5, b: -1 }, ["b"], { reason: "stock", caller: null, verdict: null });
    expect(explainRound(used, {}, nameOf)).toBe("No quedan cartas para robar. Gana Ben con −1, la suma más baja.");
  });

  test("everybody else is out", () => {
    const last = ending({ a: 5, b: 40, c: 50 }, ["a"], {
      reason: "last",
      caller: null,
      verdict: null,
      out: ["b", "c"],
    });
    expect(explainRound(last, {}, nameOf)).toBe("Todos menos Ana quedaron fuera. Gana Ana.");
  });

  test("somebody had fewer, but was out", () => {
    const beaten = ending({ a: 9, b: 3, c: 12 }, ["a"], { out: ["b"] });
    expect(explainRound(beaten, {}, nameOf)).toBe(
      "Gana Ana con 9, la suma más baja de quienes siguen en juego (Ben quedó fuera).",
    );
  });

  test("a caller's tie, as the rules have it", () => {
    const tie = { a: 7, b: 7, c: 9 };
    expect(explainRound(ending(tie, ["a"]), { "score.caller_tie": "wins" }, nameOf)).toBe(
      "Ana y Ben empatan con 7. Aquí quien canta gana los empates, así que gana Ana.",
    );
    expect(explainRound(ending(tie, ["b"], { verdict: "tied" }), { "score.caller_tie": "loses" }, nameOf)).toBe(
      "Ana y Ben empatan con 7. Aquí quien canta pierde los empates, así que gana Ben.",
    );
  });

  test("a tie that cards decide, or that is shared", () => {
    const tie = ending({ a: 7, b: 7, c: 9 }, ["b"], { cards: { a: 3, b: 5, c: 4 } });
    expect(explainRound(tie, { "score.caller_tie": "level", "score.tie": "most_cards" }, nameOf)).toBe(
      "Ana y Ben empatan con 7. Aquí en los empates gana quien tiene más cartas, así que gana Ben.",
    );
    const shared = ending({ a: 7, b: 7 }, ["a", "b"]);
    expect(explainRound(shared, { "score.caller_tie": "level", "score.tie": "share" }, nameOf)).toBe(
      "Ana y Ben empatan con 7. Comparten la victoria: Ana y Ben.",
    );
  });

  test("a call with too many points, and what it costs", () => {
    const wrong = ending({ a: 6, b: 9 }, ["b"], { verdict: "wrong", scores: { a: 26, b: 9 } });
    expect(explainRound(wrong, { "call.limit": 5 }, nameOf)).toBe(
      "Ana cantó con 6, y aquí cantar con más de 5 es un error. Gana Ben con 9, la suma más baja de los demás. " +
        "Ana cantó mal: 26 en vez de 6 puntos.",
    );
  });
});

test("who won the match, and what ended it", () => {
  const round = { scores: { a: 5, b: 9 }, dealer: "b", winners: ["a"], caller: null };
  const table = told({
    table: { stage: "over", tally: { a: 10, b: 18 }, winners: ["a"], rounds: [round, round] },
  }).table!;
  expect(explainMatch(table, { "match.rounds": 2 }, nameOf)).toBe("Tras 2 rondas, Ana gana la partida con 10 puntos.");
  expect(explainMatch({ ...table, winners: ["a", "b"] }, { "match.rounds": 0, "match.target": 15 }, nameOf)).toBe(
    "Alguien ha llegado a 15: Ana y Ben comparten la partida con 10 puntos.",
  );
});

test("in English it says the same", async () => {
  await loadLanguage("en");
  expect(explainRound(ending({ a: 5, b: 9 }, ["a"]), {}, nameOf)).toBe("Ana wins with 5, the fewest points.");
});
