// Keyboard focus: a button that was pressed may be gone a moment later; the focus stays in its group all the same.

const FIRST_BUTTON = 'button:not(:disabled):not([tabindex="-1"])';

export class GroupFocus {
  #group: HTMLElement | null = null;

  /** Note the group of what has the focus now, if the keyboard brought it there. */
  note(event: FocusEvent): void {
    const target = event.target as HTMLElement;
    this.#group = target.matches(":focus-visible") ? target.closest<HTMLElement>('[role="group"]') : null;
  }

  /** To be called after the page has changed. */
  restore(): void {
    if (document.activeElement !== document.body || !this.#group?.isConnected) return;
    this.#group.querySelector<HTMLElement>(FIRST_BUTTON)?.focus();
  }
}
