// What each step of a finished round is in words, as the log tells it.

import type { Judged, Replay, ReplayStep } from "../protocol";
import type { Values } from "../game/ruleValues";
import type { LogLine } from "../sentences/logLines";
import { seatPart, placeParts, type Viewpoint } from "../sentences/names";
import { Narrator } from "../sentences/narrator";
import { describeRace } from "../sentences/raceLine";
import { explainRound, sayOf } from "../sentences/resultSentences";
import { compose } from "../words.svelte";

/** The lines of every step. Steps of which the log tells nothing have none. */
export function narrate({ steps, ending }: Replay, viewpoint: Viewpoint, values: Values): LogLine[][] {
  const narrator = new Narrator();
  return steps.map((step) => {
    const told = step.events.map((event) => narrator.describe(event, viewpoint));
    const lines = [...told, describePick(step, viewpoint), raceLineOf(step, viewpoint)];
    if (step.board.phase === "over") {
      const result = explainRound(ending, values, viewpoint) || sayOf("end.wins", ending.winners, viewpoint);
      lines.push({ icon: "tick", parts: [{ text: result }], tone: "result" });
    }
    return lines.filter((line) => line !== null);
  });
}

/** The first card of a swap: the log is silent about it, but somebody who watches step by step wonders. */
function describePick({ events }: ReplayStep, viewpoint: Viewpoint): LogLine | null {
  const picked = events.find(({ event }) => event === "chose");
  if (picked?.seat == null || picked.place === null) return null;
  const filling = { seat: seatPart(picked.seat, viewpoint), place: placeParts(picked.place, viewpoint, picked.seat) };
  return { icon: "swap", parts: compose("told.chose", filling), tone: "plain" };
}

const raceLineOf = ({ race, events, race_relaxed }: ReplayStep, viewpoint: Viewpoint): LogLine | null =>
  describeRace(
    race.map(({ seat, gesture, after }): Judged => ({ seat, action: gesture, after })),
    events,
    viewpoint,
    !race_relaxed,
  );
