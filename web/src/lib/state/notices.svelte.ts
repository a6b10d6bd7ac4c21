// Notices: what others did to this player's cards, and what was done in their place, for as long as it takes to read.
// They tell what the log tells, at the moment at which it matters; no face stays in them.

import { SvelteMap } from "svelte/reactivity";
import { seatOf, SPECTATOR } from "../game/places";
import type { GameEvent, Place, Seat } from "../protocol";
import type { LogLine } from "../sentences/logLines";
import type { Part } from "../words.svelte";
import type { Timers } from "./timers";

type Icon = LogLine["icon"];
type MarkIcon = Extract<Icon, "swap" | "bolt" | "gift" | "out">;

/** Milliseconds for which a notice stays, and a mark on the card that it tells of. */
const SHOWN = 6000;
const MARKED = 9000;
/** Older ones give way. */
const MOST = 2;
/** What somebody does to a card that the card itself should show. */
const MARKS: Record<string, MarkIcon> = { traded: "swap", snapped: "bolt", gave: "gift", seized: "out" };
/** The card is face up or the race tells of it; a notice would say it a second time. */
const TOLD_ELSEWHERE = new Set(["snapped", "missed", "peeked"]);

export type Notice = { id: number; icon: Icon; parts: Part[] };
export type CardMark = { id: number; icon: MarkIcon; actor: Seat };

export class Notices {
  shown: Notice[] = $state.raw([]);
  readonly #marks = new SvelteMap<Place, CardMark>();
  #lastId = 0;

  constructor(private readonly timers: Timers) {}

  /** Who has just done what to the card at a place of this player. */
  markAt(place: Place): CardMark | null {
    return this.#marks.get(place) ?? null;
  }

  /** Tell an event if it concerns this player's cards, or was done in their place. */
  record(event: GameEvent, line: LogLine | null, you: Seat): void {
    if (you === SPECTATOR) return;
    const own = [event.place, event.other].filter((place) => place !== null && seatOf(place) === you) as Place[];
    const isOthers = event.seat !== null && event.seat !== you;
    for (const place of own) this.#mark(place, isOthers ? event : null);
    const isDoneForYou = event.seat === you && event.by === "clock";
    const isTold = isDoneForYou || (isOthers && own.length > 0 && !TOLD_ELSEWHERE.has(event.event));
    if (isTold && line !== null) this.show(line.icon, line.parts);
  }

  show(icon: Icon, parts: Part[]): void {
    const id = (this.#lastId += 1);
    this.shown = [...this.shown, { id, icon, parts }].slice(-MOST);
    this.timers.set(`notice ${id}`, SHOWN, () => (this.shown = this.shown.filter((notice) => notice.id !== id)));
  }

  clear(): void {
    this.shown = [];
    this.#marks.clear();
  }

  /** Whatever is done to a card takes the place of what was done before; what this player does needs no mark. */
  #mark(place: Place, event: GameEvent | null): void {
    const icon = event === null ? undefined : MARKS[event.event];
    if (event === null || event.seat === null || icon === undefined) {
      if (event === null) this.#marks.delete(place);
      return;
    }
    const id = (this.#lastId += 1);
    this.#marks.set(place, { id, icon, actor: event.seat });
    this.timers.set(`mark ${place}`, MARKED, () => {
      if (this.#marks.get(place)?.id === id) this.#marks.delete(place);
    });
  }
}
