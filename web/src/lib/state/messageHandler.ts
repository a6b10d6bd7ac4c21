// What a message of the server does to the state of a table.

import { describeRoundResult, type LogLine } from "../sentences/logLines";
import { describeFace, placeParts, seatPart, type Viewpoint } from "../sentences/names";
import { SPECTATOR } from "../game/places";
import type {
  Board,
  Countdown,
  FromServer,
  GameEvent,
  Present,
  Reacted,
  Refused,
  Seat,
  Story,
  TableInfo,
  Told,
  Welcome,
} from "../protocol";
import { describeLateRefusal } from "./raceResult.svelte";
import type { TableState } from "./tableState.svelte";
import { compose, findKey, plainText, say, serverSentence } from "../words.svelte";

/** Messages that follow one another within this many milliseconds were missed and are being caught up with. */
const BURST = 60;
const LOOKS = new Set(["peeked", "spied", "looked"]);

/** How many rounds of the match are over; of a long match the first ones are no longer told. */
const countRounds = (table: TableInfo | null): number =>
  table === null ? 0 : table.rounds_before + table.rounds.length;

export class MessageHandler {
  #lastToldAt = 0;
  /** The lines of the message at hand, to be read out. */
  #spoken: string[] = [];
  /** The latest name at each seat. */
  readonly #names = new Map<Seat, string>();

  constructor(private readonly state: TableState) {}

