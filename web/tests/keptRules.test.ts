import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropRules, keepRules, keptRules, LONGEST_NAME, MOST_KEPT, readKept } from "../src/lib/keptRules.svelte";
import { codeIn, rulesPath } from "../src/lib/ruleLink";

const RISKY = { code: "2QR8-S0", rules: "cambia score.risky_fives=yes" };

const store = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
});
afterEach(() => {
  keptRules().forEach(({ name }) => dropRules(name));
  store.clear();
  vi.unstubAllGlobals();
});

test("rules that are kept are in the storage, the newest first, and each name once", () => {
  keepRules({ name: " Sunday ", ...RISKY });
  keepRules({ name: "At Ben's <b>", code: "25CP", rules: "cambia" });
  keepRules({ name: "sunday", code: "0SK2", rules: "classic" });
  expect(keptRules().map(({ name, code }) => [name, code])).toEqual([
    ["sunday", "0SK2"],
    ["At Ben's <b>", "25CP"],
  ]);
  expect(readKept(localStorage.getItem("cambio.houseRules"))).toEqual(keptRules());
});

test("rules that are deleted are gone from the storage", () => {
  keepRules({ name: "Sunday", ...RISKY });
  dropRules("Sunday");
  expect(keptRules()).toEqual([]);
  expect(readKept(localStorage.getItem("cambio.houseRules"))).toEqual([]);
});

test("names are short, none is empty, and the oldest make room", () => {
  keepRules({ name: "  ", ...RISKY });
  expect(keptRules()).toEqual([]);
  keepRules({ name: "x".repeat(100), ...RISKY });
  expect(keptRules()[0]!.name).toHaveLength(LONGEST_NAME);
  for (let n = 0; n < MOST_KEPT + 5; n++) keepRules({ name: `Rules ${n}`, ...RISKY });
  expect(keptRules()).toHaveLength(MOST_KEPT);
});

test.each(["", "{", "5", "null", '{"name": 1}', '[null, {"name": "x"}, {"name": "", "code": "c", "rules": "r"}]'])(
  "a storage with %s keeps nothing",
  (text) => {
    expect(readKept(text)).toEqual([]);
  },
);

test.each([
  ["2QR8-S0", "2QR8-S0"],
  [" 2qr8 s0 ", "2qr8 s0"],
  ["https://cambio.example/rules/2QR8-S0?from=chat", "2QR8-S0"],
  ["Look: http://localhost:8000/rules/2QR8-S0/ !", "2QR8-S0"],
])("%s has the code %s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

test("a link to rules ends in their code", () => {
  expect(rulesPath("2QR8-S0")).toBe("/rules/2QR8-S0");
});
