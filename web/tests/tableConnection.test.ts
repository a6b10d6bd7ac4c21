import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableConnection } from "../src/lib/server/tableConnection";

let requests: string[];
let sockets: string[];
let isKnown: boolean;

/** A server that knows nobody until they have said their name. */
function answer(path: string): Response {
  requests.push(path);
  if (path === "/api/session") isKnown = true;
  if (path.endsWith("/ticket"))
    return isKnown ? Response.json({ ticket: "once" }) : new Response("{}", { status: 401 });
  return Response.json({ person: "p", name: "Ana" });
}

class FakeSocket {
  constructor(address: string) {
    sockets.push(address);
  }
  close(): void {}
}

beforeEach(() => {
  [requests, sockets, isKnown] = [[], [], false];
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(answer(path)));
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "https:", host: "cambio.example" });
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a server that has forgotten its guests gets to know this one again", async () => {
  const connection = new TableConnection("t", { onMessage: () => {}, onStateChange: () => {} });
  connection.start();
  await vi.waitFor(() => expect(sockets).toEqual(["wss://cambio.example/socket?table=t"]));
  expect(requests).toEqual(["/api/tables/t/ticket", "/api/session", "/api/tables/t/ticket"]);
  connection.stop();
});
