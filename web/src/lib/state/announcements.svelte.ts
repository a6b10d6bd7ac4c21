// Announcements: what screen readers are told, and the sentence that explains a refusal.

import type { Timers } from "./timers";

const SPOKEN = 1200;
const REFUSAL_SHOWN = 5200;

export class Announcements {
  polite = $state("");
  assertive = $state("");
  refusal: string | null = $state(null);

  constructor(private readonly timers: Timers) {}

  /** Read out when the screen reader has finished what it is reading. */
  announce(text: string): void {
    this.polite = text;
  }

  /** Read out at once; then it leaves the page, so that no face stays behind in it. */
  interrupt(text: string): void {
    this.assertive = text;
    this.timers.set("assertive", SPOKEN, () => (this.assertive = ""));
  }

  refuse(sentence: string): void {
    this.refusal = sentence;
    this.polite = sentence;
    this.timers.set("refusal", REFUSAL_SHOWN, () => (this.refusal = null));
  }

  clearAssertive(): void {
    this.assertive = "";
  }
}
