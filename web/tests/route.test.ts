import { expect, test } from "vitest";
import { parseRoute } from "../src/lib/route.svelte";

test("every page is known by its address", () => {
  expect(parseRoute("/")).toEqual({ page: "home" });
  expect(parseRoute("/table/x%2Fy")).toEqual({ page: "table", id: "x/y" });
  expect(parseRoute("/join/ABCDEF/")).toEqual({ page: "join", code: "ABCDEF" });
  expect(parseRoute("/rules/2QR8-S0")).toEqual({ page: "rules", code: "2QR8-S0" });
  expect(parseRoute("/tutorial")).toEqual({ page: "tutorial" });
  expect(parseRoute("/games")).toEqual({ page: "games" });
  expect(parseRoute("/daily")).toEqual({ page: "daily", deal: null });
  const deal = { day: "2026-11-17", book: "cambia" };
  expect(parseRoute("/daily/2026-11-17/cambia")).toEqual({ page: "daily", deal });
  expect(parseRoute("/daily/2026-11-17/cambia/r1")).toEqual({ page: "dailyRound", deal, round: "r1" });
  expect(parseRoute("/replay")).toEqual({ page: "replay", round: null });
  expect(parseRoute("/replay/r%2F1")).toEqual({ page: "replay", round: "r/1" });
  expect(parseRoute("/replay/r1?step=7")).toEqual({ page: "replay", round: "r1" });
  expect(parseRoute("/replay/s/A-b_1")).toEqual({ page: "shared", token: "A-b_1" });
});

test.each([
  "/nowhere",
  "/table",
  "/join/",
  "/rules",
  "/tutorial/2",
  "/games/2",
  "/table/x/y",
  "/replay/x/y",
  "/daily/2026-11-17",
  "/daily/2026-11-17/cambia/r1/x",
  "/replay/s/x/y",
  "/%E0%A4%A",
])("%s is no page", (path) => {
  expect(parseRoute(path)).toEqual({ page: "unknown", what: "page" });
});

test("practice has addresses of its own, beside those of tables on a server", () => {
  expect(parseRoute("/practice")).toEqual({ page: "practice", place: "home", table: "" });
  expect(parseRoute("/practice/table/a-b")).toEqual({ page: "practice", place: "table", table: "a-b" });
  expect(parseRoute("/practice/tutorial")).toEqual({ page: "practice", place: "tutorial", table: "" });
  expect(parseRoute("/practice/else")).toEqual({ page: "unknown", what: "page" });
});
