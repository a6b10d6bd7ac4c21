// The list of this guest's matches, page by page, as far as it has been asked for.

import type { MatchInfo } from "../protocol";
import { getMatches, type MatchFilter } from "../server/api";
import { describeError } from "../server/errorText";

export const ALL_MATCHES: MatchFilter = { book: null, onlyPeople: false, onlyWon: false };

export class MatchHistory {
  matches: MatchInfo[] = $state.raw([]);
  filter: MatchFilter = $state.raw(ALL_MATCHES);
  isLoading = $state(true);
  /** What went wrong with the last request, in a sentence. */
  problem: string | null = $state(null);
  #next: string | null = $state(null);
  /** An answer to a request before the last one comes too late. */
  #request = 0;

  get hasMore(): boolean {
    return this.#next !== null;
  }

  get isFiltered(): boolean {
    return this.filter.book !== null || this.filter.onlyPeople || this.filter.onlyWon;
  }

  /** From the beginning; what was shown stays until the answer comes. */
  async show(filter: MatchFilter): Promise<void> {
    this.filter = filter;
    await this.#load(null);
  }

  async more(): Promise<void> {
    if (this.#next !== null && !this.isLoading) await this.#load(this.#next);
  }

  /** Once more what has failed. */
  async retry(): Promise<void> {
    await this.#load(this.matches.length > 0 ? this.#next : null);
  }

  async #load(before: string | null): Promise<void> {
    const request = ++this.#request;
    this.isLoading = true;
    this.problem = null;
    try {
      const page = await getMatches(this.filter, before);
      if (request !== this.#request) return;
      this.matches = before === null ? page.matches : [...this.matches, ...page.matches];
      this.#next = page.next;
    } catch (error) {
      if (request !== this.#request) return;
      if (before === null) this.matches = [];
      this.problem = describeError(error);
    }
    this.isLoading = false;
  }
}
