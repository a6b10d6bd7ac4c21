"""Shuffling by a key: a stream of numbers that only the key can continue, and an order in which every card has its
chance at every place.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence

#: Bytes from which one number is drawn, and how many of them a block of the stream has.
WORD_SIZE = 4
WORDS = 8
LARGEST = 2 ** (8 * WORD_SIZE)


class KeyedLuck:
    """The same key gives the same orders.

    >>> luck = KeyedLuck(b"a key")
    >>> luck.order(range(5))
    [0, 3, 2, 1, 4]
    """

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key  #: What all its orders come from.
        #: How many numbers have been drawn.
        self.drawn = drawn
        self._block = b""

    def copy(self) -> KeyedLuck:
        """The same luck, with the same orders to come."""
        return KeyedLuck(self.key, self.drawn)

    def order(self, cards: Sequence[int]) -> list[int]:
        """Every order has the same chance (Fisher-Yates, from the last card down)."""
        shuffled = list(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            pick = self.below(last + 1)
            shuffled[last], shuffled[pick] = shuffled[pick], shuffled[last]
        return shuffled

    def below(self, bound: int) -> int:
        """A number below the bound, each with the same chance: from the greatest multiple of it on, draw again."""
        limit = LARGEST // bound * bound
        while True:
            number = self._word()
            if number < limit:
                return number % bound

    def _word(self) -> int:
        block, index = divmod(self.drawn, WORDS)
        if not index or not self._block:
            self._block = hmac.digest(self.key, block.to_bytes(8), "sha256")
        self.drawn += 1
        return int.from_bytes(self._block[index * WORD_SIZE : (index + 1) * WORD_SIZE])


def shuffle_faces(key: bytes, faces: Iterable[int]) -> list[int]:
    """These faces in the order of a key, the top card first. They start sorted, however they lay before."""
    return KeyedLuck(key).order(sorted(faces))
