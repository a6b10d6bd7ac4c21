// The names of rule books: a preset's own, with the packs and the house rules that were added.

import { keyFor, say } from "./words.svelte";

const PACKS = "deck.decks=";

/** "Cambia", "Cambia · 2 packs", or "Cambia · 1 house rule". */
export function presetName(rules: string): string {
  const [preset = "", ...changes] = rules.split(" ");
  const key = keyFor("preset", preset);
  const name = [key ? say(key) : preset];
  const packs = changes.find((change) => change.startsWith(PACKS));
  const others = changes.filter((change) => change !== packs).length;
  if (packs !== undefined) name.push(say("rules.packs", { n: packs.slice(PACKS.length) }));
  if (others > 0) name.push(say("rules.house", { n: others }));
  return name.join(" · ");
}
