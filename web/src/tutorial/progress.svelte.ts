// How far a learner has come in a lesson, and what was last said to what they did.

import type { GameEvent } from "../lib/protocol";
import type { TableState } from "../lib/state/tableState.svelte";
import { reactTo, type Reaction } from "./reactions";
import { stepDoneBy, STEPS, stepsOf, type Step } from "./steps";

export class LessonProgress {
  done: readonly Step[] = $state.raw([]);
  reaction: Reaction | null = $state.raw(null);
  #hasLooked = false;

  constructor(
    readonly lesson: number,
    done: readonly Step[] = [],
    private readonly onstep: (done: Step[]) => void = () => {},
  ) {
    this.done = done;
  }

  /** The number of the step that is to be done now, among those of all lessons. */
  stepNumber: number = $derived.by(() => {
    const steps = stepsOf(this.lesson);
    const step = steps.find((each) => !this.done.includes(each)) ?? steps.at(-1);
    return STEPS.indexOf(step ?? "look") + 1;
  });

  record(event: GameEvent, state: TableState): void {
    if (event.event === "turn") this.#hasLooked = false;
    const seen = {
      you: state.you,
      held: state.memory.remembered.held,
      hasLooked: this.#hasLooked,
      isMemoryPhase: state.board?.phase === "memory",
    };
    const steps = stepDoneBy(event, seen).filter(
      (step) => stepsOf(this.lesson).includes(step) && !this.done.includes(step),
    );
    if (steps.length > 0) {
      this.done = [...this.done, ...steps];
      this.onstep([...this.done]);
    }
    this.#react(event, state);
    if (event.event === "looked" && event.seat === state.you) this.#hasLooked = true;
  }

  #react(event: GameEvent, state: TableState): void {
    const reaction = reactTo(event, state, this.#hasLooked);
    if (reaction !== undefined) this.reaction = reaction;
    // The opponent's discard is the news then.
    else if ((event.event === "threw" || event.event === "swapped") && !this.reaction?.isKept) this.reaction = null;
  }
}
