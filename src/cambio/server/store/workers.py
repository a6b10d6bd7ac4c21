"""Workers: the servers that share a store. Each holds the tables that it has claimed, for as long as it lives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
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
    #: Milliseconds since it showed that it lives, by the database's clock.
    silence: float = 0.0


@dataclass(frozen=True, slots=True)
class Peer:
    """Another worker that lives, and what it tells about tables that anybody may join."""

    worker: Worker
    #: What the store does not read.
    lobby: bytes


#: Told which table another worker has claimed; None if claims may have been missed, so that it has to be asked.
Listener: TypeAlias = Callable[[str | None], None]


class Workers(ABC):
    """The part of a store that is about workers."""

    #: Whether several workers may use the store at once.
    is_shared = False

    @abstractmethod
    async def holder(self, table_id: str) -> Holder | None:
        """Who holds the table; None if nobody has ever claimed it, or nobody knows any more who did."""

    @abstractmethod
    def on_claim(self, listener: Listener) -> None:
        """Let a listener hear of every table that another worker claims."""

    @abstractmethod
    async def claimed_by_others(self, table_ids: Sequence[str], owner: str) -> list[str]:
        """Which of these tables the owner holds no longer."""

    @abstractmethod
    async def tell_lobby(self, owner: str, lobby: bytes) -> None:
        """Let the other workers know which tables of this one anybody may join."""

    @abstractmethod
    async def peers(self, owner: str) -> list[Peer]:
        """The other workers that live."""

    @abstractmethod
    async def retire(self) -> None:
        """Serve no longer: others may claim this worker's tables at once."""

    @abstractmethod
    async def shared_secret(self) -> bytes:
        """What all workers of this store know, and nobody else."""
