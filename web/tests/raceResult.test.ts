import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Judged } from "../src/lib/protocol";
import type { Viewpoint } from "../src/lib/sentences/names";
import { describeLateRefusal, RaceResult } from "../src/lib/state/raceResult.svelte";
import { Timers } from "../src/lib/state/timers";
import { plainText } from "../src/lib/words.svelte";
import { event } from "./feed";

const viewpoint: Viewpoint = { you: "a", nameOf: (seat) => ({ a: "Ana", b: "Ben" })[seat] ?? seat, dealt: 4 };
const ben: Judged = { seat: "b", action: "snap b1 #3", after: 412 };
const you: Judged = { seat: "a", action: "snap a1 #3", after: 447 };
const snapped = (seat: string) => [event("snapped", { seat, place: `${seat}1`, card: "7h" })];

let result: RaceResult;

beforeEach(() => {
  vi.useFakeTimers();
  result = new RaceResult(new Timers());
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = () => (result.line === null ? null : plainText(result.line.parts));

test("the line stays for long enough to be read", () => {
  result.record([ben, you], snapped("b"), viewpoint, true);
  vi.advanceTimersByTime(4900);
  expect(shown()).toBe("Ben 412 ms, you 447 ms");
  vi.advanceTimersByTime(200);
  expect(shown()).toBeNull();
});

test("whoever comes in second is not told again when their snap counts, too", () => {
  result.record([ben, { ...you, action: "snap" }], snapped("b"), viewpoint, true);
  expect(result.record([you], snapped("a"), viewpoint, true)).toBeNull();
  expect(shown()).toBe("Ben 412 ms, you 447 ms");
});

test("a press after another's snap says by how much it came too late", () => {
  result.closeWindow(430);
  result.record([ben], snapped("b"), viewpoint, true);
  vi.advanceTimersByTime(72);
  expect(result.describeLatePress(viewpoint, true)).toBe("Too late: Ben was faster by 90 ms");
});

test("a press after a draw says that the window has closed, for a moment", () => {
  result.closeWindow(2500);
  vi.advanceTimersByTime(1400);
  expect(result.describeLatePress(viewpoint, true)).toBe("The window has closed");
  vi.advanceTimersByTime(200);
  expect(result.describeLatePress(viewpoint, true)).toBeNull();
});

test("whoever has won the window is not late for it", () => {
  result.closeWindow(447);
  result.record([you], snapped("a"), viewpoint, true);
  expect(result.describeLatePress(viewpoint, true)).toBeNull();
});

test("a refusal has the server's own times", () => {
  const refused = { type: "refused", cmd_id: "c1", code: "somebody_was_faster", sentence: "", option: null } as const;
  expect(describeLateRefusal({ ...refused, race: [ben, you] }, viewpoint, true)).toBe(
    "Too late: Ben was faster by 35 ms",
  );
  const order = { ...refused, code: "seat_order", race: [ben, you] };
  expect(describeLateRefusal(order, viewpoint, false)).toBe("Ben comes first by seat order");
  const closed = { ...refused, code: "window_has_closed", race: [] };
  expect(describeLateRefusal(closed, viewpoint, true)).toBe("The window has closed");
  expect(describeLateRefusal({ ...closed, code: "not_your_turn" }, viewpoint, true)).toBeNull();
});
