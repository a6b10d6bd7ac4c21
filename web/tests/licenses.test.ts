// Nothing of others gets into the pages without its licence.

import { expect, test } from "vitest";
import { fileOf, findFault, packageOf } from "../licenses";

const BUNDLED = [
  "svelte",
  "esm-env",
  "clsx",
  "uqr",
  "@fontsource/caprasimo",
  "@fontsource-variable/atkinson-hyperlegible-next",
];

test("a module is of the package that it lies in", () => {
  expect(packageOf("/x/web/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("node_modules/@fontsource/caprasimo/files/x.woff2")).toBe("@fontsource/caprasimo");
  expect(packageOf("/x/node_modules/svelte/node_modules/clsx/dist/clsx.mjs")).toBe("clsx");
  expect(packageOf("/x/web/src/main.ts")).toBeNull();
  expect(fileOf("@fontsource/caprasimo")).toBe("@fontsource-caprasimo.txt");
});

test("what is bundled has its licence, and nothing else has one", () => {
  expect(findFault(new Set(BUNDLED))).toBeNull();
  expect(findFault(new Set([...BUNDLED, "vite"]))).toContain("copy the licence of vite to ");
  expect(findFault(new Set(BUNDLED.slice(1)))).toMatch(/no longer in the built pages: svelte.txt$/);
});
