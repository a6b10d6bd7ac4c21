// Every message between a table and whoever sits or watches there.
// Made from src/cambio/server/protocol/messages.py and replay_messages.py by `make docs`: change it there.

export const PROTOCOL_VERSION = 1;
export const REACTIONS = ["clap", "gasp", "laugh", "think", "wave", "heart"] as const;
/** The seat of those who watch. */
export const RAIL = "rail";

/** An action as .cambio files write it: draw, swap a2, snap b3 #17. */
export type ActionText = string;
/** Chosen by the client, never used twice. */
export type CommandId = string;
/** Rank and suit: 7h, 10c, Kd; jokers are Xr and Xb. */
export type Face = string;
export type Milliseconds = number;
/** A seat's letter and a slot from 1: b3. */
export type Place = string;
/** A seat's letter, clockwise from a. */
export type Seat = string;
export type Aids = "off" | "notes" | "ghosts" | "tracking";
export type EndingReason = "called" | "stock" | "last";
export type CallVerdict = "right" | "wrong" | "tied" | "out" | "knocked";
export type RaceGesture = "snap" | "other";
export type HighlightKind = "emptied" | "called_lowest" | "called_behind" | "overtaken" | "called_high" | "waited" | "snapped" | "gave" | "trade_gained" | "missed" | "trade_cost" | "swap_cost" | "kept_high" | "kept_low" | "improved";
export type Mistake = "wrong_snap" | "late_snap" | "failed_exchange" | "wrong_call";
export type Phase = "memory" | "start" | "holding" | "power" | "ending" | "back" | "over";
export type Power = "peek" | "spy" | "trade" | "look";
export type Reaction = "clap" | "gasp" | "laugh" | "think" | "wave" | "heart";
export type Snaps = "race" | "calm" | "relaxed";
export type Stage = "lobby" | "playing" | "scores" | "over";
export type StepKind = "deal" | "memory" | "draw" | "take" | "swap" | "throw" | "also" | "exchange" | "power" | "skip" | "snap_right" | "snap_wrong" | "snap_late" | "gift" | "call" | "dealer";
export type ActedBy = "clock" | "stand_in";

// From a client

/** The first message on a socket: a ticket from REST, the protocol's version, and how much the client has heard. */
export type Hello = { type: "hello"; ticket: string; version?: number; last_seq?: number; sit?: boolean; seeds?: boolean };

/** The answer to a ping, at once, with the number of the last message that was taken in. */
export type Pong = { type: "pong"; nonce: string; seq?: number };

/** Answered at once by alive with the same number: no answer, no connection, whatever the socket says. */
export type Heartbeat = { type: "heartbeat"; number: number };

/** What happened in this round before its event of that number? Answered by story, with as much as fits into one. */
export type Earlier = { type: "earlier"; round: number; before: number };

/** What may be asked of a table. */
export type Order =
  | { type: "act"; action: ActionText; question?: number; pile?: number; claimed?: Milliseconds }
  | { type: "pass"; discard: number }
  | { type: "sit"; seat?: Seat }
  | { type: "leave" }
  | { type: "seat_bot"; level: string; seat?: Seat }
  | { type: "remove"; seat: Seat }
  | { type: "rename"; name: string }
  | { type: "start" }
  | { type: "next" }
  | { type: "stay" }
  | { type: "rematch" }
  | { type: "react"; reaction: Reaction }
  | { type: "commit_seed"; server_commitment: string; commitment: string }
  | { type: "reveal_seed"; server_commitment: string; seed: string };

/** Something to be done at the table. Sent again with the same cmd_id it is done once, and answered again. */
export type Command = Order & { cmd_id: CommandId };

// What messages are made of

/** A daily deal: the day, as 2026-11-17, and the rule book. */
export type DailyName = {
  day: string;
  book: string;
};

