// How far a learner has come in a lesson, and what was last said to what they did.

import type { GameEvent } from "../lib/protocol";
import type { TableState } from "../lib/state/tableState.svelte";
import { reactTo, type Reaction, type TurnSoFar } from "./reactions";
import { stepDoneBy, STEPS, stepsOf, type Step } from "./steps";

export class LessonProgress {
  done: readonly Step[] = $state.raw([]);
  reaction: Reaction | null = $state.raw(null);
  /** The step that is being praised: the next one begins when that has been read. */
  #praised: Step | null = $state.raw(null);
  #turn: TurnSoFar = { hasLooked: false, hasTaken: false };

  constructor(
    readonly lesson: number,
    done: readonly Step[] = [],
    private readonly onstep: (done: Step[]) => void = () => {},
  ) {
    this.done = done;
  }

  /** The step that the words are about: the one that is praised, or the one that is to be done now. */
  step: Step = $derived.by(() => {
    const steps = stepsOf(this.lesson);
    return this.#praised ?? steps.find((each) => !this.done.includes(each)) ?? steps.at(-1) ?? "look";
  });
  /** Its number among those of all lessons. */
  stepNumber: number = $derived(STEPS.indexOf(this.step) + 1);

  record(event: GameEvent, state: TableState): void {
    if (event.event === "turn") this.#turn = { hasLooked: false, hasTaken: false };
    if (event.event === "took" && event.seat === state.you) this.#turn.hasTaken = true;
    const seen = {
      you: state.you,
      held: state.memory.remembered.held,
      hasLooked: this.#turn.hasLooked,
      isMemoryPhase: state.board?.phase === "memory",
      values: state.rules.values,
    };
    const steps = stepDoneBy(event, seen).filter(
      (step) => stepsOf(this.lesson).includes(step) && !this.done.includes(step),
    );
    if (steps.length > 0) {
      this.done = [...this.done, ...steps];
      this.onstep([...this.done]);
    }
    this.#react(event, state);
    if (this.reaction === null) this.#praised = null;
    else if (steps.length > 0) this.#praised = steps[0] ?? null;
    if (event.event === "looked" && event.seat === state.you) this.#turn.hasLooked = true;
  }

  #react(event: GameEvent, state: TableState): void {
    const reaction = reactTo(event, state, this.#turn);
    if (reaction !== undefined) this.reaction = reaction;
    // The opponent's discard is the news then.
    else if ((event.event === "threw" || event.event === "swapped") && !this.reaction?.isKept) this.reaction = null;
  }
}
