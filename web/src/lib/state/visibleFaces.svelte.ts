// Visible faces: cards that are face up for a moment, and eyes that are open while somebody looks.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Face, GameEvent, Place, Seat } from "../protocol";
import { settings } from "../settings.svelte";
import type { Timers } from "./timers";

const EYE_OPEN = 1600;
const MISSED_SHOWN = 2400;

export class VisibleFaces {
  /** Cards that somebody is looking at: everybody sees their eyes open. */
  readonly openEyes = new SvelteSet<Place>();
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
        if (place === null) return;
        this.#openEye(place);
        if (event.seat !== you || card === null) return;
        // A hold that has ended before the answer came shows nothing.
        if (!isMemoryPhase || this.lookingAt === place) this.#show(place, card, settings.lookSeconds * 1000);
        return;
      case "missed":
        if (place !== null && card !== null) this.#show(place, card, MISSED_SHOWN);
        return;
      case "snapped":
      case "traded":
      case "gave":
      case "seized":
        for (const moved of [place, event.other]) if (moved !== null) this.hide(moved);
    }
  }

  hide(place: Place): void {
    this.#faces.delete(place);
    if (this.lookingAt === place) this.lookingAt = null;
  }

  clear(): void {
    this.#faces.clear();
    this.openEyes.clear();
    this.lookingAt = null;
  }

  #openEye(place: Place): void {
    this.openEyes.add(place);
    this.timers.set(`eye ${place}`, EYE_OPEN, () => this.openEyes.delete(place));
  }

  #show(place: Place, face: Face, time: number): void {
    this.#faces.set(place, face);
    this.timers.set(`face ${place}`, time, () => this.hide(place));
  }
}
