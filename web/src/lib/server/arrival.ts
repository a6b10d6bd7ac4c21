// Coming to a table by its join page: somebody who wants a seat has it on arrival, and until then the table hears that
// they are at the door.

import { dismissNewcomer, seeNewcomer, type Invitation } from "./api";

/** Milliseconds between two signs of life; the server waits for three of them. */
const RENEWAL = 6000;
/** A name is told once nothing more has been typed for this long. */
const TYPING = 800;
/** Whoever has not arrived at the table after this long is no longer expected. */
const LONGEST_WAY = 15_000;

let seatWantedAt: string | null = null;
/** By table. */
const openVisits = new Map<string, JoinVisit>();

/** Take a seat at that table when the connection to it is made; null: come to watch. */
export function wantSeat(table: string | null): void {
  seatWantedAt = table;
}

export const wantsSeat = (table: string): boolean => seatWantedAt === table;

/** The table has welcomed us. A seat that is left later is not taken again by coming back. */
export function noteArrival(table: string): void {
  if (seatWantedAt === table) seatWantedAt = null;
  openVisits.get(table)?.end();
}

/** Somebody is on the join page of a table. It ends when they have arrived at the table, or have gone elsewhere. */
export class JoinVisit {
  readonly #id = [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(16).padStart(2, "0")).join("");
  #name = "";
  #renewal: ReturnType<typeof setInterval> | null = null;
  #typing: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly table: string,
    private readonly onChange: (table: Invitation) => void,
  ) {}

  start(): void {
    if (this.#renewal !== null) return;
    openVisits.get(this.table)?.end();
    openVisits.set(this.table, this);
    this.#renewal = setInterval(() => void this.#renew(), RENEWAL);
    void this.#renew();
  }

  enterName(name: string): void {
    this.#name = name;
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#renew(), TYPING);
  }

  end(): void {
    if (this.#renewal === null) return;
    clearInterval(this.#renewal);
    if (this.#typing !== null) clearTimeout(this.#typing);
    this.#renewal = null;
    openVisits.delete(this.table);
    dismissNewcomer(this.table, this.#id);
  }

  /** On the way to the table: the visit ends on arrival, or when that takes too long. */
  endSoon(): void {
    setTimeout(() => this.end(), LONGEST_WAY);
  }

  async #renew(): Promise<void> {
    if (this.#renewal === null) return;
    try {
      const table = await seeNewcomer(this.table, this.#id, this.#name);
      if (openVisits.get(this.table) === this) this.onChange(table);
      // It has ended meanwhile, and this sign of life may have come after the end.
      else dismissNewcomer(this.table, this.#id);
    } catch {
      // The next sign of life may get through; without one the server forgets this visit.
    }
  }
}