/** How a round ended. Points are what the hands count; scores are what goes into the tally. */
export type Ending = {
  reason: EndingReason;
  winners: string[];
  points: Record<string, number>;
  scores: Record<string, number>;
  cards: Record<string, number>;
  caller: string | null;
  verdict: CallVerdict | null;
  out: string[];
  kamikaze: string[];
};

/** What a player did well or badly in a round that is over. What a kind does not need is left out. */
export type Highlight = {
  kind: HighlightKind;
  points: number;
  count: number;
  card: Face | null;
  other: string | null;
  dealt: number | null;
};

/** From where a table was played on: it has one round, which counts for nothing. */
export type PlayedOn = {
  step: number;
  round: string | null;
  is_anew: boolean;
};

/** One round in the tally: what each seat scored, who dealt and who won. */
export type RoundScore = {
  scores: Record<string, number>;
  dealer: string;
  winners: string[];
  caller: string | null;
  knocked: boolean;
};

/** Who sits there: a person, a bot of some level, or nobody. */
export type SeatInfo = {
  seat: string;
  name: string;
  level: string | null;
  is_taken: boolean;
  is_away: boolean;
  has_stand_in: boolean;
};

/** All that everybody knows about a table, apart from the cards. */
export type TableInfo = {
  stage: Stage;
  rules: string;
  options: Options;
  host: string | null;
  seats: SeatInfo[];
  round: number;
  dealer: string | null;
  tally: Record<string, number>;
  rounds: RoundScore[];
  rounds_before: number;
  ending: Ending | null;
  highlights: Record<string, Highlight>;
  winners: string[];
  archived: string | null;
  is_starting: boolean;
  played_on: PlayedOn | null;
  daily: DailyName | null;
};

/** How a table is played, beside its rules. */
export type Options = {
  /** Seconds for a decision; 0: as long as it takes. When they are over a stand-in decides. */
  clock: number;
  /** In a race the fastest snap wins; calm snaps have three seconds, relaxed ones six, and then seat order decides. */
  snaps: Snaps;
  /** Milliseconds for which bots leave a snap window open once the discard has landed; null: two seconds, and less at higher levels. People are never held up. */
  bot_wait: number | null;
  /** Whether snaps are no race. Clients and tables that don't know `snaps` say so for relaxed ones. */
  relaxed: boolean;
  /** Anybody may find the table in the lobby. */
  public: boolean;
  /** Help for the memory that everybody has: off, notes, ghosts or tracking. */
  aids: Aids;
};

/** A card that somebody owes, or may give. */
export type Debt = {
  giver: string;
  gap: Place;
};

/** The cards, as everybody sees them. A hand is a row of slots: ? a card, - a gap. */
export type Board = {
  phase: Phase;
  hands: Record<string, string>;
  stock: number;
  pile: number;
  turn: string | null;
  lap: number;
  top: Face | null;
  /** Somebody holds a card: drawn, or taken from the pile. */
  is_holding: boolean;
  is_taken: boolean;
  /** The card held, if everybody has seen it: whoever has the turn took it from the pile. */
  held: Face | null;
  number: number;
  /** The discard that may be snapped now. */
  window: number | null;
  chain: string | null;
  power: Power | null;
  /** The card whose power it is: what it reaches may differ from card to card. */
  power_card: Face | null;
  /** Own cards of whoever holds a card that go with the one that will be swapped for it. */
  joined: Place[];
  picked: Place | null;
  looked: Place[];
  debts: Debt[];
  ready: string[];
  caller: string | null;
  knocked: boolean;
  out: string[];
  /** Whose decision the table waits for. */
  waits_for: string[];
  /** Milliseconds until the clock decides, when the message was written. */
  left: number | null;
  /** At a calm or relaxed table: milliseconds left to commit to a snap, when the message was written. When none are, the window is still open, and a snap is judged at once. */
  commit_left: number | null;
  /** Cards that lie face up; all of them, once the round is over. */
  shown: Record<Place, Face>;
};

