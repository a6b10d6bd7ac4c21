// Gestures: a card that is flicked towards the pile fires as soon as it has gone far enough, not when it is let go.

const FLICK = 24;
const TAP = 8;

export type Point = { x: number; y: number };

/** How far a move has gone towards a goal. */
export function distanceTowards(start: Point, now: Point, goal: Point): number {
  const aim = { x: goal.x - start.x, y: goal.y - start.y };
  const length = Math.hypot(aim.x, aim.y) || 1;
  return ((now.x - start.x) * aim.x + (now.y - start.y) * aim.y) / length;
}

const hasMoved = (start: Point, now: Point): boolean => Math.hypot(now.x - start.x, now.y - start.y) > TAP;

export function middleOf(box: DOMRect): Point {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function findSpot(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-spot="${name}"]`);
}

export type Flick = {
  /** Whether a flick would do anything now. */
  isOpen: () => boolean;
  fired: () => void;
  pressed?: () => void;
  released?: (heldFor: number) => void;
};

/** Let an element be flicked at the pile; a click that ends a flick or a drag is swallowed. */
export function flickable(flick: () => Flick) {
  return (element: HTMLElement): (() => void) => {
    let start: Point | null = null;
    let pressedAt = 0;
    let isSpent = false;

    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      start = { x: event.clientX, y: event.clientY };
      pressedAt = performance.now();
      isSpent = false;
      element.setPointerCapture(event.pointerId);
      flick().pressed?.();
    };
    const move = (event: PointerEvent) => {
      if (start === null || isSpent || !flick().isOpen()) return;
      const now = { x: event.clientX, y: event.clientY };
      const pile = findSpot("pile");
      if (pile === null || !hasMoved(start, now)) return;
      element.style.translate = `${now.x - start.x}px ${now.y - start.y}px`;
      element.classList.add("dragged");
      if (distanceTowards(start, now, middleOf(pile.getBoundingClientRect())) < FLICK) return;
      isSpent = true;
      settle();
      flick().fired();
    };
    const settle = () => {
      element.style.translate = "";
      element.classList.remove("dragged");
    };
    const up = (event: PointerEvent) => {
      if (start === null) return;
      if (hasMoved(start, { x: event.clientX, y: event.clientY }) && flick().isOpen()) isSpent = true;
      start = null;
      settle();
      flick().released?.(performance.now() - pressedAt);
    };
    const click = (event: MouseEvent) => {
      if (!isSpent) return;
      isSpent = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("click", click, { capture: true });
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("click", click, { capture: true });
    };
  };
}
