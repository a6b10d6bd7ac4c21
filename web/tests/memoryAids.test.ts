import { expect, test } from "vitest";
import { emptyMemory, clarity, remember, type Remembered } from "../src/lib/game/memoryAids";
import type { GameEvent } from "../src/lib/protocol";
import { event } from "./feed";

const after = (...events: GameEvent[]): Remembered =>
  events.reduce((known, one) => remember(known, one, "a"), emptyMemory());
const faces = (known: Remembered) => Object.fromEntries([...known.known].map(([place, { face }]) => [place, face]));

test("what you look at is known, what others look at is not", () => {
  const known = after(
    event("peeked", { seat: "a", place: "a3", card: "7h" }),
    event("spied", { seat: "b", place: "a1" }),
    event("spied", { seat: "a", place: "b2", card: "Kd" }),
  );
  expect(faces(known)).toEqual({ a3: "7h", b2: "Kd" });
});

test("a card swapped in is known to the one who drew it, and the old one leaves", () => {
  const known = after(
    event("peeked", { seat: "a", place: "a3", card: "7h" }),
    event("drew", { seat: "a", card: "2c" }),
    event("swapped", { seat: "a", place: "a3", card: "7h", number: 4 }),
  );
  expect(faces(known)).toEqual({ a3: "2c" });
});

test("what somebody else swaps in is unknown, unless it was taken from the pile", () => {
  const seen = event("spied", { seat: "a", place: "b1", card: "9s" });
  const out = event("swapped", { seat: "b", place: "b1", card: "9s", number: 5 });
  expect(faces(after(seen, event("drew", { seat: "b" }), out))).toEqual({});
  expect(faces(after(seen, event("took", { seat: "b", card: "3d" }), out))).toEqual({ b1: "3d" });
});

test("knowledge travels with cards that change places", () => {
  const known = after(
    event("peeked", { seat: "a", place: "a3", card: "7h" }),
    event("traded", { seat: "b", place: "a3", other: "b1" }),
    event("gave", { seat: "b", place: "b1", other: "c2" }),
  );
  expect(faces(known)).toEqual({ c2: "7h" });
});

test("a snapped card is gone, a missed one has been seen", () => {
  const known = after(
    event("peeked", { seat: "a", place: "a3", card: "7h" }),
    event("snapped", { seat: "b", place: "a3", card: "7h" }),
    event("missed", { seat: "b", place: "b2", card: "8c" }),
  );
  expect(faces(known)).toEqual({ b2: "8c" });
});

test("a new deal is forgotten into", () => {
  expect(faces(after(event("peeked", { seat: "a", place: "a3", card: "7h" }), event("dealt")))).toEqual({});
});

test("time passes with your own turns", () => {
  expect(after(event("turn", { seat: "b" }), event("turn", { seat: "a" })).turn).toBe(1);
});

test("ghosts fade over three turns", () => {
  expect([0, 1, 2, 3, 9].map((turn) => clarity({ face: "7h", turn: 0 }, turn))).toEqual([
    1,
    expect.closeTo(2 / 3),
    expect.closeTo(1 / 3),
    0,
    0,
  ]);
});

test("an exchange takes away what was laid, tells what differed, and keeps what was held", () => {
  const seen = [event("peeked", { seat: "a", place: "a1", card: "7h" }), event("drew", { seat: "a", card: "2c" })];
  const laid = event("laid", { seat: "a", place: "a1", card: "7h" });
  expect(faces(after(...seen, laid, event("swapped", { seat: "a", place: "a2", card: "7s", number: 4 })))).toEqual({
    a2: "2c",
  });
  const differed = event("differed", { seat: "a", place: "a2", card: "9d" });
  expect(faces(after(...seen, differed, event("added", { seat: "a", place: "a5" })))).toEqual({
    a1: "7h",
    a2: "9d",
    a5: "2c",
  });
});
