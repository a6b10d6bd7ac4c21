// A game that starts at once: rule book, level of the bots and seats, as they were chosen here last.

import { tablePath } from "./server/backend";
import { createTable, type GameChoice, type GameChoices } from "./server/api";
import { navigate } from "./route.svelte";
import { settings, type Settings } from "./settings.svelte";

/** Seconds for a decision; bots don't hurry anybody. */
const CLOCK = 60;

type Wishes = Pick<Settings, "rules" | "level" | "seats">;

/** What was chosen last, as far as the server still offers it; otherwise what the server proposes. */
export function currentChoice({ presets, levels, chosen }: GameChoices, wishes: Wishes = settings): GameChoice {
  const preset = presets.find(({ name }) => name === wishes.rules) ?? presets.find(({ name }) => name === chosen.rules);
  const level = levels.some(({ name }) => name === wishes.level) ? wishes.level : chosen.level;
  const [fewest, most] = preset?.seats ?? [chosen.seats, chosen.seats];
  const seats = Math.min(most, Math.max(fewest, wishes.seats ?? chosen.seats));
  return { rules: preset?.name ?? chosen.rules, level, seats };
}

/** How many may play by that rule book. */
export function seatNumbers({ presets }: GameChoices, rules: string): number[] {
  const [fewest, most] = presets.find(({ name }) => name === rules)?.seats ?? [2, 2];
  return Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index);
}

/** Set up a table with bots on all other seats, and go there. */
export async function startGame({ rules, level, seats }: GameChoice): Promise<void> {
  const bots = new Array<string>(seats - 1).fill(level);
  const made = await createTable({ rules, seats, options: { clock: CLOCK }, bots, start: true });
  settings.hasPlayed = true;
  navigate(tablePath(made.table));
}
