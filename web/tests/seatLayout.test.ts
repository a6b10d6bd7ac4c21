import { expect, test } from "vitest";
import { seatsPerRow } from "../src/lib/game/seatLayout";
import { layoutOf, seatArea } from "../src/lib/screen/layoutMode";

test.each([
  [320, 568, 7, 2, 4],
  [390, 844, 1, 2, 1],
  [390, 844, 3, 2, 3],
  [390, 844, 7, 2, 4],
  [390, 844, 7, 4, 3],
  [844, 390, 7, 2, 4],
  [844, 390, 7, 4, 3],
  [768, 1024, 7, 2, 4],
])("on %i x %i, %i opponents with %i columns of cards sit %i in a row", (width, height, others, columns, perRow) => {
  expect(seatsPerRow(others, columns, seatArea(layoutOf(width, height), width, height))).toBe(perRow);
});
