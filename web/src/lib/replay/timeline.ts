// The timeline of a finished round: a mark for each thing that somebody did, and the ways from one to the next.

import type { Mistake, ReplayStep, Seat, StepKind } from "../protocol";

/** The dealer's doings have no lane. */
export type MarkedKind = Exclude<StepKind, "deal" | "dealer">;

export type Mark = {
  step: number;
  seat: Seat;
  kind: MarkedKind;
  /** Whether it was a mistake. */
  isMistake: boolean;
};

/** What one may jump to. */
export const GOALS = ["snap", "power", "call", "mistake"] as const;
export type Goal = (typeof GOALS)[number];

const isMarked = (kind: StepKind): kind is MarkedKind => kind !== "deal" && kind !== "dealer";
const SNAPS = new Set<StepKind>(["snap_right", "snap_wrong", "snap_late"]);
const KINDS: Record<Exclude<Goal, "mistake" | "call">, Set<StepKind>> = {
  snap: SNAPS,
  power: new Set(["power", "skip"]),
};

/** How much of what comes later is told. */
export type Ahead = { hidesAhead: boolean; current: number; last: number };

/** That a call was wrong is known since the show: whoever wants no spoilers is told at the end. */
export function mistakeOf({ mistake }: ReplayStep, { hidesAhead, current, last }: Ahead): Mistake | null {
  return mistake === "wrong_call" && hidesAhead && current < last ? null : mistake;
}

/** The marks of all lanes; without spoilers only those up to the current step. */
export function marksOf(steps: ReplayStep[], ahead: Ahead): Mark[] {
  const shown = ahead.hidesAhead ? steps.slice(0, ahead.current + 1) : steps;
  return shown.flatMap((step) => {
    const { number, actor, kind } = step;
    return isMarked(kind) ? [{ step: number, seat: actor, kind, isMistake: mistakeOf(step, ahead) !== null }] : [];
  });
}

const isGoal = (step: ReplayStep, goal: Goal, ahead: Ahead): boolean => {
  if (goal === "mistake") return mistakeOf(step, ahead) !== null;
  // Whoever has no cards left calls by a step of another kind.
  if (goal === "call") return step.caller !== null;
  return KINDS[goal].has(step.kind);
};

/** The next step of a kind, or the one before; null if there is none. */
export function findGoal(steps: ReplayStep[], goal: Goal, direction: 1 | -1, ahead: Ahead): number | null {
  for (let at = ahead.current + direction; at >= 0 && at < steps.length; at += direction)
    if (isGoal(steps[at]!, goal, ahead)) return at;
  return null;
}

/** Milliseconds that a step is shown for at speed 1: what tells nothing passes quickly, and a race takes its time. */
export function timeOf(step: ReplayStep, isTold: boolean): number {
  if (!isTold) return 450;
  if (step.kind === "memory") return 900;
  return step.race.length > 0 || SNAPS.has(step.kind) || step.caller !== null ? 2600 : 1600;
}
