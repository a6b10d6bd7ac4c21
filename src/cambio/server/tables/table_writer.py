"""The one way to change a live table: write entries down, then apply them, then tell everybody.

Nothing changes before it is durable, and nobody is told anything before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..clock import Clock
from ..store.contract import Entry
from ..store.errors import AlreadyThere
from .commands.command_answers import CommandAnswers
from .daily_result import make_daily_result
from .live_round import LiveRound, make_figures, make_finished, make_match
from .log_entries import TABLE, AnyBody, Dealt, Played, Renamed, Started
from .subscribers import Subscribers, Viewer
from .table_log import NewEntry, TableLog
from .table_metrics import TableMetrics
from .table_state import TableState
from .updates import Update


@dataclass(frozen=True)
class TableWriter:
    """Appends to the log of one table, and keeps everything that follows from the log up to date."""

    table: TableState
    log: TableLog
    live_round: LiveRound
    subscribers: Subscribers
    answers: CommandAnswers
    clock: Clock
    metrics: TableMetrics

    async def write(self, *bodies: AnyBody) -> None:
        """Write what happens without a command: by the dealer, a clock, or a bot."""
        await self._write([NewEntry(TABLE, None, body) for body in bodies], None)

    async def write_command(self, actor: str, cmd_id: str | None, body: AnyBody, viewer: Viewer | None = None) -> None:
        """Write what a command does, and confirm the command to the viewer."""
        await self._write([NewEntry(actor, cmd_id, body)], viewer)

    async def _write(self, entries: Sequence[NewEntry], viewer: Viewer | None) -> None:
        try:
            rows = await self.log.append(self.table.seq, entries)
        except AlreadyThere as error:
            # A command from long ago, sent once more: it was carried out then.
            for entry in entries:
                self.answers.confirm(viewer, entry.cmd_id, error.seq)
            return
        for row, entry in zip(rows, entries, strict=True):
            update = self._apply(row, entry)
            await self.archive_finished()
            if isinstance(entry.body, Started | Renamed):
                await self._keep_match()
            self.subscribers.publish(update, self.live_round.status(self.clock.now()))
            self.answers.confirm(viewer, entry.cmd_id, row.seq)

    def _apply(self, row: Entry, entry: NewEntry) -> Update:
        if isinstance(entry.body, Started | Dealt):
            self.live_round.clear()
        events = self.table.apply(row.seq, entry.actor, entry.cmd_id, entry.body, row.at)
        self.live_round.follow(events, self.clock.now())
        if isinstance(entry.body, Played):
            self.metrics.moves.inc()
        return Update.from_entry(row.seq, entry.body, events, self.table)

    async def archive_finished(self) -> None:
        """Keep a finished round, once, and how the match stands after it; one that is played on is kept already."""
        if self.table.continued is not None:
            return
        if self.table.game is None or not self.table.game.is_over or self.live_round.archived is not None:
            return
        finished = make_finished(self.log.table_id, self.table)
        await self.log.archive(finished, make_figures(self.table), make_daily_result(self.table))
        self.live_round.archived = finished.id
        await self._keep_match()

    async def take_up(self) -> None:
        """The table has been loaded: what a server that was killed could not keep any more is kept now."""
        await self.archive_finished()
        await self._keep_match()

    async def _keep_match(self) -> None:
        match = make_match(self.log.table_id, self.table)
        if match is not None and match != self.live_round.kept:
            await self.log.keep_match(match)
            self.live_round.kept = match