/** What only this seat knows, and all that it may do now. */
export type Yours = {
  held: Face | null;
  /** Cards that a power still lets this seat look at. */
  looks: Record<Place, Face>;
  legal: ActionText[];
  /** Cards that may be snapped on the window's discard, and whether two may be at once. */
  snaps: Place[];
  snap_two: boolean;
  /** The question that a decision answers. */
  question: number | null;
};

/** Something that happened in the game, as docs/ENGINE.md lists it; a card only for those who see it. */
export type GameEvent = {
  event: string;
  seat: string | null;
  place: Place | null;
  other: Place | null;
  card: Face | null;
  sees: string[];
  number: number | null;
  /** Who acted in place of the player: the clock, when the time was over, or a stand-in. */
  by: ActedBy | null;
};

/** One contestant of a snap race: who, doing what, after how many milliseconds. */
export type Judged = {
  seat: string;
  /** Of whoever came first the whole action, which everybody sees played. Of the others only `snap`, or `other` for what would have closed the window: their places would tell which cards they believe to match. */
  action: string;
  after: number;
};

// From the server

/**
 * The answer to hello: who you are here, and the table as it is now, without any face that you should remember.
 *
 * A client that comes back gets no board, but every message since its last one.
 */
export type Welcome = {
  type: "welcome";
  version: number;
  /** Your seat's letter, or rail for those who watch. */
  you: string;
  seq: number;
  table: TableInfo;
  board: Board | null;
  yours: Yours | null;
  /** With a board: what has happened in this round at last, as the whole table knows it. */
  story: GameEvent[];
  /** How many events of the round came before the story; earlier asks for them. */
  story_start: number;
  /** A stand-in has played for you until now. */
  had_stand_in: boolean;
  /** The head of the round's transcript, by how many actions have been played. */
  heads: Record<string, string>;
  /** With a board, at a table that is played on from a replay: the cards that your seat has seen, by their places. */
  known: Record<string, Face>;
};

/** The answer to earlier: a part of the round as the whole table knows it; empty if another round is played now. */
export type Story = {
  type: "story";
  round: number;
  /** The number of its first event in the round, counted from 0: there is nothing before 0. */
  start: number;
  events: GameEvent[];
};

/** The next thing that happened. Everybody gets every number; what is not for you has nothing but its number. */
export type Told = {
  type: "told";
  seq: number;
  events: GameEvent[];
  /** Only if something about it has changed. */
  table: TableInfo | null;
  /** What else happened at the table: sat, bot_sat, left, renamed, announced, started, stood_in, returned, dealt. */
  news: string | null;
  seat: string | null;
  board: Board | null;
  yours: Yours | null;
  /** Your seat's letter, or rail, if that has changed. */
  you: string | null;
  /** How a race was judged. */
  race: Judged[];
  /** When something was dealt or played: the head of the round's transcript after it, by how many actions have been played. docs/SHUFFLES.md says what it is for. */
  heads: Record<string, string>;
};

/**
 * A command was carried out, and is written down for good, as the message of that number.
 *
 * What is not written down (pass, next, stay, react) has been taken note of by the time of that number.
 */
export type Done = {
  type: "done";
  cmd_id: string;
  seq: number;
};

/** A snap, or what would end its window, has arrived; the verdict waits for whoever might have been faster. */
export type Racing = {
  type: "racing";
  cmd_id: string;
  discard: number;
};

/** A command was not carried out, and nothing has changed: the rule's sentence, and the option behind it. */
export type Refused = {
  type: "refused";
  cmd_id: string;
  code: string;
  sentence: string;
  option: string | null;
  /** For a snap that came too late: the one that won the discard, and this one. */
  race: Judged[];
};

/** Somebody made a small gesture. */
export type Reacted = {
  type: "reacted";
  seat: string;
  reaction: string;
};

/** Whose connection has come or gone. Nothing that is kept, so it has no number. */
export type Present = {
  type: "present";
  seat: string;
  is_away: boolean;
  watching: number;
};

/** Who is on the join page now: what each has entered as a name so far, perhaps nothing. Not kept, so no number. */
export type Newcomers = {
  type: "newcomers";
  names: string[];
};

