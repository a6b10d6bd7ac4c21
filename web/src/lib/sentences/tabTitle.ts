// The title of the tab while somebody is at a table: whose turn it is comes first, since little of it may be seen.

import type { Board, Seat, TableInfo } from "../protocol";
import { say } from "../words.svelte";
import { rulesName } from "./ruleNames";
import { tableName } from "./tableNames";

export type TabSituation = {
  table: TableInfo;
  board: Board | null;
  you: Seat;
  isYourTurn: boolean;
};

const SITE = "Cambio";

/** "Your turn · Ana’s table · Cambio"; nothing but what everybody at the table knows. */
export function tabTitle(now: TabSituation): string {
  return [describeTurn(now), nameInTab(now), SITE].filter(Boolean).join(" · ");
}

/** Whose table it is; where nobody is its host, the rules that it is played by. */
export const nameInTab = ({ table, you }: Pick<TabSituation, "table" | "you">): string =>
  tableName(table, you) || rulesName(table.rules);

function describeTurn({ table, board, isYourTurn }: TabSituation): string {
  if (table.stage === "lobby")
    return say(table.seats.every((info) => info.is_taken) ? "lobby.title.full" : "turn.lobby");
  if (isYourTurn) return say("turn.yours");
  // Everybody looks at their cards at once: it is nobody's turn.
  if (table.stage !== "playing" || board === null || board.phase === "memory") return "";
  const seat = board.waits_for.length === 1 ? board.waits_for[0] : board.turn;
  const name = table.seats.find((info) => info.seat === seat)?.name;
  return name ? say("turn.theirs", { seat: name }) : "";
}
