// An exchange: several equal cards of your own, chosen one by one, for the card that you hold.

import { targetsOf, type LegalActions } from "../game/legalActions";
import type { Board, Place, Seat } from "../protocol";

type ExchangingTable = {
  readonly you: Seat;
  readonly board: Board | null;
  readonly legal: LegalActions;
};

export class Exchange {
  #isOn = $state(false);
  /** Chosen here, in this order; the server hears of them only when they are swapped. */
  #places: Place[] = $state.raw([]);

  constructor(private readonly state: ExchangingTable) {}

  /** Cards that the server knows to go with the swap; they can't be taken back. */
  #joined: Place[] = $derived.by(() => {
    const { board, you } = this.state;
    return board !== null && board.turn === you ? board.joined : [];
  });
  isOffered: boolean = $derived.by(
    () => this.state.legal.cards.has("swap") && (this.state.legal.cards.has("also") || this.#joined.length > 0),
  );
  /** A touch chooses a card instead of swapping it at once. */
  isChoosing: boolean = $derived(this.isOffered && (this.#isOn || this.#joined.length > 0));
  /** The new card takes the place of the last one. */
  chosen: Place[] = $derived.by(() => {
    if (!this.isChoosing) return [];
    const mayGo = targetsOf(this.state.legal, "swap");
    return [...this.#joined, ...this.#places.filter((place) => mayGo.has(place) && !this.#joined.includes(place))];
  });
  isComplete: boolean = $derived(this.chosen.length > 1);
  mayCancel: boolean = $derived(this.isChoosing && this.#joined.length === 0);

  start(): void {
    this.#isOn = this.isOffered;
  }

  /** Choose a card, or don't after all. */
  touch(place: Place): void {
    if (this.#joined.includes(place)) return;
    const others = this.#places.filter((one) => one !== place);
    this.#places = others.length < this.#places.length ? others : [...others, place];
  }

  /** What has to be said for it, one after the other. */
  get actions(): string[] {
    const told = this.#joined;
    const untold = this.chosen.filter((place) => !told.includes(place));
    const last = untold.at(-1) ?? told.at(-1);
    return [...untold.slice(0, -1).map((place) => `also ${place}`), `swap ${last}`];
  }

  cancel(): void {
    this.#isOn = false;
    this.#places = [];
  }
}