/**
 * Between two rounds, or when somebody wants another match: how long the scores still stay. Not kept, so no number;
 * sent again whenever it changes.
 */
export type Countdown = {
  type: "countdown";
  /** Milliseconds until the next round or match begins, when the message was written. */
  left: number;
  /** Seats that want it at once, and those that have asked for more time. */
  ready: string[];
  stayed: string[];
};

/**
 * How the cards of a round are shuffled, so that everybody can check it: docs/SHUFFLES.md. Not kept, so no number.
 *
 * For the next deal first the server's commitment: a client that takes part answers it by commit_seed. Then, when the
 * commitments are closed, the announcement: a client whose commitment is in it answers it by reveal_seed.
 */
export type Shuffle = {
  type: "shuffle";
  /** The round in its match, from 1. */
  round: number;
  server_commitment: string;
  /** All that is fixed before any seed is known, as docs/SHUFFLES.md writes it; empty while commitments are taken. */
  announcement: string;
  /** The cards are dealt: nothing is left to be answered. */
  is_dealt: boolean;
};

/** To be answered at once by a pong with the same nonce. */
export type Ping = {
  type: "ping";
  nonce: string;
};

/** The answer to a heartbeat. */
export type Alive = {
  type: "alive";
  number: number;
};

/** A frame that could not be taken: what was expected, and what came. */
export type Problem = {
  type: "problem";
  code: string;
  sentence: string;
};

/**
 * The socket is about to be closed; come back after so many milliseconds, if at all.
 *
 * Without `retry` coming back would be in vain as things are: the session has ended (`no_session`), there is no such
 * table (`no_table`), the client speaks another version (`version`), the operator has closed the table (`closed`) or
 * keeps this person or address out (`banned`).
 */
export type Bye = {
  type: "bye";
  code: string;
  sentence: string;
  retry: number | null;
};

export type FromServer = Welcome | Story | Told | Done | Racing | Refused | Reacted | Present | Newcomers | Countdown | Shuffle | Ping | Alive | Problem | Bye;

// Finished rounds

/** A finished round from one viewpoint. */
export type Replay = {
  rules: string;
  seats: SeatInfo[];
  dealer: string;
  starter: string;
  /** table (what everybody saw), all (every card open) or a seat's letter. */
  viewpoint: string;
  /** All that this round may be looked at from: a player's own copy only as that player and as the table, and by a link as that allows. */
  viewpoints: string[];
  /** The seat of whoever asks, in a round of the archive. */
  you: string | null;
  /** If it was opened by a link. */
  shared: SharedRound | null;
  /** Of a match's file: which round this is, and how many there are. */
  round: number | null;
  rounds: number | null;
  ending: Ending;
  steps: ReplayStep[];
};

/** One action of a finished round and the table after it, as it was known then; the first step is the deal. */
export type ReplayStep = {
  number: number;
  /** A seat's letter, or dealer. */
  actor: string;
  /** As .cambio files write it; empty for the deal. */
  action: string;
  /** For a timeline. memory: whatever is done before play; also, exchange: several cards swapped for one; power: a look or a swap by a card's power; dealer: the dealer's word on a window or a gift. */
  kind: StepKind;
  board: Board;
  /** What the rules count as a mistake. Whether a call was wrong everybody knows since the show, so every viewpoint is told. */
  mistake: Mistake | null;
  /** Who called, or knocked, by this step. */
  caller: string | null;
  events: GameEvent[];
  /** From a seat's viewpoint: the card that it held and what a power showed it, as at the live table. */
  yours: Yours | null;
  /** The card that somebody held, if the viewpoint knows it. */
  held: Face | null;
  /** Cards in hands that the viewpoint knows; those that lie open are on the board. */
  faces: Record<Place, Face>;
  /** The seats that had seen a card in a hand, letter by letter: ab. What everybody could notice. */
  known_by: Record<Place, string>;
  knowledge: Record<string, SeatKnowledge>;
  /** How fast everybody was who raced for the discard, in the order in which they came. */
  race: RaceReaction[];
  /** The order of seats decided the race, and not the times. */
  race_relaxed: boolean;
};

