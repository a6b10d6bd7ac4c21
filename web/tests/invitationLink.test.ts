import { expect, test } from "vitest";
import { findLinkOrigins, isLoopback } from "../src/lib/screen/invitationLink";

const local = { origin: "http://localhost:8000", hostname: "localhost" };
const lan = { origin: "http://192.168.1.20:8000", hostname: "192.168.1.20" };

test("a page on this machine links to an address on the network", () => {
  const network = ["http://192.168.1.20:8000", "http://10.0.0.2:8000"];
  expect(findLinkOrigins(local, { public: null, network })).toEqual({ origins: network, isLocal: false });
});

test("where there is none, the link says that it is for this machine alone", () => {
  for (const addresses of [null, { public: null, network: null }, { public: null, network: [] }]) {
    expect(findLinkOrigins(local, addresses)).toEqual({ origins: [local.origin], isLocal: true });
  }
});

test("a page that others can open links to itself", () => {
  expect(findLinkOrigins(lan, { public: null, network: null })).toEqual({ origins: [lan.origin], isLocal: false });
});

test("the public address of a server comes before all others", () => {
  for (const page of [local, lan]) {
    const told = { public: "https://cambio.example", network: ["http://192.168.1.20:8000"] };
    expect(findLinkOrigins(page, told)).toEqual({ origins: ["https://cambio.example"], isLocal: false });
  }
});

test("loopback has many names", () => {
  expect(["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "[::1]"].map(isLoopback)).not.toContain(false);
  expect(["192.168.1.20", "localhost.example", "127.0.0.1.example", "cambio.local"].map(isLoopback)).not.toContain(
    true,
  );
});
