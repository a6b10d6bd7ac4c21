"""Random numbers: a small generator that deals the same cards from a seed in every build.

A multiply-with-carry generator whose result is the xor of the two halves of its state. It never leaves 64 bits, so
interpreted and compiled code compute the same without masks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .table import Table

MULTIPLIER = 4294883355
HALF = 4294967295
WHOLE = 18446744073709551615
STIR = 11400714819323198485


class Rng:
    """Random numbers from a seed.

    >>> rng = Rng(7)
    >>> [rng.below(6) + 1 for _ in range(8)]
    [3, 3, 4, 1, 3, 2, 6, 4]
    """

    def __init__(self, seed: int) -> None:
        self.start(seed & WHOLE)

    def start(self, seed: int) -> None:
        """Begin anew, from a seed of 64 bits."""
        # Spread near seeds far apart; a state of nothing but zeros or of the largest carry would stand still.
        state = seed * STIR & WHOLE
        state ^= state >> 29
        state = state * STIR & WHOLE
        state ^= state >> 32
        self.state = state % ((MULTIPLIER << 32) - 2) + 1
        for _ in range(8):
            self.below(2)

    def copy(self) -> Rng:
        """The same numbers to come."""
        return rng_in_state(self.state)

    def __reduce__(self) -> tuple[Callable[[int], Rng], tuple[int]]:
        """A pickle holds the state, whichever build reads it."""
        return rng_in_state, (self.state,)

    def below(self, bound: int) -> int:
        """A number from 0 up to, but not including, the bound."""
        state = self.state
        low = state & HALF
        high = state >> 32
        self.state = MULTIPLIER * low + high
        return (low ^ high) * bound >> 32

    def order(self, cards: Sequence[int]) -> list[int]:
        """The same cards, shuffled."""
        shuffled = list(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            pick = self.below(last + 1)
            shuffled[last], shuffled[pick] = shuffled[pick], shuffled[last]
        return shuffled


def rng_in_state(state: int) -> Rng:
    """The numbers that follow a state."""
    rng = Rng(0)
    rng.state = state
    return rng


def shuffle_stock(table: Table, rng: Rng) -> None:
    """Shuffle the stock in place, without a list."""
    stock = table.stock
    for last in range(table.stock_left - 1, 0, -1):
        pick = rng.below(last + 1)
        card = stock[last]
        stock[last] = stock[pick]
        stock[pick] = card
