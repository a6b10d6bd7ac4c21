// The files of practice: fetched once, when somebody asks for practice, and kept in a cache of their own.

import { isPracticeCache, PRACTICE_LIST, practiceCache } from "../offline/cacheNames";

export type PracticeFile = { path: string; size: number; /** Bytes over the network. */ download: number };
export type PracticeList = {
  version: string;
  folder: string;
  /** Which Python it is. */
  info: Record<string, string>;
  files: PracticeFile[];
};

/** Whether this browser can keep them: where a page is not secure, it has no caches. */
export const canKeep = (): boolean => typeof caches !== "undefined";

export function readList(text: string): PracticeList {
  const { version, info, files } = JSON.parse(text) as Omit<PracticeList, "folder">;
  return { version, info, files, folder: `/practice/${version}` };
}

export const downloadSize = ({ files }: Pick<PracticeList, "files">): number =>
  files.reduce((sum, file) => sum + file.download, 0);

/** What the server has, or without one what is kept; null if there is neither. */
export async function findList(): Promise<PracticeList | null> {
  try {
    const answer = await fetch(PRACTICE_LIST);
    if (answer.ok) return readList(await answer.text());
  } catch {
    // There is no network.
  }
  return keptList();
}

/** The newest list whose files are all here. */
export async function keptList(): Promise<PracticeList | null> {
  for (const name of (await caches.keys()).filter(isPracticeCache)) {
    const kept = await (await caches.open(name)).match(PRACTICE_LIST);
    if (kept !== undefined) return readList(await kept.text());
  }
  return null;
}

export async function isKept({ version }: PracticeList): Promise<boolean> {
  if (!(await caches.has(practiceCache(version)))) return false;
  return (await (await caches.open(practiceCache(version))).match(PRACTICE_LIST)) !== undefined;
}

/** Fetch what is not here yet, and tell how far it is, from 0 to 1; what an older version has kept goes. */
export async function keepFiles(list: PracticeList, onProgress: (share: number) => void): Promise<void> {
  const cache = await caches.open(practiceCache(list.version));
  const whole = list.files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  const note = (bytes: number): void => onProgress(Math.min(1, (done += bytes) / whole));
  await Promise.all(
    list.files.map(async ({ path, size }) => {
      if ((await cache.match(path)) !== undefined) note(size);
      else await cache.put(path, counted(await fetchWell(path), note));
    }),
  );
  // The list comes last: what has a list is whole.
  await cache.put(
    PRACTICE_LIST,
    new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } }),
  );
  for (const name of (await caches.keys()).filter(isPracticeCache))
    if (name !== practiceCache(list.version)) await caches.delete(name);
}

async function fetchWell(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The same answer, whose bytes are counted as they come. */
function counted(answer: Response, note: (bytes: number) => void): Response {
  if (answer.body === null) return answer;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      note(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  // It is kept as it is read, without its coding.
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(answer.body.pipeThrough(counter), { status: answer.status, headers });
}
