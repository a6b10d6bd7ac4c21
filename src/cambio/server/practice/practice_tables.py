"""The tables that are played in this page. Each is the same live table as on a server, with its log in memory."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import msgspec

from ...actions import Action
from ...places import Seat
from ..clock import Clock
from ..logs import digest, log_failure
from ..search.question import SearchFailed, SearchQuestion
from ..settings import Settings
from ..store.contract import Entry, Person
from ..tables import log_entries
from ..tables.live_table import LiveTable
from ..tables.log_entries import TABLE
from ..tables.opening.new_table import NewTable, check_rules, make_opening
from ..tables.projection import TableListing
from ..tables.snapshots.loading import load_table
from ..tables.table_log import TableLog
from .memory_store import MemoryStore

#: Nobody else claims a table here.
EPOCH = 1


class Uncounted:
    """Metrics of a table that nobody watches."""

    def inc(self, amount: float = 1) -> None: ...

    def time(self) -> nullcontext[None]:
        return nullcontext()

    @property
    def moves(self) -> Uncounted:
        return self

    entries = failures = fallbacks = commits = moves


class NoSearch:
    """There is one thread: a bot that would search decides as the level below it does."""

    async def search(self, question: SearchQuestion) -> Action:  # noqa: ARG002
        raise SearchFailed("nobody searches here")


class PracticeTables:
    """Every table of this page, by its id."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._store = MemoryStore()
        self._live_tables: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def open_table(self, person: Person, wanted: NewTable) -> str:
        """A new table with its maker at a seat, or RulesError that names the options concerned."""
        rules = check_rules(wanted.rules, wanted.changes or {}, wanted.seats)
        now = self._clock.wall()
        entries = [
            Entry(seq, None, TABLE if seq > 2 else person.id, log_entries.encode(body), now)
            for seq, body in enumerate(make_opening(person, wanted, rules), start=1)
        ]
        table_id = secrets.token_urlsafe(8)
        self._store.create_table(table_id, entries)
        return table_id

    def has_table(self, table_id: str) -> bool:
        return self._store.has_table(table_id)

    async def live_table(self, table_id: str) -> LiveTable:
        """A table, awake; NoSuchTable if there is none."""
        live_table = self._live_tables.get(table_id)
        if live_table is not None and not live_table.is_over:
            return live_table
        loaded = await load_table(self._store, table_id)
        log = TableLog(table_id, EPOCH, self._store, self._clock, Uncounted())
        thought = await log.read_clocks(loaded.table, 0)
        live_table = LiveTable(loaded, log, self._settings, self._clock, Uncounted(), NoSearch())
        self._live_tables[table_id] = live_table
        task = asyncio.get_running_loop().create_task(self._run(live_table, thought))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return live_table

    async def _run(self, live_table: LiveTable, thought: Mapping[Seat, int]) -> None:
        try:
            await live_table.run(thought)
        except Exception:
            # The log is whole: whoever comes back loads the table again.
            log_failure("table failed", table=digest(live_table.id))
            sentence = "something went wrong at this table: connect again"
            live_table.subscribers.disconnect_all("failed", sentence, retry=1000)

    def unfinished(self, person: Person) -> list[dict[str, Any]]:
        """The tables to go on with, as a list shows them; the one played at last comes first."""
        now = self._clock.wall()
        return [
            {
                "table": each.table_id,
                "you": each.seats[person.id],
                "ago": max(0, now - each.at),
                **msgspec.structs.asdict(msgspec.json.decode(each.body, type=TableListing)),
            }
            for each in self._store.summaries()
            if not each.is_over and person.id in each.seats
        ]
