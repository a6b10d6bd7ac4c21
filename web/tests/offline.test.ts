import { expect, test } from "vitest";
import { precachedPaths } from "../offline";
import { isPageCache, isPracticeCache, pageCache, practiceCache } from "../src/offline/cacheNames";
import { kindOf } from "../src/offline/requestKinds";

const HERE = "https://cambio.example";
const PRECACHED = new Set(["/", "/assets/index-1a2b.js", "/mark.svg"]);
const kind = (path: string, mode = "cors", method = "GET", origin = HERE) =>
  kindOf({ method, mode, url: origin + path }, HERE, PRECACHED);

test("what may tell something about a person or a table goes past the service worker", () => {
  const paths = ["/api/session", "/api/tables/x/ticket", "/api/games/x.cambio", "/socket", "/rules/print", "/metrics"];
  for (const path of paths)
    for (const mode of ["cors", "navigate"]) expect(kind(path, mode), `${path} ${mode}`).toBe("server");
  expect(kind("/", "cors", "POST")).toBe("server");
  expect(kind("/assets/index-1a2b.js", "cors", "GET", "https://elsewhere.example")).toBe("server");
});

test("every page may be answered by the one that is kept", () => {
  const paths = ["/", "/practice", "/practice/table/abc", "/table/abc", "/join/ABCDEF", "/rules/code", "/daily"];
  for (const path of paths) expect(kind(path, "navigate"), path).toBe("page");
});

test("files whose names change with their content are kept, and lists are asked for anew", () => {
  expect(kind("/assets/index-1a2b.js")).toBe("kept");
  expect(kind("/assets/of-another-version-3c4d.js")).toBe("kept");
  expect(kind("/practice/0123456789abcdef/pyodide.asm.wasm")).toBe("kept");
  expect(kind("/mark.svg")).toBe("kept");
  expect(kind("/practice/practice.json")).toBe("server");
  expect(kind("/preview.png")).toBe("server");
});

test("a browser keeps the page, and not what it would never ask for without a network", () => {
  const files = ["index.html", "index.html.br", "assets/a-1.js", "assets/a-1.js.gz", "preview.png", "icon-512.png"];
  expect(precachedPaths([...files, "mark.svg", "service-worker.js", "assets/f-latin-ext-x.woff2"])).toEqual([
    "/",
    "/assets/a-1.js",
    "/mark.svg",
  ]);
});

test("the caches of pages and of practice are told apart by their names", () => {
  expect([pageCache("1"), practiceCache("1")].map(isPageCache)).toEqual([true, false]);
  expect([pageCache("1"), practiceCache("1")].map(isPracticeCache)).toEqual([false, true]);
});
