import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/lib/server/api";
import { describeError } from "../src/lib/server/errorText";
import { TableState } from "../src/lib/state/tableState.svelte";
import { serverSentence, loadLanguage } from "../src/lib/words.svelte";
import { en } from "../src/lib/words/en";

/** The whole Python package: codes are looked for by how they are written, wherever that is. */
const PACKAGE = new URL("../../src/cambio/", import.meta.url);
const SOURCE = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".py"))
  .map((name) => readFileSync(new URL(name, PACKAGE), "utf8"))
  .join("\n");
const codesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, code]) => code!)),
];

/** Codes for which the catalogues have no sentence; what English has, Spanish has as well. */
const unsaid = (codes: string[]): string[] => codes.filter((code) => !(`server.${code}` in en));

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(async () => {
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

test("every reason to refuse an action has a sentence", () => {
  const reasons = codesIn(SOURCE, /^([A-Z_]+) = add_reason\(/gm).map((name) => name.toLowerCase());
  expect(reasons.length).toBeGreaterThan(60);
  expect(unsaid(reasons)).toEqual([]);
});

test("so has whatever else a table refuses", () => {
  const codes = codesIn(SOURCE, /\bCommandRefused\(\s*"(\w+)"/g);
  expect(codes).toContain("pile_changed");
  expect(unsaid(codes)).toEqual([]);
});

test("and every goodbye, and every request that can't be answered", () => {
  const goodbyes = codesIn(SOURCE, /\b(?:part|Bye|turn_away)\(\s*(?:socket,\s*)?"(\w+)"/g);
  const problems = codesIn(SOURCE, /\bProblem\(\s*(?:\d+,\s*)?"(\w+)"/g);
  expect(goodbyes).toEqual(expect.arrayContaining(["restart", "crowded", "version", "slow"]));
  expect(problems).toEqual(expect.arrayContaining(["no_code", "requests", "hello"]));
  // What is wrong with rules the server says itself, in the language that it is asked in.
  expect(unsaid([...goodbyes, ...problems])).toEqual(["rules"]);
});

test("and every rule book and level of bots a name", () => {
  const presets = codesIn(SOURCE, /^ {4}"(\w+)": Preset\(/gm);
  const levels = codesIn(SOURCE, /^ {4}"(\w+)": Style\(/gm);
  expect([presets.length, levels.length]).toEqual([10, 8]);
  for (const name of presets) expect(Object.keys(en)).toContain(`preset.${name}`);
  for (const name of levels)
    expect(Object.keys(en)).toEqual(expect.arrayContaining([`level.${name}`, `level.${name}.about`]));
});

test("an answer is told in the player's language, and an unknown one as it came", async () => {
  const refused = { code: "not_your_turn", sentence: "it is not your turn" };
  expect(serverSentence(refused)).toBe("It’s not your turn.");
  await loadLanguage("es");
  expect(serverSentence(refused)).toBe("No es tu turno.");
  expect(serverSentence({ code: "brand_new", sentence: "that is new" })).toBe("that is new");
  expect(describeError(new api.ApiError(429, "tables", "you have opened too many tables: wait a while"))).toBe(
    "Abriste demasiadas mesas. Espera un rato.",
  );
});

test("a refusal at the table is told in the player's language", async () => {
  await loadLanguage("es");
  const tableState = new TableState("t");
  tableState.receive({
    type: "refused",
    cmd_id: "c1",
    race: [],
    code: "somebody_was_faster",
    sentence: "somebody was faster",
    option: "snap.winners",
  });
  expect(tableState.announcements.refusal).toBe("Demasiado tarde: alguien fue más rápido.");
});
