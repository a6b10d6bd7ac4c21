// Days, as they are written in the player's language.

import { currentLocale } from "../words.svelte";

/** A day by UTC, as 2026-11-17: "Tuesday, 17 November 2026", "17 Nov 2026" or "17 Nov". */
export function sayDay(day: string, length: "long" | "medium" | "short" = "long"): string {
  const style: Intl.DateTimeFormatOptions =
    length === "short" ? { day: "numeric", month: "short" } : { dateStyle: length === "long" ? "full" : "medium" };
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? day : new Intl.DateTimeFormat(currentLocale(), { ...style, timeZone: "UTC" }).format(at);
}
