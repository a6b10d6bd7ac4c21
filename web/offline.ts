// The service worker, made when everything else is: it has the list of the built files, and a digest of all of them.

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { build, type BuildOptions, type Plugin } from "vite";

const SCRIPT = "service-worker.js";
const SOURCE = "src/offline/serviceWorker.ts";
/** Pictures for the other side of a link, icons that systems ask for once, and letters that few names have. */
const LEFT_OUT =
  /^(preview\.png|favicon\.ico|apple-touch-icon\.png|icon-.*|assets\/.*-(latin-ext|vietnamese|cyrillic).*|.*\.(txt|br|gz))$/;

/** What a browser keeps of this version, by path; the page itself is asked for by the first one's address. */
export const precachedPaths = (names: string[]): string[] =>
  names
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name !== SCRIPT && !LEFT_OUT.test(name))
    .map((name) => (name === "index.html" ? "/" : `/${name}`))
    .sort();

export function makeServiceWorker(): Plugin {
  let root = "";
  let folder = "";
  let target: BuildOptions["target"] = false;
  return {
    name: "cambio:service-worker",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = join(root, config.build.outDir);
      target = config.build.target;
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      handler: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
        const paths = precachedPaths(names.map((name) => name.slice(folder.length + 1)));
        const version = createHash("sha256");
        for (const path of paths) {
          version.update(path);
          version.update(await readFile(join(folder, path === "/" ? "index.html" : path)));
        }
        const define = { PRECACHE: JSON.stringify(paths), VERSION: JSON.stringify(version.digest("hex").slice(0, 16)) };
        const made = await build({
          root,
          configFile: false,
          logLevel: "warn",
          define,
          publicDir: false,
          build: { write: false, target, lib: { entry: SOURCE, formats: ["iife"], name: "worker" } },
        });
        const [output] = Array.isArray(made) ? made : [made];
        if (output === undefined || !("output" in output)) throw new Error("the service worker was not built");
        await writeFile(join(folder, SCRIPT), output.output[0].code);
      },
    },
  };
}
