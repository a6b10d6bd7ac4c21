// Where everything is in the picture of a result: texts with their sizes and places, as data.

import type { ShareModel, ShareRow } from "./shareModel";

export const WIDTH = 1080;
export const HEIGHT = 1350;
export const MARGIN = 84;
/** The list of players. */
export const LIST = { x: MARGIN, width: WIDTH - 2 * MARGIN, bottom: 1216 };
/** Where the winner's cards lie, by the middle of their fan; no card hides the eye of another. */
export const FAN = { x: WIDTH / 2, y: 308, cardWidth: 160, reach: 620, turn: 0.222 };

export type Font = "display" | "text" | "bold";
export type Colour = "paper" | "mute" | "marigold" | "agave" | "ink";
export type TextLine = {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  font: Font;
  colour: Colour;
  align: "left" | "center" | "right";
  maxWidth: number;
};
export type RowBox = {
  row: ShareRow;
  x: number;
  y: number;
  width: number;
  height: number;
  avatar: { x: number; y: number; radius: number };
};
/** The sign of whoever called, by its left upper corner. */
export type Flag = { x: number; y: number; size: number };
export type PictureLayout = { lines: TextLine[]; rows: RowBox[]; flags: Flag[] };
/** How wide a text is in a font of that size. */
export type Measure = (text: string, font: Font, size: number) => number;

type Wanted = Omit<TextLine, "size"> & { size: number; minSize: number };

/** As large as it fits, and cut where even the smallest size is too wide. */
export function fitLine({ minSize, ...line }: Wanted, measure: Measure): TextLine {
  for (let size = line.size; size >= minSize; size -= 2)
    if (measure(line.text, line.font, size) <= line.maxWidth) return { ...line, size };
  let letters = [...line.text];
  const cut = (): string => `${letters.join("").trimEnd()}…`;
  while (letters.length > 1 && measure(cut(), line.font, minSize) > line.maxWidth) letters = letters.slice(0, -1);
  return { ...line, text: cut(), size: minSize };
}

const HEADLINE = { size: 112, minSize: 60, smallest: 40, y: 590, lineHeight: 1.06 };

/** In one line if that is large enough to be read from afar, otherwise in two. */
function layOutHeadline(text: string, measure: Measure): TextLine[] {
  const line = { x: WIDTH / 2, font: "display", colour: "paper", align: "center", maxWidth: LIST.width } as const;
  const single = fitLine({ ...line, text, y: HEADLINE.y, size: HEADLINE.size, minSize: HEADLINE.minSize }, measure);
  if (single.text === text) return [single];
  const halves = splitInTwo(text, (part) => measure(part, "display", HEADLINE.minSize));
  const wanted = halves.map((half) => ({ ...line, text: half, y: 0, size: 76, minSize: HEADLINE.smallest }));
  const size = Math.min(...wanted.map((half) => fitLine(half, measure).size));
  return wanted.map((half, index) =>
    fitLine({ ...half, size, y: HEADLINE.y - (1 - index) * size * HEADLINE.lineHeight + 14 }, measure),
  );
}

/** At the space that makes both parts as even as can be. */
export function splitInTwo(text: string, widthOf: (part: string) => number): string[] {
  const words = text.split(" ");
  if (words.length < 2) return [text];
  const splits = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(" "), words.slice(index + 1).join(" ")]);
  const unevenness = ([one = "", two = ""]: string[]): number => Math.max(widthOf(one), widthOf(two));
  return splits.reduce((best, split) => (unevenness(split) < unevenness(best) ? split : best));
}

export function layOutPicture(model: ShareModel, measure: Measure): PictureLayout {
  const rows = layOutRows(model.rows);
  const rowLines = rows.map((box) => layOutRow(box, measure));
  return {
    rows,
    flags: rows.flatMap((box, index) => (box.row.isCaller ? [placeFlag(box, rowLines[index]![1]!, measure)] : [])),
    lines: [
      ...layOutHeadline(model.headline, measure),
      ...layOutEdges(model)
        .filter((line) => line.text !== "")
        .map((line) => fitLine(line, measure)),
      ...rowLines.flat(),
    ],
  };
}

/** What stands above and below the headline and the list. */
function layOutEdges({ occasion, result, rules, date }: ShareModel): Wanted[] {
  const left = { x: MARGIN, align: "left" } as const;
  const right = { x: WIDTH - MARGIN, align: "right" } as const;
  const small = { size: 30, minSize: 18, y: 1282 };
  return [
    { ...right, text: occasion, y: 118, size: 34, minSize: 22, font: "bold", colour: "mute", maxWidth: 480 },
    {
      text: result,
      x: WIDTH / 2,
      y: 660,
      size: 40,
      minSize: 26,
      font: "text",
      colour: "marigold",
      align: "center",
      maxWidth: LIST.width,
    },
    { ...left, ...small, text: rules, font: "bold", colour: "paper", maxWidth: 540 },
    { ...right, ...small, text: date, font: "text", colour: "mute", maxWidth: 350 },
  ];
}

/** Right after the name. */
function placeFlag({ y, height }: RowBox, name: TextLine, measure: Measure): Flag {
  const size = name.size * 0.72;
  return { x: name.x + measure(name.text, name.font, name.size) + 14, y: y + (height - size) / 2, size };
}

const TALLEST_ROW = 120;
const LIST_TOP = 706;

function layOutRows(rows: ShareRow[]): RowBox[] {
  const room = LIST.bottom - LIST_TOP;
  const height = Math.min(TALLEST_ROW, room / Math.max(1, rows.length));
  const top = LIST_TOP + (room - height * rows.length) / 2;
  return rows.map((row, index) => {
    const y = top + index * height;
    const radius = Math.min(38, height * 0.36);
    return {
      row,
      x: LIST.x,
      y,
      width: LIST.width,
      height,
      avatar: { x: LIST.x + 22 + radius, y: y + height / 2, radius },
    };
  });
}

const TOTAL_WIDTH = 130;
const GAINED_WIDTH = 110;

function layOutRow({ row, x, y, width, height, avatar }: RowBox, measure: Measure): TextLine[] {
  const size = Math.min(50, height * 0.56);
  const baseline = y + height / 2 + size * 0.35;
  const right = x + width - 26;
  const colour: Colour = row.hasWon ? "agave" : "paper";
  const nameX = avatar.x + avatar.radius + 22;
  const gained = row.gained ? GAINED_WIDTH : 0;
  const lines: Wanted[] = [
    {
      text: row.initial,
      x: avatar.x,
      y: avatar.y + avatar.radius * 0.36,
      size: avatar.radius,
      minSize: 8,
      font: "display",
      colour: "ink",
      align: "center",
      maxWidth: 2 * avatar.radius,
    },
    {
      text: row.kind ? `${row.name} (${row.kind})` : row.name,
      x: nameX,
      y: baseline,
      size,
      minSize: 20,
      font: "bold",
      colour,
      align: "left",
      maxWidth: right - TOTAL_WIDTH - gained - (row.isCaller ? 40 : 0) - nameX,
    },
    {
      text: row.total,
      x: right,
      y: baseline,
      size: size * 1.1,
      minSize: 20,
      font: "display",
      colour,
      align: "right",
      maxWidth: TOTAL_WIDTH,
    },
  ];
  if (row.gained)
    lines.push({
      text: row.gained,
      x: right - TOTAL_WIDTH,
      y: baseline,
      size: size * 0.8,
      minSize: 18,
      font: "text",
      colour: "mute",
      align: "right",
      maxWidth: GAINED_WIDTH,
    });
  return lines.map((line) => fitLine(line, measure));
}
