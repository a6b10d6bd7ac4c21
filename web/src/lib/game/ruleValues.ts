// The values of a table's rules, as the server sends them.

/** Every option by its full name, like snap.penalty. */
export type Values = Record<string, unknown>;

export function numberIn(values: Values, option: string, otherwise: number): number {
  const value = values[option];
  return typeof value === "number" ? value : otherwise;
}

/** The ranks that a table by rank and colour names (Ab, Ar, 2b, ...), in its order. */
export function ranksIn(table: unknown): string[] {
  return [...new Set(Object.keys(table ?? {}).map((name) => name.replace(/[br]$/, "")))];
}
