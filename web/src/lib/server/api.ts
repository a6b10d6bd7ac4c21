// The server's REST API: who you are, which rules and tables there are.

import type { Changes } from "../game/ruleChanges";
import type { Values } from "../game/ruleValues";
import type { MatchList, Options, Seat, Statistics } from "../protocol";
import type { Addresses } from "../screen/invitationLink";
import { currentLanguage } from "../words.svelte";
import { currentBackend } from "./backend";

export type Session = { person: string | null; name: string | null };
export type BookSection = { title: string; sentences: string[] };
export type Preset = {
  name: string;
  /** The heading under which it is listed. */
  family: string;
  /** What sets it apart, in a few words. */
  gist: string;
  about: string;
  rules: string;
  seats: [number, number];
  book: BookSection[];
  values: Values;
};
export type Level = { name: string; about: string };
/** What a game that starts at once is played by. */
export type GameChoice = { rules: string; level: string; seats: number };
export type GameChoices = {
  presets: Pick<Preset, "name" | "family" | "about" | "seats">[];
  levels: Level[];
  /** What the server proposes. */
  chosen: GameChoice;
};
export type { Changes };
export type Difference = { option: string; base: string; here: string };
export type CheckedRules = {
  rules: string;
  /** What stands for these rules everywhere. */
  code: string;
  book: BookSection[];
  differences: Difference[];
  values: Values;
  /** What a table with these rules says instead of the usual words. */
  words: Record<string, string>;
  /** Options that change nothing here, each with what it lacks. */
  idle: Record<string, string>;
};
/** The rules of a code, as a form has them. */
export type RulesOfCode = { code: string; rules: string; preset: string; changes: Changes };
/** Well-known house rules. */
export type Mixture = { id: string; name: string; about: string; rules: string; code: string };
/** What is left out is the server's to choose. */
export type NewTable = {
  rules?: string;
  changes?: Changes;
  seats?: number;
  options?: Partial<Options>;
  bots?: string[];
  start?: boolean;
};
export type CreatedTable = { table: string; code: string; seat: string };
/** Nobody can be invited to it. */
export type PlayedOnTable = { table: string; seat: Seat };
export type TableSummary = {
  table: string;
  rules: string;
  host: string | null;
  seats: number;
  taken: number;
  stage: string;
};
/** A table where this guest has a seat; what is left out is not so, or not known. */
export type MyTable = {
  table: string;
  you: Seat;
  /** Milliseconds since something happened there. */
  ago: number;
  stage: string;
  rules: string;
  host: string;
  seats: number;
  players: { seat: Seat; name: string; level?: string | null }[];
  round: number;
  waits_for: Seat[];
  winners: Seat[];
  is_played_on: boolean;
};
/** Those to go on with, and the last ones that are over. */
export type MyTables = { unfinished: MyTable[]; finished: MyTable[] };
/** A table as somebody at its door sees it. */
export type Invitation = TableSummary & { players: { name: string; level: string | null }[]; you: string | null };
/** With the code that leads there, as long as it is valid. */
export type InvitationWithCode = Invitation & { code: string | null };

/** Which matches to list: by one rule book, without bots, won; null for any book. */
export type MatchFilter = { book: string | null; onlyPeople: boolean; onlyWon: boolean };

/** A request that failed: its code, a sentence for people, and one for each option that is at fault. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(sentence);
  }
}

/** A request that was answered well; for answers that are read in a way of their own. */
export async function send(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Response> {
  // Rule books come in the language that is asked for.
  const headers: Record<string, string> = { "Accept": "application/json", "Accept-Language": currentLanguage() };
  const init: RequestInit = { method, headers, credentials: "same-origin", signal };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await currentBackend().request(path, init);
  } catch {
    throw new ApiError(0, "offline", "");
  }
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({}))) as Partial<ApiError>;
  throw new ApiError(response.status, failure.code ?? "unknown", failure.sentence ?? "", failure.fields ?? {});
}

const request = async <Answer>(...sent: Parameters<typeof send>): Promise<Answer> =>
  (await (await send(...sent)).json()) as Answer;

