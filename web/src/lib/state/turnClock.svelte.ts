// The turn clock: until when a decision is waited for, in this browser's own time.

export class TurnClock {
  /** By performance.now(); null while no clock runs. */
  endsAt: number | null = $state(null);
  span = $state(0);

  /** What the server says is left, and what there is in all, in milliseconds. */
  set(left: number | null, limit: number): void {
    this.endsAt = left === null ? null : performance.now() + left;
    if (left !== null) this.span = Math.max(left, limit, 1);
  }

  /** The share of the time that is gone, from 0 to 1. */
  shareGone(now: number): number {
    return this.endsAt === null ? 0 : 1 - Math.max(0, this.endsAt - now) / this.span;
  }
}
