// The tables of this guest: those to go on with, and the last ones that are over.

import { getMyTables, type MyTables } from "./api";
import { guest } from "./guest.svelte";

/** How many there were to go on with when somebody looked last. */
const STORAGE_KEY = "cambio.unfinished";

class GuestTables {
  /** Null until the server has told them. */
  told: MyTables | null = $state.raw(null);

  get unfinished() {
    return this.told?.unfinished ?? [];
  }

  get finished() {
    return this.told?.finished ?? [];
  }

  /** How many to keep room for until they are told, so that nothing moves when they come. */
  get expectedCount(): number {
    return this.told === null ? Number(localStorage.getItem(STORAGE_KEY) ?? 0) : this.told.unfinished.length;
  }

  /** Ask the server; if it does not answer, the list stays as it was. */
  async refresh(): Promise<void> {
    try {
      this.#keep(guest.isKnown ? await getMyTables() : { unfinished: [], finished: [] });
    } catch {
      // The next request may be answered.
    }
  }

  #keep(tables: MyTables): void {
    this.told = tables;
    localStorage.setItem(STORAGE_KEY, String(tables.unfinished.length));
  }
}

export const guestTables = new GuestTables();
