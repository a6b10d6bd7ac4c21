// The rule books under headings, as the server tells which belong together.

export type Family<P> = { family: string; presets: P[] };

/** Presets of a family stand together, in the server's order. */
export function byFamily<P extends { family: string }>(presets: readonly P[]): Family<P>[] {
  const families = [...new Set(presets.map(({ family }) => family))];
  return families.map((family) => ({ family, presets: presets.filter((preset) => preset.family === family) }));
}
