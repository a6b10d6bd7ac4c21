"""A table's log in the store: appending entries to it, and reading a table back from it."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from ...places import Seat
from ..clock import Clock
from ..store.contract import (
    Entry,
    Finished,
    Snapshot,
    TableSummary,
    Timestamp,
)
from ..store.daily_deals import DailyResult
from ..store.errors import Taken
from ..store.matches import PlayedMatch
from ..store.statistics import RoundFigures
from ..store.table_store import TableStore
from . import log_entries
from .log_entries import AnyBody, Opened
from .projection import TableListing, listing
from .table_metrics import TableMetrics
from .table_state import TableState
from .turn_clocks import ClockReading
from .updates import UPDATES_KEPT, Update


class NewEntry(NamedTuple):
    """Something that is to be written: by whom, by which command, and what."""

    actor: str
    cmd_id: str | None
    body: AnyBody


class SummaryBody(TableListing, frozen=True, omit_defaults=True):
    """What the store keeps of a table beside its log: what lists show, and how its clocks stood then."""

    clocks: ClockReading = ClockReading()


@dataclass(frozen=True)
class TableLog:
    """The log of one table, under the epoch by which this server holds the table."""

    table_id: str
    epoch: int
    store: TableStore
    clock: Clock
    metrics: TableMetrics

    async def append(self, last_seq: int, entries: Sequence[NewEntry]) -> list[Entry]:
        """Write entries after the last one; they are durable when this returns, and AlreadyThere writes none."""
        at = self.clock.wall()
        rows = [
            Entry(seq, entry.cmd_id, entry.actor, log_entries.encode(entry.body), at)
            for seq, entry in enumerate(entries, start=last_seq + 1)
        ]
        with self.metrics.commits.time():
            await self.store.append(self.table_id, self.epoch, rows)
        self.metrics.entries.inc(len(rows))
        return rows

    async def find_command(self, person: str, cmd_id: str) -> int | None:
        """The number of the entry that carried a person's command out, however long ago; None if there is none."""
        return await self.store.entry_of(self.table_id, person, cmd_id)

    async def archive(self, finished: Finished, figures: Sequence[RoundFigures], daily: DailyResult | None) -> None:
        """Keep a finished round; after a crash it may have been kept already."""
        with contextlib.suppress(Taken):
            await self.store.archive(finished, figures, daily)

    async def keep_match(self, match: PlayedMatch) -> None:
        """Let the players find the match in their lists."""
        await self.store.keep_match(match)

    async def keep_snapshot(self, seq: int, body: bytes) -> None:
        await self.store.keep_snapshot(Snapshot(self.table_id, seq, body))

    async def summarize(self, table: TableState, clocks: ClockReading) -> None:
        """Let the players find the table in their lists; a lesson is begun anew instead.

        A round that is played on can be gone on with, but is in no list when it is over.
        """
        is_over = table.stage == "over" or table.is_lesson
        is_listed = table.counts or not is_over
        seats = {person: seat for seat, person in table.people().items()} if is_listed else {}
        has_match = table.match is not None and table.counts
        body = msgspec.json.encode(SummaryBody(**msgspec.structs.asdict(listing(table)), clocks=clocks))
        await self.store.summarize(
            TableSummary(self.table_id, table.seq, table.at, is_over, has_match, seats, body),
        )

    async def read_clocks(self, table: TableState, last_beat: Timestamp) -> dict[Seat, int]:
        """How long each seat had thought about its question when the table was left.

        `last_beat` is when the server before was last known to live. While a table sleeps its clocks stand still,
        however long servers live or are gone meanwhile.
        """
        summary = await self.store.summary(self.table_id)
        if summary is None:
            return {}
        if summary.seq < table.seq:
            # It was in the middle of play: its clocks ran until the server ended.
            return dict.fromkeys(table.deciders(), max(0, last_beat - table.at))
        return msgspec.json.decode(summary.body, type=SummaryBody).clocks.at_end(last_beat)


def replay_log(
    rows: Iterable[Entry], table: TableState | None = None, updates: Iterable[Update] = ()
) -> tuple[TableState, deque[Update]]:
    """The table that a log adds up to, and its latest updates; or what entries make of a table that is there."""
    updates = deque(updates, maxlen=UPDATES_KEPT)
    for row in rows:
        body = log_entries.decode(row.body)
        if table is None:
            assert isinstance(body, Opened), "a log begins with a table that is opened"
            table = TableState.from_opening(body)
        events = table.apply(row.seq, row.actor, row.cmd_id, body, row.at)
        updates.append(Update.from_entry(row.seq, body, events, table))
    if table is None:
        raise ValueError("expected a table's entries, but found none")
    return table, updates
