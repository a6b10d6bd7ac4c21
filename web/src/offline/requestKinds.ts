// Which requests the service worker answers, and how. Whatever may tell something about a person or a table goes past it.

export type RequestKind =
  /** Not ours: the browser asks the server, as without a service worker. */
  | "server"
  /** A page: the server's, or without an answer in time the one that is kept. */
  | "page"
  /** Its name changes with its content: what is kept is as good as what the server has. */
  | "kept";

/** What only the server can say, and what it makes for one person. */
const SERVER_ONLY = /^\/(api|socket|rules\/print|healthz|metrics)(\/|$)/;
const KEPT = /^\/(assets\/|practice\/[0-9a-f]{16}\/)/;

export type AskedFor = { method: string; mode: string; url: string };

export function kindOf({ method, mode, url }: AskedFor, origin: string, precached: ReadonlySet<string>): RequestKind {
  const { origin: other, pathname } = new URL(url);
  if (method !== "GET" || other !== origin || SERVER_ONLY.test(pathname)) return "server";
  if (mode === "navigate") return "page";
  return KEPT.test(pathname) || precached.has(pathname) ? "kept" : "server";
}
