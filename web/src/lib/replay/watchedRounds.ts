// Which rounds have been watched to their end in this browser: they have no spoilers any more.

const STORAGE_KEY = "cambio.watched";
const MOST = 100;

function readKeys(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

export const isWatched = (key: string): boolean => readKeys().includes(key);

export function noteWatched(key: string): void {
  const keys = [...readKeys().filter((kept) => kept !== key), key].slice(-MOST);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(keys));
  } catch {
    // A browser that keeps nothing hides the rest again.
  }
}
