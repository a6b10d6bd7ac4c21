"""A store in memory: tables last as long as the page that they are played in."""

from __future__ import annotations

from collections.abc import Sequence

from ..store.contract import Entry, Finished, Snapshot, TableSummary
from ..store.daily_deals import DailyResult
from ..store.errors import AlreadyThere, NoSuchTable
from ..store.matches import PlayedMatch
from ..store.statistics import RoundFigures


class MemoryStore:
    """The logs of tables, and their summaries. Nothing is read back after the page is gone, so nothing else is kept."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Entry]] = {}
        self._commands: dict[tuple[str, str, str], int] = {}
        self._summaries: dict[str, TableSummary] = {}

    def create_table(self, table_id: str, entries: Sequence[Entry]) -> None:
        self._logs[table_id] = list(entries)

    def has_table(self, table_id: str) -> bool:
        return table_id in self._logs

    def summaries(self) -> list[TableSummary]:
        """Those of all tables, the one played at last first."""
        return sorted(self._summaries.values(), key=lambda each: each.at, reverse=True)

    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None:  # noqa: ARG002
        """There is one page, so nobody else holds the table, and a batch is always the log's next."""
        if table_id not in self._logs:
            raise NoSuchTable(table_id)
        commands = {(table_id, each.actor, each.cmd_id): each.seq for each in entries if each.cmd_id is not None}
        for command in commands.keys() & self._commands.keys():
            raise AlreadyThere(*command, self._commands[command])
        self._commands.update(commands)
        self._logs[table_id].extend(entries)

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        return self._logs.get(table_id, [])[after:]

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        return self._commands.get((table_id, actor, cmd_id))

    async def summarize(self, summary: TableSummary) -> None:
        self._summaries[summary.table_id] = summary

    async def summary(self, table_id: str) -> TableSummary | None:
        return self._summaries.get(table_id)

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """The log is in memory already."""

    async def snapshot(self, table_id: str) -> Snapshot | None:  # noqa: ARG002
        return None

    async def archive(
        self, finished: Finished, figures: Sequence[RoundFigures] = (), daily: DailyResult | None = None
    ) -> None:
        """Practice counts for nothing."""

    async def keep_match(self, match: PlayedMatch) -> None:
        """Nor is it in any list of matches."""
