// The discard pile beyond its top card: who laid that one, and which card lies below it.

import type { Board, Face, GameEvent, Seat } from "../protocol";

const DISCARDS = new Set(["swapped", "threw", "dropped"]);

export class DiscardPile {
  discarder: Seat | null = $state(null);
  /** The card below the top one, as it was thrown; unknown to whoever did not see it there. */
  below: Face | null = $state(null);

  record(event: GameEvent): void {
    if (DISCARDS.has(event.event)) this.discarder = event.seat;
    if (event.event === "opened") this.discarder = null;
  }

  update(before: Board | null, after: Board): void {
    if (after.top === before?.top && after.pile === before?.pile) return;
    const hasGrown = after.pile > (before?.pile ?? 0);
    this.below = after.pile >= 2 && hasGrown ? (before?.top ?? null) : null;
  }

  clear(): void {
    this.below = null;
  }
}
