// Where a finished round comes from: the server's archive, or a file that somebody has.

import { decodeReplay, type Replay, type Seat } from "../protocol";
import { send, type PlayedOnTable } from "../server/api";

export type PlayOnWish = { step: number; seat: Seat; level: string; cards: "same" | "anew" };

export type ReplaySource = {
  /** What the round is called in this browser. */
  key: string;
  load: (viewpoint: string) => Promise<Replay>;
  /** The round as a .cambio file. */
  file: () => Promise<string>;
  /** A table of one's own that stands as the round does at a step. */
  playOn: (wish: PlayOnWish) => Promise<PlayedOnTable>;
};

const decode = async (answer: Promise<Response>): Promise<Replay> => decodeReplay(await (await answer).text());

const readTable = async (answer: Promise<Response>): Promise<PlayedOnTable> =>
  (await (await answer).json()) as PlayedOnTable;

/** The same from a round's file, whoever has it. */
export const playOnFile = (text: string, wish: PlayOnWish): Promise<PlayedOnTable> =>
  readTable(send("POST", "replay/play-on", { ...wish, text }));

export const archivedRound = (id: string): ReplaySource => ({
  key: id,
  load: (viewpoint) =>
    decode(send("GET", `games/${encodeURIComponent(id)}/replay?as=${encodeURIComponent(viewpoint)}`)),
  file: async () => (await send("GET", `games/${encodeURIComponent(id)}.cambio`)).text(),
  playOn: (wish) => readTable(send("POST", `games/${encodeURIComponent(id)}/play-on`, wish)),
});

export const roundOfFile = (text: string): ReplaySource => ({
  key: `file ${hashOf(text)}`,
  load: (viewpoint) => decode(send("POST", `replay?as=${encodeURIComponent(viewpoint)}`, { text })),
  file: () => Promise.resolve(text),
  playOn: (wish) => playOnFile(text, wish),
});

/** Enough to know a file again (FNV-1a). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

const HANDED_OVER = "#file=";

/** The file that `cambio replay --open` hands over: in the address, behind #, which no server is told. */
export function fileInAddress(hash: string): string | null {
  if (!hash.startsWith(HANDED_OVER)) return null;
  try {
    const bytes = atob(hash.slice(HANDED_OVER.length).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
