// A round's shuffle checked in the browser, as lines to read: what was checked, and whether it holds.

import { readProvenFile, UnreadableFile } from "../verify/provenFile";
import { findReceipt } from "../verify/receiptStorage";
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

/** Null for a round that was dealt without a proof. */
export async function checkShuffle(text: string, nameOf: (seat: string) => string): Promise<ShuffleVerdict | null> {
  try {
    const { tags } = await readProvenFile(text);
    const receipt = findReceipt(tags.get("server commitment") ?? "");
    const checks = await verify(text, receipt);
    return {
      isGood: checks.every(({ result }) => result !== "wrong"),
      wasThere: receipt !== null,
      lines: checks.map((each) => ({ what: describe(each, nameOf), result: each.result, why: explain(each) })),
    };
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
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
