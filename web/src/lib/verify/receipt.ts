// A receipt: what this client kept of what it was told while the round was played.

import { announcementOf, type ProvenFile } from "./provenFile";
import type { Check } from "./verify";

export type Receipt = {
  server_commitment: string;
  seat?: string | null;
  seed?: string | null;
  commitment?: string | null;
  /** The text that the server showed before it knew the seeds. */
  announcement?: string | null;
  /** By how many actions had been played. */
  heads?: Record<string, string>;
};

const judge = (check: string, holds: boolean): Check => ({ check, result: holds ? "holds" : "wrong" });

/** Heads by how many actions led to them, as the file gives them. */
export function checkReceipt(receipt: Receipt, file: ProvenFile, heads: readonly string[]): Check[] {
  const { seat, seed, commitment, announcement } = receipt;
  const checks = [judge("receipt server commitment", file.tags.get("server commitment") === receipt.server_commitment)];
  if (announcement != null) checks.push(judge("receipt announcement", announcementOf(file) === announcement));
  if (seat != null && commitment != null) {
    checks.push(judge("receipt commitment", file.tags.get(`commitment ${seat}`) === commitment));
  }
  if (seat != null && seed != null) checks.push(judge("receipt seed", file.tags.get(`seed ${seat}`) === seed));
  return [...checks, checkHeads(receipt.heads ?? {}, heads)];
}

function checkHeads(kept: Record<string, string>, heads: readonly string[]): Check {
  const check = "receipt heads";
  const actions = Object.keys(kept)
    .map(Number)
    .sort((one, other) => one - other);
  if (actions.length === 0) return { check, result: "unknown" };
  const wrong = actions.find((count) => heads[count] !== kept[count]);
  return wrong === undefined ? { check, result: "holds" } : { check, result: "wrong", action: wrong };
}
