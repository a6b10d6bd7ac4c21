// Animations: how what happened is shown, in motion and sound. The board is right without them.

import { tick } from "svelte";
import { flights, planFlights } from "./flights.svelte";
import { hasMotion } from "./settings.svelte";
import { vibrate, soundOf, sounds } from "./sound";
import type { Happening, Sitting } from "./sitting.svelte";

const SHOW_STEP = 240;

export function animate(sitting: Sitting): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const play = async (happening: Happening): Promise<void> => {
    const { events, after, isCatchingUp } = happening;
    if (isCatchingUp) flights.clear();
    if (!isCatchingUp) sound(happening, sitting);
    for (const event of events) {
      if (event.event === "missed" && event.place !== null) flights.shake(event.place);
      if (event.event === "traded" && event.place !== null && event.other !== null)
        flights.trace(event.place, event.other);
    }
    if (hasMotion() && !isCatchingUp && document.visibilityState === "visible") {
      const ways = planFlights(events, after.hands);
      // Nothing is shown at its goal before it has flown there.
      for (const way of ways) flights.landing.add(way.to);
      await tick();
      for (const way of ways) flights.launch(way);
    }
    if (events.some((event) => event.event === "revealed")) show();
  };

  /** Turn the cards over one by one; without motion all at once. */
  const show = (): void => {
    clearTimeout(timer);
    if (!hasMotion()) {
      sitting.shownCount = sitting.showing.length;
      return;
    }
    if (sitting.shownCount >= sitting.showing.length) {
      sounds.win();
      return;
    }
    sounds.show(sitting.shownCount);
    sitting.shownCount += 1;
    timer = setTimeout(show, SHOW_STEP);
  };

  sitting.happened = (happening) => void play(happening);
  return () => {
    clearTimeout(timer);
    sitting.happened = () => {};
    flights.clear();
  };
}

function sound({ events, after, before }: Happening, sitting: Sitting): void {
  if (events.some((event) => event.event === "dealt")) sounds.deal(Object.values(after.hands).join("").length);
  for (const event of events) {
    soundOf(event.event)?.();
    if (event.event === "snapped") vibrate(event.seat === sitting.you ? [30, 40, 60] : 25);
    if (event.event === "missed" && event.seat === sitting.you) vibrate([80, 60, 80]);
  }
  if (after.turn === sitting.you && before?.turn !== sitting.you) sounds.turn();
}
