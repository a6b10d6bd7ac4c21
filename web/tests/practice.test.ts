import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigate } from "../src/lib/route.svelte";
import { ApiError, getGameChoices } from "../src/lib/server/api";
import { currentBackend, homePath, tablePath, usePractice } from "../src/lib/server/backend";
import type { FromWorker, ToWorker } from "../src/practice/messages";
import { PracticeBackend, type Channel } from "../src/practice/practiceBackend";
import { downloadSize, keepFiles, keptList, readList } from "../src/practice/practiceFiles";

class Worker implements Channel {
  sent: ToWorker[] = [];
  onmessage: Channel["onmessage"] = null;
  onerror: Channel["onerror"] = null;
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  tell(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

/** As much of the browser's caches as is needed. */
class Caches {
  readonly all = new Map<string, Map<string, Response>>();
  keys = () => Promise.resolve([...this.all.keys()]);
  has = (name: string) => Promise.resolve(this.all.has(name));
  delete = (name: string) => Promise.resolve(this.all.delete(name));
  open = (name: string) => {
    const kept = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, kept);
    return Promise.resolve({
      match: (path: string) => Promise.resolve(kept.get(path)?.clone()),
      put: async (path: string, answer: Response) => void kept.set(path, new Response(await answer.arrayBuffer())),
    });
  };
}

const LIST = readList(
  JSON.stringify({
    version: "0123456789abcdef",
    info: { python: "3.14.2" },
    files: [
      { path: "/practice/0123456789abcdef/python.zip", size: 6, download: 3 },
      { path: "/practice/0123456789abcdef/pyodide.mjs", size: 4, download: 2 },
    ],
  }),
);

async function startPractice(): Promise<{ worker: Worker; backend: PracticeBackend }> {
  const worker = new Worker();
  const started = PracticeBackend.start(worker, LIST);
  worker.tell({ type: "ready" });
  return { worker, backend: await started };
}

beforeEach(() => {
  vi.stubGlobal("history", { pushState: () => {}, replaceState: () => {} });
  vi.stubGlobal("scrollTo", () => {});
});
afterEach(() => {
  navigate("/");
  usePractice(null);
  vi.unstubAllGlobals();
});

test("in practice requests go to the worker, and elsewhere to the server", async () => {
  const { worker, backend } = await startPractice();
  usePractice(backend);
  navigate("/practice");
  const asked = getGameChoices();
  const sent = worker.sent.at(-1)!;
  expect(sent).toMatchObject({ type: "request", method: "GET", path: "choices", language: "en" });
  worker.tell({ type: "answer", id: (sent as { id: number }).id, status: 200, text: '{"levels": []}' });
  expect(await asked).toEqual({ levels: [] });
  expect([homePath(), tablePath("x")]).toEqual(["/practice", "/practice/table/x"]);
  navigate("/");
  expect(currentBackend()).not.toBe(backend);
  expect([homePath(), tablePath("x")]).toEqual(["/", "/table/x"]);
});

test("a problem that practice tells is one like a server's", async () => {
  const { worker, backend } = await startPractice();
  usePractice(backend);
  navigate("/practice");
  const asked = getGameChoices();
  worker.tell({ type: "answer", id: 1, status: 422, text: '{"code": "rules", "sentence": "no"}' });
  await expect(asked).rejects.toMatchObject(new ApiError(422, "rules", "no"));
});

test("before practice has started nothing is asked of anybody", async () => {
  navigate("/practice");
  const fetched = vi.spyOn(globalThis, "fetch");
  await expect(getGameChoices()).rejects.toMatchObject({ code: "offline" });
  expect(fetched).not.toHaveBeenCalled();
});

test("a line behaves as a socket does", async () => {
  const { worker, backend } = await startPractice();
  vi.stubGlobal("CloseEvent", Event);
  const socket = backend.openSocket("table");
  const heard: string[] = [];
  socket.onopen = () => heard.push("open");
  socket.onmessage = (event) => heard.push(String(event.data));
  socket.onclose = () => heard.push("close");
  await Promise.resolve();
  socket.send("hello");
  const [open, hello] = worker.sent.slice(-2);
  expect(open).toMatchObject({ type: "open", table: "table" });
  const { line } = open as { line: number };
  expect(hello).toEqual({ type: "message", line, text: "hello" });
  worker.tell({ type: "message", line, text: "welcome" });
  worker.tell({ type: "message", line, text: null });
  worker.tell({ type: "message", line, text: "too late" });
  await Promise.resolve();
  expect(heard).toEqual(["open", "welcome", "close"]);
  expect(worker.sent.at(-1)).toEqual({ type: "close", line });
});

test("a worker that fails to start says so", async () => {
  const worker = new Worker();
  const started = PracticeBackend.start(worker, LIST);
  worker.tell({ type: "failed", reason: "no WebAssembly" });
  await expect(started).rejects.toThrow("no WebAssembly");
});

test("what is downloaded is kept whole, with progress, and the version before goes", async () => {
  const caches = new Caches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(path.endsWith(".zip") ? "python" : "load")));
  await caches.open("cambio-practice-old");
  await caches.open("cambio-page-1");
  const shares: number[] = [];
  expect(downloadSize(LIST)).toBe(5);
  expect(await keptList()).toBeNull();
  await keepFiles(LIST, (share) => shares.push(share));
  expect(shares.at(-1)).toBe(1);
  expect([...shares].sort()).toEqual(shares);
  expect(await caches.keys()).toEqual(["cambio-page-1", "cambio-practice-0123456789abcdef"]);
  expect((await keptList())?.folder).toBe("/practice/0123456789abcdef");
});

test("a download that breaks off leaves no list, so that it is not taken for whole", async () => {
  vi.stubGlobal("caches", new Caches());
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })));
  await expect(keepFiles(LIST, () => {})).rejects.toThrow("503");
  expect(await keptList()).toBeNull();
});
