// Lines about a snap race: how fast everybody was, whose card it was, and by how much a snap came too late. Times are told
// only where they decide; elsewhere the order of seats does.

import { seatOf } from "../game/places";
import type { GameEvent, Judged, Seat } from "../protocol";
import { capitalize, compose, plainText, say, type Part } from "../words.svelte";
import type { LogLine } from "./logLines";
import { placeParts, seatPart, type Viewpoint } from "./names";

/** Longer times are told in seconds. */
const LONG = 10_000;

const isSnap = ({ action }: Judged): boolean => action.startsWith("snap");

/**
 * How a race went, the winner first: "Ben 412 ms, you 447 ms". Where snaps are no race it tells who comes first. Nothing
 * is told of a window that no snap has won.
 */
export function describeRace(race: Judged[], events: GameEvent[], viewpoint: Viewpoint, isRace = true): LogLine | null {
  const [first] = race;
  if (first === undefined || !isSnap(first)) return null;
  const isWrong = events.some(({ event, seat }) => event === "missed" && seat === first.seat);
  const lost = isWrong ? undefined : events.find((event) => isOwnCardSnapped(event, first.seat, viewpoint.you));
  const place = lost?.place == null ? null : placeParts(lost.place, viewpoint);
  const parts = isRace
    ? describeTimes(race, isWrong, place, viewpoint)
    : describeOrder(race, isWrong, place, viewpoint);
  return { icon: "clock", parts, tone: isWrong ? "wrong" : "snap" };
}

const isOwnCardSnapped = ({ event, seat, place }: GameEvent, snapper: Seat, you: Seat): boolean =>
  event === "snapped" && seat === snapper && snapper !== you && place !== null && seatOf(place) === you;

function describeTimes(race: Judged[], isWrong: boolean, place: Part[] | null, viewpoint: Viewpoint): Part[] {
  const [first, second] = race;
  const times = capitalize(
    race
      .filter(isSnap)
      .map((judged) => describeTime(judged, viewpoint))
      .join(", "),
  );
  const isTie = first !== undefined && second !== undefined && isSnap(second) && second.after < first.after;
  const line = compose(isWrong ? "race.wrong" : isTie ? "race.tie" : "race.times", { times });
  return place === null ? line : compose("race.yours", { line, place });
}

function describeOrder(race: Judged[], isWrong: boolean, place: Part[] | null, viewpoint: Viewpoint): Part[] {
  const winner = race[0]!.seat;
  const whose = winner === viewpoint.you ? ".you" : "";
  const what = race.filter(isSnap).length > 1 ? "race.order" : "race.alone";
  const seat = seatPart(winner, viewpoint);
  if (place !== null) return compose(`${what}.yours`, { seat, place });
  const line = compose(`${what}${whose}`, { seat });
  return isWrong ? compose("race.wrong", { times: line }) : line;
}

/** Why a snap did nothing: somebody's was faster, or the window had closed. */
export function describeLateSnap(faster: Judged | null, after: number, viewpoint: Viewpoint, isRace = true): string {
  if (faster === null) return say("late.closed");
  const seat = viewpoint.nameOf(faster.seat);
  if (!isRace) return say("late.taken", { seat });
  const ms = Math.round(after - faster.after);
  return plainText(ms > 0 ? compose("late.faster", { seat, ms }) : compose("late.level", { seat }));
}

/** Why a snap that was in time did nothing. */
export const describeSeatOrder = (seat: Seat, viewpoint: Viewpoint): string =>
  say("race.order", { seat: seatPart(seat, viewpoint) });

function describeTime({ seat, after }: Judged, viewpoint: Viewpoint): string {
  const name = seat === viewpoint.you ? say("race.self") : viewpoint.nameOf(seat);
  return after < LONG
    ? say("race.time", { seat: name, ms: after })
    : say("race.time.long", { seat: name, seconds: (after / 1000).toFixed(1) });
}
