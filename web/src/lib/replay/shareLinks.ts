// Links to a finished round: those that this guest has made, and where they lead.

import type { ShareInfo, ShareList } from "../protocol";
import { send } from "../server/api";

const pathOf = (round: string): string => `games/${encodeURIComponent(round)}/shares`;

export async function getLinks(round: string): Promise<ShareInfo[]> {
  return ((await (await send("GET", pathOf(round))).json()) as ShareList).shares;
}

/** The same link again for the same scope: table, all or a seat's letter. */
export async function makeLink(round: string, scope: string): Promise<ShareInfo> {
  return (await (await send("POST", pathOf(round), { scope })).json()) as ShareInfo;
}

export async function revokeLink(round: string, token: string): Promise<void> {
  await send("DELETE", `${pathOf(round)}/${encodeURIComponent(token)}`);
}

export const addressOf = (origin: string, token: string): string => `${origin}/replay/s/${token}`;
