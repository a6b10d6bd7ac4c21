// The log of a round: its latest lines, oldest first.

import { describeEvent, type LogLine } from "../sentences/logLines";
import type { Viewpoint } from "../sentences/names";
import type { GameEvent, Place } from "../protocol";

const LONGEST = 200;

export class GameLog {
  lines: (LogLine & { id: number })[] = $state.raw([]);
  #lastId = 0;
  #isMemoryPhase = false;
  #peeked: Place[] = [];
  #before: GameEvent | null = null;

  add(line: LogLine): void {
    this.lines = [...this.lines.slice(-LONGEST), { ...line, id: (this.#lastId += 1) }];
  }

  /** Write an event down; the line that came of it, or null if the log does not tell this event. */
  record(event: GameEvent, viewpoint: Viewpoint): LogLine | null {
    if (this.#isRepeatedPeek(event)) return null;
    const line = describeEvent(event, viewpoint, this.#before);
    this.#before = event;
    if (line !== null) this.add(line);
    return line;
  }

  clear(): void {
    this.lines = [];
    this.#peeked = [];
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
