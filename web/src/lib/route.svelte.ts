// Where on the site we are.

export type Route =
  | { page: "home" }
  | { page: "make" }
  | { page: "table"; id: string }
  | { page: "join"; code: string }
  | { page: "tutorial" };

function parseRoute(path: string): Route {
  const [first, second] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (first === "table" && second) return { page: "table", id: second };
  if (first === "join" && second) return { page: "join", code: second };
  if (first === "tutorial") return { page: "tutorial" };
  return { page: "home" };
}

let current: Route = $state.raw(typeof location === "undefined" ? { page: "home" } : parseRoute(location.pathname));

export const currentRoute = (): Route => current;

export function navigate(path: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = parseRoute(path);
  scrollTo(0, 0);
}

/** A part of the landing page that has no address of its own. */
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
  navigate(anchor.pathname);
}
