// Reading of a .cambio file what its proof needs: tags, actions and the dealer's cards. It knows no rules.

import { fromHex, toHex, sha256, utf8, type Bytes } from "./hashing";
import { isFace } from "./shuffle";

export const UNSEEN = "??";
const HEX_TAG = /^(server (commitment|seed)|(commitment|seed) [a-z]|(first|last) head)$/;
const NEEDED = ["rules", "dealer", "starter", "deck", "match", "round", "server commitment", "first head", "last head"];

/** A reshuffle, or an action without what it showed. */
export type PlayLine = { number: number; action: string | null; reshuffle: string[] };

export type ProvenFile = {
  tags: Map<string, string>;
  seats: string[];
  deck: string[];
  lines: PlayLine[];
  /** As it is written, and as it should be. */
  checksum: { found: string | null; expected: string };
};

export class UnreadableFile extends Error {}

type Line = { number: number; text: string };

const withoutComment = (line: string): string => (line.split(";")[0] ?? "").trimEnd();

/** Whatever ends a line for the server. */
// eslint-disable-next-line no-control-regex
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

/** A line that begins with a space goes on with the one before. */
function readLines(text: string): Line[] {
  const lines: Line[] = [];
  text.split(LINE_END).forEach((raw, index) => {
    const kept = withoutComment(raw);
    const before = lines.at(-1);
    if (kept === "") return;
    if (/^\s/.test(raw) && before !== undefined) before.text += ` ${kept.trim()}`;
    else lines.push({ number: index + 1, text: kept.trim() });
  });
  return lines;
}

export async function readProvenFile(given: string): Promise<ProvenFile> {
  // Some editors put a mark in front of a text: it says nothing, and counts for nothing.
  const text = given.replace(/^\uFEFF/, "");
  const lines = readLines(text);
  if (lines[0]?.text !== "cambio 1") throw new UnreadableFile("expected 'cambio 1' on top");
  const firstPlay = lines.findIndex((line, index) => index > 0 && !line.text.includes(":"));
  const end = lines.at(-1);
  if (firstPlay < 0 || end === undefined || end.text.split(/\s+/)[0] !== "end") {
    throw new UnreadableFile("the file is cut off: expected a closing line, 'end'");
  }
  const tags = readTags(lines.slice(1, firstPlay));
  const seats = [..."abcdefghijklmnopqrstuvwxyz"].filter((seat) => tags.has(`seat ${seat}`));
  return {
    tags,
    seats,
    deck: readCards((tags.get("deck") ?? "").split(/\s+/)),
    lines: lines.slice(firstPlay, -1).filter(isPlay).map(readPlayLine),
    checksum: { found: end.text.split(/\s+/)[1] ?? null, expected: await computeChecksum(text, end.number) },
  };
}

function readTags(lines: Line[]): Map<string, string> {
  const tags = new Map<string, string>();
  for (const { number, text } of lines) {
    const colon = text.indexOf(":");
    const tag = text.slice(0, colon);
    const value = text.slice(colon + 1).trim();
    if (tags.has(tag)) throw new UnreadableFile(`line ${number}: '${tag}' is there twice`);
    if (HEX_TAG.test(tag) && !/^[0-9a-f]{64}$/.test(value)) {
      throw new UnreadableFile(`line ${number}: ${tag}: expected 64 digits, 0-9 and a-f`);
    }
    tags.set(tag, value);
  }
  const missing = NEEDED.find((tag) => !tags.has(tag));
  if (missing !== undefined) throw new UnreadableFile(`the tag '${missing}' is missing`);
  return tags;
}

function readCards(words: string[]): string[] {
  const cards = words.map((word) => (word.startsWith("T") ? `10${word.slice(1)}` : word));
  const other = cards.find((card) => card !== UNSEEN && !isFace(card));
  if (other !== undefined) throw new UnreadableFile(`expected a card like 7h, 10c, Kd or Xr, but found '${other}'`);
  return cards;
}

/** How fast everybody was is noted behind an action, and is none itself. */
const isPlay = ({ text }: Line): boolean => text.split(/\s+/)[0] !== "race";

function readPlayLine({ number, text }: Line): PlayLine {
  const words = text.split(/\s+/);
  if (words[0] === "dealer" && words[1] === "shuffle") {
    return { number, action: null, reshuffle: readCards(words.slice(2)) };
  }
  return { number, action: words.filter((word) => !word.startsWith("=")).join(" "), reshuffle: [] };
}

async function computeChecksum(text: string, endLine: number): Promise<string> {
  const kept = text
    .split(LINE_END)
    .slice(0, endLine - 1)
    .map(withoutComment)
    .filter(Boolean);
  return toHex(await sha256(utf8(kept.join("\n")))).slice(0, 12);
}

export function hexTag(file: ProvenFile, tag: string): Bytes | null {
  const text = file.tags.get(tag);
  return text === undefined ? null : fromHex(text);
}

/** What the server showed before it knew the players' seeds. */
export function announcementOf(file: ProvenFile): string {
  const tag = (name: string): string => `${name}: ${file.tags.get(name) ?? "none"}\n`;
  return [
    "cambio shuffle 1\n",
    ...["match", "round", "rules"].map(tag),
    `seats: ${file.seats.length}\n`,
    ...["dealer", "starter", "server commitment"].map(tag),
    ...file.seats.map((seat) => tag(`commitment ${seat}`)),
  ].join("");
}

/** Everything that was fixed before the deal. */
export function preambleOf(file: ProvenFile): string {
  const seeds = file.seats.map((seat) => `seed ${seat}: ${file.tags.get(`seed ${seat}`) ?? "none"}\n`);
  return announcementOf(file) + seeds.join("");
}
