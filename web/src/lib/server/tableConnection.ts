// The connection of this page to one table: tickets by REST, a WebSocket, and a new attempt when the page wakes up.

import { ApiError, getTicket } from "./api";
import { Connection, type ConnectionOptions } from "./connection";
import { signInAgain } from "./guest.svelte";
import type { Order } from "../protocol";

export class TableConnection {
  readonly #connection: Connection;

  constructor(tableId: string, handlers: Pick<ConnectionOptions, "onMessage" | "onStateChange">) {
    this.#connection = new Connection({
      getTicket: () => requestTicket(tableId),
      openSocket: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`),
      ...handlers,
    });
  }

  start(): void {
    void this.#connection.start();
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
  }

  /** After the server or another tab has ended the connection for good. */
  restart(): void {
    void this.#connection.start();
  }

  stop(): void {
    this.#connection.close();
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
  }

  send(order: Order): string {
    return this.#connection.send(order);
  }

  readonly #wake = (): void => {
    if (document.visibilityState === "visible") this.#connection.wake();
  };
}

/** A server that has forgotten its guests gets to know this one again. */
async function requestTicket(tableId: string): Promise<string> {
  try {
    return await getTicket(tableId);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await signInAgain();
    return getTicket(tableId);
  }
}
