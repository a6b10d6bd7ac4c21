// A sitting: one person at one table. What is known is the latest that the server told; nothing is remembered beyond it.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import * as api from "./api";
import { numberIn, type Values } from "./ruleValues";
import { pointsOf } from "./cards";
import { Connection, type ConnectionState, type ConnectionOptions } from "./connection";
import { signInAgain } from "./guest.svelte";
import {
  sortLegalActions,
  otherVerbs,
  formatSnap,
  targetsOf,
  currentVerb,
  type CardVerb,
  type PlainVerb,
} from "./legalActions";
import { cardsIn, placeAt, seatOf, slotsOf, SPECTATOR } from "./places";
import { composePrompt } from "./prompt";
import type {
  Board,
  Bye,
  Face,
  FromServer,
  GameEvent,
  Order,
  Place,
  Reaction,
  RoundScore,
  Seat,
  TableInfo,
  Told,
  Welcome,
  Yours,
} from "./protocol";
import { emptyMemory, clarity, remember, type Remembered } from "./memoryAids";
import { nearSeat, othersAround } from "./seatLayout";
import { settings } from "./settings.svelte";
import { showOrder } from "./turnOrder";
import { describeFace, placeParts, seatPart, type Viewpoint } from "./names";
import { describeEvent, describeRace, type LogLine } from "./logLines";
import { compose, serverSentence, findKey, plainText, say } from "./words.svelte";

export type Happening = { events: GameEvent[]; before: Board | null; after: Board; isCatchingUp: boolean };
type Snapping = { places: Place[]; discard: number; cmdId: string; isJudged: boolean };
type Waved = { id: number; reaction: string };

const LOG_LENGTH = 200;
const EYE_OPEN = 1600;
const MISSED_SHOWN = 2400;
const REACTION_SHOWN = 2600;
const SPOKEN = 1200;
const SENTENCE_SHOWN = 5200;
/** Several messages within this time were missed and are being caught up with. */
const BURST = 60;

export class Sitting {
  you: Seat = $state(SPECTATOR);
  table: TableInfo | null = $state.raw(null);
  board: Board | null = $state.raw(null);
  yours: Yours | null = $state.raw(null);
  values: Values = $state.raw({});
  book: api.BookSection[] = $state.raw([]);
  line: ConnectionState = $state("connecting");
  bye: Bye | null = $state.raw(null);
  watching = $state(0);
  problem: string | null = $state(null);

  log: (LogLine & { id: number })[] = $state.raw([]);
  sentence: string | null = $state(null);
  polite = $state("");
  assertive = $state("");

  /** Faces that are up now, for this seat alone or for all, and leave by themselves. */
  faces = new SvelteMap<Place, Face>();
  /** Cards that somebody is looking at: their eyes are open. */
  watched = new SvelteSet<Place>();
  reactions = new SvelteMap<Seat, Waved>();
  notes = new SvelteMap<Place, string>();
  remembered: Remembered = $state.raw(emptyMemory());

  chosen: CardVerb | null = $state(null);
  isArmed = $state(false);
  firstSnap: Place | null = $state(null);
  snapping: Snapping | null = $state.raw(null);
  passed: number | null = $state(null);
  /** An opponent's seat whose digit was pressed. */
  aimed: Seat | null = $state(null);
  /** A memory card that is held down, or toggled. */
  lookingAt: Place | null = $state(null);
  isBusy = $state(false);
  /** A card that was touched while the last decision was on its way: its turn comes when that has been answered. */
  next: Place | null = $state(null);

  discarder: Seat | null = $state(null);
  /** The discard below the top one, as it was thrown. */
  under: Face | null = $state(null);
  clockEnds: number | null = $state(null);
  clockSpan = $state(0);
  shownCount = $state(0);

  /** Whoever draws motion and sound hears of everything here, after the board has been painted. */
  happened: (happening: Happening) => void = () => {};

