// The connection to a table: it says hello, comes back after a drop, and sends again what was never answered.

import type { Ticket } from "./api";
import { Heartbeat } from "./heartbeat";
import { decodeMessage, PROTOCOL_VERSION } from "../protocol";
import type { Bye, Command, Earlier, FromServer, Heartbeat as HeartbeatMessage, Hello, Order } from "../protocol";

export type ConnectionState = "connecting" | "live" | "waiting" | "closed";

/** As much of a WebSocket as is needed, so that tests can bring their own. */
export type Socket = Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror">;

export type ConnectionOptions = {
  getTicket: (signal: AbortSignal) => Promise<Ticket>;
  openSocket: (ticket: Ticket) => Socket;
  onMessage: (message: FromServer) => void;
  onStateChange: (state: ConnectionState, bye: Bye | null) => void;
  /** How long a round trip takes, in milliseconds. */
  onLatency?: (milliseconds: number) => void;
  isVisible?: () => boolean;
  /** Whether to take a seat on arrival. */
  wantsSeat?: () => boolean;
};

const FIRST_RETRY = 300;
const LONGEST_RETRY = 8000;
/** Attempts in a row for which the server says when to make them, like those that follow a table which has moved. */
const MOST_HOPS = 5;
/** Milliseconds from asking for a ticket to the welcome; each further attempt may take longer, up to the last. */
const FIRST_ATTEMPT = 8000;
const LONGEST_ATTEMPT = 20_000;
/** An attempt that has taken this long when the network comes back may be waiting for an answer that was lost. */
const STALE_ATTEMPT = 1000;

export class Connection {
  state: ConnectionState = "connecting";
  lastSeq: number | null = null;
  #socket: Socket | null = null;
  #unanswered = new Map<string, Command>();
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #attemptTimer: ReturnType<typeof setTimeout> | null = null;
  #request: AbortController | null = null;
  #startedAt = 0;
  #bye: Bye | null = null;
  #isResuming = false;
  readonly #heartbeat: Heartbeat;

  constructor(private readonly options: ConnectionOptions) {
    this.#heartbeat = new Heartbeat({
      send: (number) => this.#sendHeartbeat(number),
      onDoubt: () => void this.#seekOtherWay(),
      onSilence: () => this.#reconnect(),
      onLatency: options.onLatency ?? (() => {}),
      isVisible: options.isVisible ?? (() => true),
    });
  }

  async start(): Promise<void> {
    this.#setState("connecting");
    this.#bye = null;
    this.#startedAt = performance.now();
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.#limitAttempt();
    let ticket: Ticket;
    try {
      ticket = await this.options.getTicket(request.signal);
    } catch (error) {
      if (request !== this.#request) return;
      this.#bye = byeFor(error);
      this.#reconnect();
      return;
    }
    if (request === this.#request) this.#open(ticket);
  }

  #open(ticket: Ticket): void {
    const socket = this.options.openSocket(ticket);
    this.#socket = socket;
    socket.onopen = () => {
      this.#isResuming = this.lastSeq !== null;
      const hello: Hello = { type: "hello", ticket: ticket.ticket, version: PROTOCOL_VERSION, seeds: true };
      if (this.lastSeq !== null) hello.last_seq = this.lastSeq;
      if (this.options.wantsSeat?.()) hello.sit = true;
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heartbeat.noteMessage();
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

  /** Ask something that changes nothing; whether it was sent. After a drop it is forgotten. */
  ask(question: Earlier): boolean {
    if (this.state !== "live" || this.#socket === null) return false;
    this.#socket.send(JSON.stringify(question));
    return true;
  }

  /** Somebody woke up, or the network is back: see whether the line is up, or try at once to get one. */
  wake(): void {
    const isStale = this.state === "connecting" && performance.now() - this.#startedAt > STALE_ATTEMPT;
    if (this.state === "live") this.#heartbeat.check();
    if (this.state !== "waiting" && !isStale) return;
    this.#attempt = 0;
    this.#cancelRetry();
    this.#closeSocket();
    void this.start();
  }

  /** The browser says that the network is gone; a server on this machine may be there all the same. */
  suspect(): void {
    if (this.state === "live") this.#heartbeat.check({ isSuspect: true });
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
      case "alive":
        this.#heartbeat.noteAnswer(message.number);
        return;
      case "welcome":
        this.#attempt = 0;
        this.#endAttempt();
        // Whoever resumes without a board is told everything that was missed, number by number.
        if (!this.#isResuming || message.board !== null) this.lastSeq = message.seq;
        this.#setState("live");
        this.options.onMessage(message);
        for (const command of this.#unanswered.values()) socket.send(JSON.stringify(command));
        this.#heartbeat.start();
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

  /** Nothing comes; but whoever gets a ticket meanwhile is not cut off, and the ticket leads to a worker that answers. */
  async #seekOtherWay(): Promise<void> {
    const request = (this.#request = new AbortController());
    let ticket: Ticket;
    try {
      ticket = await this.options.getTicket(request.signal);
    } catch {
      return;
    }
    if (request !== this.#request || !this.#heartbeat.isAwaiting) return;
    this.#closeSocket();
    this.#setState("connecting");
    this.#startedAt = performance.now();
    this.#limitAttempt();
    this.#open(ticket);
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
    const retry = this.#attempt < MOST_HOPS ? this.#bye?.retry : undefined;
    const wait = retry ?? Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#attempt) * (0.75 + Math.random() / 2);
    this.#attempt += 1;
    this.#setState("waiting");
    this.#cancelRetry();
    this.#retryTimer = setTimeout(() => void this.start(), wait);
  }

  #sendHeartbeat(number: number): void {
    const message: HeartbeatMessage = { type: "heartbeat", number };
    this.#socket?.send(JSON.stringify(message));
  }

  /** Requests to a network that swallows them are never answered. */
  #limitAttempt(): void {
    this.#endAttempt();
    const limit = Math.min(LONGEST_ATTEMPT, FIRST_ATTEMPT * 1.5 ** this.#attempt);
    this.#attemptTimer = setTimeout(() => this.#reconnect(), limit);
  }

  #endAttempt(): void {
    if (this.#attemptTimer !== null) clearTimeout(this.#attemptTimer);
    this.#attemptTimer = null;
  }

  #closeSocket(): void {
    this.#heartbeat.stop();
    this.#endAttempt();
    this.#request?.abort();
    this.#request = null;
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

/** A table that is not there won't be there later either, nor does a ban pass soon; any other trouble may. */
function byeFor(error: unknown): Bye | null {
  const { status, code, sentence } = error as { status?: number; code?: string; sentence?: string };
  return status === 404 || code === "banned"
    ? { type: "bye", code: code ?? "no_table", sentence: sentence ?? "", retry: null }
    : null;
}

/** crypto.randomUUID asks for https, which a table on a home network has not. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
