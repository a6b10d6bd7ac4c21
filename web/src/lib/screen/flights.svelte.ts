// Flights: cards on their flight from one spot to another, drawn above the table while it already shows the outcome.

import { SvelteSet } from "svelte/reactivity";
import type { Face, GameEvent, Place, Seat } from "../protocol";

export type Flight = {
  id: number;
  from: string;
  to: string;
  face: Face | null;
  delay: number;
  time: number;
  kind: "move" | "slap" | "arc";
};

type PlannedFlight = Omit<Flight, "id">;

const TIMES = { quick: 120, move: 220, slow: 420, slap: 320 };
/** The share of a slap's flight after which it strikes; then it stops for a moment. */
export const STRIKE = 0.5;
/** Milliseconds from a snap to its slap. */
export const SLAP_DELAY = TIMES.slap * STRIKE;
const DEAL_STEP = 45;

class Flights {
  inAir: Flight[] = $state.raw([]);
  /** Places that stay empty to the eye until what flies there has landed. */
  landing = new SvelteSet<string>();
  shaking = new SvelteSet<string>();
  traces: { id: number; from: string; to: string }[] = $state.raw([]);
  /** Counts the slaps, so that the pile can ripple anew. */
  slaps = $state(0);
  #id = 0;

  launch(flight: PlannedFlight): void {
    const launched = { ...flight, id: (this.#id += 1) };
    this.inAir = [...this.inAir, launched];
    this.landing.add(flight.to);
    // Whatever happens to the picture, the card appears.
    setTimeout(() => this.land(launched), flight.delay + flight.time + 80);
  }

  land(flight: Flight): void {
    if (!this.inAir.some((one) => one.id === flight.id)) return;
    this.inAir = this.inAir.filter((one) => one.id !== flight.id);
    if (!this.inAir.some((one) => one.to === flight.to)) this.landing.delete(flight.to);
    if (flight.kind === "slap") this.slaps += 1;
  }

  shake(place: string): void {
    this.shaking.add(place);
    setTimeout(() => this.shaking.delete(place), 500);
  }

  trace(from: string, to: string): void {
    const trace = { id: (this.#id += 1), from, to };
    this.traces = [...this.traces, trace];
    setTimeout(() => (this.traces = this.traces.filter((one) => one.id !== trace.id)), 1200);
  }

  clear(): void {
    this.inAir = [];
    this.landing.clear();
    this.shaking.clear();
    this.traces = [];
  }
}

export const flights = new Flights();

export const heldSpot = (seat: Seat | null): string => `held-${seat ?? ""}`;

/** What everybody sees before an event: the card held, and cards that lie face up. They fly face up, too. */
type OpenFaces = { held: Face | null; shown: Record<Place, Face> };

/** The flights that show what happened, in its order. */
export function planFlights(
  events: GameEvent[],
  hands: Record<Seat, string>,
  { held, shown }: OpenFaces = { held: null, shown: {} },
): PlannedFlight[] {
  const planned: PlannedFlight[] = [];
  let delay = 0;
  const fly = (from: string, to: string, face: Face | null, time: number, kind: Flight["kind"] = "move") =>
    planned.push({ from, to, face, delay, time, kind });
  for (const event of events) {
    const { place, other, card } = event;
    for (const way of waysOfHeld(event, held)) fly(...way);
    switch (event.event) {
      case "dealt":
        for (const flight of planDeal(hands)) planned.push(flight);
        delay += planned.length * DEAL_STEP;
        break;
      case "opened":
        fly("stock", "pile", card, TIMES.slow);
        break;
      case "laid":
        if (place === null) break;
        fly(place, "pile", card, TIMES.slow);
        delay += TIMES.quick;
        break;
      case "snapped":
        if (place !== null) fly(place, "pile", card, TIMES.slap, "slap");
        break;
      case "traded":
        if (place === null || other === null) break;
        fly(place, other, shown[place] ?? null, TIMES.slow * 1.3, "arc");
        fly(other, place, shown[other] ?? null, TIMES.slow * 1.3, "arc");
        break;
      case "gave":
      case "seized":
        if (place !== null && other !== null) fly(place, other, shown[place] ?? null, TIMES.slow, "arc");
        break;
      case "penalised":
        if (place === null) break;
        delay += TIMES.quick;
        fly("stock", place, null, TIMES.slow);
        break;
      case "reshuffled":
        fly("pile", "stock", null, TIMES.slow);
        delay += TIMES.quick;
        break;
    }
  }
  return planned;
}

/** Where a card that is held comes from, and where it and the card that it replaces go. */
function waysOfHeld(event: GameEvent, held: Face | null): [string, string, Face | null, number][] {
  const { seat, place, card } = event;
  const hand = heldSpot(seat);
  switch (event.event) {
    case "drew":
      return [["stock", hand, null, TIMES.move]];
    case "took":
      return [["pile", hand, card, TIMES.move]];
    case "swapped":
      if (place === null) return [];
      return [
        [hand, place, held, TIMES.move],
        [place, "pile", card, TIMES.slow],
      ];
    case "added":
      return place === null ? [] : [[hand, place, held, TIMES.move]];
    case "threw":
    case "dropped":
      return [[hand, "pile", card, TIMES.move]];
    default:
      return [];
  }
}

function planDeal(hands: Record<Seat, string>): PlannedFlight[] {
  const seats = Object.keys(hands).sort();
  const most = Math.max(0, ...seats.map((seat) => hands[seat]!.length));
  const planned: PlannedFlight[] = [];
  for (let slot = 1; slot <= most; slot++) {
    for (const seat of seats) {
      if (slot > hands[seat]!.length) continue;
      planned.push({
        from: "stock",
        to: `${seat}${slot}`,
        face: null,
        delay: planned.length * DEAL_STEP,
        time: TIMES.slow,
        kind: "move",
      });
    }
  }
  return planned;
}
