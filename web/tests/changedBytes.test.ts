// Every byte of a real server's file: whatever is changed is found, but for what docs/SHUFFLES.md lists.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readProvenFile, UnreadableFile } from "../src/lib/verify/provenFile";
import { verify } from "../src/lib/verify/verify";

const source = new URL("../../tests/shuffles/server_rounds.json", import.meta.url);
const [{ file: text }] = JSON.parse(readFileSync(source, "utf8")) as [{ file: string }];
const bytes = new TextEncoder().encode(text);
/** Of the long numbers every eighth digit will do: no digit is another than the next. */
const places = [...bytes.keys()].filter((place) => place % 8 === 0 || !/^[0-9a-f]{9}$/.test(around(place)));

function around(place: number): string {
  return new TextDecoder().decode(bytes.slice(Math.max(place - 4, 0), place + 5));
}

/** The file with another byte there, or null if it is no text any more. */
function change(place: number, other: number): string | null {
  const altered = Uint8Array.from(bytes);
  altered[place] = other;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(altered);
  } catch {
    return null;
  }
}

/** Whether anything is wrong, or can't be checked any more, or it can't be read. */
async function isFound(altered: string): Promise<boolean> {
  try {
    return (await verify(altered)).some(({ result }) => result === "wrong" || result === "unknown");
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableFile);
    return true;
  }
}

/** As a forger leaves it: with the checksum of what is in it now. */
async function seal(altered: string): Promise<string> {
  try {
    const { checksum } = await readProvenFile(altered);
    return altered.replace(/(^|[\n\v])end.*\s*$/, `$1end ${checksum.expected}\n`);
  } catch {
    return altered;
  }
}

/** The words of each line, without comments and blank lines; an indented line goes on with the one before. */
function readWords(of: string): string[] {
  const lines: string[] = [];
  for (const line of of.split(/[\n\v]/)) {
    const words = (line.split(";")[0] ?? "").split(/\s+/).filter(Boolean).join(" ");
    if (words === "") continue;
    if (/^\s/.test(line) && lines.length > 0) lines.push(`${lines.pop() ?? ""} ${words}`);
    else lines.push(words);
  }
  return lines;
}

const HASHED = /^(rules|seat .|dealer|starter|match|round|server .*|commitment .|seed .|first head|last head|deck):/;

/**
 * Without the closing line, names, races, and what follows from the rest: the browser knows no rules, so it does not
 * check the result and the faces that actions showed, nor does it ask what other tags are for.
 */
const whatCounts = (of: string): string[] =>
  readWords(of)
    .filter((line) => HASHED.test(line) || !/:|^(end|race)\b/.test(line))
    .map((line) => line.replace(/^(seat .):.*/, "$1").replace(/ =.*/, ""));

test("any byte that is changed is found; how lines end, and blank lines, do not count", async () => {
  for (const place of places) {
    const altered = change(place, (bytes[place] ?? 0) ^ 1);
    if (altered === null || (await isFound(altered))) continue;
    expect(readWords(altered), around(place)).toEqual(readWords(text));
  }
}, 60_000);

test("any byte that a forger changes is found, but for what is listed", async () => {
  for (const place of places) {
    for (const other of [(bytes[place] ?? 0) ^ 1, ";".charCodeAt(0)]) {
      const altered = change(place, other);
      if (altered === null) continue;
      const sealed = await seal(altered);
      if (await isFound(sealed)) continue;
      expect(whatCounts(sealed), around(place)).toEqual(whatCounts(text));
    }
  }
}, 60_000);
