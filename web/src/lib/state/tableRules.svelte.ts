// The rules of a table: their values, which the faces print, and their rule book.

import { checkRules, type BookSection } from "../server/api";
import type { Values } from "../game/ruleValues";
import { currentLanguage, type Forms } from "../words.svelte";

export class TableRules {
  values: Values = $state.raw({});
  book: BookSection[] = $state.raw([]);
  /** What this table says instead of the usual words. */
  forms: Forms = $state.raw({});
  #loaded = "";

  /** Ask for the rules that a table names, in the player's language, unless they are known; failures may be repeated. */
  async load(rules: string): Promise<void> {
    const wanted = `${currentLanguage()} ${rules}`;
    if (wanted === this.#loaded) return;
    this.#loaded = wanted;
    try {
      const checked = await checkRules(rules);
      this.values = checked.values;
      this.book = checked.book;
      this.forms = checked.words;
    } catch {
      this.#loaded = "";
    }
  }
}
