// The show at the end of a round: cards are turned over one by one, and scores are told only after the last one.

import { pointsOf } from "../game/cards";
import { seatOf } from "../game/places";
import type { Board, Face, Place, RoundScore, Seat, TableInfo } from "../protocol";
import type { Values } from "../game/ruleValues";
import { showOrder } from "../game/turnOrder";

type ShownTable = {
  readonly board: Board | null;
  readonly table: TableInfo | null;
  readonly rules: { readonly values: Values };
};

export class CardShow {
  shownCount = $state(0);
  /** What lay face up when the round ended; the show does not turn it down again. */
  #lyingUp: Record<Place, Face> = $state.raw({});

  constructor(private readonly state: ShownTable) {}

  /** Every card that is shown, in the order in which it is turned over. */
  order: Place[] = $derived.by(() => (this.state.board?.phase === "over" ? showOrder(this.state.board) : []));
  isComplete: boolean = $derived.by(() => this.order.length > 0 && this.shownCount >= this.order.length);

  /** Rounds that have been shown to the last card; what they scored is no secret any more. */
  rounds: RoundScore[] = $derived.by(() => {
    const rounds = this.state.table?.rounds ?? [];
    const isShowing = this.state.board?.phase === "over" && !this.isComplete && this.order.length > 0;
    return isShowing ? rounds.slice(0, -1) : rounds;
  });

  /** The face that lies up for everybody or that the show has turned up; undefined where the show has no part in it. */
  faceAt(place: Place): Face | null | undefined {
    const face = this.state.board?.shown[place];
    if (face === undefined || this.state.board?.phase !== "over" || this.#lyingUp[place] === face) return face;
    return this.order.indexOf(place) < this.shownCount ? face : null;
  }

  /** The tally of the rounds that have been shown. */
  tallyOf(seat: Seat): number {
    const table = this.state.table;
    if (table === null || this.rounds.length === table.rounds.length) return table?.tally[seat] ?? 0;
    // Of a long match only the latest rounds are told.
    const last = table.rounds.at(-1);
    if (table.rounds_before > 0) return (table.tally[seat] ?? 0) - (last?.scores[seat] ?? 0);
    return this.rounds.reduce((sum, round) => sum + (round.scores[seat] ?? 0), 0);
  }

  /** What the cards of a hand that have been turned over count so far; null during play. */
  countOf(seat: Seat): number | null {
    const { board, table, rules } = this.state;
    if (board?.phase !== "over") return null;
    const last = table?.rounds.at(-1);
    if (this.isComplete && last !== undefined) return last.scores[seat] ?? null;
    return this.order
      .slice(0, this.shownCount)
      .filter((place) => seatOf(place) === seat)
      .reduce((sum, place) => sum + (pointsOf(board.shown[place]!, rules.values) ?? 0), 0);
  }

  showAll(): void {
    this.shownCount = this.order.length;
  }

  /** Keep what lies face up, as long as the round is played. */
  update(board: Board): void {
    if (board.phase !== "over") this.#lyingUp = board.shown;
  }

  restart(): void {
    this.shownCount = 0;
  }
}
