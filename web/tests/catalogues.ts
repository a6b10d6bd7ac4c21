// All words, those of the first page and those that other pages bring.

import { addWords } from "../src/lib/words.svelte";

const MODULES = import.meta.glob<Record<string, Record<string, string>>>("../src/lib/words/*.ts", { eager: true });

/** One catalogue for each file of words in that language: en.ts, replayEn.ts. */
const catalogues = (language: RegExp): Record<string, string>[] =>
  Object.entries(MODULES).flatMap(([path, words]) => (language.test(path) ? Object.values(words) : []));

export const english = catalogues(/\/en\.ts$|En\.ts$/);
export const spanish = catalogues(/\/es\.ts$|Es\.ts$/);

const joined = (files: Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(files.flatMap((words) => Object.entries(words)));
export const en = joined(english);
export const es = joined(spanish);

/** As if every page had been opened. */
export const bringAllWords = (): void => addWords({ en, es });