/** What a seat knew after a step, and what its hand counted. */
export type SeatKnowledge = {
  /** Cards of its own hand, and of all other hands, that the seat had seen. */
  own: number;
  others: number;
  /** What the hand counted; only where every card of it is known. */
  points: number | null;
  /** What the seat could believe its hand to count: the cards it had seen, and for each other one the mean of all cards of the same shuffle that it had not seen. Only for that seat, and with all cards open. */
  believed: number | null;
};

/** One of those who raced for a discard, with all times in milliseconds. */
export type RaceReaction = {
  seat: string;
  /** snap, or other for what would have closed the window; which card a slower player reached for is not told. */
  gesture: RaceGesture;
  /** The reaction as it was judged: the delay, without what the connection is forgiven. */
  after: number;
  /** From sending the discard to the arrival of the gesture, by the server's clock. To those who come by a link this is not told, nor are the next two. */
  delay: number | null;
  /** From showing the discard to the gesture, as the client said. */
  claimed: number | null;
  /** Of the connection, before the race. */
  round_trip: number;
  is_bot: boolean;
};

/** Whose link has opened a replay, and what it shows. */
export type SharedRound = {
  /** Who made the link, by the name at the table. */
  by: string;
  seat: string;
  /** Whose faces it shows: table, all or a seat's letter. */
  scope: string;
};

/** The links that whoever asks has made to one round, the earliest first. */
export type ShareList = {
  shares: ShareInfo[];
};

/** A link by which anybody may look at a finished round. */
export type ShareInfo = {
  /** What the link ends with: /replay/s/TOKEN. */
  token: string;
  /** Whose faces it shows: table, all or a seat's letter. */
  scope: string;
  /** When it was made. */
  created: number;
};

type Raw = Record<string, unknown>;

/** A server's frame as a message, or null for a kind that this client does not know yet. */
export function decodeMessage(frame: string): FromServer | null {
  const raw = JSON.parse(frame) as Raw;
  switch (raw.type) {
    case "done":
    case "racing":
    case "reacted":
    case "ping":
    case "alive":
    case "problem":
      return raw as unknown as FromServer;
    case "welcome":
      return fillWelcome(raw);
    case "story":
      return fillStory(raw);
    case "told":
      return fillTold(raw);
    case "refused":
      return fillRefused(raw);
    case "present":
      return fillPresent(raw);
    case "newcomers":
      return fillNewcomers(raw);
    case "countdown":
      return fillCountdown(raw);
    case "shuffle":
      return fillShuffle(raw);
    case "bye":
      return fillBye(raw);
    default:
      return null;
  }
}

/** A finished round, as the server has answered. */
export function decodeReplay(answer: string): Replay {
  return fillReplay(JSON.parse(answer) as Raw);
}

function fillEach<T>(raw: Record<string, Raw>, fill: (raw: Raw) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, fill(value)]));
}

function fillWelcome(raw: Raw): Welcome {
  return {
    story_start: 0,
    had_stand_in: false,
    heads: {},
    known: {},
    ...raw,
    table: fillTableInfo(raw.table as Raw),
    board: raw.board ? fillBoard(raw.board as Raw) : null,
    yours: raw.yours ? fillYours(raw.yours as Raw) : null,
    story: ((raw.story ?? []) as Raw[]).map(fillGameEvent),
  } as unknown as Welcome;
}

function fillStory(raw: Raw): Story {
  return {
    ...raw,
    events: ((raw.events ?? []) as Raw[]).map(fillGameEvent),
  } as unknown as Story;
}

