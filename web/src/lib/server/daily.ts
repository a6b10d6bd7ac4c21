// Daily deals over the server's REST API.

import type { DailyComparison, DailyOverview, DailyResults } from "../protocol";
import { decodeReplay } from "../protocol";
import { playOnFile, type ReplaySource } from "../replay/replaySource";
import { send } from "./api";

export type Deal = { day: string; book: string };

const get = async <Answer>(path: string): Promise<Answer> => (await (await send("GET", path)).json()) as Answer;
const pathOf = ({ day, book }: Deal): string => `daily/${encodeURIComponent(day)}/${encodeURIComponent(book)}`;

export const getToday = () => get<DailyOverview>("daily");
export const getResults = (deal: Deal) => get<DailyResults>(pathOf(deal));
export const getComparison = (deal: Deal, round: string) =>
  get<DailyComparison>(`${pathOf(deal)}/compare?round=${encodeURIComponent(round)}`);

/** The table of the one try at today's deal: a new one, or the one that there is. */
export async function openDeal(book: string): Promise<string> {
  const answer = await send("POST", `daily/${encodeURIComponent(book)}`);
  return ((await answer.json()) as { table: string }).table;
}

/** A round of a deal whose day is over. */
export const dailyRound = (deal: Deal, round: string): ReplaySource => {
  const path = `${pathOf(deal)}/${encodeURIComponent(round)}`;
  const file = async () => (await send("GET", `${path}.cambio`)).text();
  return {
    key: round,
    load: async (viewpoint) =>
      decodeReplay(await (await send("GET", `${path}/replay?as=${encodeURIComponent(viewpoint ?? "table")}`)).text()),
    file,
    playOn: async (wish) => playOnFile(await file(), wish),
    archived: null,
    atRound: null,
  };
};