export const getSession = () => request<Session>("GET", "session");
export const setName = (name: string) => request<Session>("POST", "session", { name });
export const getPresets = () => request<{ presets: Preset[] }>("GET", "presets").then((answer) => answer.presets);
export const getLevels = () => request<{ levels: Level[] }>("GET", "levels").then((answer) => answer.levels);
export const getGameChoices = () => request<GameChoices>("GET", "choices");
/** For guests whom the server knows. */
export const getMyTables = () => request<MyTables>("GET", "me/tables");
/** This guest's matches, from where the list before ended. */
export function getMatches({ book, onlyPeople, onlyWon }: MatchFilter, before: string | null): Promise<MatchList> {
  const query = new URLSearchParams();
  if (book !== null) query.set("book", book);
  if (onlyPeople) query.set("people", "true");
  if (onlyWon) query.set("won", "true");
  if (before !== null) query.set("before", before);
  return request<MatchList>("GET", `matches?${query}`);
}
/** What this guest's play adds up to, of one rule book or of all. */
export const getStatistics = (book: string | null) =>
  request<Statistics>("GET", book === null ? "statistics" : `statistics?book=${encodeURIComponent(book)}`);
/** All that is kept about this guest is deleted, as far as it is theirs alone. */
export const forgetMe = () => request<Record<string, never>>("DELETE", "me");
export const getRulesSchema = () => request<unknown>("GET", "rules/schema");
/** Without rules: those that the server deals by default. */
export const checkRules = (rules?: string, changes: Changes = {}) =>
  request<CheckedRules>("POST", "rules", { rules, changes });
export const findRules = (code: string) => request<RulesOfCode>("GET", `rules/codes/${encodeURIComponent(code)}`);
export const getGallery = () =>
  request<{ gallery: Mixture[] }>("GET", "rules/gallery").then((answer) => answer.gallery);
/** A match that begins at once waits until this page is at the table and has added a seed to its shuffle. */
export const createTable = (table: NewTable) => request<CreatedTable>("POST", "tables", { ...table, seeds: true });
/** The server chooses the rules, the bot and the cards of a lesson of the tutorial. */
export const createTutorialTable = (lesson: number) => request<CreatedTable>("POST", "tables", { lesson });
/** The position from which a table was played on, once more at another table. */
export const playOnAgain = (table: string) =>
  request<PlayedOnTable>("POST", `tables/${encodeURIComponent(table)}/again`);
export const getPublicTables = () =>
  request<{ tables: TableSummary[] }>("GET", "tables").then((answer) => answer.tables);
export const findTableByCode = (code: string) =>
  request<{ table: string }>("GET", `codes/${encodeURIComponent(code)}`).then((answer) => answer.table);
export const getInvitation = (code: string) => request<Invitation>("GET", `codes/${encodeURIComponent(code)}`);
/** Somebody is on the join page, and has entered that name so far. */
export const seeNewcomer = (table: string, visit: string, name: string) =>
  request<Invitation>("POST", `tables/${encodeURIComponent(table)}/newcomers`, { visit, name });
/** Sent even while the page is being closed; if it gets lost, the server notices by itself. */
export const dismissNewcomer = (table: string, visit: string): void =>
  void fetch(`/api/tables/${encodeURIComponent(table)}/newcomers/${visit}`, {
    method: "DELETE",
    keepalive: true,
  }).catch(() => {});
export const getAddresses = () => request<Addresses>("GET", "addresses");
/** A public table that waits for players, or a new one; bots of that level take the seats that stay free. */
export const findQuickTable = (choice: GameChoice) =>
  request<{ table: string }>("POST", "quick", choice).then((answer) => answer.table);
/** Good for one socket: the one at that address, if another worker holds the table. */
export type Ticket = { ticket: string; socket?: string };
export const getTicket = (table: string, signal: AbortSignal) =>
  request<Ticket>("POST", `tables/${encodeURIComponent(table)}/ticket`, undefined, signal);
export const getTable = (table: string) => request<InvitationWithCode>("GET", `tables/${encodeURIComponent(table)}`);
