"""What a table counts and times, for whoever watches the server."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol


class Count(Protocol):
    def inc(self, amount: float = 1) -> None: ...


class Times(Protocol):
    def time(self) -> AbstractContextManager[object]:
        """Time what is done within."""


class TableMetrics(Protocol):
    """As much of a server's metrics as its tables need."""

    @property
    def moves(self) -> Count: ...
    @property
    def entries(self) -> Count: ...
    @property
    def failures(self) -> Count: ...
    @property
    def fallbacks(self) -> Count: ...
    @property
    def commits(self) -> Times: ...
