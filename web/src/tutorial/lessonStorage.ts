// The lesson that somebody is in, kept in this browser: who comes back may go on with it.

import { LESSONS, STEPS, type Step } from "./steps";

const STORAGE_KEY = "cambio.tutorial";

export type KeptLesson = { lesson: number; table: string; done: Step[] };

export function keepLesson(kept: KeptLesson): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

export function dropLesson(): void {
  localStorage.removeItem(STORAGE_KEY);
}

/** Null also for what an older version of this page has kept, or nobody can read. */
export function keptLesson(): KeptLesson | null {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") as Partial<KeptLesson> | null;
    const { lesson = 0, table = "", done = [] } = kept ?? {};
    if (LESSONS[lesson - 1] === undefined || table === "" || !Array.isArray(done)) return null;
    return { lesson, table, done: STEPS.filter((step) => done.includes(step)) };
  } catch {
    return null;
  }
}
