// The keys of a replay: arrows step, Space plays, and a letter jumps to the next of a kind, with Shift to the one before.

import type { Goal } from "./timeline";

export const GOAL_KEYS: Record<string, Goal> = { s: "snap", p: "power", c: "call", m: "mistake" };

export type KeyCommand = "play" | "first" | "last" | number | { goal: Goal; direction: 1 | -1 };

const COMMANDS: Record<string, KeyCommand> = {
  " ": "play",
  "Home": "first",
  "End": "last",
  "ArrowLeft": -1,
  "ArrowRight": 1,
  "ArrowDown": -1,
  "ArrowUp": 1,
};

/** What a key means here; null leaves it to whatever has the focus. */
export function keyCommand(event: KeyboardEvent): KeyCommand | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const focused = target as Element | null;
  if (focused?.closest?.("dialog, select, input:not([type=range], [type=checkbox])")) return null;
  // What can be pressed is pressed by Space.
  if (key === " " && focused?.closest?.("button, a, label, input[type=checkbox]")) return null;
  const goal = GOAL_KEYS[key.toLowerCase()];
  if (goal !== undefined) return { goal, direction: event.shiftKey ? -1 : 1 };
  return COMMANDS[key] ?? null;
}
