// The result of the latest snap race: its line with times, which everybody sees for a while, and snaps that came too late.

import type { GameEvent, Judged, Refused } from "../protocol";
import type { LogLine } from "../sentences/logLines";
import type { Viewpoint } from "../sentences/names";
import { describeLateSnap, describeRace, describeSeatOrder } from "../sentences/raceLine";
import type { Timers } from "./timers";

/** Milliseconds for which the line is shown, and for which a press after the window counts as one that came too late. */
const SHOWN = 5000;
const LATE = 1500;
/** The server's reason to refuse a snap for which there is no window any more. */
const HAS_CLOSED = "window_has_closed";
/** And one that was in time, but does not come first. */
const SEAT_ORDER = "seat_order";

type ClosedWindow = {
  at: number;
  /** This player's time at the discard when its window closed. */
  elapsed: number;
  /** Whose snap has won the window; null if something else closed it. */
  winner: Judged | null;
};

export class RaceResult {
  /** A new id is a new line, even where the words are the same. */
  line: (LogLine & { id: number }) | null = $state.raw(null);
  #lastId = 0;
  #race: Judged[] = [];
  #closed: ClosedWindow | null = null;

  constructor(private readonly timers: Timers) {}

  /** The window has just closed for this player, who had had it for so many milliseconds. */
  closeWindow(elapsed: number): void {
    this.#closed = { at: performance.now(), elapsed, winner: null };
  }

  /** A race was judged: the line that tells of it, unless it has been told already. */
  record(race: Judged[], events: GameEvent[], viewpoint: Viewpoint, isRace: boolean): LogLine | null {
    const first = race[0];
    if (first === undefined) return null;
    const hasSnapped = events.some(({ event, seat }) => event === "snapped" && seat === first.seat);
    if (hasSnapped && this.#closed !== null && this.isJustClosed) this.#closed.winner ??= first;
    const isTold = race.every((judged) => this.#race.some((told) => isSame(judged, told)));
    this.#race = race;
    const line = isTold ? null : describeRace(race, events, viewpoint, isRace);
    if (line === null) return null;
    this.line = { ...line, id: (this.#lastId += 1) };
    this.timers.set("race", SHOWN, () => (this.line = null));
    return line;
  }

  /** A press now may have been meant for the window that has just closed. */
  get isJustClosed(): boolean {
    return this.#closed !== null && performance.now() - this.#closed.at < LATE;
  }

  /** What to say to somebody who snaps now, when it is too late; null when that is long ago, or they won it themselves. */
  describeLatePress(viewpoint: Viewpoint, isRace: boolean): string | null {
    if (this.#closed === null || !this.isJustClosed) return null;
    const { at, elapsed, winner } = this.#closed;
    if (winner?.seat === viewpoint.you) return null;
    return describeLateSnap(winner, elapsed + performance.now() - at, viewpoint, isRace);
  }

  clear(): void {
    this.line = null;
    this.#race = [];
    this.#closed = null;
  }
}

/** What to say to somebody whose snap the server has refused because another's came first; null for other refusals. */
export function describeLateRefusal({ code, race }: Refused, viewpoint: Viewpoint, isRace: boolean): string | null {
  const [first, late] = race;
  const isLost = first !== undefined && late?.seat === viewpoint.you;
  if (code === SEAT_ORDER) return isLost ? describeSeatOrder(first.seat, viewpoint) : null;
  if (isLost) return describeLateSnap(first, late.after, viewpoint, isRace);
  return code === HAS_CLOSED ? describeLateSnap(null, 0, viewpoint, isRace) : null;
}

/** Which card it was about is told only when the snap counts, so it does not tell two snaps apart. */
const isSame = (one: Judged, two: Judged): boolean => one.seat === two.seat && one.after === two.after;
