import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer, Order } from "../src/lib/protocol";
import { fromHex, toHex } from "../src/lib/verify/hashing";
import { Participant } from "../src/lib/verify/participant";
import { findReceipt, HEADS_KEPT, RECEIPTS_KEPT } from "../src/lib/verify/receiptStorage";
import { commitClientSeed } from "../src/lib/verify/seeds";

const store = new Map<string, string>();
let sent: Order[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

const join = (): Participant => new Participant((order) => `command ${sent.push(order)}`);
const promise = (digit: string): string => digit.repeat(64);
const announce = (server: string, commitment: string, match = "m"): string =>
  `cambio shuffle 1\nmatch: ${match}\nserver commitment: ${server}\ncommitment a: none\ncommitment b: ${commitment}\n`;
const told = (heads: Record<string, string>): FromServer => ({ type: "told", heads }) as FromServer;

async function hear(client: Participant, server: string, announcement = "", is_dealt = false): Promise<void> {
  client.handle({ type: "shuffle", round: 1, server_commitment: server, announcement, is_dealt });
  await vi.waitFor(() => expect(store.has(`cambio.receipt.${server}`)).toBe(true));
  await Promise.resolve();
}

async function commit(client: Participant, server: string): Promise<string> {
  await hear(client, server);
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ type: "commit_seed", server_commitment: server }));
  return (sent.at(-1) as { commitment: string }).commitment;
}

test("a browser commits itself to a seed, reveals it, and keeps a receipt with the heads of the round", async () => {
  const [client, server] = [join(), promise("1")];
  const commitment = await commit(client, server);
  expect(findReceipt(server)).toBeNull();
  const announcement = announce(server, commitment);
  await hear(client, server, announcement);
  const { seed } = sent.at(-1) as { seed: string };
  expect(sent.at(-1)).toEqual({ type: "reveal_seed", server_commitment: server, seed });
  expect(toHex(await commitClientSeed(fromHex(server), fromHex(seed)))).toBe(commitment);
  client.handle(told({ 0: promise("a") }));
  client.handle(told({ 1: promise("b") }));
  await commit(client, promise("2"));
  client.handle(told({ 2: promise("c") }));
  const heads = { 0: promise("a"), 1: promise("b"), 2: promise("c") };
  expect(findReceipt(server)).toEqual({ server_commitment: server, seat: "b", seed, commitment, announcement, heads });
});

test("after the page is loaded again it has the same seed, and so has another tab", async () => {
  const server = promise("3");
  const commitment = await commit(join(), server);
  expect(await commit(join(), server)).toBe(commitment);
});

test("no seed is sent for an announcement without its commitment, nor for a second one", async () => {
  const [client, server] = [join(), promise("4")];
  const commitment = await commit(client, server);
  await hear(client, server, announce(server, promise("0")));
  await hear(client, server, announce(server, commitment));
  expect(sent.map(({ type }) => type)).toEqual(["commit_seed"]);
  expect(findReceipt(server)).toMatchObject({ announcement: announce(server, promise("0")) });
  expect(findReceipt(server)).not.toHaveProperty("seed");
});

test("whoever watches, or comes later, has a receipt without a seed", async () => {
  const [client, server] = [join(), promise("5")];
  client.handle(told({ 0: promise("a") }));
  await hear(client, server, announce(server, promise("0")), true);
  await vi.waitFor(() => expect(findReceipt(server)).not.toBeNull());
  client.handle(told({ 1: promise("b") }));
  expect(findReceipt(server)).toEqual({
    server_commitment: server,
    announcement: announce(server, promise("0")),
    heads: { 0: promise("a"), 1: promise("b") },
  });
});

test("whoever comes back after the deal has a receipt with the commitment alone, because the seed was not sent", async () => {
  const server = promise("9");
  const commitment = await commit(join(), server);
  const client = join();
  await hear(client, server, announce(server, commitment), true);
  await vi.waitFor(() => expect(findReceipt(server)).not.toBeNull());
  expect(findReceipt(server)).toMatchObject({ seat: "b", commitment });
  expect(findReceipt(server)).not.toHaveProperty("seed");
});

test("only answers to its own commands are kept from the player", async () => {
  const client = join();
  await commit(client, promise("6"));
  const refused = { type: "refused" as const, code: "deal_closed", sentence: "", option: null, race: [] };
  expect(client.handle({ ...refused, cmd_id: "command 1" })).toBe(true);
  expect(client.handle({ ...refused, cmd_id: "another" })).toBe(false);
});

test("the storage does not grow with the number of rounds, nor with their length", async () => {
  const client = join();
  for (let n = 0; n < RECEIPTS_KEPT + 5; n++) await commit(client, n.toString(16).padStart(64, "0"));
  expect([...store.keys()].filter((key) => key.startsWith("cambio.receipt."))).toHaveLength(RECEIPTS_KEPT);
  const server = promise("7");
  await hear(client, server, announce(server, await commit(client, server)));
  for (let n = 0; n < 500; n++) client.handle(told({ [n]: promise("a") }));
  const heads = Object.keys(findReceipt(server)?.heads ?? {});
  expect(heads.length).toBeLessThanOrEqual(HEADS_KEPT);
  expect([heads[0], heads.at(-1)]).toEqual(["0", "499"]);
});

test("a browser that keeps nothing takes part all the same", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  });
  const [client, server] = [join(), promise("8")];
  client.handle({ type: "shuffle", round: 1, server_commitment: server, announcement: "", is_dealt: false });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const announcement = announce(server, (sent[0] as { commitment: string }).commitment);
  client.handle({ type: "shuffle", round: 1, server_commitment: server, announcement, is_dealt: false });
  await vi.waitFor(() => expect(sent.at(-1)?.type).toBe("reveal_seed"));
});
