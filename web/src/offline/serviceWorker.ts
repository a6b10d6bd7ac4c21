// The service worker: it keeps the page of one version, and answers with it where the server can't.
//
// A new version is fetched whole beside the old one, and takes over when no page of the old one is open. Nobody waits for
// that: pages come from the server first, whichever version the service worker is of.

import { isPageCache, pageCache } from "./cacheNames";
import { kindOf } from "./requestKinds";

/** Put in by the build: what there is, and a digest of all of it. */
declare const PRECACHE: string[];
declare const VERSION: string;

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetch = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Scope = {
  clients: { claim: () => Promise<void> };
  location: Location;
  addEventListener: ((type: "install" | "activate", listener: (event: Extendable) => void) => void) &
    ((type: "fetch", listener: (event: Fetch) => void) => void);
};
const scope = self as unknown as Scope;

/** The page, whichever address it was opened at. */
const SHELL = "/";
/** Milliseconds for the server to answer with a page, if one is kept. */
const PATIENCE = 4000;
const precached = new Set(PRECACHE);

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const kind = kindOf(event.request, scope.location.origin, precached);
  if (kind === "page") event.respondWith(answerPage(event.request));
  else if (kind === "kept") event.respondWith(answerKept(event.request));
});

/** All files or none: a version that is not whole is no version. Nobody's cookie goes with it. */
async function install(): Promise<void> {
  const cache = await caches.open(pageCache(VERSION));
  // Names with a digest may come from the browser's own cache; the others must be those of this version.
  const request = (path: string): Request =>
    new Request(path, { credentials: "omit", cache: path.startsWith("/assets/") ? "default" : "no-cache" });
  await cache.addAll(PRECACHE.map(request));
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => isPageCache(name) && name !== pageCache(VERSION));
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answerPage(request: Request): Promise<Response> {
  const kept = await caches.match(SHELL, { cacheName: pageCache(VERSION) });
  if (kept === undefined) return fetch(request);
  const answer = fetch(request).catch(() => null);
  const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  return (await Promise.race([answer, patience])) ?? kept;
}

/** From whichever cache has it. What comes from the server is not kept here: the page does that where it is wanted. */
async function answerKept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
