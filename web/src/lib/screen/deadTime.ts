// Dead time: a button that has just changed its meaning ignores input for a moment, so that a press which was meant for
// the old meaning does not hit the new one.

/** Milliseconds from the frame that shows the new meaning until the button listens again. */
export const DEAD_TIME = 300;

/** Attached anew for each meaning of a button: the button is deaf at first, and to a press that began before. */
export function deadTime(meaning: string) {
  return (button: HTMLElement): (() => void) => {
    let isDeaf = true;
    let isPressedBefore = button.matches(":active");
    let timer: ReturnType<typeof setTimeout> | undefined;

    const listen = () => {
      isDeaf = false;
      button.style.pointerEvents = "";
    };
    const press = () => (isPressedBefore = false);
    const click = (event: Event) => {
      if (!isDeaf && !isPressedBefore) return;
      isPressedBefore = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };

    button.dataset.meaning = meaning;
    button.style.pointerEvents = "none";
    const frame = requestAnimationFrame(() => (timer = setTimeout(listen, DEAD_TIME)));
    button.addEventListener("pointerdown", press, { capture: true });
    button.addEventListener("click", click, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      button.style.pointerEvents = "";
      button.removeEventListener("pointerdown", press, { capture: true });
      button.removeEventListener("click", click, { capture: true });
    };
  };
}
