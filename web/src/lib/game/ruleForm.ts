// The form for house rules: the JSON Schema of the rules as rows to fill in.

export type FormRow = {
  /** The option's full name: snap.penalty. */
  name: string;
  about: string;
} & (
  | { kind: "number"; least: number; most: number; mayBeNone: boolean }
  | { kind: "yes" }
  | { kind: "choice"; choices: string[] }
  | { kind: "points" | "counts"; least: number; most: number }
  | { kind: "powers"; choices: string[] }
);

export type FormSection = { name: string; title: string; rows: FormRow[] };

type Shape = {
  type?: string;
  title?: string;
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
};

/** Rules may be written for more players than the server seats at one table. */
export function formSections(schema: unknown, mostSeats: number): FormSection[] {
  const properties = (schema as Shape).properties ?? {};
  return Object.entries(properties).map(([name, section]) => ({
    name,
    title: section.title ?? name,
    rows: Object.entries(section.properties ?? {}).flatMap(
      ([option, shape]) => rowOf(`${name}.${option}`, shape, mostSeats) ?? [],
    ),
  }));
}

/** What may be chosen in a row, as the server writes it. */
export function choicesOf(row: FormRow): string[] {
  if (row.kind === "choice") return row.choices;
  if (row.kind !== "number") return [];
  return Array.from({ length: row.most - row.least + 1 }, (_, index) => String(row.least + index));
}

function rowOf(name: string, shape: Shape, mostSeats: number): FormRow | null {
  const about = shape.description ?? "";
  const row = { name, about };
  const number = shape.anyOf?.find((one) => one.type === "integer") ?? (shape.type === "integer" ? shape : undefined);
  if (number !== undefined) {
    const most = Math.min(number.maximum ?? 999, name.endsWith("_seats") ? mostSeats : Infinity);
    return { ...row, kind: "number", least: number.minimum ?? 0, most, mayBeNone: shape.anyOf !== undefined };
  }
  if (shape.type === "boolean") return { ...row, kind: "yes" };
  if (shape.enum !== undefined) return { ...row, kind: "choice", choices: shape.enum };
  const each = typeof shape.additionalProperties === "object" ? shape.additionalProperties : undefined;
  if (each?.type === "integer") {
    const kind = name === "deck.counts" ? "counts" : "points";
    return { ...row, kind, least: each.minimum ?? -100, most: each.maximum ?? 100 };
  }
  // A power's name, or one with a scope of its own: what there is to choose from is in the section's other rows.
  const names = each?.anyOf?.find((one) => one.enum !== undefined)?.enum;
  return names === undefined ? null : { ...row, kind: "powers", choices: names };
}
