// The narrator of a round, for the log and for whoever watches it again.

import type { GameEvent, Place } from "../protocol";
import { describeEvent, type LogLine } from "./logLines";
import type { Viewpoint } from "./names";

/** Tells events one after the other; what an event is called may depend on the one before. */
export class Narrator {
  #isMemoryPhase = false;
  #peeked: Place[] = [];
  #before: GameEvent | null = null;

  describe(event: GameEvent, viewpoint: Viewpoint): LogLine | null {
    if (this.#isRepeatedPeek(event)) return null;
    const line = describeEvent(event, viewpoint, this.#before);
    this.#before = event;
    return line;
  }

  /** Before play a card may be looked at again and again; once is enough for the log. */
  #isRepeatedPeek(event: GameEvent): boolean {
    if (event.event === "turn") this.#isMemoryPhase = false;
    if (event.event === "dealt") {
      this.#isMemoryPhase = true;
      this.#peeked = [];
    }
    if (event.event !== "peeked" || !this.#isMemoryPhase || event.place === null) return false;
    const isRepeated = this.#peeked.includes(event.place);
    this.#peeked.push(event.place);
    return isRepeated;
  }
}
