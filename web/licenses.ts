// Whatever of others is in the built pages has its licence in web/licenses, which installations carry.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDER = new URL("licenses/", import.meta.url);
const PACKAGES = new URL("node_modules/", import.meta.url);
/** How packages call the file that has their licence. */
const NAMES = /^(licen[cs]e|copying)(\.(md|txt))?$/i;

/** What offline practice is played with: it lies beside the pages, and is none of their packages. */
const BESIDE = ["pyodide.txt", "python.txt", "msgspec.txt"];

/** The package that a module is from: the last one on its path. */
export function packageOf(id: string): string | null {
  return /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;
}

/** The file that holds a package's licence here. */
export const fileOf = (name: string): string => `${name.replace("/", "-")}.txt`;

function licenceOf(name: string): string | null {
  const folder = new URL(`${name}/`, PACKAGES);
  const file = readdirSync(folder).find((each) => NAMES.test(each));
  return file === undefined ? null : readFileSync(new URL(file, folder), "utf8");
}

/** What is wrong with the licences of the packages in the pages; null if nothing is. */
export function findFault(packages: Set<string>): string | null {
  const kept = new Set(existsSync(FOLDER) ? readdirSync(FOLDER) : []);
  for (const file of BESIDE)
    if (!kept.delete(file)) return `bring back ${fileURLToPath(new URL(file, FOLDER))}: offline practice needs it`;
  for (const name of packages) {
    const copied = kept.delete(fileOf(name)) ? readFileSync(new URL(fileOf(name), FOLDER), "utf8") : null;
    if (copied === null || copied !== licenceOf(name)) {
      return `copy the licence of ${name} to ${fileURLToPath(new URL(fileOf(name), FOLDER))}: it is in the built pages`;
    }
  }
  const left = [...kept].sort().join(", ");
  return left === "" ? null : `remove from ${fileURLToPath(FOLDER)} what is no longer in the built pages: ${left}`;
}

/** Fails a build that would hold something without its licence. */
export function requireLicences(): Plugin {
  return {
    name: "cambio:require-licences",
    apply: "build",
    generateBundle(_options, bundle) {
      // Fonts are no modules, but files that style sheets name.
      const files = Object.values(bundle).flatMap((file) => (file.type === "asset" ? file.originalFileNames : []));
      const packages = new Set([...this.getModuleIds(), ...files].map(packageOf).filter((name) => name !== null));
      const fault = findFault(packages);
      if (fault !== null) this.error(fault);
    },
  };
}
