// "Check this shuffle" says in sentences what the check has found.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { checkShuffle } from "../src/lib/replay/shuffleCheck";
import "../src/replay/words";

type Case = { name: string; file: string };
type CaseWithReceipt = Case & { receipt: { server_commitment: string } };
const source = new URL("../../tests/shuffles/vectors.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(source, "utf8")) as { cases: Case[] };
const whole = (cases.find(({ name }) => name === "a round with a reshuffle") as Case).file;
const nameOf = (seat: string): string => ({ a: "Ana", b: "Ben" })[seat] ?? seat;

test("an honest file holds in all that can be checked, and names the players", async () => {
  const verdict = await checkShuffle(whole, nameOf);
  expect(verdict).toMatchObject({ isGood: true, wasThere: false });
  expect(verdict?.lines.map(({ what }) => what)).toContain("The deck is the one that the seeds give");
  expect(verdict?.lines.some(({ what }) => what.startsWith("Ana"))).toBe(true);
  expect(verdict?.lines.filter(({ what }) => what.startsWith("replay."))).toEqual([]);
});

test("notes on how fast everybody was are no actions", async () => {
  const raced = whole.replace(/^(a draw.*)$/m, "$1\nrace a snap after=231 delay=275").replace(/^end .*$/m, "end");
  expect(raced).not.toBe(whole);
  expect(await checkShuffle(raced, nameOf)).toMatchObject({ isGood: true });
});

test("a deck whose first two cards changed places is found, card by card", async () => {
  const altered = whole.replace(/^deck: (\S+) (\S+)/m, "deck: $2 $1").replace(/^end .*$/m, "end");
  const verdict = await checkShuffle(altered, nameOf);
  expect(verdict?.isGood).toBe(false);
  expect(verdict?.lines.find(({ result }) => result === "wrong")?.why).toMatch(/^card 1 is .* and should be /);
});

test("a proof that was spoiled is not taken for none", async () => {
  const verdict = await checkShuffle(whole.replace(/^server seed: ./m, "server seed: x"), nameOf);
  expect(verdict).toMatchObject({ isGood: false, lines: [{ what: "The proof can be read", result: "wrong" }] });
});

test("a server that took another seed than it had told this browser is found out", async () => {
  const recorded = JSON.parse(readFileSync(new URL("server_rounds.json", source), "utf8")) as CaseWithReceipt[];
  const ground = "a server that tries seeds once it knows the players', with a receipt";
  const { file, receipt } = recorded.find(({ name }) => name === ground) as CaseWithReceipt;
  const store = new Map([["cambio.receipts", JSON.stringify([receipt.server_commitment])]]);
  store.set(`cambio.receipt.${receipt.server_commitment}`, JSON.stringify(receipt));
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null });
  const verdict = await checkShuffle(file, nameOf);
  vi.unstubAllGlobals();
  expect(verdict).toMatchObject({ isGood: false, wasThere: true });
  const wrong = verdict?.lines.filter(({ result }) => result === "wrong").map(({ what }) => what);
  expect(wrong).toContain("What this browser was told: the server’s commitment");
});

test("a file without a proof has nothing to check", async () => {
  expect(await checkShuffle("cambio 1\nrules: cambia\n\na ready\nend\n", nameOf)).toBeNull();
});
