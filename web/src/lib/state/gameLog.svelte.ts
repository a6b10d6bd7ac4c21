// The log of a table: its latest lines, oldest first, and earlier ones for those who ask.

import type { LogLine } from "../sentences/logLines";
import type { Viewpoint } from "../sentences/names";
import { Narrator } from "../sentences/narrator";
import type { GameEvent, Story } from "../protocol";

const LONGEST = 200;

type NumberedLine = LogLine & {
  id: number;
  /** The number of the event that it tells, or follows. */
  at: number;
};

export class GameLog {
  lines: NumberedLine[] = $state.raw([]);
  /** How many events of the round came before the first line. */
  start = $state(0);
  /** Earlier lines have been asked for, and have not come yet. */
  isAsking = $state(false);
  #longest = LONGEST;
  #lastId = 0;
  #firstId = 0;
  /** The number of the next event in the round. */
  #next = 0;
  #narrator = new Narrator();

  /** Write a line that tells the event of that number, or that follows the last one. */
  add(line: LogLine, at = this.#next - 1): void {
    const lines = [...this.lines, { ...line, id: (this.#lastId += 1), at }];
    const dropped = lines.splice(0, Math.max(0, lines.length - this.#longest)).at(-1);
    if (dropped !== undefined) this.start = Math.max(this.start, dropped.at + 1);
    this.lines = lines;
  }

  /** Write an event down; the line that came of it, or null if the log does not tell this event. */
  record(event: GameEvent, viewpoint: Viewpoint): LogLine | null {
    if (event.event === "dealt") this.#next = this.start = 0;
    const line = this.#narrator.describe(event, viewpoint);
    if (line !== null) this.add(line, this.#next);
    this.#next += 1;
    return line;
  }

  /** Write an earlier part of the round above the first line; how many lines that are, or null if it does not fit. */
  prepend({ start, events }: Story, viewpoint: Viewpoint): number | null {
    this.isAsking = false;
    if (events.length === 0 || start + events.length !== this.start) return null;
    const narrator = new Narrator();
    const earlier = events.flatMap((event, index) => {
      const line = narrator.describe(event, viewpoint);
      return line === null ? [] : [{ ...line, at: start + index }];
    });
    const firstId = (this.#firstId -= earlier.length);
    this.lines = [...earlier.map((line, index) => ({ ...line, id: firstId + index })), ...this.lines];
    this.#longest += earlier.length;
    this.start = start;
    return earlier.length;
  }

  /** Begin anew, with the event of that number as the next one. */
  clear(next = 0): void {
    this.lines = [];
    this.start = this.#next = next;
    this.#longest = LONGEST;
    this.#narrator = new Narrator();
  }
}
