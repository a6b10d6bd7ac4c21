// Where on the site we are.

/** The form for house rules has no address of its own. */
export type PracticePlace = "home" | "make" | "tutorial" | "table";

export type Route =
  | { page: "home" }
  | { page: "make" }
  | { page: "rules"; code: string }
  | { page: "table"; id: string }
  | { page: "join"; code: string }
  | { page: "tutorial" }
  | { page: "games" }
  /** A finished round, or none yet: a file is chosen there. */
  | { page: "replay"; round: string | null }
  /** Today's deals, or the results of one; and a round of one. */
  | { page: "daily"; deal: { day: string; book: string } | null }
  | { page: "dailyRound"; deal: { day: string; book: string }; round: string }
  /** A finished round that somebody has shared. */
  | { page: "shared"; token: string }
  /** Played in the page itself, without a server: what to play, the tutorial, or a table. */
  | { page: "practice"; place: PracticePlace; table: string }
  /** The address leads to no page, to no table, or has a code that no table has. */
  | { page: "unknown"; what: "page" | "table" | "code" };

const UNKNOWN_PAGE: Route = { page: "unknown", what: "page" };

export function parseRoute(path: string): Route {
  let segments: string[];
  try {
    segments = path.replace(/\?.*/, "").split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return UNKNOWN_PAGE;
  }
  const [first, second, ...more] = segments;
  if (first === undefined) return { page: "home" };
  if (first === "practice") return parsePractice(second, more);
  if (first === "daily") return parseDaily(second, more);
  if (first === "replay" && second === "s" && more.length === 1) return { page: "shared", token: more[0]! };
  if (more.length > 0) return UNKNOWN_PAGE;
  if (first === "table" && second) return { page: "table", id: second };
  if (first === "join" && second) return { page: "join", code: second };
  if (first === "rules" && second) return { page: "rules", code: second };
  if (first === "replay") return { page: "replay", round: second ?? null };
  if (first === "tutorial" && !second) return { page: "tutorial" };
  if (first === "games" && !second) return { page: "games" };
  return UNKNOWN_PAGE;
}

function parsePractice(second: string | undefined, [table, ...more]: string[]): Route {
  if (second === undefined) return { page: "practice", place: "home", table: "" };
  if (second === "tutorial" && table === undefined) return { page: "practice", place: "tutorial", table: "" };
  if (second === "table" && table && more.length === 0) return { page: "practice", place: "table", table };
  return UNKNOWN_PAGE;
}

function parseDaily(day: string | undefined, [book, round, ...more]: string[]): Route {
  if (day === undefined) return { page: "daily", deal: null };
  if (book === undefined || more.length > 0) return UNKNOWN_PAGE;
  return round === undefined
    ? { page: "daily", deal: { day, book } }
    : { page: "dailyRound", deal: { day, book }, round };
}

let current: Route = $state.raw(typeof location === "undefined" ? { page: "home" } : parseRoute(location.pathname));

export const currentRoute = (): Route => current;

export function navigate(path: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = parseRoute(path);
  scrollTo(0, 0);
}

/** A page that has no address of its own. */
export function showPage(route: Route): void {
  current = route;
  scrollTo(0, 0);
}

export function followHistory(): void {
  addEventListener("popstate", () => (current = parseRoute(location.pathname)));
}

/** Links are followed without a new page, unless a new tab is asked for. */
export function followLink(event: MouseEvent): void {
  const anchor = (event.target as HTMLElement).closest("a");
  if (anchor === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || anchor.target !== "" || anchor.hasAttribute("download"))
    return;
  if (anchor.origin !== location.origin) return;
  event.preventDefault();
  navigate(anchor.pathname + anchor.search);
}
