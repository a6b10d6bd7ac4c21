import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropLesson, keepLesson, keptLesson } from "../src/tutorial/lessonStorage";

const store = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

test("a lesson is kept until it is finished", () => {
  expect(keptLesson()).toBeNull();
  keepLesson({ lesson: 2, table: "t", done: ["peek"] });
  expect(keptLesson()).toEqual({ lesson: 2, table: "t", done: ["peek"] });
  dropLesson();
  expect(keptLesson()).toBeNull();
});

test.each(["some-table-id", "{}", '{"lesson":9,"table":"t","done":[]}', '{"lesson":1,"table":"t","done":3}'])(
  "what can't be gone on with is no lesson: %s",
  (kept) => {
    store.set("cambio.tutorial", kept);
    expect(keptLesson()).toBeNull();
  },
);
