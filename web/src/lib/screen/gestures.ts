// Gestures: a card that is flicked towards the pile fires as soon as it has gone far enough, not when it is let go.
// Whoever presses a card, moves and lets go has changed their mind: that is no tap.

const FLICK = 24;
/** A finger that has moved further than this, in pixels, does not tap. */
const TAP = 8;

export type Point = { x: number; y: number };

/** How far a move has gone towards a goal. */
export function distanceTowards(start: Point, now: Point, goal: Point): number {
  const aim = { x: goal.x - start.x, y: goal.y - start.y };
  const length = Math.hypot(aim.x, aim.y) || 1;
  return ((now.x - start.x) * aim.x + (now.y - start.y) * aim.y) / length;
}

const isFar = (start: Point, now: Point): boolean => Math.hypot(now.x - start.x, now.y - start.y) > TAP;

export function middleOf(box: DOMRect): Point {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function findSpot(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-spot="${name}"]`);
}

/** One press of a pointer on an element, from its beginning to the click that may follow. */
export class Press {
  #start: Point | null = null;
  #startedAt = 0;
  /** It has moved too far, was cancelled, or did something else already: its click is no tap. */
  isSpent = false;

  get start(): Point | null {
    return this.#start;
  }

  begin(point: Point, now: number): void {
    this.#start = point;
    this.#startedAt = now;
    this.isSpent = false;
  }

  move(point: Point): void {
    if (this.#start !== null && isFar(this.#start, point)) this.isSpent = true;
  }

  /** For how long it was held; null if it had not begun here. */
  end(now: number): number | null {
    if (this.#start === null) return null;
    this.#start = null;
    return now - this.#startedAt;
  }

  /** Whether a click is the end of this press, and no tap; clicks of keys and of screen readers have no press. */
  swallows(click: { detail: number }): boolean {
    return click.detail > 0 && this.isSpent;
  }
}

const pointOf = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

type PressListeners = {
  began?: (event: PointerEvent) => void;
  moved?: (now: Point) => void;
  ended?: (heldFor: number) => void;
};

/** Follow every press on an element, and swallow its click unless it was a tap. */
function followPress(element: HTMLElement, press: Press, listeners: PressListeners = {}): () => void {
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    press.begin(pointOf(event), event.timeStamp);
    listeners.began?.(event);
  };
  const move = (event: PointerEvent) => {
    if (press.start === null) return;
    press.move(pointOf(event));
    listeners.moved?.(pointOf(event));
  };
  const end = (event: PointerEvent) => {
    const heldFor = press.end(event.timeStamp);
    if (heldFor !== null) listeners.ended?.(heldFor);
  };
  const up = (event: PointerEvent) => {
    press.move(pointOf(event));
    // A card that has gone from under the finger was not tapped.
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (press.start !== null && !element.contains(under)) press.isSpent = true;
    end(event);
  };
  const cancel = (event: PointerEvent) => {
    press.isSpent = true;
    end(event);
  };
  const click = (event: MouseEvent) => {
    if (!press.swallows(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("click", click, { capture: true });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("click", click, { capture: true });
  };
}

/** Let an element be tapped and not dragged: a click that ends a drag is swallowed. */
export function tappable(element: HTMLElement): () => void {
  return followPress(element, new Press(), { began: (event) => element.setPointerCapture(event.pointerId) });
}

export type Flick = {
  /** Whether a flick would do anything now. */
  isOpen: () => boolean;
  fired: () => void;
  pressed?: () => void;
  released?: (heldFor: number) => void;
};

/** Let an element be tapped, and be flicked at the pile; a click that ends a flick or a drag is swallowed. */
export function flickable(flick: () => Flick) {
  return (element: HTMLElement): (() => void) => {
    const press = new Press();
    let hasFired = false;

    const settle = () => {
      element.style.translate = "";
      element.classList.remove("dragged");
    };
    const drag = (now: Point) => {
      const { start } = press;
      const pile = findSpot("pile");
      if (start === null || pile === null || hasFired || !press.isSpent || !flick().isOpen()) return;
      element.style.translate = `${now.x - start.x}px ${now.y - start.y}px`;
      element.classList.add("dragged");
      if (distanceTowards(start, now, middleOf(pile.getBoundingClientRect())) < FLICK) return;
      hasFired = true;
      settle();
      flick().fired();
    };

    return followPress(element, press, {
      began: (event) => {
        hasFired = false;
        element.setPointerCapture(event.pointerId);
        flick().pressed?.();
      },
      moved: drag,
      ended: (heldFor) => {
        settle();
        flick().released?.(heldFor);
      },
    });
  };
}
