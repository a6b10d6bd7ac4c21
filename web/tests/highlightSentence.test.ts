import { afterEach, describe, expect, test, vi } from "vitest";
import type { Highlight, HighlightKind } from "../src/lib/protocol";
import { sayHighlight } from "../src/lib/sentences/highlightSentence";
import { loadLanguage } from "../src/lib/words.svelte";
import { en } from "../src/lib/words/en";
import { told } from "./feed";

const NAMES: Record<string, string> = { a: "Ana", b: "Ben" };
const reader = { you: "a", nameOf: (seat: string): string => NAMES[seat]! };

/** A highlight as it comes over the wire. */
const sayOf = (kind: HighlightKind, changes: Partial<Highlight> = {}): string =>
  sayHighlight(told({ table: { highlights: { a: { kind, ...changes } as Highlight } } }).table!.highlights.a!, reader);

afterEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

test("every kind has its sentence, without a gap in it", () => {
  const kinds = Object.keys(en)
    .filter((key) => key.startsWith("end.highlight."))
    .map((key) => key.split(".")[2] as HighlightKind);
  expect(new Set(kinds).size).toBe(15);
  for (const kind of kinds)
    for (const count of [0, 1, 2])
      expect(sayOf(kind, { points: 3, count, card: "Ks", other: "b", dealt: 20 })).toMatch(/^[A-Z][^{}]+\.$/);
});

describe("in English", () => {
  test("snaps save points", () => {
    expect(sayOf("snapped", { points: 9, count: 1 })).toBe("Your snap saved 9 points.");
    expect(sayOf("snapped", { points: 1, count: 1 })).toBe("Your snap saved 1 point.");
    expect(sayOf("snapped", { points: 14, count: 2 })).toBe("Your 2 snaps saved 14 points.");
  });

  test("a wrong snap costs cards", () => {
    expect(sayOf("missed", { points: 12, count: 2 })).toBe("Snapping wrong cost you 2 cards.");
    expect(sayOf("missed", { points: 12, count: 1 })).toBe("Snapping a wrong card cost you a penalty card.");
  });

  test("the call", () => {
    expect(sayOf("called_lowest", { points: 6, other: "b" })).toBe(
      "You called with the lowest hand, 6 points ahead of Ben.",
    );
    expect(sayOf("called_lowest", { other: "b" })).toBe("You called with the lowest hand, level with Ben.");
    expect(sayOf("waited", { count: 2, points: 7 })).toBe("You held the lowest hand 2 laps before the call.");
    expect(sayOf("waited", { count: 1 })).toBe("You held the lowest hand on your turn right before the call.");
  });

  test("cards are named, and points have a true minus sign", () => {
    expect(sayOf("gave", { points: 13, card: "Ks", other: "b" })).toBe(
      "You gave Ben your king of spades, which counted 13.",
    );
    expect(sayOf("kept_low", { points: -1, card: "Xr" })).toBe("You kept your red joker, which counts −1.");
    expect(sayOf("kept_low", { card: "Xr" })).toBe("You kept your red joker, which counts 0.");
  });
});

test("in Spanish", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadLanguage("es");
  expect(sayOf("snapped", { points: 9, count: 1 })).toBe("Con la carta que cazaste te ahorraste 9 puntos.");
  expect(sayOf("gave", { points: 13, card: "Ks", other: "b" })).toBe("Le diste a Ben tu rey de picas, que valía 13.");
  expect(sayOf("waited", { count: 2 })).toBe("Tenías la mano más baja 2 vueltas antes de que cantaran Cambio.");
});

test("a kind that a newer server tells is left out", () => {
  expect(sayOf("juggled" as HighlightKind)).toBe("");
});
