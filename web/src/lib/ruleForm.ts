// The form for house rules: the JSON Schema of the rules as rows to fill in.

export type FormRow = {
  /** The option's full name: snap.penalty. */
  name: string;
  about: string;
} & (
  | { kind: "number"; least: number; most: number; mayBeNone: boolean }
  | { kind: "yes" }
  | { kind: "choice"; choices: string[] }
  | { kind: "points"; least: number; most: number }
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

/** Rules may be written for more, but no more than so many sit at one of the server's tables. */
export const MOST_SEATS = 8;

/** A table of cards has a value for each of these in black and in red. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];

export function formSections(schema: unknown): FormSection[] {
  const properties = (schema as Shape).properties ?? {};
  return Object.entries(properties).map(([name, section]) => ({
    name,
    title: section.title ?? name,
    rows: Object.entries(section.properties ?? {}).flatMap(
      ([option, shape]) => rowOf(`${name}.${option}`, shape) ?? [],
    ),
  }));
}

function rowOf(name: string, shape: Shape): FormRow | null {
  const about = shape.description ?? "";
  const row = { name, about };
  const number = shape.anyOf?.find((one) => one.type === "integer") ?? (shape.type === "integer" ? shape : undefined);
  if (number !== undefined) {
    const most = Math.min(number.maximum ?? 999, name.endsWith("_seats") ? MOST_SEATS : Infinity);
    return { ...row, kind: "number", least: number.minimum ?? 0, most, mayBeNone: shape.anyOf !== undefined };
  }
  if (shape.type === "boolean") return { ...row, kind: "yes" };
  if (shape.enum !== undefined) return { ...row, kind: "choice", choices: shape.enum };
  const each = typeof shape.additionalProperties === "object" ? shape.additionalProperties : undefined;
  if (each?.type === "integer")
    return { ...row, kind: "points", least: each.minimum ?? -100, most: each.maximum ?? 100 };
  if (each?.enum !== undefined) return { ...row, kind: "powers", choices: each.enum };
  return null;
}
