// The rules of a table: their values, which the faces print, and their rule book.

import { checkRules, type BookSection } from "../server/api";
import type { Values } from "../game/ruleValues";

export class TableRules {
  values: Values = $state.raw({});
  book: BookSection[] = $state.raw([]);
  #loaded = "";

  /** Ask the server about the rules that a table names, unless they are known; a failed request may be repeated. */
  async load(rules: string): Promise<void> {
    if (rules === this.#loaded) return;
    this.#loaded = rules;
    try {
      const checked = await checkRules(rules);
      this.values = checked.values;
      this.book = checked.book;
    } catch {
      this.#loaded = "";
    }
  }
}
