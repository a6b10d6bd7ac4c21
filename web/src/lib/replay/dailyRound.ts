// A round of a daily deal whose day is over, which everybody may watch.

import { decodeReplay } from "../protocol";
import { send } from "../server/api";
import { pathOf, type Deal } from "../server/daily";
import { playOnFile, type ReplaySource } from "./replaySource";

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
