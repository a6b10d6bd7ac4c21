// The tables of practice in this page.

import { getMyTables, getTicket, setName, type MyTable } from "../lib/server/api";
import { guest, suggestName } from "../lib/server/guest.svelte";

/** Whether there is such a table: after the page was loaded anew there is none. */
export const hasTable = (table: string): Promise<boolean> =>
  getTicket(table, new AbortController().signal).then(
    () => true,
    () => false,
  );

/** The tables to go on with, the one played at last first. */
export const unfinishedTables = async (): Promise<MyTable[]> => (await getMyTables()).unfinished;

/** Sit down under the name that others know this guest by, or one that is made up. */
export const sayName = async (): Promise<void> => void (await setName(guest.name || suggestName()));
