// The names of rule books: a preset's own, with how many house rules were changed.

import { keyFor, say } from "./words.svelte";

/** "Cambia", or "Cambia +2" for two house rules. */
export function presetName(rules: string): string {
  const [preset = "", ...changes] = rules.split(" ");
  const key = keyFor("preset", preset);
  const name = key ? say(key) : preset;
  return changes.length > 0 ? `${name} +${changes.length}` : name;
}