  handle(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "story":
        this.#writeEarlier(message);
        break;
      case "told":
        this.#told(message);
        break;
      case "done":
        this.state.decisions.handleAnswer(message.cmd_id);
        this.state.snap.handleAnswer(message.cmd_id);
        this.state.decisions.touchQueued();
        break;
      case "refused":
        this.state.decisions.handleRefusal(message.cmd_id);
        this.state.snap.handleAnswer(message.cmd_id);
        this.#refuse(message);
        break;
      case "racing":
        this.state.decisions.handleRacing(message.cmd_id);
        break;
      case "reacted":
        this.#react(message);
        break;
      case "present":
        this.#setPresence(message);
        break;
      case "newcomers":
        this.state.newcomers = message.names;
        break;
      case "countdown":
        this.#countDown(message);
        break;
      case "problem":
        this.state.announcements.refuse(serverSentence(message));
        break;
    }
  }

  #welcome(message: Welcome): void {
    const { state } = this;
    state.you = message.you;
    state.newcomers = [];
    // The server tells it again, if it still runs.
    state.countdown.clear();
    // What was asked on another socket is not answered on this one.
    state.log.isAsking = false;
    this.#setTable(message.table);
    this.#restore(message);
    if (message.had_stand_in) this.#tellAbsence();
  }

  #restore(message: Welcome): void {
    const { state } = this;
    // Whoever resumes keeps the board, and is told what was missed.
    if (message.board === null && state.board !== null && message.table.stage !== "lobby") return;
    const isFirst = state.board === null;
    state.forgetFaces();
    state.yours = message.yours;
    this.#setBoard(message.board);
    state.cardShow.showAll();
    if (message.board === null) return;
    if (message.table.played_on !== null) state.memory.recall(message.known, message.yours?.held ?? message.board.held);
    this.#writeStory(message.story, message.story_start);
    if (isFirst) this.#showDeal(message.board);
  }

  /** Whoever comes in reads what has happened; nothing of it moves or is said aloud. */
  #writeStory(story: GameEvent[], start: number): void {
    const { log, pile, table, viewpoint } = this.state;
    log.clear(start);
    const round = table?.round ?? 0;
    // Where the story begins in the middle of a round, what came before it is earlier still.
    if (start === 0) this.#writeRoundsBefore(round);
    for (const event of story) {
      pile.record(event);
      log.record(event, viewpoint);
    }
    this.#writeResult(round);
  }

  /** The results of earlier rounds, as far as they are known, and where this one begins. */
  #writeRoundsBefore(round: number): void {
    const { log, table } = this.state;
    for (let n = (table?.rounds_before ?? 0) + 1; n < round; n++) this.#writeResult(n);
    if (round > 1) log.add({ icon: "note", parts: compose("news.dealt", { n: round }), tone: "plain", isBreak: true });
  }

  /** How a round ended, once it has; nothing is said aloud, since the cards are still to be shown. */
  #writeResult(n: number): void {
    const { log, table, viewpoint } = this.state;
    const round = table?.rounds[n - 1 - table.rounds_before];
    const line = round && describeRoundResult(round, n, viewpoint);
    if (line) log.add(line);
  }

  /** What was asked for is read out as a number of lines; whoever wants to hear them goes up to them. */
  #writeEarlier(message: Story): void {
    const { log, viewpoint, announcements } = this.state;
    const added = log.prepend(message, viewpoint);
    if (added !== null) announcements.announce(say("log.earlier.shown", { n: added }));
  }

  /** Whoever comes while everybody still looks at their cards sees them dealt. */
  #showDeal(board: Board): void {
    if (board.phase !== "memory" || board.ready.length > 0) return;
    const none = { seat: null, place: null, other: null, card: null, sees: [], number: null, by: null };
    this.state.onChange({ events: [{ event: "dealt", ...none }], before: null, after: board, isCatchingUp: false });
  }

  #told(message: Told): void {
    const { state } = this;
    const now = performance.now();
    const isCatchingUp = now - this.#lastToldAt < BURST;
    this.#lastToldAt = now;
    const before = state.board;
    const roundsBefore = countRounds(state.table);
    if (message.you !== null) state.you = message.you;
    if (message.table !== null) this.#setTable(message.table);
    if (message.news !== null) this.#writeNews(message.news, message.seat);
    if (message.board !== null) this.#setPosition(message, message.board);
    for (const event of message.events) this.#record(event, isCatchingUp);
    const race = state.raceResult.record(message.race, message.events, state.viewpoint, state.isRace);
    if (race !== null) this.#write(race);
    state.snap.tellLost();
    const roundCount = countRounds(state.table);
    if (roundCount > roundsBefore) this.#writeResult(roundCount);
    this.#announce();
    if (state.board !== null && message.events.length > 0) {
      state.onChange({ events: message.events, before, after: state.board, isCatchingUp });
    }
    if (message.board !== null) this.#announceTurn(before);
  }

  #setPosition({ yours, events }: Told, board: Board): void {
    const { state } = this;
    const question = state.yours?.question;
    state.yours = yours;
    if (yours?.question !== question) state.decisions.startQuestion();
    // A look ends with the decision about it.
    for (const place of state.board?.looked ?? []) if (!board.looked.includes(place)) state.faces.hide(place);
    this.#setBoard(board);
    if (events.some((event) => event.event === "dealt")) this.#startRound();
  }

  #setTable(table: TableInfo): void {
    this.state.table = table;
    for (const { seat, name } of table.seats) if (name !== "") this.#names.set(seat, name);
    if (table.stage !== "scores" && table.stage !== "over") this.state.countdown.clear();
    void this.state.rules.load(table.rules);
  }

  #setBoard(board: Board | null): void {
    const { state } = this;
    const before = state.board;
    state.board = board;
    if (board === null) return;
    state.snap.update(before, board);
    if (board.window !== null && board.window !== before?.window) state.reactionTime.start();
    state.pile.update(before, board);
    state.cardShow.update(board);
    state.commitTime.set(board.commit_left, state.table?.options.snaps ?? "race");
    state.clock.set(board.left, (state.table?.options.clock ?? 0) * 1000);
  }

  #startRound(): void {
    this.state.forgetFaces();
    this.state.notices.clear();
    this.state.memory.notes.clear();
    this.state.pile.clear();
    this.state.cardShow.restart();
  }

  #record(event: GameEvent, isCatchingUp: boolean): void {
    const { state } = this;
    const isMemoryPhase = state.board?.phase === "memory";
    state.onEvent(event);
    state.pile.record(event);
    state.faces.record(event, state.you, isMemoryPhase);
    this.#announceFace(event);
    if (event.event === "revealed" && isCatchingUp) state.cardShow.showAll();
    state.snap.record(event, state.you);
    state.memory.record(event, state.you, state.table?.options.aids ?? "off");
    const line = state.log.record(event, state.viewpoint);
    if (line !== null) this.#spoken.push(plainText(line.parts));
    state.notices.record(event, line, state.you);
  }

  /** A face that only you were shown is read out once. */
  #announceFace({ event, seat, place, card }: GameEvent): void {
    const { you, viewpoint, rules, announcements } = this.state;
    if (!LOOKS.has(event) || seat !== you || place === null || card === null) return;
    const filling = { place: placeParts(place, viewpoint), card: describeFace(card, rules.values) };
    announcements.interrupt(say("speak.face", filling));
  }

  #announceTurn(before: Board | null): void {
    const { board, you, isSpectator, announcements, prompt } = this.state;
    if (board === null || isSpectator) return;
    const isAsked = board.waits_for.includes(you);
    const wasAsked = before?.waits_for.includes(you) && before.phase === board.phase;
    if (isAsked && !wasAsked) announcements.interrupt(plainText(prompt));
  }

  #write(line: LogLine): void {
    this.state.log.add(line);
    this.#spoken.push(plainText(line.parts));
  }

  /** Everything that one message told is read out, and not only its last line. */
  #announce(): void {
    if (this.#spoken.length > 0) this.state.announcements.announce(this.#spoken.join(". "));
    this.#spoken = [];
  }

  #refuse(message: Refused): void {
    const { viewpoint, announcements, isRace } = this.state;
    announcements.refuse(describeLateRefusal(message, viewpoint, isRace) ?? serverSentence(message));
  }

  #writeNews(news: string, seat: Seat | null): void {
    const { state } = this;
    // Whoever sits down was watching until then.
    if (news === "sat") state.spectatorCount = Math.max(0, state.spectatorCount - 1);
    const key = (seat === state.you && findKey("news", news, "you")) || findKey("news", news);
    if (key === null) return;
    const viewpoint = news === "left" ? this.#viewpointBefore() : state.viewpoint;
    const filling = { seat: seatPart(seat ?? SPECTATOR, viewpoint), n: state.table?.round ?? 0 };
    const parts = compose(key, filling);
    const isBreak = news === "dealt" || news === "started";
    this.#write({ icon: "note", parts, tone: "plain", isBreak });
    if (news === "stood_in" && seat === state.you && state.infoOf(seat)?.has_stand_in)
      state.notices.show("clock", parts);
  }

  /** Whoever has left has a name still, though their seat has none any more. */
  #viewpointBefore(): Viewpoint {
    const { viewpoint } = this.state;
    return { ...viewpoint, nameOf: (seat) => this.#names.get(seat) ?? viewpoint.nameOf(seat) };
  }

  #tellAbsence(): void {
    const parts = compose("news.away");
    this.state.notices.show("clock", parts);
    this.state.announcements.announce(plainText(parts));
  }

  /** Whoever has asked for more time is named to all. */
  #countDown(message: Countdown): void {
    const { state } = this;
    const seats = state.countdown.set(message, performance.now());
    for (const seat of seats) {
      const key = seat === state.you ? "next.stayed.you" : "next.stayed";
      this.#write({ icon: "clock", parts: compose(key, { seat: seatPart(seat, state.viewpoint) }), tone: "plain" });
    }
    this.#announce();
  }

  #react({ seat, reaction }: Reacted): void {
    const { reactions, announcements, viewpoint } = this.state;
    reactions.show(seat, reaction);
    const key = findKey("react", reaction);
    if (key) announcements.announce(say("react.said", { seat: seatPart(seat, viewpoint), reaction: say(key) }));
  }

  #setPresence({ seat, is_away, watching }: Present): void {
    const { state } = this;
    state.spectatorCount = watching;
    if (state.table === null) return;
    const seats = state.table.seats.map((info) => (info.seat === seat ? { ...info, is_away } : info));
    state.table = { ...state.table, seats };
  }
}
