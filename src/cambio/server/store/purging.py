"""Purging: what has expired goes, a bounded number of rows at a time, and everything that stays is whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class PurgeStep:
    """A step of a walk through all rows of a kind: after which row it goes on, None at the end; and how many it purged.

    A walk begins after the row "".
    """

    after: str | None
    purged: int


@dataclass(frozen=True, slots=True)
class TableCutoffs:
    """Tables in which nothing has happened since then have expired: one that nobody would miss, a match that is over,
    and one that was left before its end.
    """

    empty: Timestamp
    finished: Timestamp
    abandoned: Timestamp


@dataclass(frozen=True, slots=True)
class ExpiredTable:
    """A table that may be purged, unless somebody claims it first; or what is left of one that is being purged."""

    table_id: str
    epoch: int


class Purging(ABC):
    """The part of a store that purges. Every call looks at a bounded number of rows."""

    @abstractmethod
    async def purge_sessions(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        """Sessions that were last used before then."""

    @abstractmethod
    async def purge_guests(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        """People, with their sessions, who have neither come nor been new since then, and to whom nothing refers: no
        table that they opened, no seat, no finished round.
        """

    @abstractmethod
    async def purge_codes(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        """Codes that expired before then; their tables stay."""

    @abstractmethod
    async def purge_rounds(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        """Rounds in the archive that were finished before then, as was the last one of their match.

        A match that is over goes with its rounds.
        """

    @abstractmethod
    async def purge_workers(self, before: Timestamp) -> int:
        """Workers that were last known to live before then, but for the one that was so last of all."""

    @abstractmethod
    async def find_expired_tables(
        self, cutoffs: TableCutoffs, owner: str, alive: Timestamp, after: str, limit: int
    ) -> tuple[list[ExpiredTable], str | None]:
        """Of the next so many tables those that may be purged, and after which table to go on; None at the end.

        A table of another owner whose beat is not older than `alive` is left to that one.
        """

    @abstractmethod
    async def purge_table(self, expired: ExpiredTable) -> bool:
        """There is no such table any more, for anybody; unless it has been claimed since it was found."""

    @abstractmethod
    async def purge_entries(self, table_id: str, limit: int) -> int:
        """Take so many entries from a table that was purged; the last call, which finds none, takes its row, too.

        The row stays as long as the archive has a round of the table, and so do matches that have a round there.
        """
