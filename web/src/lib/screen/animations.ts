// Animations: how a change of the table is shown, in motion and sound. The board is right without them.

import { tick } from "svelte";
import { flights, planFlights, SLAP_DELAY } from "./flights.svelte";
import { hasMotion } from "../settings.svelte";
import { soundOf, sounds, vibrate } from "./sound";
import type { TableChange, TableState } from "../state/tableState.svelte";

/** Milliseconds from one card of the show to the next. */
const SHOW_STEP = 240;

/** Show every change of a table from now on; what is returned stops it. */
export function animate(tableState: TableState): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Turn the cards over one by one, without motion all at once; then the winner is heard. */
  const showNextCard = (): void => {
    const { cardShow } = tableState;
    clearTimeout(timer);
    if (!hasMotion()) cardShow.showAll();
    if (cardShow.shownCount >= cardShow.order.length)
      return tableState.table?.stage === "over" ? sounds.winMatch() : sounds.win();
    sounds.show(cardShow.shownCount);
    cardShow.shownCount += 1;
    timer = setTimeout(showNextCard, SHOW_STEP);
  };

  const animateChange = async (change: TableChange): Promise<void> => {
    if (change.isCatchingUp) flights.clear();
    else playSounds(change, tableState);
    markCards(change);
    if (hasMotion() && !change.isCatchingUp && document.visibilityState === "visible") {
      // Before that no card has a place to fly to.
      while (!tableState.rules.isSettled) await new Promise(requestAnimationFrame);
      await launchFlights(change);
    }
    if (change.events.some((event) => event.event === "revealed")) showNextCard();
  };

  tableState.onChange = (change) => void animateChange(change);
  return () => {
    clearTimeout(timer);
    tableState.onChange = () => {};
    flights.clear();
  };
}

/** A wrong snap shakes its card, and an exchange of cards that differ shakes them all; a trade leaves a trace. */
function markCards({ events }: TableChange): void {
  for (const { event, place, other } of events) {
    if ((event === "missed" || event === "differed") && place !== null) flights.shake(place);
    if (event === "traded" && place !== null && other !== null) flights.trace(place, other);
  }
}

async function launchFlights({ events, before, after }: TableChange): Promise<void> {
  const isDealt = before === null || before.phase === "over";
  const planned = planFlights(events, after.hands, isDealt ? undefined : before);
  // Nothing is shown at its goal before it has flown there.
  for (const flight of planned) flights.landing.add(flight.to);
  await tick();
  for (const flight of planned) flights.launch(flight);
}

/** A slap is heard and felt when the card strikes; without motion it is only heard, and at once. */
function slap(isYours: boolean): void {
  if (!hasMotion()) return sounds.slap();
  setTimeout(() => {
    sounds.slap();
    vibrate(isYours ? [30, 40, 60] : 25);
  }, SLAP_DELAY);
}

function playSounds({ events, after, before }: TableChange, { you }: TableState): void {
  if (events.some((event) => event.event === "dealt")) sounds.deal(Object.values(after.hands).join("").length);
  for (const [index, { event, seat }] of events.entries()) {
    if (event === "snapped") slap(seat === you);
    // Cards that differ are shown together, and heard once.
    else if (event !== "differed" || events[index - 1]?.event !== event) soundOf(event)?.();
    if (event === "missed" && seat === you && hasMotion()) vibrate([80, 60, 80]);
  }
  // Players in another tab are called by an alert, if they like.
  const isTurn = after.turn === you && before?.turn !== you;
  if (isTurn && document.visibilityState === "visible") sounds.turn();
}
