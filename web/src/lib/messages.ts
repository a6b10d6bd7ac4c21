// The server's messages: frames of the socket become messages in which every field is there.

import type {
  Board,
  Bye,
  FromServer,
  GameEvent,
  Judged,
  Options,
  Present,
  Refused,
  Seat,
  SeatInfo,
  TableInfo,
  Welcome,
  Yours,
} from "./protocol";

export const PROTOCOL_VERSION = 1;

// What stands at its default is left out on the wire.

const SEAT_INFO: Omit<SeatInfo, "seat"> = {
  name: "",
  level: null,
  is_taken: false,
  is_away: false,
  has_stand_in: false,
};
const OPTIONS: Options = { clock: 45, relaxed: false, public: false, aids: "off" };
const TABLE: Omit<TableInfo, "stage" | "rules" | "options" | "host" | "seats"> = {
  round: 0,
  dealer: null,
  tally: {},
  rounds: [],
  ending: null,
  why: "",
  winners: [],
  standing: "",
  archived: null,
};
const BOARD: Omit<Board, "phase" | "hands" | "stock" | "pile"> = {
  turn: null,
  lap: 1,
  top: null,
  is_holding: false,
  is_taken: false,
  number: 0,
  window: null,
  chain: null,
  power: null,
  picked: null,
  looked: [],
  debts: [],
  ready: [],
  caller: null,
  knocked: false,
  out: [],
  waits_for: [],
  left: null,
  shown: {},
};
const YOURS: Yours = { held: null, looks: {}, legal: [], snaps: [], snap_two: false, question: null };
const EVENT: Omit<GameEvent, "event"> = {
  seat: null,
  place: null,
  other: null,
  card: null,
  sees: [],
  number: null,
};

type Json = Record<string, unknown>;

/** A frame as a message, or null for a kind that this client does not know yet. */
export function decodeMessage(frame: string): FromServer | null {
  const raw = JSON.parse(frame) as Json;
  switch (raw.type) {
    case "welcome":
      return {
        ...(raw as unknown as Welcome),
        table: decodeTable(raw.table)!,
        board: decodeBoard(raw.board),
        yours: decodeYours(raw.yours),
        story: decodeEvents(raw.story),
      };
    case "told":
      return {
        type: "told",
        seq: raw.seq as number,
        events: decodeEvents(raw.events),
        table: decodeTable(raw.table),
        news: (raw.news as string | undefined) ?? null,
        seat: (raw.seat as Seat | undefined) ?? null,
        board: decodeBoard(raw.board),
        yours: decodeYours(raw.yours),
        you: (raw.you as Seat | undefined) ?? null,
        race: (raw.race as Judged[] | undefined) ?? [],
      };
    case "refused":
      return { option: null, ...raw } as Refused;
    case "present":
      return { watching: 0, ...raw } as Present;
    case "bye":
      return { retry: null, ...raw } as Bye;
    case "done":
    case "racing":
    case "reacted":
    case "ping":
    case "problem":
      return raw as unknown as FromServer;
    default:
      return null;
  }
}

function decodeEvents(raw: unknown): GameEvent[] {
  return ((raw as Json[] | undefined) ?? []).map((event) => ({ ...EVENT, ...event }) as GameEvent);
}

function decodeTable(raw: unknown): TableInfo | null {
  if (raw === undefined || raw === null) return null;
  const told = raw as Json;
  return {
    ...TABLE,
    ...told,
    options: { ...OPTIONS, ...(told.options as Json | undefined) },
    seats: ((told.seats as Json[] | undefined) ?? []).map((seat) => ({ ...SEAT_INFO, ...seat })),
  } as TableInfo;
}

function decodeBoard(raw: unknown): Board | null {
  return raw === undefined || raw === null ? null : ({ ...BOARD, ...(raw as Json) } as Board);
}

function decodeYours(raw: unknown): Yours | null {
  return raw === undefined || raw === null ? null : { ...YOURS, ...(raw as Json) };
}
