// The chart of points: what every hand counted after each step, as far as the viewpoint knows it.

import type { ReplayStep, Seat } from "../protocol";

export type Sample = { step: number; points: number };
/** A line for each stretch in which the points of a hand are known. */
export type Curve = { seat: Seat; stretches: Sample[][] };
export type PointsRange = { low: number; high: number };

/** What is drawn: the points of a hand, or what its player could believe. */
export type Measure = "points" | "believed";

export function curvesOf(steps: ReplayStep[], seats: Seat[], measure: Measure, until = steps.length - 1): Curve[] {
  const shown = steps.slice(0, until + 1);
  return seats.map((seat) => ({ seat, stretches: stretchesOf(shown, seat, measure) }));
}

function stretchesOf(steps: ReplayStep[], seat: Seat, measure: Measure): Sample[][] {
  const stretches: Sample[][] = [];
  let isOpen = false;
  for (const { number, knowledge } of steps) {
    const points = knowledge[seat]?.[measure] ?? null;
    if (points === null) isOpen = false;
    else {
      if (!isOpen) stretches.push([]);
      stretches.at(-1)!.push({ step: number, points });
      isOpen = true;
    }
  }
  return stretches;
}

/** The points that the chart spans, from 0 or below; null if it has nothing to draw. */
export function rangeOf(curves: Curve[]): PointsRange | null {
  const all = curves.flatMap(({ stretches }) => stretches.flat().map(({ points }) => points));
  if (all.length === 0) return null;
  return { low: Math.min(0, ...all), high: Math.max(1, ...all) };
}

/** A stretch as an SVG path in steps: a hand counts the same until something happens to it. */
export function pathOf(stretch: Sample[], x: (step: number) => number, y: (points: number) => number): string {
  return stretch
    .map(({ step, points }, index) => {
      const [at, height] = [x(step).toFixed(1), y(points).toFixed(1)];
      return index === 0 ? `M${at} ${height}h0.1` : `H${at}V${height}`;
    })
    .join("");
}
