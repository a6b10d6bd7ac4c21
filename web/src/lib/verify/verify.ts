// Checking a file's shuffles in the browser: written from docs/SHUFFLES.md, and not from the server's code. Whether
// the actions were lawful needs the rules, which are the server's.

import { eightBytes, hmac, join, sha256, toHex, utf8, type Bytes } from "./hashing";
import { hexTag, preambleOf, readProvenFile, UNSEEN, type ProvenFile } from "./provenFile";
import { checkReceipt, type Receipt } from "./receipt";
import { commitClientSeed, commitServerSeed } from "./seeds";
import { shuffleFaces } from "./shuffle";

/** Unknown: what it needs is missing or wrong itself. Note: nothing to check, but something to know. */
export type Result = "holds" | "wrong" | "unknown" | "note";

export type Check = {
  check: string;
  result: Result;
  /** The first card that is wrong, from 1, what it is and what it should be. */
  card?: { number: number; found: string; expected: string };
  /** How many actions led to the head that is wrong. */
  action?: number;
};

type Heads = { computedFirst: string; after: string[]; atReshuffles: Bytes[] };

const judge = (check: string, holds: boolean): Check => ({ check, result: holds ? "holds" : "wrong" });
const isWrong = (checks: readonly Check[], ...names: string[]): boolean =>
  checks.some(({ check, result }) => names.includes(check) && result === "wrong");

/** All that can be checked without the rules; an UnreadableFile if it is none. */
export async function verify(text: string, receipt?: Receipt | null): Promise<Check[]> {
  const file = await readProvenFile(text);
  const heads = await findHeads(file);
  const checks = [checkChecksum(file), ...(await checkSeeds(file))];
  checks.push(judge("first head", heads.computedFirst === file.tags.get("first head")));
  checks.push(judge("last head", heads.after.at(-1) === file.tags.get("last head")));
  const hasSoundSeeds = !isWrong(checks, "server seed", "first head");
  const hasSoundHeads = !isWrong(checks, "last head");
  checks.push(await checkDeck(file, hasSoundSeeds));
  checks.push(...(await checkReshuffles(file, heads, hasSoundSeeds && hasSoundHeads)));
  if (receipt != null) checks.push(...checkReceipt(receipt, file, heads.after));
  return checks;
}

function checkChecksum({ checksum }: ProvenFile): Check {
  if (checksum.found === null) return { check: "checksum", result: "note" };
  return judge("checksum", checksum.found === checksum.expected);
}

async function checkSeeds(file: ProvenFile): Promise<Check[]> {
  const serverCommitment = hexTag(file, "server commitment") as Bytes;
  const serverSeed = hexTag(file, "server seed");
  const checks: Check[] = [{ check: "server seed", result: "unknown" }];
  if (serverSeed !== null) {
    const committed = toHex(await commitServerSeed(serverSeed));
    checks[0] = judge("server seed", committed === toHex(serverCommitment));
  }
  for (const seat of file.seats) {
    const check = `seed ${seat}`;
    const seed = hexTag(file, check);
    if (seed === null) checks.push({ check, result: "note" });
    else {
      const committed = toHex(await commitClientSeed(serverCommitment, seed));
      checks.push(judge(check, committed === file.tags.get(`commitment ${seat}`)));
    }
  }
  return checks;
}

/** From the head that the file starts from, even if that is not what its tags give. */
async function findHeads(file: ProvenFile): Promise<Heads> {
  const computedFirst = toHex(await sha256(utf8(`cambio transcript 1${preambleOf(file)}`)));
  let head = hexTag(file, "first head") as Bytes;
  const heads: Heads = { computedFirst, after: [toHex(head)], atReshuffles: [] };
  for (const { action } of file.lines) {
    if (action === null) {
      heads.atReshuffles.push(head);
    } else {
      head = await sha256(join(head, utf8(action)));
      heads.after.push(toHex(head));
    }
  }
  return heads;
}

async function checkDeck(file: ProvenFile, isSound: boolean): Promise<Check> {
  return checkCards("deck", file, file.deck, utf8(`cambio deal 1${preambleOf(file)}`), isSound);
}

async function checkReshuffles(file: ProvenFile, heads: Heads, isSound: boolean): Promise<Check[]> {
  const orders = file.lines.filter(({ action }) => action === null).map(({ reshuffle }) => reshuffle);
  return Promise.all(
    orders.map((cards, index) => {
      const head = heads.atReshuffles[index] as Bytes;
      const message = join(utf8("cambio reshuffle 1"), eightBytes(index + 1), head);
      return checkCards(`reshuffle ${index + 1}`, file, cards, message, isSound);
    }),
  );
}

/** Cards that a copy leaves open can't be sorted, so which cards were shuffled is not known. */
async function checkCards(
  check: string,
  file: ProvenFile,
  found: string[],
  message: Bytes,
  isSound: boolean,
): Promise<Check> {
  const serverSeed = hexTag(file, "server seed");
  if (serverSeed === null || found.includes(UNSEEN)) return { check, result: "unknown" };
  const expected = await shuffleFaces(await hmac(serverSeed, message), found);
  const wrong = found.findIndex((card, index) => card !== expected[index]);
  if (wrong < 0) return { check, result: "holds" };
  if (!isSound) return { check, result: "unknown" };
  const card = { number: wrong + 1, found: found[wrong] as string, expected: expected[wrong] as string };
  return { check, result: "wrong", card };
}
