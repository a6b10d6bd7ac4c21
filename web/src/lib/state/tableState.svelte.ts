// The state of a table as one person sees it: what the server told last, what follows from that, and a part for each
// other concern. Nothing is remembered beyond what the server told, unless the table allows memory aids.

import { Announcements } from "./announcements.svelte";
import { CardMemory } from "./cardMemory.svelte";
import { CardShow } from "./cardShow.svelte";
import { CommitTime } from "./commitTime.svelte";
import type { ConnectionState } from "../server/connection";
import { Decisions } from "./decisions.svelte";
import { DiscardPile } from "./discardPile.svelte";
import { GameLog } from "./gameLog.svelte";
import { sortLegalActions } from "../game/legalActions";
import { MessageHandler } from "./messageHandler";
import { Notices } from "./notices.svelte";
import type { Viewpoint } from "../sentences/names";
import { cardsIn, placeAt, seatOf, slotsOf, SPECTATOR } from "../game/places";
import { composePrompt } from "../sentences/prompt";
import type {
  Board,
  Bye,
  Face,
  FromServer,
  GameEvent,
  Order,
  Place,
  Reaction,
  Seat,
  SeatInfo,
  TableInfo,
  Yours,
} from "../protocol";
import { RaceResult } from "./raceResult.svelte";
import { Reactions } from "./reactions.svelte";
import { ReactionTime } from "./reactionTime";
import { numberIn } from "../game/ruleValues";
import { nearSeat, othersAround } from "../game/seatLayout";
import { Countdown } from "./countdown.svelte";
import { Snap } from "./snap.svelte";
import { TableConnection } from "../server/tableConnection";
import { TableRules } from "./tableRules.svelte";
import { Timers } from "./timers";
import { TurnClock } from "./turnClock.svelte";
import { Participant } from "../verify/participant";
import { VisibleFaces } from "./visibleFaces.svelte";
import { say } from "../words.svelte";

/** What a message has changed, for animations and sound. */
export type TableChange = { events: GameEvent[]; before: Board | null; after: Board; isCatchingUp: boolean };

export class TableState {
  you: Seat = $state(SPECTATOR);
  table: TableInfo | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  yours: Yours | null = $state.raw(null);
  spectatorCount = $state(0);
  /** What those on the join page have entered as their names so far. */
  newcomers: string[] = $state.raw([]);
  connectionState: ConnectionState = $state("connecting");
  bye: Bye | null = $state.raw(null);
  /** Snaps are legal, but not offered: a lesson that has not taught them yet. */
  withholdsSnaps = $state(false);
  /** Milliseconds of a round trip to the server, once it is known. */
  latency: number | null = $state(null);

