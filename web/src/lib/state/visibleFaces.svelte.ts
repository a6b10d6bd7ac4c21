// Visible faces: cards that are face up for a moment, and eyes that are open while somebody looks.

import { SvelteMap } from "svelte/reactivity";
import type { Face, GameEvent, Place, Seat } from "../protocol";
import { settings } from "../settings.svelte";
import type { Timers } from "./timers";

const EYE_OPEN = 1600;
const MISSED_SHOWN = 2400;

export class VisibleFaces {
  /** Who is looking at which card: everybody sees its eye open. */
  readonly lookers = new SvelteMap<Place, Seat>();
  /** A memory card that is held down, or toggled. */
  lookingAt: Place | null = $state(null);
  /** Up now, for this seat alone or for all; each leaves by itself. */
  readonly #faces = new SvelteMap<Place, Face>();

  constructor(private readonly timers: Timers) {}

  at(place: Place): Face | null {
    return this.#faces.get(place) ?? null;
  }

  /** Turn cards up or down as an event says; in the memory phase only what is being held is turned up. */
  record(event: GameEvent, you: Seat, isMemoryPhase: boolean): void {
    const { place, card } = event;
    switch (event.event) {
      case "peeked":
      case "spied":
      case "looked":
        if (place === null || event.seat === null) return;
        this.#openEye(place, event.seat);
        if (event.seat !== you || card === null) return;
        // A hold that has ended before the answer came shows nothing.
        if (!isMemoryPhase || this.lookingAt === place) this.#show(place, card, settings.lookSeconds * 1000);
        return;
      case "missed":
      case "differed":
        if (place !== null && card !== null) this.#show(place, card, MISSED_SHOWN);
        return;
      case "swapped":
      case "laid":
      case "snapped":
      case "traded":
      case "gave":
      case "seized":
        for (const moved of [place, event.other]) if (moved !== null) this.#forget(moved);
    }
  }

  hide(place: Place): void {
    this.#faces.delete(place);
    if (this.lookingAt === place) this.lookingAt = null;
  }

  clear(): void {
    this.#faces.clear();
    this.lookers.clear();
    this.lookingAt = null;
  }

  #openEye(place: Place, looker: Seat): void {
    this.lookers.set(place, looker);
    this.timers.set(`eye ${place}`, EYE_OPEN, () => this.lookers.delete(place));
  }

  /** Another card lies there now, or none. */
  #forget(place: Place): void {
    this.hide(place);
    this.lookers.delete(place);
  }

  #show(place: Place, face: Face, time: number): void {
    this.#faces.set(place, face);
    this.timers.set(`face ${place}`, time, () => this.hide(place));
  }
}
