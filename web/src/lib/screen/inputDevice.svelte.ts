// The input device: whether fingers touch this table, and which button the keyboard has moved the focus to.

const BUTTONS = "button, a, summary";
const isCoarse = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

class InputDevice {
  /** The table is touched rather than clicked: as the screen says at first, then as it is used. */
  isTouch = $state(isCoarse);
  #keyboardFocus: Element | null = null;

  notePress(event: PointerEvent): void {
    this.isTouch = event.pointerType === "touch" || (event.pointerType === "pen" && isCoarse);
    this.#keyboardFocus = null;
  }

  /** The browser knows who has moved the focus; it may forget that with the next key, so it is noted here. */
  noteFocus({ target }: FocusEvent): void {
    this.#keyboardFocus = target instanceof HTMLElement && target.matches(":focus-visible") ? target : null;
  }

  /** Whether a key on this element is meant for it. A question that asks for an answer gets its keys in any case. */
  hasKeyboardFocus(target: EventTarget | null): boolean {
    const button = target instanceof HTMLElement ? target.closest(BUTTONS) : null;
    return button !== null && (button === this.#keyboardFocus || button.closest('[role="alertdialog"]') !== null);
  }
}

export const inputDevice = new InputDevice();