function fillTold(raw: Raw): Told {
  return {
    news: null,
    seat: null,
    you: null,
    race: [],
    heads: {},
    ...raw,
    events: ((raw.events ?? []) as Raw[]).map(fillGameEvent),
    table: raw.table ? fillTableInfo(raw.table as Raw) : null,
    board: raw.board ? fillBoard(raw.board as Raw) : null,
    yours: raw.yours ? fillYours(raw.yours as Raw) : null,
  } as unknown as Told;
}

function fillRefused(raw: Raw): Refused {
  return {
    option: null,
    race: [],
    ...raw,
  } as unknown as Refused;
}

function fillPresent(raw: Raw): Present {
  return {
    watching: 0,
    ...raw,
  } as unknown as Present;
}

function fillNewcomers(raw: Raw): Newcomers {
  return {
    names: [],
    ...raw,
  } as unknown as Newcomers;
}

function fillCountdown(raw: Raw): Countdown {
  return {
    ready: [],
    stayed: [],
    ...raw,
  } as unknown as Countdown;
}

function fillShuffle(raw: Raw): Shuffle {
  return {
    announcement: "",
    is_dealt: false,
    ...raw,
  } as unknown as Shuffle;
}

function fillBye(raw: Raw): Bye {
  return {
    retry: null,
    ...raw,
  } as unknown as Bye;
}

function fillEnding(raw: Raw): Ending {
  return {
    kamikaze: [],
    ...raw,
  } as unknown as Ending;
}

function fillHighlight(raw: Raw): Highlight {
  return {
    points: 0,
    count: 0,
    card: null,
    other: null,
    dealt: null,
    ...raw,
  } as unknown as Highlight;
}

function fillPlayedOn(raw: Raw): PlayedOn {
  return {
    round: null,
    is_anew: false,
    ...raw,
  } as unknown as PlayedOn;
}

function fillSeatInfo(raw: Raw): SeatInfo {
  return {
    name: "",
    level: null,
    is_taken: false,
    is_away: false,
    has_stand_in: false,
    ...raw,
  } as unknown as SeatInfo;
}

function fillTableInfo(raw: Raw): TableInfo {
  return {
    round: 0,
    dealer: null,
    tally: {},
    rounds: [],
    rounds_before: 0,
    winners: [],
    archived: null,
    is_starting: false,
    daily: null,
    ...raw,
    options: fillOptions(raw.options as Raw),
    seats: ((raw.seats ?? []) as Raw[]).map(fillSeatInfo),
    ending: raw.ending ? fillEnding(raw.ending as Raw) : null,
    highlights: fillEach((raw.highlights ?? {}) as Record<string, Raw>, fillHighlight),
    played_on: raw.played_on ? fillPlayedOn(raw.played_on as Raw) : null,
  } as unknown as TableInfo;
}

function fillOptions(raw: Raw): Options {
  return {
    clock: 45,
    snaps: "race",
    bot_wait: null,
    relaxed: false,
    public: false,
    aids: "off",
    ...raw,
  } as unknown as Options;
}

function fillBoard(raw: Raw): Board {
  return {
    turn: null,
    lap: 1,
    top: null,
    is_holding: false,
    is_taken: false,
    held: null,
    number: 0,
    window: null,
    chain: null,
    power: null,
    power_card: null,
    joined: [],
    picked: null,
    looked: [],
    debts: [],
    ready: [],
    caller: null,
    knocked: false,
    out: [],
    waits_for: [],
    left: null,
    commit_left: null,
    shown: {},
    ...raw,
  } as unknown as Board;
}

function fillYours(raw: Raw): Yours {
  return {
    held: null,
    looks: {},
    legal: [],
    snaps: [],
    snap_two: false,
    question: null,
    ...raw,
  } as unknown as Yours;
}

function fillGameEvent(raw: Raw): GameEvent {
  return {
    seat: null,
    place: null,
    other: null,
    card: null,
    sees: [],
    number: null,
    by: null,
    ...raw,
  } as unknown as GameEvent;
}

