// Reactions: each is shown at a seat for a moment.

import { SvelteMap } from "svelte/reactivity";
import type { Seat } from "../protocol";
import type { Timers } from "./timers";

const SHOWN = 2600;

export class Reactions {
  readonly #shown = new SvelteMap<Seat, { id: number; reaction: string }>();
  #lastId = 0;

  constructor(private readonly timers: Timers) {}

  /** What a seat shows now; a new id means that it was sent anew. */
  at(seat: Seat): { id: number; reaction: string } | null {
    return this.#shown.get(seat) ?? null;
  }

  show(seat: Seat, reaction: string): void {
    this.#shown.set(seat, { id: (this.#lastId += 1), reaction });
    this.timers.set(`reaction ${seat}`, SHOWN, () => this.#shown.delete(seat));
  }
}
