// What the address of the page says about a replay: from which viewpoint, and which round of a match.

type Name = "as" | "round";

export const asked = (name: Name): string | null => new URLSearchParams(location.search).get(name);

/** A reload, or whoever gets the address, begins there. */
export function noteAsked(name: Name, value: string): void {
  const query = new URLSearchParams(location.search);
  query.set(name, value);
  history.replaceState(null, "", `?${query}${location.hash}`);
}
