// The keyboard: its grid of letters is the grid of the cards, digits are seats, Shift snaps.

import { placeAt, slotOfKey } from "./places";
import type { Sitting } from "./sitting.svelte";

/** The letter on the key: what is printed on it, or where it lies for keyboards without Latin letters. */
function letterOf(event: KeyboardEvent): string {
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase();
  return event.code.startsWith("Key") ? event.code.slice(3) : "";
}

export type Screen = { call: () => void; mute: () => void; help: () => void };

/** Do what a key means; true if it meant something. */
export function handleKey(event: KeyboardEvent, sitting: Sitting, screen: Screen): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  if (event.code.startsWith("Digit") && aim(Number(event.code.slice(5)), sitting)) return true;
  const letter = letterOf(event);
  if (letter !== "" && touchSlot(letter, event.shiftKey, sitting)) return true;
  if (event.key === "Escape") {
    sitting.decline();
    return true;
  }
  const isOnButton = event.target instanceof HTMLElement && event.target.closest("button, a, summary") !== null;
  if (event.key === " " && !isOnButton) return run(() => sitting.do("draw"));
  if (event.key === "Enter" && !isOnButton) {
    return run(() => {
      sitting.do("ready");
      sitting.do("trade");
    });
  }
  switch (letter) {
    case "T":
      return run(() => sitting.do("take"));
    case "X":
      return run(() => sitting.do("throw"));
    case "C":
      return run(screen.call);
    case "P":
      return run(() => sitting.pass());
    case "Z":
      return run(() => sitting.arm());
    case "G":
      return run(() => sitting.chooseOther());
    case "M":
      return run(screen.mute);
  }
  if (event.key === "?") return run(screen.help);
  return false;
}

function run(then: () => void): boolean {
  then();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, dialog") !== null;
}

/** A digit points at an opponent's seat, clockwise from the left. */
function aim(digit: number, sitting: Sitting): boolean {
  const seat = sitting.others[digit - 1];
  if (seat === undefined) return false;
  sitting.aimed = sitting.aimed === seat ? null : seat;
  return true;
}

function touchSlot(letter: string, isSnap: boolean, sitting: Sitting): boolean {
  const seat = sitting.aimed ?? sitting.near;
  if (seat === null) return false;
  const slot = slotOfKey(letter, sitting.placesOf(seat).length, sitting.dealt);
  if (slot === null) return false;
  const place = placeAt(seat, slot);
  if (isSnap) {
    if (!sitting.snaps.has(place)) return false;
    sitting.snap(place);
    sitting.aimed = null;
  } else if (sitting.board?.phase === "memory") {
    if (!sitting.targets.has(place)) return false;
    if (sitting.lookingAt === place) sitting.unlook(place);
    else sitting.look(place);
  } else {
    if (!sitting.targets.has(place) && !(sitting.isArmed && sitting.snaps.has(place))) return false;
    sitting.touch(place);
  }
  return true;
}
