// The points of hands over time as a line to draw.

import type { HandPoints } from "../protocol";

export type PointsPlot = {
  /** The corners of the line, as SVG writes them. */
  line: string;
  /** What the bottom and the top of the picture stand for. */
  low: number;
  high: number;
  /** Where no points lie, if that is in the picture. */
  zero: number | null;
};

/** A line from left to right, one corner for each span of rounds; null if there is no way to go. */
export function plotPoints(spans: HandPoints[], width: number, height: number): PointsPlot | null {
  if (spans.length < 2) return null;
  const points = spans.map((span) => span.points);
  const low = Math.floor(Math.min(...points));
  const high = Math.max(Math.ceil(Math.max(...points)), low + 1);
  const x = (index: number): number => (index / (spans.length - 1)) * width;
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const line = points.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return { line, low, high, zero: low < 0 && high > 0 ? y(0) : null };
}
