import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Heartbeat } from "../src/lib/server/heartbeat";

let asked: number[];
let latencies: number[];
let doubts: number;
let silences: number;
let isVisible: boolean;
let heartbeat: Heartbeat;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, latencies, doubts, silences, isVisible] = [[], [], 0, 0, true];
  heartbeat = new Heartbeat({
    send: (number) => asked.push(number),
    onDoubt: () => (doubts += 1),
    onSilence: () => {
      silences += 1;
      heartbeat.stop();
    },
    onLatency: (milliseconds) => latencies.push(milliseconds),
    isVisible: () => isVisible,
  });
});
afterEach(() => {
  heartbeat.stop();
  vi.useRealTimers();
});

function answer(): void {
  heartbeat.noteMessage();
  heartbeat.noteAnswer(asked.at(-1)!);
}

test("the round trip is measured as soon as the connection is live", () => {
  heartbeat.start();
  vi.advanceTimersByTime(38);
  answer();
  expect(latencies).toEqual([38]);
});

test("a line that is cut is doubted within three seconds, and given up within four", () => {
  heartbeat.start();
  answer();
  vi.advanceTimersByTime(1400);
  heartbeat.noteMessage();
  vi.advanceTimersByTime(2400);
  expect(doubts).toBe(0);
  vi.advanceTimersByTime(200);
  expect([doubts, silences, heartbeat.isAwaiting]).toEqual([1, 0, true]);
  vi.advanceTimersByTime(800);
  expect(silences).toBe(0);
  vi.advanceTimersByTime(200);
  expect([doubts, silences]).toEqual([1, 1]);
});

test("whoever answers late, but answers, is not given up", () => {
  heartbeat.start();
  for (let round = 0; round < 5; round++) {
    vi.advanceTimersByTime(1200);
    answer();
    vi.advanceTimersByTime(2000);
  }
  expect(silences).toBe(0);
  vi.advanceTimersByTime(3500);
  expect(silences).toBe(0);
});

test("a busy table is asked now and then only", () => {
  heartbeat.start();
  answer();
  for (let second = 0; second < 20; second++) {
    vi.advanceTimersByTime(1000);
    heartbeat.noteMessage();
  }
  expect(asked).toHaveLength(2);
});

test("a hidden page asks nothing and waits for the server's pings", () => {
  heartbeat.start();
  answer();
  isVisible = false;
  for (let ping = 0; ping < 10; ping++) {
    vi.advanceTimersByTime(9000);
    heartbeat.noteMessage();
  }
  expect([asked.length, silences]).toEqual([1, 0]);
  vi.advanceTimersByTime(46_000);
  expect(silences).toBe(1);
});

test("a page that slept asks before it gives the line up", () => {
  heartbeat.start();
  answer();
  vi.advanceTimersByTime(2100);
  expect(asked).toHaveLength(2);
  vi.setSystemTime(Date.now());
  // Timers stood still for a minute, the clock did not.
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
  vi.advanceTimersByTime(2000);
  expect([asked.length, silences]).toEqual([3, 0]);
});

test("when the browser says that the network is gone, a second is enough", () => {
  heartbeat.start();
  answer();
  heartbeat.check({ isSuspect: true });
  vi.advanceTimersByTime(1100);
  expect(silences).toBe(1);
});

test("a server on this machine answers although the network is gone", () => {
  heartbeat.start();
  answer();
  heartbeat.check({ isSuspect: true });
  vi.advanceTimersByTime(5);
  answer();
  vi.advanceTimersByTime(1100);
  expect(silences).toBe(0);
});
