// What the server answers by REST: who you are, which rules and tables there are.

import type { Values } from "./ruleValues";
import type { Options } from "./protocol";

export type Session = { person: string | null; name: string | null };
export type BookSection = { title: string; sentences: string[] };
export type Preset = {
  name: string;
  about: string;
  rules: string;
  seats: [number, number];
  book: BookSection[];
};
export type Level = { name: string; about: string };
export type Changes = Record<string, unknown>;
export type Difference = { option: string; base: string; here: string };
export type CheckedRules = {
  rules: string;
  book: BookSection[];
  differences: Difference[];
  values: Values;
  idle: string[];
};
export type NewTable = {
  rules: string;
  changes: Changes;
  seats: number;
  options: Options;
  bots: string[];
  start: boolean;
};
export type Made = { table: string; code: string; seat: string };
export type Listed = { table: string; rules: string; host: string | null; seats: number; taken: number; stage: string };
/** What is told at the door of a table, and the code that leads there as long as it is good. */
export type Door = Partial<Listed> & { table: string; code: string | null };

/** The server's no: a code, a sentence for people, and one for each option that is at fault. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(sentence);
  }
}

async function ask<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const request: RequestInit = { method, headers: { Accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { "Accept": "application/json", "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, request);
  } catch {
    throw new Refusal(0, "offline", "");
  }
  if (response.ok) return (await response.json()) as Answer;
  const told = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  throw new Refusal(response.status, told.code ?? "unknown", told.sentence ?? "", told.fields ?? {});
}

export const session = () => ask<Session>("GET", "session");
export const callMe = (name: string) => ask<Session>("POST", "session", { name });
export const presets = () => ask<{ presets: Preset[] }>("GET", "presets").then((told) => told.presets);
export const levels = () => ask<{ levels: Level[] }>("GET", "levels").then((told) => told.levels);
export const schema = () => ask<unknown>("GET", "rules/schema");
export const checkRules = (rules: string, changes: Changes = {}) =>
  ask<CheckedRules>("POST", "rules", { rules, changes });
export const makeTable = (table: NewTable) => ask<Made>("POST", "tables", table);
/** A lesson lays its own table: its rules, its bot and its deck are the server's. */
export const makeLesson = () => ask<Made>("POST", "tables", { lesson: true });
export const publicTables = () => ask<{ tables: Listed[] }>("GET", "tables").then((told) => told.tables);
export const tableOfCode = (code: string) =>
  ask<{ table: string }>("GET", `codes/${encodeURIComponent(code)}`).then((told) => told.table);
export const quickTable = (rules?: string, level?: string) =>
  ask<{ table: string }>("POST", "quick", { ...(rules && { rules }), ...(level && { level }) }).then(
    (told) => told.table,
  );
export const ticket = (table: string) =>
  ask<{ ticket: string }>("POST", `tables/${encodeURIComponent(table)}/ticket`).then((told) => told.ticket);
export const doorOf = (table: string) => ask<Door>("GET", `tables/${encodeURIComponent(table)}`);