function fillReplay(raw: Raw): Replay {
  return {
    you: null,
    shared: null,
    round: null,
    rounds: null,
    ...raw,
    seats: ((raw.seats ?? []) as Raw[]).map(fillSeatInfo),
    ending: fillEnding(raw.ending as Raw),
    steps: ((raw.steps ?? []) as Raw[]).map(fillReplayStep),
  } as unknown as Replay;
}

function fillReplayStep(raw: Raw): ReplayStep {
  return {
    mistake: null,
    caller: null,
    held: null,
    faces: {},
    known_by: {},
    race_relaxed: false,
    ...raw,
    board: fillBoard(raw.board as Raw),
    events: ((raw.events ?? []) as Raw[]).map(fillGameEvent),
    yours: raw.yours ? fillYours(raw.yours as Raw) : null,
    knowledge: fillEach((raw.knowledge ?? {}) as Record<string, Raw>, fillSeatKnowledge),
    race: ((raw.race ?? []) as Raw[]).map(fillRaceReaction),
  } as unknown as ReplayStep;
}

function fillSeatKnowledge(raw: Raw): SeatKnowledge {
  return {
    own: 0,
    others: 0,
    points: null,
    believed: null,
    ...raw,
  } as unknown as SeatKnowledge;
}

function fillRaceReaction(raw: Raw): RaceReaction {
  return {
    delay: null,
    claimed: null,
    round_trip: 0,
    is_bot: false,
    ...raw,
  } as unknown as RaceReaction;
}

// Matches, as `GET /api/matches` tells them

/** What the query of the address may ask for. */
export type MatchQuery = {
  /** Only matches by this rule book, with any house rules. */
  book: string | null;
  /** Only matches without bots. */
  people: boolean;
  /** Only matches that you have won, or share. */
  won: boolean;
  /** From where the last list ended: its `next`. */
  before: string | null;
};

/** Who plays in a match, by the latest name. */
export type MatchSeat = {
  seat: Seat;
  name: string;
  is_bot: boolean;
  /** The total after the rounds that are over. */
  tally: number;
  has_won: boolean;
};

/** A round that is over and kept: its id in the archive. */
export type MatchRound = {
  number: number;
  id: string;
};

/** A match that you play or have played, as it stands after its rounds that are over. */
export type MatchInfo = {
  id: string;
  /** Where it is played; none if the table is not there any more. */
  table: string | null;
  /** Your seat. */
  you: Seat;
  rules: string;
  /** The rule book that the rules are named by. */
  book: string;
  is_over: boolean;
  /** How many rounds are over. */
  rounds: number;
  /** Milliseconds since 1970 when it began; none for matches of older servers. */
  began: number | null;
  /** Milliseconds since 1970 when its last round ended, or else when it began. */
  at: number;
  /** How long it was played, without pauses of more than a few minutes; none for matches of older servers. */
  minutes: number | null;
  players: MatchSeat[];
  /** Those of its rounds that the archive has, in order. */
  archived: MatchRound[];
};

/** Your matches, those played last first. */
export type MatchList = {
  matches: MatchInfo[];
  /** What to ask for `before` to get those that follow; none at the end. */
  next: string | null;
};

/** What the query of the address may ask for. */
export type StatisticsQuery = {
  /** Only what was played by this rule book, with any house rules. */
  book: string | null;
};

/** Your matches that are over, by one rule book and in one kind of company. */
export type MatchResults = {
  book: string;
  has_bots: boolean;
  /** The strongest level among the bots; none without bots, and where older servers did not note it. */
  rival: string | null;
  matches: number;
  wins: number;
};

/**
 * What you did in your finished rounds, added up; what a clock or a stand-in did is not counted.
 *
 * Rounds of servers that kept no figures are left out.
 */
export type RoundSums = {
  rounds: number;
  wins: number;
  right_calls: number;
  wrong_calls: number;
  right_snaps: number;
  wrong_snaps: number;
  late_snaps: number;
};

