// The connection to a table: it says hello, comes back after a drop, and sends again what was never answered.

import { decodeMessage, PROTOCOL_VERSION } from "../protocol";
import type { Bye, Command, FromServer, Hello, Order } from "../protocol";

export type ConnectionState = "connecting" | "live" | "waiting" | "closed";

/** As much of a WebSocket as is needed, so that tests can bring their own. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror">;

export type ConnectionOptions = {
  getTicket: () => Promise<string>;
  openSocket: () => Socket;
  onMessage: (message: FromServer) => void;
  onStateChange: (state: ConnectionState, bye: Bye | null) => void;
};

const FIRST_RETRY = 300;
const LONGEST_RETRY = 8000;
/** Servers ping; one that has been silent for this long is gone, even if the socket is still open. */
const LONGEST_SILENCE = 45_000;

export class Connection {
  state: ConnectionState = "connecting";
  lastSeq: number | null = null;
  #socket: Socket | null = null;
  #unanswered = new Map<string, Command>();
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #silenceTimer: ReturnType<typeof setTimeout> | null = null;
  #bye: Bye | null = null;
  #isResuming = false;

  constructor(private readonly options: ConnectionOptions) {}

  async start(): Promise<void> {
    this.#setState("connecting");
    this.#bye = null;
    let ticket: string;
    try {
      ticket = await this.options.getTicket();
    } catch (error) {
      this.#bye = byeFor(error);
      this.#reconnect();
      return;
    }
    if (this.state === "closed") return;
    const socket = this.options.openSocket();
    this.#socket = socket;
    socket.onopen = () => {
      this.#isResuming = this.lastSeq !== null;
      const hello: Hello = { type: "hello", ticket, version: PROTOCOL_VERSION };
      if (this.lastSeq !== null) hello.last_seq = this.lastSeq;
      socket.send(JSON.stringify(hello));
      this.#restartSilenceTimer();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#restartSilenceTimer();
      const message = decodeMessage(String(event.data));
      if (message !== null) this.#handle(message, socket);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#reconnect();
    };
    socket.onerror = () => socket.close();
  }

  /** Give a command; it is sent again after every drop until it is answered. */
  send(order: Order): string {
    const command: Command = { ...order, cmd_id: newId() };
    this.#unanswered.set(command.cmd_id, command);
    if (this.state === "live") this.#socket?.send(JSON.stringify(command));
    return command.cmd_id;
  }

  /** Somebody woke up: try at once instead of waiting for the next attempt. */
  wake(): void {
    if (this.state !== "waiting") return;
    this.#attempt = 0;
    this.#cancelRetry();
    void this.start();
  }

  close(): void {
    this.#setState("closed");
    this.#cancelRetry();
    this.#closeSocket();
  }

  #handle(message: FromServer, socket: Socket): void {
    switch (message.type) {
      case "ping":
        socket.send(JSON.stringify({ type: "pong", nonce: message.nonce, seq: this.lastSeq ?? 0 }));
        return;
      case "welcome":
        this.#attempt = 0;
        // Whoever resumes without a board is told everything that was missed, number by number.
        if (!this.#isResuming || message.board !== null) this.lastSeq = message.seq;
        this.#setState("live");
        this.options.onMessage(message);
        for (const command of this.#unanswered.values()) socket.send(JSON.stringify(command));
        return;
      case "told":
        if (this.lastSeq !== null && message.seq <= this.lastSeq) return;
        if (this.lastSeq !== null && message.seq > this.lastSeq + 1) {
          this.#resync();
          return;
        }
        this.lastSeq = message.seq;
        break;
      case "done":
      case "refused":
        this.#unanswered.delete(message.cmd_id);
        break;
      case "bye":
        this.#bye = message;
        break;
    }
    this.options.onMessage(message);
  }

  /** A number is missing, so what is known can't be trusted: ask for the whole table. */
  #resync(): void {
    this.lastSeq = null;
    this.#closeSocket();
    void this.start();
  }

  #reconnect(): void {
    if (this.state === "closed") return;
    this.#closeSocket();
    if (this.#bye !== null && this.#bye.retry === null) {
      this.#setState("closed");
      return;
    }
    const wait =
      this.#bye?.retry ?? Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#attempt) * (0.75 + Math.random() / 2);
    this.#attempt += 1;
    this.#setState("waiting");
    this.#cancelRetry();
    this.#retryTimer = setTimeout(() => void this.start(), wait);
  }

  #restartSilenceTimer(): void {
    if (this.#silenceTimer !== null) clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#reconnect(), LONGEST_SILENCE);
  }

  #closeSocket(): void {
    if (this.#silenceTimer !== null) clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #cancelRetry(): void {
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
  }

  #setState(state: ConnectionState): void {
    if (state === this.state && state !== "closed") return;
    this.state = state;
    this.options.onStateChange(state, this.#bye);
  }
}

/** A table that is not there won't be there later either; any other trouble may pass. */
function byeFor(error: unknown): Bye | null {
  const { status, code, sentence } = error as { status?: number; code?: string; sentence?: string };
  return status === 404 ? { type: "bye", code: code ?? "no_table", sentence: sentence ?? "", retry: null } : null;
}

/** crypto.randomUUID asks for https, which a table on a home network has not. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
