// How the built files are delivered: fonts are asked for at once, and every file that shrinks has compressed copies.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HtmlTagDescriptor, Plugin } from "vite";

/** The fonts of every page; those of rarer letters come when a name needs them. */
const FIRST_FONTS = /(atkinson-hyperlegible-next-latin-wght|caprasimo-latin-400)-normal-.*\.woff2$/;
const SHRINKING = /\.(css|html|js|json|svg|txt|webmanifest)$/;

/** A font is found in a style sheet, which is found in the page: without a hint it would come last of all. */
export function preloadFonts(): Plugin {
  return {
    name: "cambio:preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }): HtmlTagDescriptor[] =>
        Object.keys(bundle)
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: true },
            injectTo: "head",
          })),
    },
  };
}

/** Copies for browsers that take brotli (.br) or gzip (.gz), as small as they get: built once, and served many times. */
export function compressFiles(): Plugin {
  let folder = "";
  return {
    name: "cambio:compress-files",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    closeBundle: {
      order: "post",
      sequential: true,
      handler: async () => {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(names.filter((name) => SHRINKING.test(name)).map((name) => writeCopies(join(folder, name))));
      },
    },
  };
}

async function writeCopies(path: string): Promise<void> {
  const original = await readFile(path);
  const copies = {
    ".br": await promisify(brotliCompress)(original, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: original.length,
      },
    }),
    ".gz": await promisify(gzip)(original, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < original.length) await writeFile(path + ending, copy);
  }
}
