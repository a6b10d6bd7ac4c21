// The wire: every message between a table and whoever sits or watches there, as src/cambio/server/wire.py has it.

export const VERSION = 1;
export const REACTIONS = ["clap", "gasp", "laugh", "think", "wave", "heart"] as const;
export const RAIL = "rail";

export type Seat = string;
/** A seat's letter and a slot from 1: b3. */
export type Place = string;
/** Rank and suit: 7h, 10c, Kd; jokers are Xr and Xb. */
export type Face = string;
export type Reaction = (typeof REACTIONS)[number];
export type Stage = "lobby" | "playing" | "scores" | "over" | "closed";
export type Phase = "memory" | "start" | "holding" | "power" | "ending" | "back" | "over";
export type Power = "peek" | "spy" | "trade" | "look";
export type Aids = "off" | "notes" | "ghosts" | "tracking";

// From a client

export type Hello = { type: "hello"; ticket: string; version: number; last_seq?: number };
export type Pong = { type: "pong"; nonce: string; seq: number };

export type Order =
  | { type: "act"; action: string; question?: number; pile?: number; claimed?: number }
  | { type: "pass"; discard: number }
  | { type: "sit"; seat?: Seat }
  | { type: "leave" }
  | { type: "seat_bot"; level: string; seat?: Seat }
  | { type: "remove"; seat: Seat }
  | { type: "start" }
  | { type: "next" }
  | { type: "rematch" }
  | { type: "react"; reaction: Reaction };

export type Command = Order & { cmd_id: string };

// What a table looks like

export type SeatInfo = {
  seat: Seat;
  name: string;
  level: string | null;
  is_taken: boolean;
  is_away: boolean;
  has_stand_in: boolean;
};

export type Options = { clock: number; relaxed: boolean; public: boolean; aids: Aids };

export type RoundScore = { scores: Record<Seat, number>; dealer: Seat; winners: Seat[]; caller: Seat | null };

/** How a round ended. Points are what the hands count; scores are what goes into the tally. */
export type Ending = {
  reason: "called" | "stock" | "last";
  winners: Seat[];
  points: Record<Seat, number>;
  scores: Record<Seat, number>;
  cards: Record<Seat, number>;
  caller: Seat | null;
  verdict: "right" | "wrong" | "tied" | "knocked" | null;
  out: Seat[];
};

export type TableInfo = {
  stage: Stage;
  rules: string;
  options: Options;
  host: Seat | null;
  seats: SeatInfo[];
  round: number;
  dealer: Seat | null;
  tally: Record<Seat, number>;
  rounds: RoundScore[];
  ending: Ending | null;
  why: string;
  winners: Seat[];
  standing: string;
  archived: string | null;
};

export type Debt = { giver: Seat; gap: Place };

export type Board = {
  phase: Phase;
  hands: Record<Seat, string>;
  stock: number;
  pile: number;
  turn: Seat | null;
  lap: number;
  top: Face | null;
  is_holding: boolean;
  is_taken: boolean;
  number: number;
  window: number | null;
  chain: Seat | null;
  power: Power | null;
  picked: Place | null;
  looked: Place[];
  debts: Debt[];
  ready: Seat[];
  caller: Seat | null;
  knocked: boolean;
  out: Seat[];
  waits_for: Seat[];
  left: number | null;
  shown: Record<Place, Face>;
};

export type Yours = {
  held: Face | null;
  looks: Record<Place, Face>;
  legal: string[];
  snaps: Place[];
  snap_two: boolean;
  question: number | null;
};

export type GameEvent = {
  event: string;
  seat: Seat | null;
  place: Place | null;
  other: Place | null;
  card: Face | null;
  sees: Seat[];
  number: number | null;
};

export type Judged = { seat: Seat; action: string; after: number };

// To a client

export type Welcome = {
  type: "welcome";
  version: number;
  you: Seat;
  seq: number;
  table: TableInfo;
  board: Board | null;
  yours: Yours | null;
  /** With a board: what has happened in this round so far, as the whole table knows it. */
  story: GameEvent[];
};
export type Told = {
  type: "told";
  seq: number;
  events: GameEvent[];
  table: TableInfo | null;
  news: string | null;
  seat: Seat | null;
  board: Board | null;
  yours: Yours | null;
  /** Your seat, if it has changed. */
  you: Seat | null;
  race: Judged[];
};
export type Done = { type: "done"; cmd_id: string; seq: number };
export type Racing = { type: "racing"; cmd_id: string; discard: number };
export type Refused = { type: "refused"; cmd_id: string; code: string; sentence: string; option: string | null };
export type Reacted = { type: "reacted"; seat: Seat; reaction: string };
export type Present = { type: "present"; seat: Seat; is_away: boolean; watching: number };
export type Ping = { type: "ping"; nonce: string };
export type Problem = { type: "problem"; code: string; sentence: string };
export type Bye = { type: "bye"; code: string; sentence: string; retry: number | null };

export type FromServer = Welcome | Told | Done | Racing | Refused | Reacted | Present | Ping | Problem | Bye;

// What stands at its default is left out on the wire; here every field is there.

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

type Plain = Record<string, unknown>;

/** A server's frame as a message, or null for a kind that this client does not know yet. */
export function read(frame: string): FromServer | null {
  const raw = JSON.parse(frame) as Plain;
  switch (raw.type) {
    case "welcome":
      return {
        ...(raw as unknown as Welcome),
        table: table(raw.table)!,
        board: board(raw.board),
        yours: yours(raw.yours),
        story: events(raw.story),
      };
    case "told":
      return {
        type: "told",
        seq: raw.seq as number,
        events: events(raw.events),
        table: table(raw.table),
        news: (raw.news as string | undefined) ?? null,
        seat: (raw.seat as Seat | undefined) ?? null,
        board: board(raw.board),
        yours: yours(raw.yours),
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

function events(raw: unknown): GameEvent[] {
  return ((raw as Plain[] | undefined) ?? []).map((event) => ({ ...EVENT, ...event }) as GameEvent);
}

function table(raw: unknown): TableInfo | null {
  if (raw === undefined || raw === null) return null;
  const told = raw as Plain;
  return {
    ...TABLE,
    ...told,
    options: { ...OPTIONS, ...(told.options as Plain | undefined) },
    seats: ((told.seats as Plain[] | undefined) ?? []).map((seat) => ({ ...SEAT_INFO, ...seat })),
  } as TableInfo;
}

function board(raw: unknown): Board | null {
  return raw === undefined || raw === null ? null : ({ ...BOARD, ...(raw as Plain) } as Board);
}

function yours(raw: unknown): Yours | null {
  return raw === undefined || raw === null ? null : ({ ...YOURS, ...(raw as Plain) } as Yours);
}
