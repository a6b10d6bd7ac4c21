// Words: sentences from the catalogue of the player's language, filled in.

import { en, type Catalogue, type Key as BaseKey } from "./words/en";
import type { DailyKey } from "./words/dailyEn";
import type { GamesKey } from "./words/gamesEn";
import type { MakingKey } from "./words/makingEn";
import type { PracticeKey } from "./words/practiceEn";
import type { ReplayKey } from "./words/replayEn";
import { settings } from "./settings.svelte";

export type Key = BaseKey | DailyKey | GamesKey | MakingKey | PracticeKey | ReplayKey;
/** A piece of a sentence; names and cards stand out. */
export type Part = { text: string; as?: "seat" | "card"; isRed?: boolean };
export type Filling = Record<string, string | number | Part | Part[]>;

let catalogue: Catalogue = $state.raw(en);
/** What a page has brought along, by the language of the catalogue. */
const brought: Record<Language, Partial<Record<Key, string>>> = { en: {}, es: {} };
/** The language of the catalogue, as its lists are joined: "Ana, Ben and Eva", "Ana, Ben e Inés". */
let locale = $state("en-GB");

export const LANGUAGES = { en: "English", es: "Español" } as const;
export type Language = keyof typeof LANGUAGES;

export function currentLanguage(): Language {
  if (settings.language !== "auto") return settings.language;
  return typeof navigator !== "undefined" && navigator.language.startsWith("es") ? "es" : "en";
}

/** English is always there; other languages are fetched when they are wanted. */
export async function loadLanguage(language: Language): Promise<void> {
  catalogue = language === "es" ? (await import("./words/es")).es : en;
  locale = language === "en" ? "en-GB" : language;
  document.documentElement.lang = language;
}

/** Sentences that only one page says come with that page. */
export function addWords(words: Record<Language, Partial<Record<Key, string>>>): void {
  for (const language of ["en", "es"] as const) Object.assign(brought[language], words[language]);
}

function templateOf(key: Key, from: Partial<Record<Key, string>>): string {
  const template = from[key] ?? brought[from === en ? "en" : "es"][key];
  if (template === undefined) console.error(`a page has not brought its words: ${key}`);
  return template ?? "";
}

/** What a table says instead of the usual words, by their forms: "burned" for "snapped". */
export type Forms = Record<string, string>;
/** Alone it stands on a button; in a sentence without its verb it is the name of the game. */
const USUAL_CALL = "Cambio";
/** What things may be called is said in its own words everywhere. */
const NAMES_OF_WORDS = /^rule\.\w+\.word\./;
let tableForms: Forms = $state.raw({});
const formPattern = $derived.by(() => {
  const inside = Object.keys(tableForms).filter((form) => form !== USUAL_CALL);
  const longestFirst = inside.sort((one, other) => other.length - one.length);
  return inside.length > 0 ? new RegExp(`(?<![\\p{L}{])(${longestFirst.join("|")})(?!\\p{L})`, "gu") : null;
});

/** From now on sentences are in the words of a table; without forms, in the usual ones. */
export function useTableForms(forms: Forms): void {
  tableForms = forms;
}

function reword(template: string): string {
  const whole = tableForms[template];
  if (whole !== undefined) return whole;
  return formPattern === null ? template : template.replace(formPattern, (form) => tableForms[form] ?? form);
}

/** A sentence that was composed before the words of its table were known. Names stay as they are. */
export const inTableWords = (parts: Part[]): Part[] =>
  parts.map((part) => (part.as === undefined ? { ...part, text: reword(part.text) } : part));

const HOLE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** A sentence in its pieces. */
export function compose(key: Key, filling: Filling = {}, from: Catalogue = catalogue): Part[] {
  const parts: Part[] = [];
  const said = templateOf(key, from);
  const template = NAMES_OF_WORDS.test(key) ? said : reword(said);
  let at = 0;
  for (const hole of template.matchAll(HOLE)) {
    if (hole.index > at) parts.push({ text: template.slice(at, hole.index) });
    parts.push(...fillHole(hole, filling));
    at = hole.index + hole[0].length;
  }
  if (at < template.length) parts.push({ text: template.slice(at) });
  return parts;
}

function fillHole(hole: RegExpMatchArray, filling: Filling): Part[] {
  const [, name = "", one, many] = hole;
  const value = filling[name];
  if (one !== undefined && many !== undefined) return [{ text: Math.abs(Number(value)) === 1 ? one : many }];
  if (value === undefined) {
    // Nobody should read a hole; whoever tests a page is told of it.
    console.error(`a sentence lacks its {${name}}: ${hole.input ?? ""}`);
    return [{ text: "…" }];
  }
  if (Array.isArray(value)) return value;
  if (typeof value === "object") return [value];
  return [{ text: typeof value === "number" && value < 0 ? `−${-value}` : String(value) }];
}

export const plainText = (parts: Part[]): string => parts.map((part) => part.text).join("");

export const say = (key: Key, filling: Filling = {}): string => plainText(compose(key, filling));

/** With a capital letter, as a sentence begins. */
export const capitalize = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** A list as people say it. */
export const joinWords = (words: string[]): string =>
  new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).format(words);

/** How long ago something was, as people say it: "3 min ago", "yesterday". */
export const sayAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string =>
  new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }).format(-count, unit);

/** A day and an hour on the reader's own clock, from milliseconds since 1970. */
export const sayDate = (at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** How the language of the catalogue writes dates. */
export const currentLocale = (): string => locale;

/** What the server answers, in the player's language; an answer that is not known by its code stays as it came. */
export function serverSentence(said: { code: string; sentence: string }): string {
  const key = findKey("server", said.code);
  return key ? say(key) : said.sentence;
}

/** A key made from data, if the catalogue has it. */
export function findKey(...pieces: (string | number)[]): Key | null {
  const key = pieces.join(".");
  return key in en || key in brought.en ? (key as Key) : null;
}
