import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Socket } from "../src/lib/server/connection";
import type { FromServer } from "../src/lib/protocol";

class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  opens(): void {
    this.onopen?.call(this as never, {} as Event);
  }
  hears(message: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent);
  }
  drops(): void {
    this.onclose?.call(this as never, {} as CloseEvent);
  }
}

const TABLE = { stage: "playing", rules: "cambia", options: {}, host: "a", seats: [] };
const BOARD = { phase: "start", hands: {}, stock: 1, pile: 1 };
let heard: FromServer[] = [];
let connection: Connection;

async function connected(welcome: object = { seq: 5, board: BOARD }): Promise<FakeSocket> {
  await connection.start();
  const socket = FakeSocket.all.at(-1)!;
  socket.opens();
  socket.hears({ type: "welcome", version: 1, you: "a", table: TABLE, ...welcome });
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  heard = [];
  connection = new Connection({
    getTicket: () => Promise.resolve({ ticket: "once" }),
    openSocket: () => new FakeSocket(),
    onMessage: (message) => heard.push(message),
    onStateChange: () => {},
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test("the first hello knows nothing, the next one how much was heard", async () => {
  const socket = await connected();
  expect(socket.sent[0]).toEqual({ type: "hello", ticket: "once", version: 1, seeds: true });
  socket.hears({ type: "told", seq: 6 });
  socket.drops();
  await vi.advanceTimersByTimeAsync(1000);
  const next = FakeSocket.all.at(-1)!;
  next.opens();
  expect(next.sent[0]).toMatchObject({ type: "hello", last_seq: 6 });
});

test("a ping is answered at once", async () => {
  const socket = await connected();
  socket.hears({ type: "ping", nonce: "n1" });
  expect(socket.sent.at(-1)).toEqual({ type: "pong", nonce: "n1", seq: 5 });
});

test("what was never answered is sent again under the same name", async () => {
  const socket = await connected();
  const cmdId = connection.send({ type: "act", action: "draw" });
  const answered = connection.send({ type: "next" });
  socket.hears({ type: "done", cmd_id: answered, seq: 6 });
  socket.drops();
  await vi.advanceTimersByTimeAsync(1000);
  const next = FakeSocket.all.at(-1)!;
  next.opens();
  next.hears({ type: "welcome", version: 1, you: "a", seq: 6, table: TABLE });
  expect(next.sent[1]).toEqual({ type: "act", action: "draw", cmd_id: cmdId });
  expect(next.sent.slice(2).map((message) => message.type)).toEqual(["heartbeat"]);
});

test("a message that comes twice is heard once", async () => {
  const socket = await connected();
  socket.hears({ type: "told", seq: 6 });
  socket.hears({ type: "told", seq: 6 });
  expect(heard.filter((message) => message.type === "told")).toHaveLength(1);
});

test("a missing number is answered by asking for the whole table", async () => {
  const socket = await connected();
  socket.hears({ type: "told", seq: 9 });
  expect(socket.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  const next = FakeSocket.all.at(-1)!;
  next.opens();
  expect(next.sent[0]).not.toHaveProperty("last_seq");
  expect(heard.some((message) => message.type === "told")).toBe(false);
});

test("after a bye without a way back nobody knocks again", async () => {
  const socket = await connected();
  socket.hears({ type: "bye", code: "replaced", sentence: "another tab took over" });
  socket.drops();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(connection.state).toBe("closed");
});

test("whoever is banned hears why, and does not knock again", async () => {
  let asked = 0;
  const states: string[] = [];
  const banned = { status: 403, code: "banned", sentence: "you may not play here" };
  connection = new Connection({
    getTicket: () => {
      asked += 1;
      return Promise.reject(Object.assign(new Error(), banned));
    },
    openSocket: () => new FakeSocket(),
    onMessage: () => {},
    onStateChange: (state, bye) => states.push(`${state} ${bye?.code}`),
  });
  await connection.start();
  await vi.advanceTimersByTimeAsync(60_000);
  connection.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, states.at(-1), FakeSocket.all.length]).toEqual([1, "closed banned", 0]);
});

test("after a bye with a time the client comes back then", async () => {
  const socket = await connected();
  socket.hears({ type: "bye", code: "restart", sentence: "back soon", retry: 2000 });
  socket.drops();
  await vi.advanceTimersByTimeAsync(1900);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a phone that wakes up does not wait for its turn to try", async () => {
  const socket = await connected();
  socket.drops();
  connection.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a network that swallows everything is noticed within five seconds, and tried again", async () => {
  const socket = await connected();
  expect(socket.sent.at(-1)).toMatchObject({ type: "heartbeat", number: 1 });
  socket.hears({ type: "alive", number: 1 });
  await vi.advanceTimersByTimeAsync(4500);
  expect(connection.state).not.toBe("live");
  expect(socket.isClosed).toBe(true);
  expect(FakeSocket.all).toHaveLength(2);
});

test("an attempt that nobody answers is broken off, and its late ticket is not used", async () => {
  let give: (ticket: { ticket: string }) => void = () => {};
  const signals: AbortSignal[] = [];
  connection.close();
  connection = new Connection({
    getTicket: (signal) => {
      signals.push(signal);
      return new Promise((resolve) => (give = resolve));
    },
    openSocket: () => new FakeSocket(),
    onMessage: () => {},
    onStateChange: () => {},
  });
  void connection.start();
  const giveFirst = give;
  await vi.advanceTimersByTimeAsync(9000);
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
  giveFirst({ ticket: "late" });
  await vi.advanceTimersByTimeAsync(1);
  expect(FakeSocket.all).toHaveLength(0);
});

test("a table that has moved is followed at once to where its ticket leads, but not for ever", async () => {
  const opened: (string | undefined)[] = [];
  connection.close();
  connection = new Connection({
    getTicket: () => Promise.resolve({ ticket: "once", socket: `ws://worker${opened.length}/socket` }),
    openSocket: (ticket) => {
      opened.push(ticket.socket);
      return new FakeSocket();
    },
    onMessage: () => {},
    onStateChange: () => {},
  });
  await connection.start();
  for (let hop = 0; hop < 20; hop += 1) {
    FakeSocket.all.at(-1)!.opens();
    FakeSocket.all.at(-1)!.hears({ type: "bye", code: "moved", sentence: "", retry: 100 });
    FakeSocket.all.at(-1)!.drops();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(opened.slice(0, 3)).toEqual(["ws://worker0/socket", "ws://worker1/socket", "ws://worker2/socket"]);
  expect(opened).toHaveLength(6);
});

test("where another worker gives a ticket, a socket that is silent is left for the one that it leads to", async () => {
  const opened: (string | undefined)[] = [];
  connection.close();
  connection = new Connection({
    getTicket: () => Promise.resolve({ ticket: "once", socket: opened.length ? "ws://other/socket" : undefined }),
    openSocket: (ticket) => {
      opened.push(ticket.socket);
      return new FakeSocket();
    },
    onMessage: () => {},
    onStateChange: () => {},
  });
  const frozen = await connected();
  frozen.hears({ type: "alive", number: 1 });
  await vi.advanceTimersByTimeAsync(2600);
  expect(opened).toEqual([undefined, "ws://other/socket"]);
  expect([connection.state, frozen.isClosed]).toEqual(["connecting", true]);
  const other = FakeSocket.all.at(-1)!;
  other.opens();
  other.hears({ type: "welcome", version: 1, you: "a", table: TABLE, seq: 6, board: BOARD });
  expect(connection.state).toBe("live");
});

test("where the network is silent as well, the socket is kept until it is given up", async () => {
  let asked = 0;
  connection.close();
  connection = new Connection({
    getTicket: () => (asked++ ? new Promise(() => {}) : Promise.resolve({ ticket: "once" })),
    openSocket: () => new FakeSocket(),
    onMessage: () => {},
    onStateChange: () => {},
  });
  const slow = await connected();
  slow.hears({ type: "alive", number: 1 });
  await vi.advanceTimersByTimeAsync(3000);
  slow.hears({ type: "alive", number: 2 });
  expect([asked, connection.state, slow.isClosed]).toEqual([2, "live", false]);
});
