import { expect, test } from "vitest";
import { enlarge } from "../src/lib/screen/enlargement";

const table = { left: 0, top: 48, width: 320, height: 520 };

test("a hand grows around its middle until a finger finds its cards", () => {
  const { x, y, scale } = enlarge({ left: 120, top: 200, width: 80, height: 100 }, table, 25);
  expect({ x, y, scale }).toEqual({ x: -40, y: -50, scale: 2 });
});

test("a hand at an edge moves into the table", () => {
  const { x, y, scale } = enlarge({ left: 0, top: 50, width: 80, height: 100 }, table, 25);
  expect({ x, y, scale }).toEqual({ x: 8, y: 6, scale: 2 });
  expect(enlarge({ left: 240, top: 460, width: 80, height: 100 }, table, 25)).toEqual({ x: -88, y: -100, scale: 2 });
});

test("it never grows beyond the table, and never shrinks", () => {
  expect(enlarge({ left: 0, top: 60, width: 152, height: 100 }, table, 10).scale).toBe(2);
  expect(enlarge({ left: 0, top: 60, width: 300, height: 100 }, table, 60).scale).toBe(1);
});
