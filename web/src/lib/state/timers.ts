// Timers by name: setting one again starts it anew.

export class Timers {
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();

  set(name: string, wait: number, then: () => void): void {
    clearTimeout(this.#running.get(name));
    this.#running.set(name, setTimeout(then, wait));
  }

  clear(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }
}
