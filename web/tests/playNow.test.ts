import { expect, test } from "vitest";
import { byFamily } from "../src/lib/game/presetFamilies";
import { currentChoice, seatNumbers } from "../src/lib/playNow";
import type { GameChoices } from "../src/lib/server/api";

const CHOICES: GameChoices = {
  presets: [
    { name: "cambia", family: "Cambio", about: "", seats: [2, 8] },
    { name: "duel", family: "Cabo", about: "", seats: [2, 3] },
  ],
  levels: [
    { name: "casual", about: "" },
    { name: "expert", about: "" },
  ],
  chosen: { rules: "cambia", level: "casual", seats: 4 },
};

test("without a choice it is what the server proposes", () => {
  expect(currentChoice(CHOICES, { rules: null, level: "", seats: null })).toEqual(CHOICES.chosen);
});

test("what was chosen last is chosen again", () => {
  const wishes = { rules: "duel", level: "expert", seats: 2 };
  expect(currentChoice(CHOICES, wishes)).toEqual(wishes);
});

test("what the server no longer offers gives way", () => {
  expect(currentChoice(CHOICES, { rules: "gone", level: "gone", seats: 3 })).toEqual({ ...CHOICES.chosen, seats: 3 });
});

test("a rule book for fewer seats limits them, and the next one has the chosen number again", () => {
  expect(currentChoice(CHOICES, { rules: "duel", level: "casual", seats: 6 }).seats).toBe(3);
  expect(currentChoice(CHOICES, { rules: "cambia", level: "casual", seats: 6 }).seats).toBe(6);
  expect(seatNumbers(CHOICES, "duel")).toEqual([2, 3]);
});

test("rule books stand under the headings that the server names, in its order", () => {
  const presets = [
    { name: "classic", family: "Cambio" },
    { name: "cabo", family: "Cabo and its kin" },
    { name: "cambia", family: "Cambio" },
  ];
  const listed = byFamily(presets).map(({ family, presets: kin }) => [family, ...kin.map(({ name }) => name)]);
  expect(listed).toEqual([
    ["Cambio", "classic", "cambia"],
    ["Cabo and its kin", "cabo"],
  ]);
});
