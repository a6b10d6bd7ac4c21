// The time to commit to a snap, where snaps are no race: until when it runs, in this browser's own time. When it is over
// the window stays open, but nobody waits for anybody any more.

import type { Snaps } from "../protocol";
import type { Timers } from "./timers";

/** All that there is, in milliseconds. */
const SPANS: Record<Snaps, number> = { race: 0, calm: 3000, relaxed: 6000 };

export class CommitTime {
  /** By performance.now(); null where snaps are a race, where no window is open, and when the time is over. */
  endsAt: number | null = $state(null);
  span = $state(1);
  /** The window is open, and its time to commit has run out. */
  isOver = $state(false);

  constructor(private readonly timers: Timers) {}

  /** What the server says is left, in milliseconds; null where there is no such time. */
  set(left: number | null, snaps: Snaps): void {
    this.isOver = left === 0;
    this.endsAt = left === null || left === 0 ? null : performance.now() + left;
    if (left === null || left === 0) return;
    this.span = Math.max(left, SPANS[snaps], 1);
    this.timers.set("commit", left, () => {
      if (this.endsAt === null || performance.now() < this.endsAt - 1) return;
      this.isOver = true;
      this.endsAt = null;
    });
  }

  /** The share of the time that is gone, from 0 to 1. */
  shareGone(now: number): number {
    return this.endsAt === null ? 1 : 1 - Math.min(1, Math.max(0, this.endsAt - now) / this.span);
  }
}
