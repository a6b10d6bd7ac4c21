import { expect, test } from "vitest";
import { distanceTowards, Press } from "../src/lib/screen/gestures";

const TAP_CLICK = { detail: 1 };
const at = (x: number, y = 0) => ({ x, y });

test("a press that stays where it is ends in a tap", () => {
  const press = new Press();
  press.begin(at(0), 100);
  press.move(at(6, 5));
  expect(press.end(180)).toBe(80);
  expect(press.swallows(TAP_CLICK)).toBe(false);
});

test("one that has moved is no tap, even if it comes back", () => {
  const press = new Press();
  press.begin(at(0), 0);
  press.move(at(20));
  press.move(at(0));
  press.end(200);
  expect(press.swallows(TAP_CLICK)).toBe(true);
});

test("a drag that ended elsewhere does not swallow what keys do, nor the next press", () => {
  const press = new Press();
  press.begin(at(0), 0);
  press.move(at(90));
  press.end(100);
  expect(press.swallows({ detail: 0 })).toBe(false);
  press.begin(at(0), 500);
  press.end(560);
  expect(press.swallows(TAP_CLICK)).toBe(false);
});

test("a move counts as far as it goes towards the goal", () => {
  expect(distanceTowards(at(0), at(30, 40), at(100, 0))).toBe(30);
  expect(distanceTowards(at(0), at(-30), at(100, 0))).toBe(-30);
});
