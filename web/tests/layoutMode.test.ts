import { expect, test } from "vitest";
import { layoutOf } from "../src/lib/screen/layoutMode";

test.each([
  [320, 568, "portrait", false],
  [360, 740, "portrait", false],
  [390, 844, "portrait", false],
  [844, 390, "landscape", false],
  [768, 1024, "portrait", false],
  [1024, 768, "around", false],
  [1280, 800, "around", true],
  [1366, 650, "around", true],
  [1920, 1080, "around", true],
])("a window of %i x %i has the layout %s", (width, height, mode, hasRail) => {
  expect(layoutOf(width, height)).toEqual({ mode, hasRail });
});
