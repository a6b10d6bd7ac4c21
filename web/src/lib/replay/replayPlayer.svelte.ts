// The player of a finished round: from which viewpoint, at which step, whether it goes on by itself.

import type { Replay } from "../protocol";
import { ApiError } from "../server/api";
import { describeError } from "../server/errorText";
import { say } from "../words.svelte";
import { narrate } from "./stepSentences";
import type { ReplaySource } from "./replaySource";
import { ReplayTable } from "./replayTable.svelte";
import { findGoal, timeOf, type Goal } from "./timeline";
import { isWatched, noteWatched } from "./watchedRounds";

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Faster than this, cards don't fly. */
const FAST = 2;

export class ReplayPlayer {
  readonly table = new ReplayTable();
  replay: Replay | null = $state.raw(null);
  /** What went wrong when the round was asked for. */
  problem: string | null = $state(null);
  /** There is no such link, or there is none any more. */
  isLinkLost = $state(false);
  current = $state(0);
  isPlaying = $state(false);
  speed: number = $state(1);
  /** What comes after the current step is not told. */
  hidesAhead = $state(true);

  readonly #known: Record<string, Replay> = {};
  /** The viewpoint that was asked for last. */
  #wished: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly source: ReplaySource) {
    this.hidesAhead = !isWatched(source.key);
  }

  steps = $derived(this.replay?.steps ?? []);
  last = $derived(Math.max(0, this.steps.length - 1));
  step = $derived(this.steps[this.current] ?? null);
  ahead = $derived({ hidesAhead: this.hidesAhead, current: this.current, last: this.last });
  isAtEnd = $derived(this.current >= this.last);
  lines = $derived(this.replay === null ? [] : narrate(this.replay, this.table.viewpoint, this.table.rules.values));
  told = $derived(this.lines[this.current] ?? []);

  /** See the round from a viewpoint, or from that which the server proposes, at the same step. */
  async viewAs(viewpoint: string | null): Promise<void> {
    this.#wished = viewpoint;
    try {
      const replay = this.#known[viewpoint ?? ""] ?? (await this.source.load(viewpoint));
      this.#known[replay.viewpoint] = replay;
      if (this.#wished !== viewpoint) return;
      this.replay = replay;
      this.problem = null;
      this.#show(Math.min(this.current, replay.steps.length - 1));
    } catch (error) {
      if (this.#wished !== viewpoint) return;
      this.pause();
      this.problem = describeProblem(error);
      this.isLinkLost = error instanceof ApiError && error.code === "no_share";
    }
  }

  goTo(step: number): void {
    const goal = Math.max(0, Math.min(this.last, step));
    if (this.replay === null || goal === this.current) return;
    this.#show(goal, goal === this.current + 1);
    if (this.isPlaying) this.#wait();
  }

  /** To the next step of a kind, or the one before: whether there is one. */
  jump(goal: Goal, direction: 1 | -1): boolean {
    const found = findGoal(this.steps, goal, direction, this.ahead);
    if (found !== null) this.goTo(found);
    return found !== null;
  }

  togglePlaying(): void {
    if (this.isPlaying) return this.pause();
    if (this.isAtEnd) this.#show(0);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.isPlaying) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.step === null) return;
    this.#timer = setTimeout(() => this.#goOn(), timeOf(this.step, this.told.length > 0) / this.speed);
  }

  #goOn(): void {
    this.goTo(this.current + 1);
    if (this.isAtEnd) this.pause();
  }

  #show(step: number, isNext = false): void {
    if (this.replay === null) return;
    this.current = step;
    this.table.show(this.replay, step, { isNext, isFast: this.isPlaying && this.speed > FAST });
    if (!this.isAtEnd || this.last === 0) return;
    // Whoever has seen the end is spared nothing any more.
    noteWatched(this.source.key);
    this.hidesAhead = false;
  }
}

/** What is wrong with a file only the server can say, and in which line. */
function describeProblem(error: unknown): string {
  if (error instanceof ApiError && error.code === "notation") return say("replay.bad_file", { why: error.sentence });
  return describeError(error);
}
