// The layout modes of the table's screen, by the size of the window. `table/layout.css` says what each looks like.

/** Around: opponents around the table. Portrait: rows from above. Landscape: columns side by side, on little height. */
export type LayoutMode = "around" | "portrait" | "landscape";

export type ScreenLayout = {
  mode: LayoutMode;
  /** Tally and log stand beside the table; otherwise they are in the menu. */
  hasRail: boolean;
};

const RAIL = { width: 306, minWidth: 1180, minHeight: 560 };
/** The top bar and the table's margins. */
const FRAME = { width: 18, height: 68 };
/** The smallest table that eight can sit around. */
const AROUND = { width: 860, height: 500 };

/** How many opponents leave so much room in the landscape mode that your cards are as tall as the table. */
const FEW = 2;
/** The shares of the window that are left for the opponents off the large table. */
const SEATS = { portrait: { width: 1, height: 0.42 }, landscape: { width: 0.46, height: 0.84 } };

/** The room that opponents have where they sit in rows. */
export function seatArea({ mode }: ScreenLayout, width: number, height: number): { width: number; height: number } {
  const share = SEATS[mode === "portrait" ? "portrait" : "landscape"];
  return { width: width * share.width, height: height * share.height };
}

export const isFew = (others: number): boolean => others <= FEW;

export function layoutOf(width: number, height: number): ScreenLayout {
  const hasRail = width >= RAIL.minWidth && height >= RAIL.minHeight;
  const tableWidth = width - (hasRail ? RAIL.width : FRAME.width);
  const tableHeight = height - FRAME.height;
  if (tableHeight < AROUND.height && width > height) return { mode: "landscape", hasRail };
  if (tableWidth < AROUND.width || width < height) return { mode: "portrait", hasRail };
  return { mode: "around", hasRail };
}
