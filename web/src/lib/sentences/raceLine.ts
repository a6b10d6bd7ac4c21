// Lines about a snap race: how fast everybody was, and by how much a snap came too late.

import type { GameEvent, Judged } from "../protocol";
import { capitalize, compose, plainText, say } from "../words.svelte";
import type { LogLine } from "./logLines";
import { type Viewpoint } from "./names";

/** Longer times are told in seconds. */
const LONG = 10_000;

const isSnap = ({ action }: Judged): boolean => action.startsWith("snap");

/**
 * How a race went, the winner first: "Ben 412 ms, you 447 ms". Where nobody has to hurry (`isTimed` is false), seats and
 * not times decide between several. Nothing is told of a window that no snap has won.
 */
export function describeRace(
  race: Judged[],
  events: GameEvent[],
  viewpoint: Viewpoint,
  isTimed = true,
): LogLine | null {
  const [first, second] = race;
  if (first === undefined || !isSnap(first)) return null;
  const snaps = race.filter(isSnap);
  const isWrong = events.some(({ event, seat }) => event === "missed" && seat === first.seat);
  const tone = isWrong ? "wrong" : "snap";
  if (!isTimed && snaps.length > 1) {
    const names = snaps.map(({ seat }) => nameOf(seat, viewpoint)).join(", ");
    return { icon: "clock", parts: compose("race.order", { names }), tone };
  }
  const times = capitalize(snaps.map((judged) => describeTime(judged, viewpoint)).join(", "));
  const isTie = second !== undefined && isSnap(second) && second.after < first.after;
  const parts = compose(isWrong ? "race.wrong" : isTie ? "race.tie" : "race.times", { times });
  return { icon: "clock", parts, tone };
}

/** Why a snap did nothing: somebody's was faster, or the window had closed. */
export function describeLateSnap(faster: Judged | null, after: number, viewpoint: Viewpoint): string {
  if (faster === null) return say("late.closed");
  const seat = viewpoint.nameOf(faster.seat);
  const ms = Math.round(after - faster.after);
  return plainText(ms > 0 ? compose("late.faster", { seat, ms }) : compose("late.level", { seat }));
}

function describeTime({ seat, after }: Judged, viewpoint: Viewpoint): string {
  const name = nameOf(seat, viewpoint);
  return after < LONG
    ? say("race.time", { seat: name, ms: after })
    : say("race.time.long", { seat: name, seconds: (after / 1000).toFixed(1) });
}

const nameOf = (seat: string, viewpoint: Viewpoint): string =>
  seat === viewpoint.you ? say("race.self") : viewpoint.nameOf(seat);
