// A scripted table for tests: boards and messages with only what matters written down.

import { decodeMessage } from "../src/lib/protocol";
import type { Board, FromServer, GameEvent, TableInfo, Told, Yours } from "../src/lib/protocol";

export const board = (changes: Partial<Board> = {}): Board => told({ board: changes }).board!;

export const yours = (changes: Partial<Yours> = {}): Yours => told({ yours: changes }).yours!;

export const event = (name: string, changes: Partial<GameEvent> = {}): GameEvent =>
  told({ events: [{ event: name, ...changes }] }).events[0]!;

type Telling = {
  seq?: number;
  events?: (Partial<GameEvent> & { event: string })[];
  board?: Partial<Board>;
  yours?: Partial<Yours>;
  table?: Partial<TableInfo>;
  race?: Told["race"];
  news?: string;
};

/** A message as it comes over the wire, where everything at its default is left out. */
export function told({ board, table, ...rest }: Telling): Told {
  return decodeMessage(
    JSON.stringify({
      type: "told",
      seq: 1,
      ...rest,
      ...(board && { board: { phase: "start", hands: { a: "????", b: "????" }, stock: 40, pile: 1, ...board } }),
      ...(table && { table: { ...TABLE, ...table } }),
    }),
  ) as Told;
}

const TABLE = {
  stage: "playing",
  rules: "cambia",
  options: { clock: 45, snaps: "race", bot_wait: null, relaxed: false, public: false, aids: "off" },
  host: "a",
  seats: [
    { seat: "a", name: "Ana", is_taken: true },
    { seat: "b", name: "Ben", is_taken: true },
  ],
};

export function welcome(
  changes: {
    you?: string;
    seq?: number;
    board?: Partial<Board>;
    yours?: Partial<Yours>;
    table?: Partial<TableInfo>;
    story?: object[];
  } = {},
): FromServer {
  const { you = "a", seq = 1, table = {}, board, yours, story } = changes;
  return decodeMessage(
    JSON.stringify({
      type: "welcome",
      version: 1,
      you,
      seq,
      table: { ...TABLE, ...table },
      ...(board && { board: { phase: "start", hands: { a: "????", b: "????" }, stock: 40, pile: 1, ...board } }),
      ...(yours && { yours }),
      ...(story && { story }),
    }),
  )!;
}
