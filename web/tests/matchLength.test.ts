import { expect, test } from "vitest";
import { describeLength, describeRound, lengthOf, lengthOptions } from "../src/lib/sentences/matchLength";

const LONG = { isShort: false };

test("a match is as long as its rules say", () => {
  const lengths = [
    { rounds: 1, target: 0 },
    { rounds: 3, target: 0 },
    { rounds: 0, target: 100 },
    { rounds: 5, target: 100 },
    { rounds: 0, target: 0 },
  ];
  expect(lengths.map(describeLength)).toEqual([
    "one round",
    "3 rounds",
    "to 100 points",
    "5 rounds, to 100 points",
    "until you stop",
  ]);
  for (const length of lengths) expect(lengthOf(lengthOptions(length))).toEqual(length);
});

test("a round is told with the number of rounds where that is known", () => {
  expect(describeRound(1, lengthOptions({ rounds: 1, target: 0 }), LONG)).toBe("One round");
  expect(describeRound(2, lengthOptions({ rounds: 3, target: 0 }), LONG)).toBe("Round 2 of 3");
  expect(describeRound(2, lengthOptions({ rounds: 3, target: 0 }), { isShort: true })).toBe("R2/3");
  expect(describeRound(2, lengthOptions({ rounds: 0, target: 100 }), LONG)).toBe("Round 2");
  expect(describeRound(2, lengthOptions({ rounds: 5, target: 100 }), LONG)).toBe("Round 2");
  expect(describeRound(1, {}, LONG)).toBe("Round 1");
});
