import { beforeAll, expect, test, vi } from "vitest";
import { bringAllWords, en, english, es, spanish } from "./catalogues";
import { compose, inTableWords, plainText, say, useTableForms, type Key } from "../src/lib/words.svelte";

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).sort();

beforeAll(bringAllWords);

test("Spanish says everything that English says, with the same things filled in", () => {
  for (const [key, text] of Object.entries(en)) {
    expect(es[key], key).toBeTruthy();
    expect(new Set(holes(es[key]!)), key).toEqual(new Set(holes(text)));
  }
});

test("each file of words has its sister in Spanish, and nothing is said twice", () => {
  const keys = (words: Record<string, string>) => Object.keys(words).sort();
  expect(spanish.map(keys)).toEqual(english.map(keys));
  expect(english.length).toBeGreaterThan(3);
  expect(english.flatMap(keys).sort()).toEqual(keys(en));
});

test("a page whose words were not brought complains", () => {
  const complain = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(say("nobody.says.this" as Key)).toBe("");
  expect(complain).toHaveBeenCalledWith("a page has not brought its words: nobody.says.this");
  complain.mockRestore();
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
  told.push("joined", "laid", "differed", "added", "excused", "called", "knocked", "reopened", "reshuffled");
  for (const name of told) expect(Object.keys(en)).toContain(`told.${name}`);
});

test("a table says its own words on buttons, in prompts and in the log", () => {
  useTableForms({
    "snap": "burn",
    "Snap": "Burn",
    "snapped": "burned",
    "called": "knocked",
    "called Cambio": "knocked",
    "Cambio": "Knock",
  });
  expect([say("do.snap"), say("do.call")]).toEqual(["Burn a card", "Knock"]);
  expect(say("told.called", { seat: "Snap" })).toBe("Snap knocked");
  expect(say("prompt.snap.none")).toBe("You can burn");
  expect(say("learn.title")).toBe("Learn Cambio");
  expect(say("rule.snap.word.snap")).toBe("snapping");
  useTableForms({});
  expect([say("do.snap"), say("do.call")]).toEqual(["Snap a card", "Cambio"]);
});

test("what was told before the words of a table were known is told in them, but for names", () => {
  const line = compose("told.called", { seat: { text: "called Cambio", as: "seat" } });
  useTableForms({ "called Cambio": "called Cabo", "Cambio": "Cabo" });
  expect(plainText(inTableWords(line))).toBe("called Cambio called Cabo");
  expect(inTableWords(inTableWords(line))).toEqual(inTableWords(line));
  useTableForms({});
  expect(inTableWords(line)).toEqual(line);
});

test("what snapping and calling are named is used in no other sense, and in Spanish only as a verb", () => {
  for (const [key, text] of Object.entries(en)) {
    if (!key.startsWith("learn.")) expect(text, key).not.toMatch(/(is|are|now|rules) called/);
  }
  for (const [key, text] of Object.entries(es))
    expect(text, key).not.toMatch(/\b(una?|las?|tus?|primera|por|cazas) cazas?\b/);
});
