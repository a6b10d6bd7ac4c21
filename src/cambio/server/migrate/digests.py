"""A digest of the rows of a table, the same in whatever order they come: the sum of the digests of all rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from .reports import Contents

_MODULUS = 1 << 256
_encode = msgspec.msgpack.Encoder().encode


class RowDigest:
    """Texts, bytes, numbers and nothing at all are told apart; truth values and times come as numbers.

    >>> one, other = RowDigest(), RowDigest()
    >>> one.add([("ana", 1), ("ben", None)]); other.add([("ben", None), ("ana", 1)])
    >>> one.contents() == other.contents()
    True
    >>> other.add([("ana", 1)]); one.contents() == other.contents()
    False
    """

    def __init__(self) -> None:
        self._rows = 0
        self._sum = 0

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        for row in rows:
            self._sum += int.from_bytes(hashlib.sha256(_encode(row)).digest())
            self._rows += 1
        self._sum %= _MODULUS

    def contents(self) -> Contents:
        return Contents(self._rows, f"{self._sum:064x}")
