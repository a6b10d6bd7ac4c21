// The table of a finished round: drawn by the same components as a live one, with what a step tells in place of messages.

import type { Face, Place, Replay, ReplayStep, Seat, TableInfo } from "../protocol";
import { nearSeat } from "../game/seatLayout";
import { TableState } from "../state/tableState.svelte";

const LOOKS = new Set(["peeked", "spied", "looked"]);

export class ReplayTable extends TableState {
  override readonly isReplay = true;
  /** The seat that everything is seen from; without one, the first sits nearest. */
  viewer: Seat | null = $state(null);
  #step: ReplayStep | null = $state.raw(null);

  override near: Seat | null = $derived(nearSeat(this.seats, this.viewer ?? this.you));

  constructor() {
    super("");
  }

  /** Lay the table as it was after a step. */
  show(replay: Replay, number: number, { isNext, isFast }: { isNext: boolean; isFast: boolean }): void {
    const step = replay.steps[number];
    if (step === undefined) return;
    const before = this.board;
    this.viewer = replay.seats.some(({ seat }) => seat === replay.viewpoint) ? replay.viewpoint : null;
    this.table = infoOf(replay);
    this.#step = step;
    this.board = step.board;
    this.#restorePile(replay.steps, number);
    this.cardShow.showAll();
    if (isNext) this.onChange({ events: step.events, before, after: step.board, isCatchingUp: isFast });
  }

  override faceAt(place: Place): Face | null {
    const step = this.#step;
    return step?.board.shown[place] ?? step?.yours?.looks[place] ?? step?.faces[place] ?? null;
  }

  override lookerAt(place: Place): Seat | null {
    const { events = [], board } = this.#step ?? {};
    const look = events.find((event) => LOOKS.has(event.event) && event.place === place);
    return look?.seat ?? (board?.looked.includes(place) ? board.turn : null);
  }

  override knowersOf = (place: Place): Seat[] => [...(this.#step?.known_by[place] ?? "")];

  override heldBy(seat: Seat): Face | null {
    return this.isHolding(seat) ? (this.#step?.held ?? this.board?.held ?? null) : null;
  }

  /** What lies below the top card came there with the last change of the pile. */
  #restorePile(steps: ReplayStep[], number: number): void {
    const { top, pile } = steps[number]!.board;
    let since = number;
    while (since > 0 && steps[since - 1]!.board.top === top && steps[since - 1]!.board.pile === pile) since -= 1;
    this.pile.clear();
    this.pile.update(steps[since - 1]?.board ?? null, steps[since]!.board);
  }
}

function infoOf({ rules, seats, dealer, ending }: Replay): TableInfo {
  return {
    stage: "playing",
    rules,
    options: { clock: 0, snaps: "race", bot_wait: null, relaxed: false, public: false, aids: "off" },
    host: null,
    seats,
    round: 1,
    dealer,
    tally: {},
    rounds: [],
    rounds_before: 0,
    ending: null,
    highlights: {},
    winners: ending.winners,
    archived: null,
    is_starting: false,
    played_on: null,
    daily: null,
  };
}
