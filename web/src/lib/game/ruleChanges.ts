// House rules as changes of a rule book: what is set otherwise than there, by full name.

import { powerName, SCOPE_OPTIONS } from "./cardPowers";
import { COLOURS, isInDeck, type Kind } from "./deck";
import type { Values } from "./ruleValues";

export type Changes = Record<string, unknown>;
/** What the rules are now, as the server has written them: every option, and those that say nothing. */
export type WrittenRules = { values: Values; idle: Record<string, string> };

const POWERS = "powers.cards";
const SCOPES = Object.values(SCOPE_OPTIONS).flat();

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** With more changes on top. What is again as the rule book has it is no house rule. */
export function addChanges(changes: Changes, added: Changes, written: WrittenRules, book: Values): Changes {
  const wanted = { ...changes, ...added };
  const idle = idleScopes({ ...written.values, ...wanted });
  return Object.fromEntries(
    Object.entries(wanted).filter(([option, value]) => !isSame(value, book[option]) && !idle.includes(option)),
  );
}

/** What the change of one option changes: an entry of a table by rank and colour (deck.counts.2b) does so as a whole.
 * The server takes what is left out of a table for the default. An entry of a rank is one for each colour.
 */
export function changesOf(option: string, value: unknown, wanted: Values): Changes {
  const [section, name, card] = option.split(".");
  if (card === undefined) return { [option]: value };
  const table = wanted[`${section}.${name}`] as Record<Kind, unknown>;
  const kinds = card in table ? [card] : COLOURS.map((colour) => `${card}${colour}`);
  return { [`${section}.${name}`]: { ...table, ...Object.fromEntries(kinds.map((kind) => [kind, value])) } };
}

/** Scopes of powers that no card of the deck has: the server refuses to be told about them. */
function idleScopes(values: Values): string[] {
  const entries = Object.entries((values[POWERS] ?? {}) as Record<Kind, string>);
  const used = new Set(entries.filter(([kind]) => isInDeck(kind, values)).map(([, entry]) => powerName(entry)));
  const said = [...used].flatMap((power) => (power && SCOPE_OPTIONS[power]) ?? []);
  return SCOPES.filter((option) => !said.includes(option));
}

/** The same changes as the server writes them: what most cards of a power reach is said once, the rest by each card. */
export function asWritten(changes: Changes, { values, idle }: WrittenRules, book: Values): Changes {
  const together = [POWERS, ...SCOPES];
  const others = Object.entries(changes).filter(([option]) => !together.includes(option));
  const said = together.filter((option) => !(option in idle) && !isSame(values[option], book[option]));
  return Object.fromEntries([...others, ...said.map((option) => [option, values[option]] as const)]);
}
