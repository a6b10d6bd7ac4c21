// Rule books and house rules in words: sections, options and what they may be.

import { en } from "./words/en";
import { keyFor, say } from "./words.svelte";

/** A section's title, by its name or by the English title that the server gives it. */
export function sectionTitle(told: string): string {
  const titled = Object.entries(en).find(([key, text]) => key.startsWith("section.") && text === told)?.[0];
  const key = keyFor("section", told) ?? (titled ? keyFor(titled) : null);
  return key ? say(key) : told;
}

/** What people call an option: "Most players" for deal.max_seats. */
export function ruleName(option: string): string {
  const key = keyFor("rule", option);
  if (key) return say(key);
  const words = option.slice(option.indexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What an option is set to, as the server writes it: a choice, yes or no, none, or a number. */
export function ruleValue(option: string, value: string): string {
  const key = keyFor("rule", option, value) ?? (["yes", "no", "none"].includes(value) ? keyFor("value", value) : null);
  return key ? say(key) : value.replaceAll("_", " ");
}
