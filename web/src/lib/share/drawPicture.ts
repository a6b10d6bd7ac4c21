// The picture of a result, drawn: the table's tiles, the winner's cards with open eyes, and the tally.

import { FAN, HEIGHT, layOutPicture, MARGIN, WIDTH, type Colour, type Font, type Measure } from "./pictureLayout";
import type { ShareModel } from "./shareModel";

const COLOURS: Record<Colour, string> & Record<"night" | "coral", string> = {
  paper: "#fff6e3",
  mute: "#b9c0e6",
  marigold: "#ffc145",
  agave: "#4ed9ae",
  ink: "#171a33",
  night: "#0d1330",
  coral: "#f2604a",
};
const FAMILIES: Record<Font, string> = {
  display: "400 {size}px Caprasimo, Georgia, serif",
  text: '500 {size}px "Atkinson Hyperlegible Next Variable", system-ui, sans-serif',
  bold: '700 {size}px "Atkinson Hyperlegible Next Variable", system-ui, sans-serif',
};
const fontOf = (font: Font, size: number): string => FAMILIES[font].replace("{size}", String(size));
const FLAG = new Path2D("M5 22V3h14l-4 5 4 5H5");

/** A PNG; fonts are waited for, since a canvas does not do that by itself. */
export async function drawPicture(model: ShareModel): Promise<Blob> {
  const words = Object.values(model)
    .flat()
    .map((value) => (typeof value === "string" ? value : value.name))
    .join("");
  await Promise.all((Object.keys(FAMILIES) as Font[]).map((font) => document.fonts.load(fontOf(font, 40), words)));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser gives no canvas");
  paint(context, model);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("this browser makes no picture of a canvas");
  return blob;
}

function paint(context: CanvasRenderingContext2D, model: ShareModel): void {
  const measure: Measure = (text, font, size) => {
    context.font = fontOf(font, size);
    return context.measureText(text).width;
  };
  const layout = layOutPicture(model, measure);
  paintFelt(context);
  paintLight(context);
  paintFan(context);
  paintBrand(context);
  for (const box of layout.rows) {
    paintBox(context, box.x, box.y + 3, box.width, box.height - 6, 22, box.row.hasWon ? "#4ed9ae2e" : "#0d1330b8");
    if (box.row.hasWon) strokeBox(context, box.x, box.y + 3, box.width, box.height - 6, 22, COLOURS.agave, 3);
    paintCircle(context, box.avatar.x, box.avatar.y, box.avatar.radius, box.row.colour);
  }
  for (const flag of layout.flags) paintFlag(context, flag.x, flag.y, flag.size);
  for (const line of layout.lines) {
    context.font = fontOf(line.font, line.size);
    context.fillStyle = COLOURS[line.colour];
    context.textAlign = line.align;
    context.textBaseline = "alphabetic";
    context.fillText(line.text, line.x, line.y);
  }
}

/** Cobalt tiles under a lamp, with a marigold line inside the rim. */
function paintFelt(context: CanvasRenderingContext2D): void {
  const lamp = context.createRadialGradient(WIDTH / 2, 430, 60, WIDTH / 2, 520, 980);
  lamp.addColorStop(0, "#2b429c");
  lamp.addColorStop(0.45, "#1b2c6b");
  lamp.addColorStop(1, "#0d1330");
  context.fillStyle = lamp;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = "#ffffff0b";
  context.lineWidth = 3;
  for (let row = 0; row * 90 < HEIGHT + 180; row++)
    for (let column = 0; column * 180 < WIDTH + 180; column++)
      for (const radius of [88, 14]) strokeCircle(context, column * 180 + (row % 2) * 90, row * 90, radius);
  strokeBox(context, 26, 26, WIDTH - 52, HEIGHT - 52, 44, "#ffc14573", 3);
}

/** Rays behind the winner's cards. */
function paintLight(context: CanvasRenderingContext2D): void {
  const glow = context.createRadialGradient(FAN.x, FAN.y, 20, FAN.x, FAN.y, 430);
  glow.addColorStop(0, "#ffc14570");
  glow.addColorStop(1, "#ffc14500");
  context.fillStyle = glow;
  const rays = 18;
  for (let ray = 0; ray < rays; ray++) {
    const angle = (ray / rays) * 2 * Math.PI + 0.09;
    context.beginPath();
    context.moveTo(FAN.x, FAN.y);
    context.arc(FAN.x, FAN.y, 430, angle, angle + Math.PI / rays);
    context.fill();
  }
}

