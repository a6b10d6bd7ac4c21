// "My house rules": rule sets that a player has kept in this browser, each under a name of their own.

export type KeptRules = {
  name: string;
  code: string;
  /** The rules in words of the server, for a line about them. */ rules: string;
};

const STORAGE_KEY = "cambio.houseRules";
export const MOST_KEPT = 50;
export const LONGEST_NAME = 40;

const isKept = (entry: unknown): entry is KeptRules => {
  const kept = entry as Partial<KeptRules> | null;
  return [kept?.name, kept?.code, kept?.rules].every((text) => typeof text === "string" && text !== "");
};

/** Whatever the storage holds: what can't be read is left out. */
export function readKept(text: string | null): KeptRules[] {
  try {
    const entries: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(entries) ? entries.filter(isKept).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
}

const load = (): KeptRules[] => {
  try {
    return readKept(localStorage.getItem(STORAGE_KEY));
  } catch {
    return [];
  }
};

let kept: KeptRules[] = $state.raw(load());

export const keptRules = (): KeptRules[] => kept;

/** The newest come first; a name is given to one rule set only, and the oldest make room. */
export function keepRules(entry: KeptRules): void {
  const name = entry.name.trim().slice(0, LONGEST_NAME);
  if (name === "") return;
  const isOther = (each: KeptRules) => each.name.toLowerCase() !== name.toLowerCase();
  // Another tab may have kept something since.
  write([{ ...entry, name }, ...load().filter(isOther)].slice(0, MOST_KEPT));
}

export const dropRules = (name: string): void => write(load().filter((each) => each.name !== name));

function write(entries: KeptRules[]): void {
  kept = entries;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(entries));
  } catch {
    // A browser that keeps nothing has them until the page is closed.
  }
}
