// The names of rules in the player's language: presets, options and their values, and the levels of bots.

import type { Level } from "../server/api";
import { findKey, say } from "../words.svelte";

/** What people call an option: "Most players" for deal.max_seats. */
export function optionName(option: string): string {
  const key = findKey("rule", option);
  if (key) return say(key);
  const words = option.slice(option.indexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What an option is set to, as the server writes it: a choice, yes or no, none, or a number. */
export function optionValue(option: string, value: string): string {
  const key =
    findKey("rule", option, value) ?? (["yes", "no", "none"].includes(value) ? findKey("value", value) : null);
  return key ? say(key) : value.replaceAll("_", " ");
}

const PACKS = "deck.decks=";

/** "Cambia"; a preset that the catalogue does not know keeps the server's name. */
export function presetName(preset: string): string {
  const key = findKey("preset", preset);
  return key ? say(key) : preset;
}

/** A table's rules in a few words: "Cambia", "Cambia · 2 packs", or "Cambia · 1 house rule". */
export function rulesName(rules: string): string {
  const [preset = "", ...changes] = rules.split(" ");
  const name = [presetName(preset)];
  const packs = changes.find((change) => change.startsWith(PACKS));
  const others = changes.filter((change) => change !== packs).length;
  if (packs !== undefined) name.push(say("rules.packs", { n: packs.slice(PACKS.length) }));
  if (others > 0) name.push(say("rules.house", { n: others }));
  return name.join(" · ");
}

/** "Casual"; a level that the catalogue does not know keeps the server's name. */
export function levelName(level: string): string {
  const key = findKey("level", level);
  return key ? say(key) : level;
}

/** What a level plays like, in a few words; otherwise the server's own sentence. */
export function levelAbout(level: Level): string {
  const key = findKey("level", level.name, "about");
  return key ? say(key) : level.about;
}