  readonly #timers = new Timers();
  readonly rules = new TableRules();
  readonly log = new GameLog();
  readonly announcements = new Announcements(this.#timers);
  readonly faces = new VisibleFaces(this.#timers);
  readonly reactions = new Reactions(this.#timers);
  readonly memory = new CardMemory();
  readonly pile = new DiscardPile();
  readonly clock = new TurnClock();
  readonly countdown = new Countdown();
  readonly reactionTime = new ReactionTime();
  readonly raceResult = new RaceResult(this.#timers);
  readonly notices = new Notices(this.#timers);
  readonly commitTime = new CommitTime(this.#timers);
  readonly cardShow = new CardShow(this);
  readonly snap = new Snap(this, this.#timers);
  readonly decisions = new Decisions(this);

  /** Called after every change of the board; the page is painted with it already. */
  onChange: (change: TableChange) => void = () => {};

  /** Called with every event before anything is made of it: what was remembered until then is still there. */
  onEvent: (event: GameEvent) => void = () => {};

  readonly #handler = new MessageHandler(this);
  readonly #participant = new Participant((order) => this.send(order));
  readonly #connection: TableConnection;

  /** A finished round is shown once more: what is known stays up, and cards tell by whom. */
  readonly isReplay: boolean = false;

  constructor(readonly id: string) {
    this.#connection = new TableConnection(id, {
      onMessage: (message) => this.receive(message),
      onStateChange: (state, bye) => {
        this.connectionState = state;
        this.bye = bye;
        if (state !== "live") this.latency = null;
      },
      onLatency: (milliseconds) => (this.latency = milliseconds),
    });
  }

  // What follows from what was told

  seats: Seat[] = $derived.by(() => {
    if (this.board !== null) return Object.keys(this.board.hands).sort();
    return (this.table?.seats ?? []).map((seat) => seat.seat);
  });
  near: Seat | null = $derived(nearSeat(this.seats, this.you));
  others: Seat[] = $derived(othersAround(this.seats, this.near));
  dealt: number = $derived(numberIn(this.rules.values, "deal.cards", 4));
  isSpectator = $derived(this.you === SPECTATOR);
  /** The fastest snap wins; at calm and relaxed tables all who commit in time are level. */
  isRace = $derived((this.table?.options.snaps ?? "race") === "race");
  isHost = $derived(this.table !== null && this.table.host === this.you);
  /** The table waits for a decision of yours. */
  isYourTurn = $derived(
    !this.isSpectator &&
      this.table?.stage === "playing" &&
      this.board !== null &&
      this.board.waits_for.includes(this.you),
  );
  legal = $derived(sortLegalActions(this.isSpectator ? null : this.yours));
  /** Whether there are snaps at this table at all. */
  hasSnaps = $derived(this.rules.values["snap.who"] !== "off" && !this.withholdsSnaps);
  snaps: Set<Place> = $derived(placesToSnap(this.withholdsSnaps ? null : this.board, this.yours));
  viewpoint: Viewpoint = $derived({ you: this.you, nameOf: (seat: Seat) => this.nameOf(seat), dealt: this.dealt });
  prompt = $derived(
    this.board === null
      ? []
      : composePrompt({
          board: this.board,
          canSnap: this.snaps.size > 0,
          legal: this.legal,
          verb: this.decisions.verb,
          isExchanging: this.decisions.isExchanging,
          viewpoint: this.viewpoint,
          discarder: this.pile.discarder,
          isArmed: this.snap.isArmed,
          hasFirstSnap: this.snap.firstPlace !== null,
          isRacing: this.snap.pending !== null,
          hasPassed: this.snap.hasPassed,
          isCommitTimeOver: this.commitTime.isOver,
          waitingVerb: this.isRace ? null : this.decisions.waitingVerb,
          rules: this.rules.values,
        }),
  );

  infoOf(seat: Seat): SeatInfo | null {
    return this.table?.seats.find((info) => info.seat === seat) ?? null;
  }

  nameOf(seat: Seat): string {
    return this.infoOf(seat)?.name || seat.toUpperCase();
  }

  placesOf(seat: Seat): { place: Place; slot: number; isCard: boolean }[] {
    return slotsOf(this.board?.hands[seat] ?? "").map((isCard, index) => ({
      place: placeAt(seat, index + 1),
      slot: index + 1,
      isCard,
    }));
  }

  cardsOf(seat: Seat): number {
    return cardsIn(this.board?.hands[seat] ?? "");
  }

  isLocked(seat: Seat): boolean {
    return this.board?.caller === seat && this.rules.values["call.lock"] === true && !this.board.knocked;
  }

  isOwner(place: Place): boolean {
    return seatOf(place) === this.you;
  }

  /** The face that this place shows now, if it shows one. */
  faceAt(place: Place): Face | null {
    const shown = this.cardShow.faceAt(place);
    if (shown !== undefined) return shown;
    return this.yours?.looks[place] ?? this.faces.at(place);
  }

  /** Who is looking at a card now: for a moment, or until they have decided about it. */
  lookerAt(place: Place): Seat | null {
    const { board } = this;
    return this.faces.lookers.get(place) ?? (board?.looked.includes(place) ? board.turn : null);
  }

  /** Who had seen the card at a place; told only of a finished round. */
  knowersOf: (place: Place) => Seat[] = () => [];

  /** Whether this seat holds a card. */
  isHolding(seat: Seat): boolean {
    return this.board?.is_holding === true && this.board.turn === seat;
  }

  /** The card that a seat holds, where this player may see it: their own, or one that was taken from the pile. */
  heldBy(seat: Seat): Face | null {
    if (!this.isHolding(seat)) return null;
    return (seat === this.you ? this.yours?.held : null) ?? this.board?.held ?? null;
  }

  /** A face that an aid of this table still lets you see, and how clearly. */
  ghostAt(place: Place): { face: Face; clarity: number } | null {
    return this.board?.phase === "over" ? null : this.memory.ghostAt(place, this.table?.options.aids ?? "off");
  }

  // Messages in and out

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
    this.#timers.clear();
  }

  reconnect(): void {
    this.bye = null;
    this.#connection.restart();
  }

  receive(message: FromServer): void {
    if (!this.#participant.handle(message)) this.#handler.handle(message);
  }

  send(order: Order): string {
    return this.#connection.send(order);
  }

  /** Ask for what happened in this round before the first line of the log. */
  showEarlier(): void {
    if (this.table === null || this.log.start === 0 || this.log.isAsking) return;
    this.log.isAsking = this.#connection.ask({ type: "earlier", round: this.table.round, before: this.log.start });
  }

  /** An action with what it answers: the question, and during a snap window how long it took. */
  sendAction(action: string): string {
    const order: Order = { type: "act", action };
    if (this.yours?.question != null) order.question = this.yours.question;
    if (this.board?.window != null) order.claimed = this.reactionTime.elapsed();
    if (action === "take") order.pile = this.board?.pile ?? 0;
    return this.send(order);
  }

  refuseLateSnap(): void {
    const sentence = this.raceResult.describeLatePress(this.viewpoint, this.isRace);
    if (sentence !== null) this.announcements.refuse(sentence);
  }

  refuseSnap(): void {
    this.announcements.refuse(this.raceResult.describeLatePress(this.viewpoint, this.isRace) ?? say("late.none"));
  }

  react(reaction: Reaction): void {
    this.send({ type: "react", reaction });
  }

  /** Everything that was seen is gone; only what is still open to look at comes back. */
  forgetFaces(): void {
    this.faces.clear();
    this.announcements.clearAssertive();
    this.memory.forgetFaces();
    this.snap.reset();
    this.raceResult.clear();
    this.decisions.queuedCard = null;
    this.decisions.forgetExchange();
  }
}

function placesToSnap(board: Board | null, yours: Yours | null): Set<Place> {
  return new Set(board?.window == null ? [] : (yours?.snaps ?? []));
}
