// The time that a player took to react, measured from when the discard was painted on this screen.

const LONGEST = 600_000;

export class ReactionTime {
  #paintedAt = 0;

  /** A new discard is in the page, and the next frame shows it. Waiting for more frames would claim their time, too. */
  start(): void {
    this.#paintedAt = performance.now();
    if (typeof requestAnimationFrame !== "function") return;
    requestAnimationFrame(() => (this.#paintedAt = performance.now()));
  }

  /** Whole milliseconds, as the server takes them. */
  elapsed(): number {
    return Math.min(LONGEST, Math.max(0, Math.round(performance.now() - this.#paintedAt)));
  }
}
