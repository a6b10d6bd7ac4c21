// Where a finished round comes from: the server's archive, a link that somebody has shared, or a file.

import { decodeReplay, type Replay, type Seat } from "../protocol";
import { send, type PlayedOnTable } from "../server/api";

export type PlayOnWish = { step: number; seat: Seat; level: string; cards: "same" | "anew" };

export type ReplaySource = {
  /** What the round is called in this browser. */
  key: string;
  /** From a viewpoint; without one, from that which the server proposes. */
  load: (viewpoint: string | null) => Promise<Replay>;
  /** The round as a .cambio file; those who come by a link get none. */
  file: (() => Promise<string>) | null;
  /** A table of one's own that stands as the round does at a step; not for those who come by a link. */
  playOn: ((wish: PlayOnWish) => Promise<PlayedOnTable>) | null;
  /** The name of a round in the archive. */
  archived: string | null;
  /** The same file, at another round of its match. */
  atRound: ((round: number) => ReplaySource) | null;
};

const decode = async (answer: Promise<Response>): Promise<Replay> => decodeReplay(await (await answer).text());

const readTable = async (answer: Promise<Response>): Promise<PlayedOnTable> =>
  (await (await answer).json()) as PlayedOnTable;

/** The same from a round's file, whoever has it. */
export const playOnFile = (text: string, wish: PlayOnWish, round = 1): Promise<PlayedOnTable> =>
  readTable(send("POST", "replay/play-on", { ...wish, text, round }));

function query(asked: { as: string | null; round?: number }): string {
  const query = new URLSearchParams();
  if (asked.as !== null) query.set("as", asked.as);
  if (asked.round !== undefined) query.set("round", String(asked.round));
  return query.size > 0 ? `?${query}` : "";
}

export const archivedRound = (id: string): ReplaySource => ({
  key: id,
  load: (viewpoint) => decode(send("GET", `games/${encodeURIComponent(id)}/replay${query({ as: viewpoint })}`)),
  file: async () => (await send("GET", `games/${encodeURIComponent(id)}.cambio`)).text(),
  playOn: (wish) => readTable(send("POST", `games/${encodeURIComponent(id)}/play-on`, wish)),
  archived: id,
  atRound: null,
});

/** This browser keeps what it has watched, but no token. */
export const sharedRound = (token: string): ReplaySource => ({
  key: `shared ${hashOf(token)}`,
  load: (viewpoint) => decode(send("GET", `shared/${encodeURIComponent(token)}/replay${query({ as: viewpoint })}`)),
  file: null,
  playOn: null,
  archived: null,
  atRound: null,
});

/** Of a match's file, the round of that number. */
export const roundOfFile = (text: string, round = 1): ReplaySource => ({
  key: `file ${hashOf(text)}${round > 1 ? ` ${round}` : ""}`,
  load: (viewpoint) => decode(send("POST", `replay${query({ as: viewpoint, round })}`, { text })),
  file: () => Promise.resolve(text),
  playOn: (wish) => playOnFile(text, wish, round),
  archived: null,
  atRound: (other) => roundOfFile(text, other),
});

/** Enough to know a file again (FNV-1a). */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

const HANDED_OVER = "#file=";

/** The packed file that `cambio replay --open` hands over: in the address, behind #, which no server is told. */
export async function fileInAddress(hash: string): Promise<string | null> {
  if (!hash.startsWith(HANDED_OVER)) return null;
  try {
    const bytes = atob(hash.slice(HANDED_OVER.length).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))]);
    return await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    return null;
  }
}
