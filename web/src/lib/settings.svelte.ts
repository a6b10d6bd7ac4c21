// What a player likes, kept in this browser.

export type Settings = {
  sound: boolean;
  motion: "auto" | "less" | "full";
  fourColours: boolean;
  leftHanded: boolean;
  language: "auto" | "en" | "es";
  /** Seconds that a face stays up after a look. */
  lookSeconds: number;
  /** Swaps and throws need a second tap; null as long as the player has not been asked. */
  confirmsMoves: boolean | null;
  /** What games against bots are played by; null: as the server proposes. */
  rules: string | null;
  level: string;
  seats: number | null;
  /** While the page is not in sight: a sound when it is the player's turn. */
  turnSound: boolean;
  /** The same as a notification; null as long as the player has not been asked. */
  turnNotification: boolean | null;
  hasPlayed: boolean;
};

const STORAGE_KEY = "cambio.settings";
const DEFAULTS: Settings = {
  sound: true,
  motion: "auto",
  fourColours: false,
  leftHanded: false,
  language: "auto",
  lookSeconds: 4,
  confirmsMoves: null,
  rules: null,
  level: "casual",
  seats: null,
  turnSound: true,
  turnNotification: null,
  hasPlayed: false,
};

function readSettings(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...readSettings() });

/** The level to begin with where bots are seated: what the landing page has chosen, or the first that is offered. */
export const firstLevel = (offered: string[], wished = settings.level): string =>
  offered.includes(wished) ? wished : (offered[0] ?? wished);

const asksForLess =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : { matches: false };

export function hasMotion(): boolean {
  return settings.motion === "full" || (settings.motion === "auto" && !asksForLess.matches);
}

/** Keep every change; to be called once, where effects live. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(STORAGE_KEY, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
    document.documentElement.dataset.motion = hasMotion() ? "full" : "less";
    document.documentElement.dataset.deck = settings.fourColours ? "four" : "two";
  });
}
