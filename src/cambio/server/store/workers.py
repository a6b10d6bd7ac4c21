"""Workers: the servers that share a store. Each holds the tables that it has claimed, for as long as it lives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class Worker:
    """A server that serves tables; at its address clients reach it, whichever worker they asked first."""

    id: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """The worker that holds a table, and when it was last known to live."""

    worker: Worker
    is_alive: bool
    beat: Timestamp | None


#: Told when another worker has claimed a table.
Listener: TypeAlias = Callable[[str, str], None]


class Workers(ABC):
    """The part of a store that is about workers."""

    @abstractmethod
    async def holder(self, table_id: str) -> Holder | None:
        """Who holds the table; None if nobody has ever claimed it, or nobody knows any more who did."""

    @abstractmethod
    def on_claim(self, listener: Listener) -> None:
        """Let a listener hear of every table that another worker claims, and of who that is."""
