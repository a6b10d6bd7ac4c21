// Quick play: a table with whoever is there, where bots take the seats that stay free.

const STORAGE_KEY = "cambio.quick";

/** The lobby of a quick table says that it starts by itself; the server's messages don't tell it from others. */
export function noteQuickTable(table: string): void {
  sessionStorage.setItem(STORAGE_KEY, table);
}

export function isQuickTable(table: string): boolean {
  return sessionStorage.getItem(STORAGE_KEY) === table;
}
