// The browser's own check of shuffles agrees with the test vectors that the server's agrees with.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { computeSha256, eightBytes, fromHex, hmac, sha256, toHex, utf8 } from "../src/lib/verify/hashing";
import { announcementOf, preambleOf, readProvenFile, UnreadableFile } from "../src/lib/verify/provenFile";
import type { Receipt } from "../src/lib/verify/receipt";
import { commitClientSeed, commitServerSeed, drawSeed, SEED_SIZE } from "../src/lib/verify/seeds";
import { KeyedStream, shuffle, shuffleFaces } from "../src/lib/verify/shuffle";
import { verify } from "../src/lib/verify/verify";

type Case = { name: string; file: string; receipt: Receipt | null; checks: Record<string, string> };
type Vectors = {
  commitments: Record<"server_seed" | "server_commitment" | "client_seed" | "client_commitment", string>[];
  orders: { key: string; cards: number; order: number[] }[];
  numbers: { key: string; bound: number; numbers: number[]; drawn: number };
  sorted_faces: { key: string; faces: string[] };
  preamble: Record<"announcement" | "preamble" | "first_head" | "deal_key", string>;
  cases: Case[];
};

const source = (name: string): string => readFileSync(new URL(`../../tests/shuffles/${name}`, import.meta.url), "utf8");
const vectors = JSON.parse(source("vectors.json")) as Vectors;
/** Rounds that a real server has dealt, honestly or not. */
const recorded = JSON.parse(source("server_rounds.json")) as Case[];
const caseNamed = (name: string): Case => vectors.cases.find((each) => each.name === name) as Case;
const whole = caseNamed("a round with a reshuffle");

const LONG = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
const DIGESTS: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [LONG, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
];

test("SHA-256 is the same with and without Web Crypto", async () => {
  for (const [text, digest] of DIGESTS) {
    expect(toHex(computeSha256(utf8(text)))).toBe(digest);
    expect(toHex(await sha256(utf8(text)))).toBe(digest);
  }
  for (let size = 0; size < 200; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7 + size) % 256);
    expect(toHex(computeSha256(bytes))).toBe(toHex(await sha256(bytes)));
  }
});

test("HMAC is that of RFC 4231, with long keys, too", async () => {
  const jefe = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  expect(toHex(await hmac(utf8("Jefe"), utf8("what do ya want for nothing?")))).toBe(jefe);
  const long = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
  const message = utf8("Test Using Larger Than Block-Size Key - Hash Key First");
  expect(toHex(await hmac(new Uint8Array(131).fill(0xaa), message))).toBe(long);
});

test("numbers and digits are bytes", () => {
  expect(toHex(eightBytes(258))).toBe("0000000000000102");
  expect(() => fromHex("0g")).toThrow("expected digits");
});

test("commitments agree", async () => {
  for (const vector of vectors.commitments) {
    const commitment = await commitServerSeed(fromHex(vector.server_seed));
    expect(toHex(commitment)).toBe(vector.server_commitment);
    const answer = await commitClientSeed(commitment, fromHex(vector.client_seed));
    expect(toHex(answer)).toBe(vector.client_commitment);
  }
});

test("a client draws another seed each time", () => {
  expect(drawSeed().length).toBe(SEED_SIZE);
  expect(toHex(drawSeed())).not.toBe(toHex(drawSeed()));
});

test("numbers and orders agree", async () => {
  const { key, bound, numbers, drawn } = vectors.numbers;
  const stream = new KeyedStream(fromHex(key));
  for (const number of numbers) expect(await stream.below(bound)).toBe(number);
  expect(stream.drawn).toBe(drawn);
  for (const vector of vectors.orders) {
    expect(await shuffle(fromHex(vector.key), [...Array(vector.cards).keys()])).toEqual(vector.order);
  }
});

test("cards are sorted by face before they are shuffled", async () => {
  const { key, faces } = vectors.sorted_faces;
  expect(await shuffleFaces(fromHex(key), [...faces].reverse())).toEqual(faces);
});

test("the preamble agrees, byte for byte", async () => {
  const file = await readProvenFile(whole.file);
  const { announcement, preamble, first_head, deal_key } = vectors.preamble;
  expect(announcementOf(file)).toBe(announcement);
  expect(preambleOf(file)).toBe(preamble);
  expect(toHex(await sha256(utf8(`cambio transcript 1${preamble}`)))).toBe(first_head);
  const seed = fromHex(file.tags.get("server seed") ?? "");
  expect(toHex(await hmac(seed, utf8(`cambio deal 1${preamble}`)))).toBe(deal_key);
});

test.each([...vectors.cases, ...recorded])(
  "$name: what holds and what is wrong agrees",
  async ({ file, receipt, checks }) => {
    const found = await verify(file, receipt);
    expect(Object.fromEntries(found.map(({ check, result }) => [check, result]))).toEqual(checks);
  },
);

test("without Web Crypto the same is found", async () => {
  vi.stubGlobal("crypto", undefined);
  try {
    const { file, receipt, checks } = caseNamed("the same with a receipt");
    const found = await verify(file, receipt);
    expect(Object.fromEntries(found.map(({ check, result }) => [check, result]))).toEqual(checks);
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a card that is wrong is named", async () => {
  const { file } = caseNamed("two cards of the deck swapped");
  const [first, second] = file.split("\ndeck: ")[1]?.split(" ") ?? [];
  const deck = (await verify(file)).find(({ check }) => check === "deck");
  expect(deck?.card).toEqual({ number: 1, found: first, expected: second });
});

test("a head that is wrong is named", async () => {
  const { file, receipt } = caseNamed("a receipt with another head");
  expect((await verify(file, receipt)).at(-1)).toEqual({ check: "receipt heads", result: "wrong", action: 0 });
});

test("every line that is left out is found", async () => {
  const lines = whole.file.trimEnd().split("\n");
  for (let index = 0; index < lines.length - 1; index++) {
    const altered = lines.filter((line, each) => each !== index && line !== "").join("\n");
    if (lines[index] === "") continue;
    const found = await verify(altered).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableFile);
      return [{ result: "wrong" }];
    });
    expect(found.some(({ result }) => result === "wrong")).toBe(true);
  }
}, 60_000);

test.each([
  ["chess 1\nend", "expected 'cambio 1' on top"],
  ["cambio 1\nrules: cambia\na draw", "the file is cut off"],
  ["cambio 1\nrules: cambia\nrules: cambia\nend", "'rules' is there twice"],
  ["cambio 1\nrules: cambia\nend", "the tag 'dealer' is missing"],
  [whole.file.replace("server seed: ", "server seed: 0"), "server seed: expected 64 digits"],
  [whole.file.replace("deck: ", "deck: 7x "), "but found '7x'"],
])("what is no file with a proof is refused", async (text, message) => {
  await expect(readProvenFile(text)).rejects.toThrow(message);
});

test("a byte-order mark in front of a file counts for nothing", async () => {
  expect(await readProvenFile(`\uFEFF${whole.file}`)).toEqual(await readProvenFile(whole.file));
  expect(await verify(`\uFEFF${whole.file}`, whole.receipt)).toEqual(await verify(whole.file, whole.receipt));
});
