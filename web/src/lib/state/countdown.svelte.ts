// The countdown between two rounds: until when the scores stay, who wants to go on, and who to stay.

import type { Countdown as Message, Seat } from "../protocol";

export class Countdown {
  /** By performance.now(); null while nothing is counted down. */
  endsAt: number | null = $state(null);
  /** All that there was when it was set last, in milliseconds. */
  span = $state(1);
  ready: Seat[] = $state.raw([]);
  stayed: Seat[] = $state.raw([]);

  /** Take over what the server says, and return the seats that have just asked for more time. */
  set({ left, ready, stayed }: Message, now: number): Seat[] {
    const isRunning = this.endsAt !== null;
    const added = stayed.filter((seat) => !this.stayed.includes(seat));
    if (!isRunning || added.length > 0) this.span = Math.max(left, 1);
    this.endsAt = now + left;
    this.ready = ready;
    this.stayed = stayed;
    return isRunning ? added : [];
  }

  clear(): void {
    this.endsAt = null;
    this.ready = [];
    this.stayed = [];
  }

  /** Milliseconds that are left. */
  leftAt(now: number): number {
    return this.endsAt === null ? 0 : Math.max(0, this.endsAt - now);
  }
}
