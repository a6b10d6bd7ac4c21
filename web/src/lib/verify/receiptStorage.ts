// Receipts that this browser has kept of the deals it was told of, the latest rounds only.

import type { Receipt } from "./receipt";

/** Of so many deals. */
export const RECEIPTS_KEPT = 40;
/** Of a longer round every other head is dropped: an altered action is found all the same, though less closely. */
export const HEADS_KEPT = 96;
const INDEX_KEY = "cambio.receipts";
const keyOf = (serverCommitment: string): string => `cambio.receipt.${serverCommitment}`;

/** Seeds lie here from the moment of the commitment on, so that a page that is loaded again can reveal them. */
export type KeptReceipt = Receipt & {
  heads: Record<string, string>;
  /** Whether the seed was given away: only then can it have been left out. */
  is_revealed?: boolean;
};

/** A browser that keeps nothing for pages has them for as long as the page is open. */
const unkept = new Map<string, KeptReceipt>();

/**
 * The receipt for a round, by the tag `server commitment` of its file; null if this browser was not there.
 * `verify(text, receipt)` compares it with the file. Unless this browser took part it has no seat, seed and commitment,
 * and no seed unless it was revealed.
 */
export function findReceipt(serverCommitment: string): Receipt | null {
  return show(loadReceipt(serverCommitment));
}

/** The receipt for a round by its number and its match: of one whose commitment is not what was told. */
export function findReceiptOfRound(match: string, round: string): Receipt | null {
  const named = `\nmatch: ${match}\nround: ${round}\n`;
  const kept = readIndex().map(loadReceipt);
  return show([...kept, ...unkept.values()].find((each) => each?.announcement?.includes(named)) ?? null);
}

function show(kept: KeptReceipt | null): Receipt | null {
  if (kept === null || !kept.announcement) return null;
  const { seed, commitment, is_revealed, ...told } = kept;
  if (told.seat == null) return told;
  return is_revealed === false ? { ...told, commitment } : { ...told, seed, commitment };
}

export function loadReceipt(serverCommitment: string): KeptReceipt | null {
  try {
    const text = localStorage.getItem(keyOf(serverCommitment));
    if (text !== null) return JSON.parse(text) as KeptReceipt;
  } catch {
    // What can't be read is not there.
  }
  return unkept.get(serverCommitment) ?? null;
}

export function saveReceipt(receipt: KeptReceipt): void {
  const { server_commitment } = receipt;
  receipt.heads = thinHeads(receipt.heads);
  try {
    const index = readIndex();
    if (!index.includes(server_commitment)) {
      const kept = [...index, server_commitment];
      for (const old of kept.splice(0, kept.length - RECEIPTS_KEPT)) localStorage.removeItem(keyOf(old));
      localStorage.setItem(INDEX_KEY, JSON.stringify(kept));
    }
    localStorage.setItem(keyOf(server_commitment), JSON.stringify(receipt));
  } catch {
    unkept.set(server_commitment, receipt);
  }
}

function readIndex(): string[] {
  try {
    const index: unknown = JSON.parse(localStorage.getItem(INDEX_KEY) ?? "[]");
    return Array.isArray(index) ? index.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function thinHeads(heads: Record<string, string>): Record<string, string> {
  const entries = Object.entries(heads).sort(([one], [other]) => Number(one) - Number(other));
  if (entries.length <= HEADS_KEPT) return heads;
  return Object.fromEntries(entries.filter((_, index) => index % 2 === 0 || index === entries.length - 1));
}
