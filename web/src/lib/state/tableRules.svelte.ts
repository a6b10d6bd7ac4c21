// The rules of a table: their values, which the faces print, and their rule book.

import { checkRules, type BookSection } from "../server/api";
import type { Values } from "../game/ruleValues";
import { currentLanguage, type Forms } from "../words.svelte";

/** Milliseconds after which a table is shown without knowing its rules. */
const PATIENCE = 3000;

export class TableRules {
  values: Values = $state.raw({});
  book: BookSection[] = $state.raw([]);
  /** What this table says instead of the usual words. */
  forms: Forms = $state.raw({});
  /** They are known, or can't be had for now. Hands that were laid out before would move, and words change. */
  isSettled = $state(false);
  #loaded = "";

  /** Ask for the rules that a table names, in the player's language, unless they are known; failures may be repeated. */
  async load(rules: string): Promise<void> {
    const wanted = `${currentLanguage()} ${rules}`;
    if (wanted === this.#loaded) return;
    this.#loaded = wanted;
    const settle = (): void => void (this.isSettled = true);
    setTimeout(settle, PATIENCE);
    try {
      const checked = await checkRules(rules);
      // What was asked for in the meantime has its own answer.
      if (wanted !== this.#loaded) return;
      this.values = checked.values;
      this.book = checked.book;
      this.forms = checked.words;
    } catch {
      if (wanted === this.#loaded) this.#loaded = "";
    }
    settle();
  }
}
