import { afterEach, expect, test, vi } from "vitest";
import type { MatchList } from "../src/lib/protocol";
import { ALL_MATCHES, MatchHistory } from "../src/lib/state/matchHistory.svelte";

const page = (ids: string[], next: string | null = null) => ({ matches: ids.map((id) => ({ id })), next }) as MatchList;
const answer = (list: MatchList) => Promise.resolve(new Response(JSON.stringify(list)));
const shown = (history: MatchHistory): string[] => history.matches.map(({ id }) => id);

afterEach(() => vi.unstubAllGlobals());

test("more games follow those that are shown", async () => {
  const asked = vi.fn((path: string) => answer(path.includes("before=k") ? page(["m3"]) : page(["m1", "m2"], "k")));
  vi.stubGlobal("fetch", asked);
  const history = new MatchHistory();
  await history.show({ book: "camp", onlyPeople: true, onlyWon: false });
  expect([shown(history), history.hasMore, history.isFiltered]).toEqual([["m1", "m2"], true, true]);
  await history.more();
  expect([shown(history), history.hasMore, history.isLoading]).toEqual([["m1", "m2", "m3"], false, false]);
  expect(asked.mock.calls.map(([path]) => path)).toEqual([
    "/api/matches?book=camp&people=true",
    "/api/matches?book=camp&people=true&before=k",
  ]);
});

test("an answer to an earlier choice comes too late", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const history = new MatchHistory();
  const first = history.show(ALL_MATCHES);
  const second = history.show({ ...ALL_MATCHES, onlyWon: true });
  answers[1]!(new Response(JSON.stringify(page(["won"]))));
  await second;
  answers[0]!(new Response(JSON.stringify(page(["lost"]))));
  await first;
  expect(shown(history)).toEqual(["won"]);
});

test("what has failed is said, and can be tried again without losing what is shown", async () => {
  let isDown = false;
  vi.stubGlobal("fetch", (path: string) =>
    isDown ? Promise.reject(new TypeError()) : answer(path.includes("before") ? page(["m2"]) : page(["m1"], "k")),
  );
  const history = new MatchHistory();
  await history.show(ALL_MATCHES);
  isDown = true;
  await history.more();
  expect([shown(history), history.problem]).toEqual([["m1"], "The server can’t be reached. Is it running?"]);
  isDown = false;
  await history.retry();
  expect([shown(history), history.problem]).toEqual([["m1", "m2"], null]);
});
