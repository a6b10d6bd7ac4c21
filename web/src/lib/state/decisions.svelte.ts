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

type DecidingTable = {
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
  /** A card that was touched while the last decision was on its way: its turn comes when that has been answered. */
  queuedCard: Place | null = $state(null);
  #pendingId: string | null = null;
  /** The last decision, and its card if it had one. */
  #lastAction: string[] = [];

  constructor(private readonly state: DecidingTable) {}

  verb: CardVerb | null = $derived.by(() => currentVerb(this.state.legal, this.chosenVerb));
  targets: Set<Place> = $derived.by(() => targetsOf(this.state.legal, this.verb));
  /** While the connection is gone, inputs are held. */
  mayAct: boolean = $derived.by(() => this.state.connectionState === "live" && !this.isBusy);

  act(verb: PlainVerb): void {
    if (this.state.legal.plain.has(verb)) this.#send(verb);
  }

  /** A card was touched: snapped if the Snap button is armed, otherwise whatever is legal with it. */
  touch(place: Place): void {
    if (this.state.snap.isArmed && this.state.snaps.has(place)) return this.state.snap.playArmed(place);
    if (this.isBusy) {
      // Whoever clicks twice on a card means once.
      if (place !== this.#lastAction[1]) this.queuedCard = place;
      return;
    }
    if (this.verb !== null && this.targets.has(place)) this.#send(`${this.verb} ${place}`);
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

  /** Esc: disarm the Snap button, forget the aimed seat, or decline what may be declined. */
  decline(): void {
    if (this.state.snap.isArmed) this.state.snap.disarm();
    else if (this.aimedSeat !== null) this.aimedSeat = null;
    else if (this.chosenVerb !== null) this.chosenVerb = null;
    else if (this.state.legal.plain.has("keep")) this.act("keep");
    else if (this.state.board?.phase !== "ending") this.act("skip");
  }

  /** The next verb that a touch could mean, where several are legal. */
  chooseOtherVerb(): void {
    const other = otherVerbs(this.state.legal, this.verb)[0];
    if (other !== undefined) this.chosenVerb = other;
  }

  /** Another question was asked: what was chosen for the last one is over. */
  startQuestion(): void {
    this.chosenVerb = null;
    this.aimedSeat = null;
  }

  handleAnswer(cmdId: string): void {
    if (cmdId === this.#pendingId) this.isBusy = false;
  }

  /** A touch in advance goes on with what was begun, or with the power that was thrown; nobody decides unseen. */
  touchQueued(): void {
    const place = this.queuedCard;
    if (this.isBusy || place === null) return;
    this.queuedCard = null;
    const [begun] = this.#lastAction;
    if (this.verb === begun || (begun === "throw" && this.state.board?.phase === "power")) this.touch(place);
  }

  #send(action: string): void {
    if (!this.mayAct || this.state.board === null) return;
    this.isBusy = true;
    this.#lastAction = action.split(" ");
    this.#pendingId = this.state.sendAction(action);
    this.aimedSeat = null;
  }
}
