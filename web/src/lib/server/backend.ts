// Where requests and sockets go: to the server that this page came from, or in practice to one that runs in the page.

import { currentRoute } from "../route.svelte";
import type { Ticket } from "./api";
import type { Socket } from "./connection";

export type Backend = {
  /** As fetch does; the path begins after /api/. */
  request: (path: string, init: RequestInit) => Promise<Response>;
  openSocket: (table: string, ticket: Ticket) => Socket;
};

const SERVER: Backend = {
  request: (path, init) => fetch(`/api/${path}`, init),
  openSocket: (table, ticket) => new WebSocket(ticket.socket ?? ownSocket(table)),
};

let practice: Backend | null = null;

/** The one that runs in this page has started. */
export function usePractice(backend: Backend | null): void {
  practice = backend;
}

/** Whether the page that is shown is played without a server. */
export const isPractice = (): boolean => currentRoute().page === "practice";

/** The page that is shown has the say: nothing of practice ever reaches the server, nor the other way round. */
export function currentBackend(): Backend {
  if (!isPractice()) return SERVER;
  if (practice === null) throw new TypeError("practice has not started");
  return practice;
}

export const tablePath = (table: string): string => `${isPractice() ? "/practice" : ""}/table/${table}`;
export const homePath = (): string => (isPractice() ? "/practice" : "/");

/** Where the server that this page came from takes sockets for a table; proxies read which table it is. */
function ownSocket(table: string): string {
  const protocol = location.protocol === "https:" ? "wss" : "ws";
  return `${protocol}://${location.host}/socket?table=${encodeURIComponent(table)}`;
}
