// What a table is called: after whoever is its host.

import type { Seat, TableInfo } from "../protocol";
import { say } from "../words.svelte";

/** "Your table", "Ana’s table"; empty where everybody who opened it has gone. */
export function tableName(table: Pick<TableInfo, "host" | "seats">, you: Seat): string {
  if (table.host === null) return "";
  if (table.host === you) return say("table.yours");
  const host = table.seats.find((info) => info.seat === table.host)?.name;
  return host ? say("table.theirs", { host }) : "";
}
