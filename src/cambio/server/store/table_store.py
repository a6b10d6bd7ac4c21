"""As much of a store as one table needs while it is played: its log, and what is kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .contract import Entry, Finished, Snapshot, TableSummary
from .daily_deals import DailyResult
from .matches import PlayedMatch
from .statistics import RoundFigures


class TableStore(Protocol):
    """Each does what the contract of stores says of it."""

    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None: ...

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]: ...

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None: ...

    async def summarize(self, summary: TableSummary) -> None: ...

    async def summary(self, table_id: str) -> TableSummary | None: ...

    async def keep_snapshot(self, snapshot: Snapshot) -> None: ...

    async def snapshot(self, table_id: str) -> Snapshot | None: ...

    async def archive(
        self, finished: Finished, figures: Sequence[RoundFigures] = (), daily: DailyResult | None = None
    ) -> None: ...

    async def keep_match(self, match: PlayedMatch) -> None: ...
