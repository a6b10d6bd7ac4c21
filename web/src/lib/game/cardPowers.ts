// What a card can do at a table, and how far that reaches: its own scope, or what the rules say for all cards.
// An entry of powers.cards is a power's name; a scope of its own follows, as in look:1/other/own, and what is left out
// of that is as the options say.

import type { Face, Power } from "../protocol";
import { entryOf } from "./cards";
import type { Values } from "./ruleValues";

/** The options that say how far a power reaches, in the order in which an entry names them. */
export const SCOPE_OPTIONS: Partial<Record<Power, readonly string[]>> = {
  trade: ["powers.trade"],
  look: ["powers.looks", "powers.look_at", "powers.look_swap"],
};
const TABLE = "powers.cards";

/** A power with its whole scope, by the options that would say so for all cards. */
export type CardPower = { power: Power; scope: Record<string, string> };

export const powerName = (entry: unknown): Power | null =>
  typeof entry === "string" && entry !== "none" ? (entry.split(":")[0] as Power) : null;

/** What an entry says itself. */
function ownScope(entry: string): Record<string, string> {
  const [power, scope = ""] = entry.split(":");
  const parts = scope.split("/");
  const options = SCOPE_OPTIONS[power as Power] ?? [];
  return Object.fromEntries(options.flatMap((option, index) => (parts[index] ? [[option, parts[index]]] : [])));
}

/** The power of an entry, with what it leaves out as the options say; null for a card that can do nothing. */
export function readPower(entry: unknown, values: Values): CardPower | null {
  const power = powerName(entry);
  if (power === null) return null;
  const said = (SCOPE_OPTIONS[power] ?? []).filter((option) => option in values);
  const scope = Object.fromEntries(said.map((option) => [option, String(values[option])]));
  return { power, scope: { ...scope, ...ownScope(entry as string) } };
}

/** The shortest entry for a power: only what is not as the options say. */
export function writePower({ power, scope }: CardPower, values: Values): string {
  const parts = (SCOPE_OPTIONS[power] ?? []).map((option) =>
    scope[option] === String(values[option]) ? "" : (scope[option] ?? ""),
  );
  const own = parts.join("/").replace(/\/+$/, "");
  return own === "" ? power : `${power}:${own}`;
}

export const hasOwnScope = (entry: unknown): boolean => typeof entry === "string" && entry.includes(":");

export function powerOf(face: Face, values: Values): Power | null {
  return powerName(entryOf(face, values, TABLE));
}

export function cardPowerOf(face: Face, values: Values): CardPower | null {
  return readPower(entryOf(face, values, TABLE), values);
}

export const isSamePower = (one: CardPower | null, other: CardPower | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
