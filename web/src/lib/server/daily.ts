// Daily deals over the server's REST API.

import type { DailyComparison, DailyOverview, DailyResults } from "../protocol";
import { send } from "./api";

export type Deal = { day: string; book: string };

const get = async <Answer>(path: string): Promise<Answer> => (await (await send("GET", path)).json()) as Answer;
export const pathOf = ({ day, book }: Deal): string => `daily/${encodeURIComponent(day)}/${encodeURIComponent(book)}`;

export const getToday = () => get<DailyOverview>("daily");
export const getResults = (deal: Deal) => get<DailyResults>(pathOf(deal));
export const getComparison = (deal: Deal, round: string) =>
  get<DailyComparison>(`${pathOf(deal)}/compare?round=${encodeURIComponent(round)}`);

/** The table of the one try at today's deal: a new one, or the one that there is. */
export async function openDeal(book: string): Promise<string> {
  const answer = await send("POST", `daily/${encodeURIComponent(book)}`);
  return ((await answer.json()) as { table: string }).table;
}
