import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { TableRules } from "../src/lib/state/tableRules.svelte";

afterEach(() => {
  settings.language = "auto";
  vi.unstubAllGlobals();
});

const answer = {
  words: { snap: "burn" },
  values: { "deal.cards": 4 },
  book: [{ title: "The deck", sentences: ["One pack."] }],
};

test("rules are asked for once, and again when they have changed", async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", fetched);
  const rules = new TableRules();
  await rules.load("cambia");
  await rules.load("cambia");
  expect(fetched).toHaveBeenCalledTimes(1);
  expect([rules.values, rules.book, rules.forms]).toEqual([answer.values, answer.book, answer.words]);
  await rules.load("camp");
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("the rule book is asked for in the player's language, and again when that has changed", async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", fetched);
  const rules = new TableRules();
  for (const language of ["es", "es", "en"] as const) {
    settings.language = language;
    await rules.load("cambia");
  }
  const asked = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("Accept-Language"));
  expect(asked).toEqual(["es", "en"]);
});

test("a request that failed is made again with the next news of the table", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  const rules = new TableRules();
  await rules.load("cambia");
  expect(rules.values).toEqual({});
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  await rules.load("cambia");
  expect(rules.values).toEqual(answer.values);
});

test("rules are settled when they are known, when they can't be had, and when that takes too long", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const slow = new TableRules();
  void slow.load("cambia");
  await vi.advanceTimersByTimeAsync(2900);
  expect(slow.isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(slow.isSettled).toBe(true);
  vi.useRealTimers();

  for (const fetched of [() => Promise.reject(new Error("no server")), () => Promise.resolve(Response.json(answer))]) {
    vi.stubGlobal("fetch", fetched);
    const rules = new TableRules();
    expect(rules.isSettled).toBe(false);
    await rules.load("cambia");
    expect(rules.isSettled).toBe(true);
  }
});

test("an answer about rules that have changed meanwhile is too late", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const rules = new TableRules();
  const loads = [rules.load("stick deal.cards=8"), rules.load("stick")];
  answers[1]!(Response.json(answer));
  answers[0]!(Response.json({ ...answer, values: { "deal.cards": 8 } }));
  await Promise.all(loads);
  expect(rules.values).toEqual({ "deal.cards": 4 });
});
