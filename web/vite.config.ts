import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressFiles, preloadFonts } from "./delivery.ts";
import { requireLicences } from "./licenses.ts";
import { makeServiceWorker } from "./offline.ts";

// `npm run dev` plays against a server that runs elsewhere: CAMBIO_SERVER=http://127.0.0.1:8000
const server = process.env.CAMBIO_SERVER ?? "http://127.0.0.1:8000";

/** The oldest browsers that have all that the table needs: container queries, :has and the dynamic viewport's units. */
const OLDEST_BROWSERS = ["chrome108", "edge108", "firefox121", "safari16", "ios16"];

export default defineConfig({
  // Pages lie at several depths (/table/...), so assets are named from the root.
  base: "/",
  plugins: [svelte(), preloadFonts(), makeServiceWorker(), compressFiles(), requireLicences()],
  worker: { format: "es" },
  build: { target: OLDEST_BROWSERS, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/rules": { target: server, changeOrigin: false },
      "/socket": { target: server, changeOrigin: false, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
