"""What a move tells whoever asked for it."""

from __future__ import annotations

from dataclasses import dataclass


class MoveFailed(Exception):
    """Nothing was moved; both databases are as they were."""


@dataclass(frozen=True)
class Contents:
    """How many rows a table has, and a digest of all of them that does not depend on their order."""

    rows: int
    digest: str


@dataclass(frozen=True)
class Compared:
    """A table in both databases."""

    table: str
    source: Contents
    target: Contents

    @property
    def is_same(self) -> bool:
        return self.source == self.target
