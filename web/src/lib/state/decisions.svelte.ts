// A player's decisions: which legal action a touch or a key means, and the one that is on its way to the server.

import type { ConnectionState } from "../server/connection";
import {
  currentVerb,
  otherVerbs,
  targetsOf,
  type CardVerb,
  type LegalActions,
  type PlainVerb,
} from "../game/legalActions";
import type { Board, Order, Place, Seat } from "../protocol";
import { Exchange } from "./exchange.svelte";
import { settings } from "../settings.svelte";

/** A second tap that comes sooner than this, in milliseconds, is a slip of the finger and confirms nothing. */
const BOUNCE = 250;

type DecidingTable = {
  readonly you: Seat;
  readonly board: Board | null;
  readonly connectionState: ConnectionState;
  readonly legal: LegalActions;
  readonly snaps: Set<Place>;
  readonly faces: { lookingAt: Place | null; hide(place: Place): void };
  readonly snap: { readonly isArmed: boolean; playArmed(place: Place): void; disarm(): void };
  send(order: Order): string;
  sendAction(action: string): string;
};

export class Decisions {
  /** Which verb a touch means, where the player has chosen among several. */
  chosenVerb: CardVerb | null = $state(null);
  /** An opponent's seat whose digit was pressed. */
  aimedSeat: Seat | null = $state(null);
  isBusy = $state(false);
  /** What was decided, while it waits for snaps to be judged. */
  waitingVerb: string | null = $state(null);
  /** A card that was touched while the last decision was on its way: its turn comes when that has been answered. */
  queuedCard: Place | null = $state(null);
  /** A swap or a throw that waits for a second tap, where the player has asked for that. */
  marked: string | null = $state(null);
  #markedAt = 0;
  /** Swaps and throws that were made. */
  moveCount = $state(0);
  #pendingId: string | null = null;
  /** The last decision, and its card if it had one. */
  #lastAction: string[] = [];
  /** What is sent once that has been carried out. */
  #next: string[] = [];
  readonly exchange: Exchange;

  constructor(private readonly state: DecidingTable) {
    this.exchange = new Exchange(state);
  }

  verb: CardVerb | null = $derived.by(() => currentVerb(this.state.legal, this.chosenVerb));
  targets: Set<Place> = $derived.by(() => targetsOf(this.state.legal, this.verb));
  /** A touch chooses a card for an exchange. */
  isExchanging: boolean = $derived.by(() => this.verb === "swap" && this.exchange.isChoosing);
  /** While the connection is gone, inputs are held. */
  mayAct: boolean = $derived.by(() => this.state.connectionState === "live" && !this.isBusy);

  /** The card of the marked swap. */
  markedPlace: Place | null = $derived.by(() => this.marked?.split(" ")[1] ?? null);

  act(verb: PlainVerb): void {
    if (!this.state.legal.plain.has(verb)) return;
    if (verb === "throw") this.#move(verb);
    else this.#send(verb);
  }

  /** Enter: do what is marked, or what the table waits for if that is only to be confirmed. */
  confirm(): void {
    if (this.marked !== null) return this.#move(this.marked);
    if (this.exchange.isComplete) return this.pressExchange();
    this.act("ready");
    this.act("trade");
  }

  /** Begin to choose cards, swap those that are chosen, or choose none after all. */
  pressExchange(): void {
    if (!this.mayAct) return;
    if (!this.exchange.isChoosing) return this.exchange.start();
    if (!this.exchange.isComplete) return this.exchange.cancel();
    const [first, ...rest] = this.exchange.actions;
    this.#next = rest;
    this.#send(first!);
  }

  /** The marked move is not made. */
  unmark(): void {
    this.marked = null;
  }

