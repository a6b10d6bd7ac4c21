// The keyboard: its grid of letters is the grid of the cards, digits are seats, Shift snaps.

import { placeAt, slotOfKey } from "../game/places";
import { inputDevice } from "./inputDevice.svelte";
import type { TableState } from "../state/tableState.svelte";

/** What keys do to the screen rather than to the game; help is the cheat sheet. */
export type ScreenActions = { call: () => void; mute: () => void; help: () => void };

/** Do what a key means; true if it meant something. */
export function handleKey(event: KeyboardEvent, tableState: TableState, screen: ScreenActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  if (event.code.startsWith("Digit") && aim(Number(event.code.slice(5)), tableState)) return true;
  const letter = letterOf(event);
  if (letter !== "" && touchSlot(letter, event.shiftKey, tableState)) return true;
  const action = letterActions(tableState, screen)[letter] ?? keyAction(event, tableState, screen);
  action?.();
  return action !== undefined;
}

function letterActions({ decisions, snap }: TableState, screen: ScreenActions): Record<string, () => void> {
  return {
    T: () => decisions.act("take"),
    X: () => decisions.act("throw"),
    C: screen.call,
    P: () => snap.pass(),
    Z: () => snap.pressButton(),
    G: () => decisions.chooseOtherVerb(),
    M: screen.mute,
  };
}

/** Space and Enter act on the table, unless the keyboard has moved the focus to a button; the mouse's is no matter. */
function keyAction(event: KeyboardEvent, tableState: TableState, screen: ScreenActions): (() => void) | undefined {
  const { board, decisions } = tableState;
  if (event.key === "Escape") return () => decisions.decline();
  if (event.key === "?") return screen.help;
  if (board === null || board.phase === "over" || inputDevice.hasKeyboardFocus(event.target)) return undefined;
  if (event.key === " ") return () => decisions.act("draw");
  return event.key === "Enter" ? () => decisions.confirm() : undefined;
}

/** The letter on the key: what is printed on it, or where it lies for keyboards without Latin letters. */
function letterOf(event: KeyboardEvent): string {
  if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase();
  return event.code.startsWith("Key") ? event.code.slice(3) : "";
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, select, textarea, dialog") !== null;
}

/** A digit points at an opponent's seat, clockwise from the left. */
function aim(digit: number, { others, decisions }: TableState): boolean {
  const seat = others[digit - 1];
  if (seat === undefined) return false;
  decisions.aimedSeat = decisions.aimedSeat === seat ? null : seat;
  return true;
}

function touchSlot(letter: string, isSnap: boolean, tableState: TableState): boolean {
  const { decisions, snap, snaps, faces, dealt } = tableState;
  const seat = decisions.aimedSeat ?? tableState.near;
  if (seat === null) return false;
  const slot = slotOfKey(letter, tableState.placesOf(seat).length, dealt);
  if (slot === null) return false;
  const place = placeAt(seat, slot);
  const isTarget = decisions.targets.has(place);
  if (isSnap) {
    if (!snaps.has(place) && !snap.isJustClosed) return false;
    snap.play(place);
    decisions.aimedSeat = null;
  } else if (tableState.board?.phase === "memory") {
    if (!isTarget) return false;
    if (faces.lookingAt === place) decisions.stopLooking(place);
    else decisions.look(place);
  } else {
    if (!isTarget && !(snap.isArmed && snaps.has(place))) return false;
    decisions.touch(place);
  }
  return true;
}
