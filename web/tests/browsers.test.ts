import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import config from "../vite.config";

const SOURCES = join(import.meta.dirname, "../src");
/** What the build can't translate, and the first version of one of our browsers that is too old for it. */
const TOO_NEW: Record<string, RegExp> = {
  "Chrome 108 can't sort a copy": /\.to(?:Sorted|Reversed|Spliced)\(/,
  "Chrome 108 can't mix colours": /color-mix\(/,
  "Chrome 108 has no popover": /\spopover[=>\s]|showPopover/,
  "Chrome 108 can't group": /(?:Object|Map)\.groupBy/,
  "Safari 16.0 can't look behind": /\/[^/\n]*\(\?<[=!]/,
  "Safari 16.0 has no container style query": /@container\s+style/,
  "Safari 16.0 has no promise with resolvers": /withResolvers/,
  "Safari 16.0 has no set operations": /\.(?:isSubsetOf|isSupersetOf|symmetricDifference)\(/,
  "Safari 16.0 has no starting style": /@starting-style|allow-discrete/,
  "Firefox 121 has no scope": /@scope/,
  "Firefox 121 has no anchors": /anchor-name|position-anchor/,
};

const sources = (readdirSync(SOURCES, { recursive: true }) as string[])
  .filter((name) => /\.(?:ts|svelte|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCES, name), "utf8") }));

test("the build names the oldest browsers that the readme names", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8").replaceAll("\n", " ");
  expect(readme).toContain("Chrome and Edge from 108, Safari from 16, Firefox from 121");
  expect(config.build?.target).toEqual(["chrome108", "edge108", "firefox121", "safari16", "ios16"]);
});

test.each(Object.entries(TOO_NEW))("%s", (_why, pattern) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).toEqual([]);
});
