// Snapping: the Snap button, the card or two that are chosen, and the snap that waits for its verdict.

import type { ConnectionState } from "../server/connection";
import { formatSnap } from "../game/legalActions";
import type { Board, GameEvent, Order, Place, Seat, Yours } from "../protocol";
import type { Timers } from "./timers";

type SnapTable = {
  readonly board: Board | null;
  readonly yours: Yours | null;
  readonly connectionState: ConnectionState;
  readonly snaps: Set<Place>;
  readonly reactionTime: { elapsed(): number };
  readonly raceResult: { readonly isJustClosed: boolean; closeWindow(elapsed: number): void };
  /** Say that a snap came too late. */
  refuseLateSnap(): void;
  /** Say so, or that there is no window at all. */
  refuseSnap(): void;
  send(order: Order): string;
  sendAction(action: string): string;
};

/** Milliseconds for which the first of two cards waits for the second; then it goes alone. */
const SECOND_CARD = 1200;
const VERDICTS = new Set(["snapped", "missed", "late"]);

export class Snap {
  /** The Snap button was pressed: the next card that is touched is snapped. */
  isArmed = $state(false);
  /** Where two cards may be snapped at once, the first waits here for the second. */
  firstPlace: Place | null = $state(null);
  /** Sent, and not judged yet. */
  pending: { places: Place[]; discard: number; cmdId: string } | null = $state.raw(null);
  /** The discard at which this player has said that they won't snap. */
  passedDiscard: number | null = $state(null);
  #couldSnap = false;
  /** The last window closed after the Snap button had been pressed and before a card was. */
  #wasArmed = false;

  /** The window has closed while the first card waited for the second. */
  #isLost = false;

  constructor(
    private readonly state: SnapTable,
    private readonly timers: Timers,
  ) {}

  /** This player has said that they won't snap the discard that lies there. */
  hasPassed: boolean = $derived.by(
    () => this.passedDiscard !== null && this.passedDiscard === this.state.board?.window,
  );

  play(...places: Place[]): void {
    const discard = this.state.board?.window;
    if (this.state.snaps.size === 0) return this.state.refuseLateSnap();
    if (discard == null || this.state.connectionState !== "live" || this.pending !== null) return;
    if (!places.every((place) => this.state.snaps.has(place))) return;
    this.pending = { places, discard, cmdId: this.state.sendAction(formatSnap(places, discard)) };
    this.disarm();
  }

  /** The button first, then the card; where two may go at once, the first one waits a moment for the second. */
  playArmed(place: Place): void {
    if (!this.state.yours?.snap_two || this.state.snaps.size < 2) this.play(place);
    else if (this.firstPlace === null) {
      this.firstPlace = place;
      this.timers.set("second card", SECOND_CARD, () => {
        if (this.firstPlace === place) this.play(place);
      });
    } else if (this.firstPlace === place) this.play(place);
    else this.play(this.firstPlace, place);
  }

  /** Press the Snap button: arm it, disarm it, or snap the first of two cards alone. */
  pressButton(): void {
    if (this.state.connectionState !== "live") return;
    if (this.state.snaps.size === 0) return this.state.refuseSnap();
    if (this.firstPlace !== null) this.play(this.firstPlace);
    else this.isArmed = !this.isArmed;
  }

  disarm(): void {
    this.isArmed = false;
    this.firstPlace = null;
  }

  pass(): void {
    const discard = this.state.board?.window;
    if (discard == null) return;
    this.passedDiscard = discard;
    this.state.send({ type: "pass", discard });
    this.disarm();
  }

  /** Whether a gesture now would be a snap that has come just too late. */
  get isJustClosed(): boolean {
    return this.state.snaps.size === 0 && this.state.raceResult.isJustClosed;
  }

  /** Whether a card that is touched now was meant for the window that has closed since the button was pressed. */
  get isTouchLate(): boolean {
    return this.#wasArmed && this.isJustClosed;
  }

  /** Another window, or none: what was chosen for the last one is over. */
  update(before: Board | null, after: Board): void {
    const isSame = after.window !== null && after.window === before?.window;
    const canSnap = this.state.snaps.size > 0;
    if (this.#couldSnap && !(canSnap && isSame)) this.state.raceResult.closeWindow(this.state.reactionTime.elapsed());
    this.#couldSnap = canSnap;
    if (!isSame) {
      this.#isLost = this.firstPlace !== null;
      this.#wasArmed = this.isArmed || (this.#wasArmed && after.window === null);
      this.disarm();
    }
    if (this.pending !== null && this.pending.discard !== after.window) this.pending = null;
  }

  /** Say that a card which waited for a second one came too late, if one did; by now it is known who was faster. */
  tellLost(): void {
    if (this.#isLost) this.state.refuseLateSnap();
    this.#isLost = false;
  }

  record(event: GameEvent, you: Seat): void {
    if (VERDICTS.has(event.event) && event.seat === you) this.pending = null;
  }

  handleAnswer(cmdId: string): void {
    if (this.pending?.cmdId === cmdId) this.pending = null;
  }

  reset(): void {
    this.pending = null;
    this.disarm();
  }
}
