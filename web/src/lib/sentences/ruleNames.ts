// The names of rules in the player's language: presets, options and their values, and the levels of bots.

import { readPower, SCOPE_OPTIONS } from "../game/cardPowers";
import { COLOUR_SIGNS, packSize, type Colour, type Kind } from "../game/deck";
import { numberIn, type Values } from "../game/ruleValues";
import type { Level } from "../server/api";
import { findKey, say } from "../words.svelte";
import { describeLength } from "./matchLength";

/** What people call an option: "Most players" for deal.max_seats. */
export function optionName(option: string): string {
  const key = findKey("rule", option);
  if (key) return say(key);
  const words = option.slice(option.indexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What an option is set to, as the server writes it: a choice, yes or no, none, a number, or entries of a table. */
export function optionValue(option: string, value: string): string {
  if (value.includes("="))
    return value
      .split(" ")
      .map((entry) => tableEntry(option, entry))
      .join(", ");
  if (value.includes(":")) return powerWithScope(value);
  const key =
    findKey("rule", option, value) ?? (["yes", "no", "none"].includes(value) ? findKey("value", value) : null);
  return key ? say(key) : value.replaceAll("_", " ");
}

/** "K♠♣: 13" for Kb=13. */
function tableEntry(option: string, entry: string): string {
  const [kind = "", value = ""] = entry.split("=");
  return `${kindName(kind)}: ${optionValue(option, value).replace(/^-/, "−")}`;
}

/** A card with a scope of its own: "look and swap (the two seen)". */
function powerWithScope(entry: string): string {
  const own = readPower(entry, {});
  if (own === null) return entry;
  const parts = (SCOPE_OPTIONS[own.power] ?? []).filter((option) => option in own.scope);
  const told = parts.map((option) => scopeName(option, own.scope[option]!));
  return `${optionValue("powers.cards", own.power)} (${told.join(", ")})`;
}

/** What a power reaches, where the name of the option does not stand beside it. */
export function scopeName(option: string, value: string): string {
  return option === "powers.looks" ? say("rule.powers.looks.n", { n: Number(value) }) : optionValue(option, value);
}

/** The cards of a rank, or its black or red ones: K, K♠♣. */
export function kindName(kind: Kind): string {
  const rank = kind.replace(/[br]$/, "");
  return `${rank === "X" ? "★" : rank}${COLOUR_SIGNS[kind.slice(rank.length) as Colour] ?? ""}`;
}

/** What a pack is made of: "52 cards, 2 jokers". */
export function packName(values: Values): string {
  const jokers = numberIn(values, "deck.jokers", 0);
  const cards = say("make.pack", { n: packSize(values) });
  return jokers > 0 ? `${cards}, ${say("make.pack.jokers", { n: jokers })}` : cards;
}

const PACKS = "deck.decks";
const ROUNDS = "match.rounds";
const TARGET = "match.target";

/** "Cambia"; a preset that the catalogue does not know keeps the server's name. */
export function presetName(preset: string): string {
  const key = findKey("preset", preset);
  return key ? say(key) : preset;
}

/** A table's rules in a few words: "Cambia", "Cambia · 2 packs", "Cambia · 3 rounds" or "Cambia · 1 house rule". */
export const rulesName = (rules: string): string => nameParts(rules, { hasLength: true }).join(" · ");

/** The same without the length of the match, where that is told beside it. */
export const rulesWithoutLength = (rules: string): string => nameParts(rules, { hasLength: false }).join(" · ");

/** "Cambia", or "Cambia +2" with two house rules: for where there is no room for more. */
export function rulesInShort(rules: string): string {
  const [preset = "", ...changes] = rules.split(" ");
  const others = changes.filter((change) => ![PACKS, ROUNDS, TARGET].includes(change.split("=")[0]!)).length;
  return others > 0 ? say("rules.short", { rules: presetName(preset), n: others }) : presetName(preset);
}

function nameParts(rules: string, { hasLength }: { hasLength: boolean }): string[] {
  const [preset = "", ...texts] = rules.split(" ");
  const changes = new Map(texts.map((text) => text.split("=", 2) as [string, string]));
  const name = [presetName(preset)];
  const packs = changes.get(PACKS);
  if (packs !== undefined) name.push(say("rules.packs", { n: packs }));
  const length = { rounds: Number(changes.get(ROUNDS) ?? 0), target: Number(changes.get(TARGET) ?? 0) };
  if (hasLength && (length.rounds > 0 || length.target > 0)) name.push(describeLength(length));
  const others = [...changes.keys()].filter((option) => ![PACKS, ROUNDS, TARGET].includes(option)).length;
  if (others > 0) name.push(say("rules.house", { n: others }));
  return name;
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
