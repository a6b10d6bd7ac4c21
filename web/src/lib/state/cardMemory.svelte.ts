// What a table's memory aids keep for a player: faces that were seen, and notes that the player made.

import { SvelteMap } from "svelte/reactivity";
import { clarity, emptyMemory, recall, remember, type Remembered } from "../game/memoryAids";
import type { Aids, Face, GameEvent, Place, Seat } from "../protocol";

const keepsFaces = (aids: Aids): boolean => aids === "ghosts" || aids === "tracking";

export class CardMemory {
  remembered: Remembered = $state.raw(emptyMemory());
  readonly notes = new SvelteMap<Place, string>();

  record(event: GameEvent, you: Seat, aids: Aids): void {
    if (keepsFaces(aids)) this.remembered = remember(this.remembered, event, you);
  }

  /** A face that the table's aid still lets you see, and how clearly. */
  ghostAt(place: Place, aids: Aids): { face: Face; clarity: number } | null {
    const memory = this.remembered.known.get(place);
    if (memory === undefined || !keepsFaces(aids)) return null;
    const clear = aids === "tracking" ? 1 : clarity(memory, this.remembered.turn);
    return clear > 0 ? { face: memory.face, clarity: clear } : null;
  }

  setNote(place: Place, rank: string | null): void {
    if (rank === null) this.notes.delete(place);
    else this.notes.set(place, rank);
  }

  /** Where a round is played on from a replay, the table tells what the seat has seen. */
  recall(known: Record<Place, Face>, held: Face | null): void {
    this.remembered = recall(known, held);
  }

  forgetFaces(): void {
    this.remembered = emptyMemory();
  }
}
