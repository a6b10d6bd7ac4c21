import { expect, test } from "vitest";
import { DiscardPile } from "../src/lib/state/discardPile.svelte";
import { board, event } from "./feed";

test("who threw, swapped or dropped is the discarder; a card that was turned up is nobody's", () => {
  const pile = new DiscardPile();
  for (const name of ["threw", "swapped", "dropped"]) {
    pile.record(event("opened", { card: "4h" }));
    expect(pile.discarder).toBeNull();
    pile.record(event(name, { seat: "b", card: "6d" }));
    expect(pile.discarder).toBe("b");
  }
});

test("the last top card lies below the new one", () => {
  const pile = new DiscardPile();
  pile.update(board({ top: "4h", pile: 1 }), board({ top: "6d", pile: 2 }));
  expect(pile.below).toBe("4h");
  pile.update(board({ top: "6d", pile: 2 }), board({ top: "6d", pile: 2, turn: "b" }));
  expect(pile.below).toBe("4h");
});

test("nobody knows what lies below after the top was taken, or for who has just come", () => {
  const pile = new DiscardPile();
  pile.update(board({ top: "6d", pile: 3 }), board({ top: "4h", pile: 2 }));
  expect(pile.below).toBeNull();
  pile.update(null, board({ top: "6d", pile: 9 }));
  expect(pile.below).toBeNull();
});
