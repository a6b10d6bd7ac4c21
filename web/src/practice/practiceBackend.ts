// The server of practice as the page sees it: requests and sockets, which go to a worker instead of a network.

import type { Backend } from "../lib/server/backend";
import type { Socket } from "../lib/server/connection";
import type { FromWorker, ToWorker } from "./messages";
import type { PracticeList } from "./practiceFiles";

/** As much of a Worker as is needed, so that tests can bring their own. */
export type Channel = {
  postMessage: (message: ToWorker) => void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
};

export class PracticeBackend implements Backend {
  readonly #waiting = new Map<number, (answer: Response) => void>();
  readonly #lines = new Map<number, PracticeSocket>();
  #last = 0;

  private constructor(private readonly channel: Channel) {}

  /** Python is started; it fails if that can't be. */
  static start(channel: Channel, { folder, info }: Pick<PracticeList, "folder" | "info">): Promise<PracticeBackend> {
    const backend = new PracticeBackend(channel);
    return new Promise((resolve, reject) => {
      channel.onerror = ({ message }) => reject(new Error(message ?? "the worker could not be started"));
      channel.onmessage = ({ data }) => {
        if (data.type === "ready") resolve(backend);
        else if (data.type === "failed") reject(new Error(data.reason));
        else backend.#receive(data);
      };
      channel.postMessage({ type: "start", folder, info });
    });
  }

  request(path: string, { method = "GET", headers, body }: RequestInit): Promise<Response> {
    const id = (this.#last += 1);
    const language = new Headers(headers).get("Accept-Language") ?? "";
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      const text = typeof body === "string" ? body : "";
      this.channel.postMessage({ type: "request", id, method, path, language, body: text });
    });
  }

  openSocket(table: string): Socket {
    const line = (this.#last += 1);
    const socket = new PracticeSocket(line, this.channel, () => this.#lines.delete(line));
    this.#lines.set(line, socket);
    this.channel.postMessage({ type: "open", line, table });
    // Whoever has opened it says first what is to be done then.
    queueMicrotask(() => socket.open());
    return socket;
  }

  #receive(message: FromWorker): void {
    if (message.type === "answer") {
      this.#waiting.get(message.id)?.(new Response(message.text, { status: message.status }));
      this.#waiting.delete(message.id);
    } else if (message.type === "message") this.#lines.get(message.line)?.receive(message.text);
  }
}

class PracticeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  #isOpen = true;

  constructor(
    private readonly line: number,
    private readonly channel: Channel,
    private readonly forget: () => void,
  ) {}

  open(): void {
    this.onopen?.call(this as never, new Event("open"));
  }

  send(text: string): void {
    if (this.#isOpen) this.channel.postMessage({ type: "message", line: this.line, text });
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.forget();
    this.channel.postMessage({ type: "close", line: this.line });
    queueMicrotask(() => void this.onclose?.call(this as never, new CloseEvent("close")));
  }

  receive(text: string | null): void {
    if (text === null) this.close();
    else this.onmessage?.call(this as never, new MessageEvent("message", { data: text }));
  }
}
