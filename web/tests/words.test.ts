import { expect, test, vi } from "vitest";
import { en } from "../src/lib/words/en";
import { es } from "../src/lib/words/es";
import { say } from "../src/lib/words.svelte";

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort();

test("Spanish says everything that English says, with the same things filled in", () => {
  for (const [key, text] of Object.entries(en)) {
    const translated = es[key as keyof typeof es];
    expect(translated, key).toBeTruthy();
    expect(new Set(holes(translated)), key).toEqual(new Set(holes(text)));
  }
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
});

test("one and many", () => {
  expect([0, 1, 2].map((n) => say("card.points", { n }))).toEqual(["0 pts", "1 pt", "2 pts"]);
  expect(say("card.points", { n: -1 })).toBe("−1 pt");
});

test("a sentence that lacks something is never read with a hole, and the page complains", () => {
  const complain = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(say("learn.wait")).toBe("Watch what … does.");
  expect(complain).toHaveBeenCalledWith("a sentence lacks its {seat}: Watch what {seat} does.");
  complain.mockRestore();
});

test("every event of the game has a sentence, or none on purpose", () => {
  const told = [
    "dealt",
    "opened",
    "readied",
    "drew",
    "took",
    "swapped",
    "threw",
    "peeked",
    "spied",
    "looked",
    "chose",
    "traded",
  ];
  told.push(
    "skipped",
    "lapsed",
    "snapped",
    "missed",
    "seized",
    "late",
    "penalised",
    "spared",
    "out",
    "dropped",
    "gave",
    "kept",
  );
  told.push("excused", "called", "knocked", "reopened", "reshuffled");
  for (const name of told) expect(Object.keys(en)).toContain(`told.${name}`);
});
