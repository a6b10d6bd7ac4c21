// The connection of this page to one table: tickets by REST, a WebSocket, and a new attempt when the page wakes up.

import { ApiError, getTicket, type Ticket } from "./api";
import { noteArrival, wantsSeat } from "./arrival";
import { currentBackend } from "./backend";
import { Connection, type ConnectionOptions } from "./connection";
import { signInAgain } from "./guest.svelte";
import type { Earlier, Order } from "../protocol";

export class TableConnection {
  readonly #connection: Connection;

  constructor(tableId: string, handlers: Pick<ConnectionOptions, "onMessage" | "onStateChange" | "onLatency">) {
    this.#connection = new Connection({
      getTicket: (signal) => requestTicket(tableId, signal),
      openSocket: (ticket) => currentBackend().openSocket(tableId, ticket),
      isVisible: () => document.visibilityState === "visible",
      wantsSeat: () => wantsSeat(tableId),
      ...handlers,
      onMessage: (message) => {
        if (message.type === "welcome") noteArrival(tableId);
        handlers.onMessage(message);
      },
    });
  }

  start(): void {
    void this.#connection.start();
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#suspect);
  }

  /** After the server or another tab has ended the connection for good. */
  restart(): void {
    void this.#connection.start();
  }

  stop(): void {
    this.#connection.close();
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#suspect);
  }

  send(order: Order): string {
    return this.#connection.send(order);
  }

  ask(question: Earlier): boolean {
    return this.#connection.ask(question);
  }

  readonly #wake = (): void => {
    if (document.visibilityState === "visible") this.#connection.wake();
  };
  readonly #suspect = (): void => this.#connection.suspect();
}

/** A server that has forgotten its guests gets to know this one again. */
async function requestTicket(tableId: string, signal: AbortSignal): Promise<Ticket> {
  try {
    return await getTicket(tableId, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await signInAgain();
    return getTicket(tableId, signal);
  }
}
