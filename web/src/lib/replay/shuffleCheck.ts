// A round's shuffle checked in the browser, as lines to read: what was checked, and whether it holds.

import { readProvenFile, UnreadableFile } from "../verify/provenFile";
import { findReceipt, findReceiptOfRound } from "../verify/receiptStorage";
import { verify, type Check, type Result } from "../verify/verify";
import { say, type Key } from "../words.svelte";

export type CheckedLine = { what: string; result: Result; why: string };

export type ShuffleVerdict = {
  /** False if anything is wrong. */
  isGood: boolean;
  /** Whether this browser was told of the deal, and so could compare. */
  wasThere: boolean;
  lines: CheckedLine[];
};

const CHECKS: Record<string, Key> = {
  "checksum": "replay.check.checksum",
  "server seed": "replay.check.server_seed",
  "first head": "replay.check.first_head",
  "last head": "replay.check.last_head",
  "deck": "replay.check.deck",
};
/** What a receipt is compared in. */
const TOLD: Record<string, Key> = {
  "receipt server commitment": "replay.check.receipt.server_commitment",
  "receipt announcement": "replay.check.receipt.announcement",
  "receipt commitment": "replay.check.receipt.commitment",
  "receipt seed": "replay.check.receipt.seed",
  "receipt heads": "replay.check.receipt.heads",
};

const PROOF_TAG = /^(server commitment|server seed|first head|last head):/m;

/** Null for a round that was dealt without a proof. */
export async function checkShuffle(text: string, nameOf: (seat: string) => string): Promise<ShuffleVerdict | null> {
  try {
    const { tags } = await readProvenFile(text);
    const tag = (name: string): string => tags.get(name) ?? "";
    // A server that took another seed than it told has another commitment in the file, too.
    const receipt = findReceipt(tag("server commitment")) ?? findReceiptOfRound(tag("match"), tag("round"));
    const checks = await verify(text, receipt);
    return {
      isGood: checks.every(({ result }) => result !== "wrong"),
      wasThere: receipt !== null,
      lines: checks.map((each) => ({ what: describe(each, nameOf), result: each.result, why: explain(each) })),
    };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (!PROOF_TAG.test(text)) return null;
    // Whoever spoils a proof must not make it look as if there had been none.
    return {
      isGood: false,
      wasThere: false,
      lines: [{ what: say("replay.check.readable"), result: "wrong", why: error.message }],
    };
  }
}

function describe({ check, result }: Check, nameOf: (seat: string) => string): string {
  const [first = "", second = ""] = check.split(" ");
  const told = TOLD[check];
  if (told !== undefined) return say("replay.check.receipt", { what: say(told) });
  if (first === "seed")
    return say(result === "note" ? "replay.check.no_seed" : "replay.check.seed", { name: nameOf(second) });
  if (first === "reshuffle") return say("replay.check.reshuffle", { n: Number(second) });
  const sentence = CHECKS[check];
  return sentence === undefined ? check : say(sentence);
}

function explain({ card, action }: Check): string {
  if (card !== undefined)
    return say("replay.check.card", { n: card.number, found: card.found, expected: card.expected });
  return action === undefined ? "" : say("replay.check.action", { n: action });
}