  #connection: Connection;
  #decision: string | null = null;
  /** The last decision, and its card if it had one. */
  #acted: string[] = [];
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #paintedAt = 0;
  #lineId = 0;
  #lastTold = 0;
  #rulesTold = "";
  #peeked = new Set<Place>();
  #isRemembering = false;

  constructor(
    readonly id: string,
    options: Partial<ConnectionOptions> = {},
  ) {
    this.#connection = new Connection({
      getTicket: () => api.getTicket(id).catch((error) => this.#asNewGuest(error)),
      openSocket: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`),
      ...options,
      onMessage: (message) => this.hear(message),
      onStateChange: (state, bye) => {
        this.line = state;
        this.bye = bye;
      },
    });
  }

  // What follows from what was told

  seats: Seat[] = $derived.by(() => {
    if (this.board !== null) return Object.keys(this.board.hands).sort();
    return (this.table?.seats ?? []).map((seat) => seat.seat);
  });
  near: Seat | null = $derived(nearSeat(this.seats, this.you));
  others: Seat[] = $derived(othersAround(this.seats, this.near));
  dealt: number = $derived(numberIn(this.values, "deal.cards", 4));
  offers = $derived(sortLegalActions(this.isWatching ? null : this.yours));
  verb: CardVerb | null = $derived(currentVerb(this.offers, this.chosen));
  targets: Set<Place> = $derived(targetsOf(this.offers, this.verb));
  snaps: Set<Place> = $derived(new Set(this.board?.window == null ? [] : (this.yours?.snaps ?? [])));
  viewpoint: Viewpoint = $derived({ you: this.you, nameOf: (seat) => this.nameOf(seat), dealt: this.dealt });
  showing: Place[] = $derived(this.board === null ? [] : showOrder(this.board));
  isShown = $derived(this.showing.length > 0 && this.shownCount >= this.showing.length);
  prompt = $derived(
    this.board === null
      ? []
      : composePrompt({
          board: this.board,
          yours: this.yours,
          offers: this.offers,
          verb: this.verb,
          viewpoint: this.viewpoint,
          discarder: this.discarder,
          isArmed: this.isArmed,
          hasFirstSnap: this.firstSnap !== null,
          isRacing: this.snapping !== null && !this.snapping.isJudged,
        }),
  );

  /** Rounds that have been shown to the last card; what they scored is no secret any more. */
  rounds: RoundScore[] = $derived.by(() => {
    const rounds = this.table?.rounds ?? [];
    return this.board?.phase === "over" && !this.isShown && this.showing.length > 0 ? rounds.slice(0, -1) : rounds;
  });

  /** The tally of the rounds that have been shown. */
  tallyOf(seat: Seat): number {
    const table = this.table;
    if (table === null || this.rounds.length === table.rounds.length) return table?.tally[seat] ?? 0;
    return this.rounds.reduce((sum, round) => sum + (round.scores[seat] ?? 0), 0);
  }

  /** What the cards of a hand that have been turned over count so far. */
  countOf(seat: Seat): number | null {
    if (this.board?.phase !== "over") return null;
    const last = this.table?.rounds.at(-1);
    if (this.isShown && last !== undefined) return last.scores[seat] ?? null;
    return this.showing
      .slice(0, this.shownCount)
      .filter((place) => seatOf(place) === seat)
      .reduce((sum, place) => sum + (pointsOf(this.board!.shown[place]!, this.values) ?? 0), 0);
  }

  get isWatching(): boolean {
    return this.you === SPECTATOR;
  }

  get isHost(): boolean {
    return this.table !== null && this.table.host === this.you;
  }

  /** While the connection is gone, inputs are held. */
  get mayAct(): boolean {
    return this.line === "live" && !this.isBusy;
  }

  nameOf(seat: Seat): string {
    const info = this.table?.seats.find((info) => info.seat === seat);
    return info?.name || seat.toUpperCase();
  }

  infoOf(seat: Seat) {
    return this.table?.seats.find((info) => info.seat === seat) ?? null;
  }

  /** The face that this place shows now, if it shows one. */
  faceAt(place: Place): Face | null {
    const shown = this.board?.shown[place];
    if (shown !== undefined) return this.showing.indexOf(place) < this.shownCount ? shown : null;
    return this.yours?.looks[place] ?? this.faces.get(place) ?? null;
  }

  /** A face that an aid of this table still lets you see, and how clearly. */
  ghostAt(place: Place): { face: Face; clarity: number } | null {
    const aids = this.table?.options.aids ?? "off";
    const memory = this.remembered.known.get(place);
    if (memory === undefined || (aids !== "ghosts" && aids !== "tracking") || this.board?.phase === "over") return null;
    const clear = aids === "tracking" ? 1 : clarity(memory, this.remembered.turn);
    return clear > 0 ? { face: memory.face, clarity: clear } : null;
  }

  // The connection

  start(): void {
    void this.#connection.start();
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
  }

  stop(): void {
    this.#connection.close();
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** A server that has forgotten its guests gets to know this one again. */
  async #asNewGuest(error: unknown): Promise<string> {
    if (!(error instanceof api.ApiError) || error.status !== 401) throw error;
    await signInAgain();
    return api.getTicket(this.id);
  }

  comeBack(): void {
    this.bye = null;
    void this.#connection.start();
  }

  #wake = (): void => {
    if (document.visibilityState === "visible") this.#connection.wake();
  };

  hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "told":
        this.#told(message);
        break;
      case "done":
        this.#answered(message.cmd_id);
        this.#touchNext();
        break;
      case "racing":
        break;
      case "refused":
        if (this.snapping?.cmdId === message.cmd_id) this.snapping = null;
        this.next = null;
        this.#answered(message.cmd_id);
        this.#tellOff(serverSentence(message));
        break;
      case "reacted":
        this.#react(message.seat, message.reaction);
        break;
      case "present":
        this.watching = message.watching;
        this.#setAway(message.seat, message.is_away);
        break;
      case "problem":
        this.#tellOff(serverSentence(message));
        break;
    }
  }

  #welcome(message: Welcome): void {
    this.you = message.you;
    this.#setTable(message.table);
    if (message.board === null && this.board !== null && message.table.stage !== "lobby") return;
    const isFirst = this.board === null;
    this.forget();
    this.yours = message.yours;
    this.#setBoard(message.board);
    this.shownCount = this.showing.length;
    if (message.board !== null) this.#hearStory(message.story);
    if (isFirst && message.board !== null) this.#stageDeal(message.board);
  }

  /** Whoever comes in reads what has happened; nothing of it moves or is said aloud. */
  #hearStory(story: GameEvent[]): void {
    this.#peeked.clear();
    this.log = [];
    const said = this.polite;
    for (const event of story) {
      this.#noteDiscarder(event);
      this.#tell(event);
    }
    this.polite = said;
  }

  /** Whoever comes while everybody still looks at their cards sees them dealt. */
  #stageDeal(board: Board): void {
    if (board.phase !== "memory" || board.ready.length > 0) return;
    const dealt: GameEvent = {
      event: "dealt",
      seat: null,
      place: null,
      other: null,
      card: null,
      sees: [],
      number: null,
    };
    this.happened({ events: [dealt], before: null, after: board, isCatchingUp: false });
  }

  /** Everything that was seen is gone; only what is still open to look at comes back. */
  forget(): void {
    this.faces.clear();
    this.assertive = "";
    this.watched.clear();
    this.remembered = emptyMemory();
    this.lookingAt = null;
    this.snapping = null;
    this.next = null;
    this.#disarm();
  }

  #told(message: Told): void {
    const now = performance.now();
    const isCatchingUp = now - this.#lastTold < BURST;
    this.#lastTold = now;
    const before = this.board;
    if (message.you !== null) this.you = message.you;
    if (message.table !== null) this.#setTable(message.table);
    if (message.news !== null) this.#tellNews(message.news, message.seat);
    if (message.board !== null) {
      const question = this.yours?.question;
      this.yours = message.yours;
      if (message.yours?.question !== question) this.#newQuestion();
      this.#endLooks(before, message.board);
      this.#setBoard(message.board, message.events);
    }
    for (const event of message.events) this.#happen(event, isCatchingUp);
    const race = describeRace(message.race, this.viewpoint);
    if (race !== null) this.#write(race);
    if (this.board !== null && message.events.length > 0) {
      this.happened({ events: message.events, before, after: this.board, isCatchingUp });
    }
    if (message.board !== null) this.#speakTurn(before);
  }

  /** A look ends with the decision about it. */
  #endLooks(before: Board | null, after: Board): void {
    for (const place of before?.looked ?? []) if (!after.looked.includes(place)) this.hide(place);
  }

  #setTable(table: TableInfo): void {
    this.table = table;
    if (table.rules !== this.#rulesTold) {
      this.#rulesTold = table.rules;
      void this.#learnRules(table.rules);
    }
  }

  /** The faces print what a card counts and can do under this table's rules. */
  async #learnRules(rules: string): Promise<void> {
    try {
      const checked = await api.checkRules(rules);
      this.values = checked.values;
      this.book = checked.book;
    } catch {
      this.#rulesTold = "";
    }
  }

  #setBoard(board: Board | null, events: GameEvent[] = []): void {
    const before = this.board;
    this.board = board;
    if (board === null) return;
    if (board.window !== null && board.window !== before?.window) this.#noteWhenPainted();
    if (board.window === null || board.window !== before?.window) this.#disarm();
    if (this.snapping !== null && this.snapping.discard !== board.window) this.snapping = null;
    if (board.top !== before?.top || board.pile !== before?.pile) {
      this.under = board.pile < 2 ? null : board.pile > (before?.pile ?? 0) ? (before?.top ?? null) : null;
    }
    if (board.left === null) this.clockEnds = null;
    else {
      this.clockEnds = performance.now() + board.left;
      this.clockSpan = Math.max(board.left, (this.table?.options.clock ?? 0) * 1000, 1);
    }
    if (events.some((event) => event.event === "dealt")) {
      this.forget();
      this.notes.clear();
      this.#peeked.clear();
      this.under = null;
      this.shownCount = 0;
    }
  }

  #noteWhenPainted(): void {
    this.#paintedAt = performance.now();
    if (typeof requestAnimationFrame !== "function") return;
    requestAnimationFrame(() => requestAnimationFrame(() => (this.#paintedAt = performance.now())));
  }

  #newQuestion(): void {
    this.chosen = null;
    this.aimed = null;
  }

  #happen(event: GameEvent, isCatchingUp: boolean): void {
    const { place, card, seat } = event;
    this.#noteDiscarder(event);
    switch (event.event) {
      case "peeked":
      case "spied":
      case "looked":
        if (place !== null) this.#lookedAt(place, seat, card);
        break;
      case "missed":
        if (place !== null && card !== null) this.#show(place, card, MISSED_SHOWN);
        break;
      case "snapped":
      case "traded":
      case "gave":
      case "seized":
        for (const moved of [place, event.other]) if (moved !== null) this.hide(moved);
        break;
      case "revealed":
        if (isCatchingUp) this.shownCount = this.showing.length;
        break;
    }
    if ((event.event === "snapped" || event.event === "missed" || event.event === "late") && this.snapping) {
      if (seat === this.you) this.snapping = null;
    }
    if (this.table !== null && this.table.options.aids !== "off" && this.table.options.aids !== "notes") {
      this.remembered = remember(this.remembered, event, this.you);
    }
    this.#tell(event);
  }

  #noteDiscarder(event: GameEvent): void {
    if (["swapped", "threw", "dropped"].includes(event.event)) this.discarder = event.seat;
    if (event.event === "opened") this.discarder = null;
  }

  #tell(event: GameEvent): void {
    if (this.#isToldBefore(event)) return;
    const line = describeEvent(event, this.viewpoint);
    if (line !== null) this.#write(line);
  }

  /** Before play a card may be looked at again and again; once is enough for the log. */
  #isToldBefore(event: GameEvent): boolean {
    if (event.event === "turn") this.#isRemembering = false;
    if (event.event === "dealt") this.#isRemembering = true;
    if (event.event !== "peeked" || !this.#isRemembering || event.place === null) return false;
    const isTold = this.#peeked.has(event.place);
    this.#peeked.add(event.place);
    return isTold;
  }

  #lookedAt(place: Place, seat: Seat | null, card: Face | null): void {
    this.watched.add(place);
    this.#later(`eye ${place}`, EYE_OPEN, () => this.watched.delete(place));
    if (seat !== this.you || card === null) return;
    this.#speak(say("speak.face", { place: placeParts(place, this.viewpoint), card: describeFace(card, this.values) }));
    const isMemory = this.board?.phase === "memory";
    // A hold that has ended before the answer came shows nothing.
    if (isMemory && this.lookingAt !== place) return;
    this.#show(place, card, settings.lookSeconds * 1000);
  }

  #show(place: Place, face: Face, time: number): void {
    this.faces.set(place, face);
    this.#later(`face ${place}`, time, () => this.hide(place));
  }

  hide(place: Place): void {
    this.faces.delete(place);
    if (this.lookingAt === place) this.lookingAt = null;
  }

  #later(name: string, wait: number, then: () => void): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(name, setTimeout(then, wait));
  }

  #setAway(seat: Seat, isAway: boolean): void {
    if (this.table === null) return;
    const seats = this.table.seats.map((info) => (info.seat === seat ? { ...info, is_away: isAway } : info));
    this.table = { ...this.table, seats };
  }

  // What is said

  #write(line: LogLine): void {
    this.log = [...this.log.slice(-LOG_LENGTH), { ...line, id: (this.#lineId += 1) }];
    this.polite = plainText(line.parts);
  }

  #tellNews(news: string, seat: Seat | null): void {
    if (news === "dealt") this.log = [];
    // Whoever sits down was watching until then.
    if (news === "sat") this.watching = Math.max(0, this.watching - 1);
    const key = findKey("news", news);
    if (key === null) return;
    const filling = { seat: seatPart(seat ?? SPECTATOR, this.viewpoint), n: this.table?.round ?? 0 };
    this.#write({ icon: "note", parts: compose(key, filling), tone: "plain" });
  }

  #tellOff(sentence: string): void {
    this.sentence = sentence;
    this.polite = sentence;
    this.#later("sentence", SENTENCE_SHOWN, () => (this.sentence = null));
  }

  #speakTurn(before: Board | null): void {
    if (this.board === null || this.isWatching) return;
    const isAsked = this.board.waits_for.includes(this.you);
    const wasAsked = before?.waits_for.includes(this.you) && before.phase === this.board.phase;
    if (isAsked && !wasAsked) this.#speak(plainText(this.prompt));
  }

  /** Said once, at once; then it leaves the page, so that no face stays behind in it. */
  #speak(text: string): void {
    this.assertive = text;
    this.#later("assertive", SPOKEN, () => (this.assertive = ""));
  }

  #react(seat: Seat, reaction: string): void {
    const id = (this.#lineId += 1);
    this.reactions.set(seat, { id, reaction });
    const key = findKey("react", reaction);
    if (key) this.polite = say("react.said", { seat: seatPart(seat, this.viewpoint), reaction: say(key) });
    this.#later(`reaction ${seat}`, REACTION_SHOWN, () => this.reactions.delete(seat));
  }

  // What you do

  order(order: Order): string {
    return this.#connection.send(order);
  }

  act(action: string): void {
    if (!this.mayAct || this.board === null) return;
    this.isBusy = true;
    this.#acted = action.split(" ");
    this.#decision = this.order(this.#asOrder(action));
    this.aimed = null;
  }

  #asOrder(action: string): Order {
    const order: Order = { type: "act", action };
    if (this.yours?.question != null) order.question = this.yours.question;
    if (this.board?.window != null) order.claimed = this.#sincePainted();
    if (action === "take") order.pile = this.board?.pile ?? 0;
    return order;
  }

  #sincePainted(): number {
    return Math.min(600_000, Math.max(0, Math.round(performance.now() - this.#paintedAt)));
  }

  #answered(cmdId: string): void {
    if (cmdId === this.#decision) this.isBusy = false;
    if (this.snapping?.cmdId === cmdId) this.snapping = null;
  }

  do(verb: PlainVerb): void {
    if (this.offers.plain.has(verb)) this.act(verb);
  }

  /** A card was touched: snapped if the Snap button is armed, otherwise whatever is lawful with it. */
  touch(place: Place): void {
    if (this.isArmed && this.snaps.has(place)) return this.#snapArmed(place);
    if (this.isBusy) {
      // Whoever clicks twice on a card means once.
      if (place !== this.#acted[1]) this.next = place;
      return;
    }
    if (this.verb === null || !this.targets.has(place)) return;
    this.act(`${this.verb} ${place}`);
  }

  /** A touch in advance goes on with what was begun, or with the power that was thrown; nobody decides unseen. */
  #touchNext(): void {
    const place = this.next;
    if (this.isBusy || place === null) return;
    this.next = null;
    const [begun] = this.#acted;
    if (this.verb === begun || (begun === "throw" && this.board?.phase === "power")) this.touch(place);
  }

  /** Look at a memory card as long as it is held, or until it is let go of again. */
  look(place: Place): void {
    if (this.board?.phase !== "memory" || !this.targets.has(place)) return;
    this.lookingAt = place;
    this.order({ type: "act", action: `peek ${place}` });
  }

  unlook(place: Place): void {
    if (this.lookingAt === place) this.hide(place);
  }

  snap(...places: Place[]): void {
    const discard = this.board?.window;
    if (discard == null || this.line !== "live" || this.snapping !== null) return;
    if (!places.every((place) => this.snaps.has(place))) return;
    const order = this.#asOrder(formatSnap(places, discard));
    this.snapping = { places, discard, cmdId: this.order(order), isJudged: false };
    this.#disarm();
  }

  /** The button first, then the card; where two may go at once, the first one waits for the second. */
  #snapArmed(place: Place): void {
    if (!this.yours?.snap_two) return this.snap(place);
    if (this.firstSnap === null) this.firstSnap = place;
    else if (this.firstSnap === place) this.snap(place);
    else this.snap(this.firstSnap, place);
  }

  arm(): void {
    if (this.snaps.size === 0) return;
    if (this.firstSnap !== null) this.snap(this.firstSnap);
    else this.isArmed = !this.isArmed;
  }

  #disarm(): void {
    this.isArmed = false;
    this.firstSnap = null;
  }

  pass(): void {
    const discard = this.board?.window;
    if (discard == null) return;
    this.passed = discard;
    this.order({ type: "pass", discard });
    this.#disarm();
  }

  react(reaction: Reaction): void {
    this.order({ type: "react", reaction });
  }

  note(place: Place, rank: string | null): void {
    if (rank === null) this.notes.delete(place);
    else this.notes.set(place, rank);
  }

  /** Esc: lay the Snap button down, forget the aimed seat, or decline what may be declined. */
  decline(): void {
    if (this.isArmed) this.#disarm();
    else if (this.aimed !== null) this.aimed = null;
    else if (this.chosen !== null) this.chosen = null;
    else if (this.offers.plain.has("keep")) this.act("keep");
    else if (this.offers.plain.has("skip") && this.board?.phase !== "ending") this.act("skip");
  }

  /** The next verb that a touch could mean, where several are lawful. */
  chooseOther(): void {
    const other = otherVerbs(this.offers, this.verb)[0];
    if (other !== undefined) this.chosen = other;
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
    return this.board?.caller === seat && this.values["call.lock"] === true && !this.board.knocked;
  }

  isOwner(place: Place): boolean {
    return seatOf(place) === this.you;
  }
}
