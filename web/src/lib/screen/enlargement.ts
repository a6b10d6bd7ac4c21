// Enlargement: a hand whose cards are too small for a finger grows where it lies, and stays within its room.

/** The smallest square that a finger finds, in pixels, and what a card grows to. */
export const MIN_TARGET = 44;
const GROWN = 50;
const MARGIN = 8;

export type Box = { left: number; top: number; width: number; height: number };
export type Enlargement = { x: number; y: number; scale: number };

/** How a box grows around its middle so that its cards, `reach` wide, are large enough, and moves to stay within the room. */
export function enlarge(box: Box, room: Box, reach: number): Enlargement {
  const fit = Math.min((room.width - 2 * MARGIN) / box.width, (room.height - 2 * MARGIN) / box.height);
  const scale = Math.max(1, Math.min(GROWN / reach, fit));
  const settle = (start: number, size: number, from: number, length: number): number => {
    const wanted = start - (size * (scale - 1)) / 2;
    const last = from + length - MARGIN - size * scale;
    return Math.max(from + MARGIN, Math.min(wanted, last)) - start;
  };
  return {
    x: settle(box.left, box.width, room.left, room.width),
    y: settle(box.top, box.height, room.top, room.height),
    scale,
  };
}

/** Let a seat be enlarged: over the whole table while it is aimed at, and above your hand while only a card of it is seen. */
export function enlargeable(reach: () => number, reason: () => "aimed" | "seen" | null) {
  return (element: HTMLElement): (() => void) | undefined => {
    const why = reason();
    if (why === null) return undefined;
    let isOver = false;
    const grow = () => {
      if (isOver) return;
      reset();
      const table = element.closest("main")?.getBoundingClientRect();
      if (table === undefined) return;
      const near = document.querySelector(".own-hand")?.getBoundingClientRect();
      const isBelow = why === "seen" && near !== undefined && near.top > table.top + table.height / 3;
      const height = isBelow ? near.top - table.top : table.height;
      const room = { left: table.left, top: table.top, width: table.width, height };
      const { x, y, scale } = enlarge(element.getBoundingClientRect(), room, reach());
      element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      element.style.setProperty("--scale", String(scale));
    };
    const reset = () => {
      element.style.transform = "";
      element.style.removeProperty("--scale");
    };
    // The table is laid out anew first.
    const growLater = () => requestAnimationFrame(grow);
    growLater();
    addEventListener("resize", growLater);
    return () => {
      isOver = true;
      removeEventListener("resize", growLater);
      reset();
    };
  };
}
