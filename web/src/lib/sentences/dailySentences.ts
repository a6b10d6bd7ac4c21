// Daily deals in words: results, the lines to share, and what others did. No card and no rank is named in any of it.

import { seatOf, slotOf } from "../game/places";
import type { DailyResults, DailyScore, Seat } from "../protocol";
import { findKey, say } from "../words.svelte";
import { sayDay } from "./days";
import { presetName } from "./ruleNames";

/** "1st of 4 · 5 points · called right · 2 snaps", part by part. */
export function resultParts(score: DailyScore): string[] {
  const place = findKey("daily.place", score.place);
  const call = score.call === null ? null : findKey("daily.call", score.call);
  return [
    ...(place === null ? [] : [say(place)]),
    say("daily.points", { n: score.score }),
    ...(call === null ? [] : [say(call)]),
    ...(score.right_snaps > 0 ? [say("daily.snaps", { n: score.right_snaps })] : []),
    ...(score.had_stand_in ? [say("daily.standin")] : []),
  ];
}

export const resultLine = (score: DailyScore): string => resultParts(score).join(" · ");

export const dealPath = (deal: { day: string; book: string }): string => `/daily/${deal.day}/${deal.book}`;

/** What is sent to friends; null as long as there is no result. */
export function shareText(told: DailyResults, origin: string): string | null {
  const score = told.mine?.score ?? null;
  if (score === null) return null;
  const title = say("daily.share.title", { book: presetName(told.book), day: sayDay(told.day, "medium") });
  const streak = told.is_today && told.streak > 1 ? [say("daily.streak", { n: told.streak })] : [];
  return [title, resultLine(score), ...streak, origin + dealPath(told)].join("\n");
}

/** What was done, as "swapped own card 2"; `nameOf` names those at other seats. */
export function sayDeed(action: string | null, own: Seat, nameOf: (seat: Seat) => string): string {
  if (action === null) return say("daily.did.none");
  const [verb = "", ...more] = action.split(" ");
  const places = more.filter((word) => /^[a-z]\d+$/.test(word));
  if (verb === "trade" && places.length === 0) return say("daily.did.trade.both");
  const key = findKey("daily.did", verb);
  const place = places.map((each) => sayPlace(each, own, nameOf)).join(" + ");
  return key === null ? action : say(key, { place });
}

function sayPlace(place: string, own: Seat, nameOf: (seat: Seat) => string): string {
  const filling = { n: slotOf(place), name: nameOf(seatOf(place)) };
  return say(seatOf(place) === own ? "daily.did.own" : "daily.did.others", filling);
}