/** Four backs whose eyes are all open: the winner's. */
function paintFan(context: CanvasRenderingContext2D): void {
  const cards = 4;
  for (let card = 0; card < cards; card++) {
    const turn = card - (cards - 1) / 2;
    context.save();
    context.translate(FAN.x, FAN.y + FAN.reach);
    context.rotate(turn * FAN.turn);
    context.translate(0, -FAN.reach);
    paintBack(context, FAN.cardWidth);
    context.restore();
  }
}

function paintBack(context: CanvasRenderingContext2D, width: number): void {
  const height = width * 1.4;
  context.shadowColor = "#060a1e99";
  [context.shadowBlur, context.shadowOffsetY] = [22, 8];
  paintBox(context, -width / 2, -height / 2, width, height, width * 0.13, COLOURS.paper);
  context.shadowColor = "transparent";
  const rim = width * 0.05;
  paintBox(context, rim - width / 2, rim - height / 2, width - 2 * rim, height - 2 * rim, width * 0.09, COLOURS.coral);
  context.save();
  boxPath(context, 2 * rim - width / 2, 2 * rim - height / 2, width - 4 * rim, height - 4 * rim, width * 0.06);
  context.clip();
  context.fillStyle = "#171a331c";
  for (let ray = 0; ray < 24; ray++) {
    context.beginPath();
    context.moveTo(0, 0);
    context.arc(0, 0, height, (ray / 24) * 2 * Math.PI, (ray / 24) * 2 * Math.PI + Math.PI / 24);
    context.fill();
  }
  context.restore();
  paintEye(context, width * 0.58);
}

/** An open eye as on the cards, around the middle. */
function paintEye(context: CanvasRenderingContext2D, width: number): void {
  context.save();
  context.scale(width / 100, width / 100);
  context.translate(-50, -30);
  const lids = new Path2D("M4 30C24 0 76 0 96 30 76 60 24 60 4 30z");
  context.fillStyle = COLOURS.paper;
  context.fill(lids);
  context.strokeStyle = COLOURS.ink;
  context.lineWidth = 6;
  context.stroke(lids);
  paintCircle(context, 50, 30, 16, COLOURS.ink);
  paintCircle(context, 56, 25, 5, COLOURS.paper);
  context.restore();
}

/** The mark, an eye whose iris is a swap, and the name of the game. */
function paintBrand(context: CanvasRenderingContext2D): void {
  context.save();
  context.translate(MARGIN - 4, 70);
  context.fillStyle = COLOURS.paper;
  context.fill(new Path2D("M3 32C14 11 50 11 61 32 50 53 14 53 3 32z"));
  paintCircle(context, 32, 32, 15, COLOURS.coral);
  context.strokeStyle = COLOURS.ink;
  context.lineWidth = 4;
  context.lineCap = context.lineJoin = "round";
  context.stroke(new Path2D("M24 28.5h15l-4.5-4.5M40 35.5H25l4.5 4.5"));
  context.restore();
  context.font = fontOf("display", 54);
  context.fillStyle = COLOURS.paper;
  context.textAlign = "left";
  context.fillText("cambio", MARGIN + 72, 120);
}

function paintFlag(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 24, size / 24);
  context.strokeStyle = COLOURS.coral;
  context.lineWidth = 2.6;
  context.lineCap = context.lineJoin = "round";
  context.stroke(FLAG);
  context.restore();
}

/** Browsers from before 2023 have no roundRect. */
function boxPath(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
): void {
  context.beginPath();
  context.moveTo(x + r, y);
  context.arcTo(x + width, y, x + width, y + height, r);
  context.arcTo(x + width, y + height, x, y + height, r);
  context.arcTo(x, y + height, x, y, r);
  context.arcTo(x, y, x + width, y, r);
  context.closePath();
}

type Box = [x: number, y: number, width: number, height: number, radius: number];

function paintBox(context: CanvasRenderingContext2D, ...[x, y, width, height, radius, colour]: [...Box, string]): void {
  boxPath(context, x, y, width, height, radius);
  context.fillStyle = colour;
  context.fill();
}

function strokeBox(
  context: CanvasRenderingContext2D,
  ...[x, y, width, height, radius, colour, line]: [...Box, string, number]
): void {
  boxPath(context, x, y, width, height, radius);
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.stroke();
}

function paintCircle(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function strokeCircle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