  /** A card was touched: snapped if the Snap button is armed, otherwise whatever is legal with it. */
  touch(place: Place): void {
    if (this.state.snap.isArmed && this.state.snaps.has(place)) return this.state.snap.playArmed(place);
    if (this.isBusy) {
      // Whoever clicks twice on a card means once.
      if (place !== this.#lastAction[1]) this.queuedCard = place;
      return;
    }
    if (this.verb === null || !this.targets.has(place)) return;
    if (this.isExchanging) this.exchange.touch(place);
    else if (this.verb === "swap") this.#move(`swap ${place}`);
    else this.#send(`${this.verb} ${place}`);
  }

  /** Look at a memory card as long as it is held, or until it is let go of again. */
  look(place: Place): void {
    if (this.state.board?.phase !== "memory" || !this.targets.has(place)) return;
    this.state.faces.lookingAt = place;
    this.state.send({ type: "act", action: `peek ${place}` });
  }

  stopLooking(place: Place): void {
    if (this.state.faces.lookingAt === place) this.state.faces.hide(place);
  }

  /** Esc: disarm the Snap button, unmark a move, choose no cards for an exchange, forget the aimed seat, or decline what may be declined. */
  decline(): void {
    if (this.state.snap.isArmed) this.state.snap.disarm();
    else if (this.marked !== null) this.unmark();
    else if (this.exchange.mayCancel) this.exchange.cancel();
    else if (this.aimedSeat !== null) this.aimedSeat = null;
    else if (this.chosenVerb !== null) this.chosenVerb = null;
    else if (this.state.legal.plain.has("keep")) this.act("keep");
    else if (this.state.board?.phase !== "ending") this.act("skip");
  }

  /** The next verb that a touch could mean, where several are legal. */
  chooseOtherVerb(): void {
    if (this.exchange.isOffered) return this.pressExchange();
    const other = otherVerbs(this.state.legal, this.verb)[0];
    if (other !== undefined) this.chosenVerb = other;
  }

  /** Another question was asked: what was chosen for the last one is over, and so is the wait for its answer. */
  startQuestion(): void {
    this.isBusy = false;
    this.waitingVerb = null;
    this.chosenVerb = null;
    this.aimedSeat = null;
    this.forgetExchange();
    this.unmark();
  }

  forgetExchange(): void {
    this.#next = [];
    this.exchange.cancel();
  }

  handleAnswer(cmdId: string): void {
    if (cmdId !== this.#pendingId) return;
    this.isBusy = false;
    this.waitingVerb = null;
    const next = this.#next.shift();
    if (next !== undefined) this.#send(next);
  }

  /** Nothing follows on what was refused. */
  handleRefusal(cmdId: string): void {
    this.queuedCard = null;
    if (cmdId === this.#pendingId) this.#next = [];
    this.handleAnswer(cmdId);
  }

  /** The decision has arrived, but those who might still snap come first. */
  handleRacing(cmdId: string): void {
    if (cmdId === this.#pendingId && this.isBusy) this.waitingVerb = this.#lastAction[0] ?? null;
  }

  /** A card was pressed while the last decision was on its way, and let go of after the answer. */
  touchInAdvance(place: Place): void {
    if (place === this.#lastAction[1]) return;
    this.queuedCard = place;
    this.touchQueued();
  }

  /** A touch in advance goes on with what was begun, or with the power that was thrown; nobody decides unseen. */
  touchQueued(): void {
    const place = this.queuedCard;
    if (this.isBusy || place === null) return;
    this.queuedCard = null;
    const [begun] = this.#lastAction;
    if (this.verb === begun || (begun === "throw" && this.state.board?.phase === "power")) this.touch(place);
  }

  /** A swap or a throw, which can't be taken back: at once, or at the second tap. */
  #move(action: string): void {
    if (!this.mayAct) return;
    if (settings.confirmsMoves === true && this.marked !== action) {
      this.marked = action;
      this.#markedAt = performance.now();
      return;
    }
    if (this.marked !== null && performance.now() - this.#markedAt < BOUNCE) return;
    this.unmark();
    this.moveCount += 1;
    this.#send(action);
  }

  #send(action: string): void {
    if (!this.mayAct || this.state.board === null) return;
    this.isBusy = true;
    this.#lastAction = action.split(" ");
    this.#pendingId = this.state.sendAction(action);
    this.aimedSeat = null;
  }
}
