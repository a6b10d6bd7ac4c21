import { expect, test } from "vitest";
import type { GameEvent, Judged } from "../src/lib/protocol";
import type { Viewpoint } from "../src/lib/sentences/names";
import { describeLateSnap, describeRace, describeSeatOrder } from "../src/lib/sentences/raceLine";
import { plainText } from "../src/lib/words.svelte";
import { event } from "./feed";

const viewpoint: Viewpoint = { you: "a", nameOf: (seat) => ({ a: "Ana", b: "Ben" })[seat] ?? seat, dealt: 4 };
const ben: Judged = { seat: "b", action: "snap b1 #3", after: 412 };
const you: Judged = { seat: "a", action: "snap a1 #3", after: 447 };
const text = (race: Judged[], events: GameEvent[] = [], isTimed = true): string | null => {
  const line = describeRace(race, events, viewpoint, isTimed);
  return line === null ? null : plainText(line.parts);
};

test("a race is told in milliseconds, the winner first", () => {
  expect(text([ben, { ...you, action: "snap" }])).toBe("Ben 412 ms, you 447 ms");
});

test("a snap without a rival is told as well", () => {
  expect(text([you])).toBe("You 447 ms");
  expect(text([{ ...ben, after: 12_340 }])).toBe("Ben 12.3 s");
});

test("a wrong snap, and a tie, are told as such", () => {
  expect(text([ben], [event("missed", { seat: "b", place: "b1" })])).toBe("Ben 412 ms – wrong card");
  expect(text([{ ...ben, after: 450 }, you])).toBe("Ben 450 ms, you 447 ms – a tie, decided by lot");
});

test("what ends a window without a snap is no race that is told", () => {
  const draw: Judged = { seat: "b", action: "draw", after: 300 };
  expect(text([draw, you])).toBeNull();
  expect(text([])).toBeNull();
  expect(text([you, { ...draw, action: "other" }])).toBe("You 447 ms");
});

test("where nobody has to hurry, seats decide between several", () => {
  expect(text([ben, you], [], false)).toBe("Ben comes first by seat order");
  expect(text([you, ben], [], false)).toBe("You come first by seat order");
  expect(text([you], [], false)).toBe("You snapped");
  expect(text([ben], [event("missed", { seat: "b", place: "b1" })], false)).toBe("Ben snapped – wrong card");
  expect(describeLateSnap(ben, 502, viewpoint, false)).toBe("Too late: Ben has snapped already");
  expect(describeSeatOrder("b", viewpoint)).toBe("Ben comes first by seat order");
});

test("whose card was snapped is told if it was yours", () => {
  const lost = [event("snapped", { seat: "b", place: "a1", card: "7h" })];
  expect(text([ben], lost)).toBe("Ben 412 ms – snapped your top-left card");
  expect(text([ben], lost, false)).toBe("Ben snapped your top-left card");
  expect(text([ben, you], lost, false)).toBe("Ben comes first by seat order, and snaps your top-left card");
  expect(text([ben], [event("snapped", { seat: "b", place: "b1", card: "7h" })])).toBe("Ben 412 ms");
});

test("a late snap is told by how much, or that the window has closed", () => {
  expect(describeLateSnap(ben, 502, viewpoint)).toBe("Too late: Ben was faster by 90 ms");
  expect(describeLateSnap(ben, 412, viewpoint)).toBe("Too late: Ben was faster");
  expect(describeLateSnap(null, 502, viewpoint)).toBe("The window has closed");
});