/** What your hands counted in the end, on average over some rounds one after the other. */
export type HandPoints = {
  /** Milliseconds since 1970 when the first and the last of these rounds ended. */
  first: number;
  last: number;
  rounds: number;
  points: number;
};

/** What your play adds up to. Nothing of a round that is being played is in it. */
export type Statistics = {
  results: MatchResults[];
  /** Matches that you have won one after the other: up to now, and the most ever. */
  streak: number;
  longest_streak: number;
  rounds: RoundSums;
  /** The median of your reactions in races, in milliseconds; none without any. */
  reaction: number | null;
  /** How many reactions there are. */
  reactions: number;
  /** From the earliest to the latest, in 60 spans at most. */
  points: HandPoints[];
};

// Daily deals, as `GET /api/daily` and its like tell them

/** How the round of a daily deal went for whoever played it. */
export type DailyScore = {
  /** What the hand counted, and what that scored by the rules. */
  points: number;
  score: number;
  /** From 1 to 4 among the seats; equals share a place. */
  place: number;
  has_won: boolean;
  /** What became of the player's own call; none without one. */
  call: CallVerdict | null;
  right_snaps: number;
  wrong_snaps: number;
  turns: number;
  /** A stand-in decided something in the player's place. */
  had_stand_in: boolean;
};

/** Your one try at a daily deal. */
export type DailyTry = {
  /** Where it is played; none if the table is not there any more. */
  table: string | null;
  /** None until the round is over, and so is the id of the round. */
  score: DailyScore | null;
  round: string | null;
  /** It ended when the deal was over already: it is not among the results, and no day of a streak. */
  is_late: boolean;
};

/** Today's deal by one rule book. */
export type DailyBook = {
  book: string;
  rules: string;
  /** How many have played it to its end. */
  played: number;
  /** None if you have not begun it. */
  mine: DailyTry | null;
  /** The server's commitment to the seed of this deal, and to that of tomorrow's (docs/SHUFFLES.md). */
  commitment: string;
  next_commitment: string;
};

/** Today's deals, one by each rule book, and your days in a row. */
export type DailyOverview = {
  /** As 2026-11-17, by UTC; milliseconds until the next one; and the last day that everybody may see. */
  day: string;
  left: number;
  open_day: string;
  /** The levels of the bots, from the seat after yours. */
  bots: string[];
  deals: DailyBook[];
  /** Days on which you have played a deal to its end: up to now without a gap, and the most ever. */
  streak: number;
  longest_streak: number;
};

/** One line in the list of a deal's results. */
export type DailyEntry = {
  name: string;
  is_you: boolean;
  /** From 1; equals share a rank. */
  rank: number;
  score: DailyScore;
  /** The id of the round, when everybody may see it. */
  round: string | null;
};

/** How a daily deal went for those who have played it. */
export type DailyResults = {
  day: string;
  book: string;
  rules: string;
  /** Whether its day is over, and everybody may see everything. */
  is_open: boolean;
  is_today: boolean;
  played: number;
  mine: DailyTry | null;
  /** The best first, 100 at most, and you in any case; none as long as you may not see it. */
  results: DailyEntry[] | null;
  /** Your days in a row up to now. */
  streak: number;
};

/** What the query of the address has to ask for. */
export type CompareQuery = {
  /** The round that is compared with the others. */
  round: string;
};

/** What some players did at a moment. */
export type DailyChoice = {
  /** As .cambio files write it; none: they did nothing, and somebody else acted. */
  action: string | null;
  players: number;
  /** What their rounds scored in the end, on average. */
  mean_score: number;
};

/** A step before which players had all done the same, and what they did then. */
export type DailyMoment = {
  /** The number of the step in the replay. */
  step: number;
  /** What was done in the round that is compared. */
  mine: string | null;
  /** How many came here; the round itself counts. */
  players: number;
  choices: DailyChoice[];
};

/** Where the ways of those who played a deal parted. */
export type DailyComparison = {
  day: string;
  book: string;
  /** How many rounds were compared. */
  rounds: number;
  moments: DailyMoment[];
};
