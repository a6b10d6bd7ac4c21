// What the page and the worker that runs Python say to each other.

export type ToWorker =
  /** The folder of Python's files; the first message. */
  | { type: "start"; folder: string; info: Record<string, string> }
  | { type: "request"; id: number; method: string; path: string; language: string; body: string }
  | { type: "open"; line: number; table: string }
  | { type: "message"; line: number; text: string }
  | { type: "close"; line: number };

export type FromWorker =
  | { type: "ready" }
  | { type: "failed"; reason: string }
  | { type: "answer"; id: number; status: number; text: string }
  /** A message for a line; null: the line has ended. */
  | { type: "message"; line: number; text: string | null };
