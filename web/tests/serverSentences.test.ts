import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/lib/server/api";
import { describeError } from "../src/lib/server/errorText";
import { TableState } from "../src/lib/state/tableState.svelte";
import { serverSentence, loadLanguage } from "../src/lib/words.svelte";
import { serverSentences } from "../src/lib/words/es";

/** The whole Python package: codes are looked for by how they are written, wherever that is. */
const PACKAGE = new URL("../../src/cambio/", import.meta.url);
const SOURCE = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".py"))
  .map((name) => readFileSync(new URL(name, PACKAGE), "utf8"))
  .join("\n");
const codesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, code]) => code!)),
];

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(async () => {
  await loadLanguage("en");
  vi.unstubAllGlobals();
});

test("every reason to refuse an action has a Spanish sentence", () => {
  const reasons = codesIn(SOURCE, /^([A-Z_]+) = add_reason\(/gm).map((name) => name.toLowerCase());
  expect(reasons.length).toBeGreaterThan(60);
  expect(reasons.filter((code) => !serverSentences[code])).toEqual([]);
});

test("so has whatever else a table refuses", () => {
  const codes = codesIn(SOURCE, /\bCommandRefused\(\s*"(\w+)"/g);
  expect(codes).toContain("pile_changed");
  expect(codes.filter((code) => !serverSentences[code])).toEqual([]);
});

test("and every goodbye, and every request that can't be answered", () => {
  const goodbyes = codesIn(SOURCE, /\b(?:part|Bye|_turn_away)\(\s*(?:web_socket,\s*)?"(\w+)"/g);
  const problems = codesIn(SOURCE, /\bProblem\(\s*(?:\d+,\s*)?"(\w+)"/g);
  expect(goodbyes).toEqual(expect.arrayContaining(["restart", "crowded", "version", "slow"]));
  expect(problems).toEqual(expect.arrayContaining(["no_code", "requests", "hello"]));
  expect([...goodbyes, ...problems].filter((code) => !serverSentences[code])).toEqual([]);
});

test("so has every rule book", () => {
  const presets = codesIn(SOURCE, /^ {4}"(\w+)": Preset\(/gm);
  expect(presets).toHaveLength(5);
  expect(presets.filter((name) => !serverSentences[name])).toEqual([]);
});

test("in English the server's sentence is said, in Spanish our own, and an unknown one as it came", async () => {
  const refused = { code: "not_your_turn", sentence: "it is not your turn" };
  expect(serverSentence(refused)).toBe("it is not your turn");
  await loadLanguage("es");
  expect(serverSentence(refused)).toBe("No es tu turno.");
  expect(serverSentence({ code: "brand_new", sentence: "that is new" })).toBe("that is new");
  expect(describeError(new api.ApiError(429, "tables", "you have opened too many tables: wait a while"))).toBe(
    "Abriste demasiadas mesas: espera un rato.",
  );
});

test("a refusal at the table is told in the player's language", async () => {
  await loadLanguage("es");
  const tableState = new TableState("t");
  tableState.receive({
    type: "refused",
    cmd_id: "c1",
    code: "somebody_was_faster",
    sentence: "somebody was faster",
    option: "snap.winners",
  });
  expect(tableState.announcements.refusal).toBe("Alguien fue más rápido.");
});
