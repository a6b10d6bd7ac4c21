"""Shuffling: the order of a round's cards, from a secret that no card and no earlier round gives away."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

#: Bytes of a secret.
SECRET_SIZE = 32
#: Bytes from which one number is drawn.
WORD_SIZE = 4


def make_secret() -> str:
    """For a whole match."""
    return secrets.token_hex(SECRET_SIZE)


def derive_key(secret: str, purpose: str) -> bytes:
    """A key for one purpose; keys for other purposes can't be computed from it."""
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")


class KeyedLuck:
    """The dealer's luck of one round: the same key deals the same cards, and shuffles again in the same way.

    >>> luck = KeyedLuck(b"a key")
    >>> sorted(luck.order(range(5))) == list(range(5))
    True
    """

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key
        #: How many numbers have been drawn.
        self.drawn = drawn

    def copy(self) -> KeyedLuck:
        return KeyedLuck(self.key, self.drawn)

    def order(self, cards: Sequence[int]) -> list[int]:
        """Every order has the same chance."""
        shuffled = list(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            pick = self._below(last + 1)
            shuffled[last], shuffled[pick] = shuffled[pick], shuffled[last]
        return shuffled

    def _below(self, bound: int) -> int:
        """A number below the bound, each with the same chance: from the greatest multiple of it on, draw again."""
        limit = 2 ** (8 * WORD_SIZE) // bound * bound
        while True:
            number = self._word()
            if number < limit:
                return number % bound

    def _word(self) -> int:
        """The next number of a stream that only the key can continue."""
        words = hashlib.sha256().digest_size // WORD_SIZE
        block, index = divmod(self.drawn, words)
        self.drawn += 1
        digest = hmac.digest(self.key, block.to_bytes(8), "sha256")
        return int.from_bytes(digest[index * WORD_SIZE : (index + 1) * WORD_SIZE])
