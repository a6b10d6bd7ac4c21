"""The table registry: opens the tables of a server, loads them when somebody comes, and ends them in good order."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass

import msgspec

from ...places import RAIL, Seat
from ..clock import Clock
from ..logs import digest, log, log_failure
from ..metrics import Metrics
from ..operating.ban_list import BanList
from ..purge import Purge
from ..routing.tickets import Tickets
from ..routing.worker_addresses import socket_address
from ..search.pool import SearchPool
from ..sessions import Sessions
from ..settings import Settings
from ..store.contract import Entry, Person, SeatAtTable, Store, TableRow
from ..store.errors import HeldElsewhere, NoSuchTable, StoreError, StoreFailed, Taken
from ..store.health import StoreHealth
from ..store.operations import Change
from ..store.workers import Worker
from . import log_entries
from .commands.inbox import MOVED, StopRequested
from .forgetting import SOMEBODY, forget_in_archive, forget_in_logs
from .live_table import LiveTable
from .log_entries import TABLE
from .opening.new_table import NewTable, check_rules, make_opening
from .projection import TableListing, listing
from .snapshots.loading import load_table
from .table_log import TableLog
from .table_state import TableState

#: No letters or digits that are mistaken for one another.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
HOUR = 3_600_000
#: Matches that somebody who is forgotten leaves to stand-ins, at most.
MOST_LEFT = 1000
#: Milliseconds after which whoever was at a table connects again when the server restarts; sooner, if there are others.
RESTART_TIME, HANDOVER_TIME = 500, 100
#: Milliseconds without a beat after which a worker may have died, so that nobody is sent there before that is known.
MISSED_BEAT = 1_400.0
RESTARTING = "the server is restarting: connect again in a moment"
STORE_LOST = "the server has lost its database: its operator has to put that right before play goes on"


@dataclass(frozen=True)
class ListedTable:
    """A table in somebody's list: the seat that they have there, and when something happened there last."""

    table_id: str
    seat: Seat
    at: int
    listing: TableListing


class TableRegistry:
    """Every table, by its id. Those where nobody is connected are not in memory, but in the store alone."""

    def __init__(self, store: Store, settings: Settings, clock: Clock | None = None) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock or Clock()
        self.metrics = Metrics()
        self.sessions = Sessions(store, self.clock, settings.session_days)
        self.bans = BanList(self.clock)
        self.owner = secrets.token_hex(8)
        self.is_closing = False
        self._search_pool = SearchPool()
        self._live_tables: dict[str, LiveTable] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: Held while a table is loaded, so that it is loaded once.
        self._loading: dict[str, asyncio.Lock] = {}
        #: When the server before this one was last known to live.
        self._last_beat: int | None = None
        self.tickets = Tickets(secrets.token_bytes(32), self.clock)
        self._letting_go: set[asyncio.Task[None]] = set()
        store.on_claim(self._let_go)
        self.health = StoreHealth(store, self.owner, self.clock, self.metrics, self._stop_play)
        self.purge = Purge(store, settings, self.clock, self.metrics, self.owner, self._is_live)
        self._purging: asyncio.Task[None] | None = None
        self._is_open = False

    async def open(self) -> None:
        """Begin to serve, or raise `StoreError`; opening what is open does no harm."""
        if self._is_open:
            return
        await self.store.open(Worker(self.owner, self.settings.advertise))
        try:
            self._last_beat = await self.store.last_beat()
            self.tickets = Tickets(await self.store.shared_secret(), self.clock)
        except BaseException:
            await self.store.close()
            raise
        self.health.start()
        self._purging = asyncio.create_task(self.purge.run())
        self._is_open = True

    async def close(self, sentence: str = RESTARTING) -> None:
        """Everybody is told, all that was accepted is in the store, and the next server goes on from there."""
        await self.retire(sentence)
        await self._search_pool.close()
        await self.store.close()
        self._is_open = False

    async def retire(self, sentence: str = RESTARTING) -> None:
        """Tables end, and other workers may claim them; requests that are under way can still ask the store."""
        if self.is_closing:
            return
        self.is_closing = True
        if self._purging is not None:
            self._purging.cancel()
        await self.health.stop()
        retry = HANDOVER_TIME if self.store.is_shared else RESTART_TIME
        await self._end_tables(StopRequested("restart", sentence, retry=retry))
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=5)
        # A store that can't be written is closed all the same.
        with contextlib.suppress(StoreError):
            await self.store.beat(self.owner, self.clock.wall())
            await self.store.retire()

    async def _stop_play(self) -> None:
        """The store is lost: whoever is at a table is told so, and comes back when the store does."""
        await self._end_tables(StopRequested("store", STORE_LOST, retry=2000))

    async def _end_tables(self, stop: StopRequested) -> None:
        await asyncio.gather(*(live_table.end(stop) for live_table in self.tables_in_memory()))

    async def end_table(self, table_id: str, stop: StopRequested) -> None:
        """End a table, if it is in memory."""
        live_table = self._live_tables.get(table_id)
        if live_table is not None and not live_table.is_over:
            await live_table.end(stop)

    def tables_in_memory(self) -> list[LiveTable]:
        return [live_table for live_table in self._live_tables.values() if not live_table.is_over]

    # Tables

    async def open_table(self, person: Person, wanted: NewTable) -> TableRow:
        """A new table with its maker at a seat, or RulesError that names the options concerned.

        `AlreadyTried`, if the person has begun that daily deal already.
        """
        is_suited = wanted.continued is not None
        rules = check_rules(wanted.rules, wanted.changes or {}, wanted.seats, is_suited=is_suited)
        now = self.clock.wall()
        bodies = make_opening(person, wanted, rules)
        entries = [
            Entry(seq, None, TABLE if seq > 2 else person.id, log_entries.encode(body), now)
            for seq, body in enumerate(bodies, start=1)
        ]
        row = await self._create_table(person, wanted, entries, now)
        log("table opened", table=digest(row.id), rules=str(rules), seats=wanted.seats)
        return row

    async def _create_table(self, person: Person, wanted: NewTable, entries: list[Entry], now: int) -> TableRow:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            # Nobody can join a round that is played on.
            expires = now + self.settings.code_hours * HOUR if wanted.continued is None else now
            row = TableRow(secrets.token_urlsafe(16), code, expires, person.id, wanted.options.public, now)
            try:
                await self.store.create_table(row, self.owner, entries, wanted.daily)
            except Taken:
                continue
            return row

    async def live_table(self, table_id: str) -> LiveTable:
        """A table, loaded if it is not in memory; NoSuchTable if there is none, StoreFailed if it can't be now."""
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                live_table = self._live_tables.get(table_id)
                if live_table is None or live_table.is_over:
                    if self.is_closing:
                        raise StoreFailed("the server is closing")
                    live_table = await self._load(table_id)
                return live_table
        finally:
            if not lock.locked():
                self._loading.pop(table_id, None)

    async def has_table(self, table_id: str) -> bool:
        """Whether there is such a table; one in memory needs no question to the store."""
        return self._is_in_memory(table_id) or await self.store.table(table_id) is not None

    def _is_in_memory(self, table_id: str) -> bool:
        live_table = self._live_tables.get(table_id)
        return live_table is not None and not live_table.is_over

    def _is_live(self, table_id: str) -> bool:
        """Whether a table is in memory, or is being loaded."""
        return table_id in self._live_tables or table_id in self._loading

    async def _load(self, table_id: str) -> LiveTable:
        last_beat = await self._last_beat_at(table_id)
        epoch = await self.store.claim(table_id, self.owner)
        loaded = await load_table(self.store, table_id)
        log = TableLog(table_id, epoch, self.store, self.clock, self.metrics)
        thought = await log.read_clocks(loaded.table, last_beat)
        live_table = LiveTable(loaded, log, self.settings, self.clock, self.metrics, self._search_pool)
        self._live_tables[table_id] = live_table
        # A table lasts longer than the request that it was loaded for, and logs nothing under its id.
        self._tasks[table_id] = asyncio.create_task(self._run(live_table, thought), context=Context())
        self.metrics.tables.set(len(self._live_tables))
        return live_table

    async def _last_beat_at(self, table_id: str) -> int:
        """When the worker was last known to live that held the table before; 0 if that was this one."""
        if not self.store.is_shared:
            return self._last_beat or 0
        before = await self.store.holder(table_id)
        return before.beat or 0 if before is not None and before.worker.id != self.owner else 0

    async def _run(self, live_table: LiveTable, thought: Mapping[Seat, int]) -> None:
        try:
            await live_table.run(thought)
        except Exception:
            # The log is whole: whoever comes back loads the table again.
            log_failure("table failed", table=digest(live_table.id))
            live_table.subscribers.disconnect_all(
                "failed", "something went wrong at this table: connect again", retry=1000
            )
        finally:
            if self._live_tables.get(live_table.id) is live_table:
                del self._live_tables[live_table.id]
                del self._tasks[live_table.id]
            self.metrics.tables.set(len(self._live_tables))

    # Other workers

    async def socket_elsewhere(self, table_id: str) -> str | None:
        """Where the worker takes sockets that holds the table; None if that is this one, or may become it."""
        if not self.store.is_shared or self._is_in_memory(table_id):
            return None
        holder = await self.store.holder(table_id)
        while holder is not None and holder.is_alive and holder.silence > MISSED_BEAT and not self.is_closing:
            await asyncio.sleep(0.1)
            holder = await self.store.holder(table_id)
        if holder is None or not holder.is_alive or holder.worker.id == self.owner or not holder.worker.address:
            return None
        return socket_address(holder.worker.address, table_id)

    async def look_at(self, table_id: str) -> TableState:
        """A table as it is, or as its log tells if another worker holds it or will soon; only to be read."""
        if not self.is_retired:
            with contextlib.suppress(HeldElsewhere):
                return (await self.live_table(table_id)).table
        return (await load_table(self.store, table_id)).table

    @property
    def is_retired(self) -> bool:
        """Whether this worker takes no more tables, since it ends: others do."""
        return self.is_closing and self.store.is_shared

    def _let_go(self, table_id: str | None) -> None:
        """Another worker has claimed a table: whoever is there goes to that one. None: it may have been any."""
        if table_id is None or table_id in self._live_tables:
            task = asyncio.create_task(self._end_lost_tables([table_id] if table_id is not None else None))
            self._letting_go.add(task)
            task.add_done_callback(self._letting_go.discard)

    async def _end_lost_tables(self, lost: Sequence[str] | None) -> None:
        if lost is None:
            # If the store fails again, so does every write, which ends the tables as well.
            with contextlib.suppress(StoreError):
                lost = await self.store.claimed_by_others(list(self._live_tables), self.owner)
        for each in lost or ():
            await self.end_table(each, MOVED)

    # What people have

    async def tables_of(self, person_id: str, *, are_over: bool, limit: int) -> list[ListedTable]:
        """The tables where a person has a seat, those played at last first: from memory where they are there."""
        found = await self.store.tables_of(person_id, are_over=are_over, limit=limit)
        return [self._list_table(each) for each in found]

    def _list_table(self, found: SeatAtTable) -> ListedTable:
        summary = found.summary
        live_table = self._live_tables.get(summary.table_id)
        if live_table is not None and live_table.table.seq >= summary.seq:
            return ListedTable(summary.table_id, found.seat, live_table.table.at, listing(live_table.table))
        listed = msgspec.json.decode(summary.body, type=TableListing)
        if not found.is_current:
            listed = msgspec.structs.replace(listed, waits_for=())
        return ListedTable(summary.table_id, found.seat, summary.at, listed)

    async def forget(self, person: Person) -> None:
        """Let a person be known no longer, by name or by any session; what others have of their games stays."""
        await forget_in_archive(self.store, person.id)
        await forget_in_logs(self.store, person.id)
        await self.sessions.end_all(person)
        is_held_elsewhere = False
        for table_id in await self._tables_to_leave(person.id):
            try:
                # One that is gone meanwhile needs no stand-in.
                with contextlib.suppress(NoSuchTable):
                    await (await self.live_table(table_id)).forget(person.id)
            except HeldElsewhere:
                is_held_elsewhere = True
        await self.store.forget_person(person.id, SOMEBODY)
        if is_held_elsewhere:
            await self.store.post_notice(Change.LEFT, person.id, self.clock.wall())

    async def leave_tables(self, person_id: str, name: str | None = None) -> None:
        """A person is known no longer, or by another name, at the tables that are in memory here."""
        for live_table in self.tables_in_memory():
            if live_table.table.seat_of(person_id) != RAIL:
                await live_table.forget(person_id, name)

    async def _tables_to_leave(self, person_id: str) -> list[str]:
        """Where the person has a seat in memory, or in a match that is not over."""
        seated = await self.store.tables_of(person_id, are_over=False, limit=MOST_LEFT)
        live = [each.id for each in self._live_tables.values() if each.table.seat_of(person_id) != RAIL]
        return list(dict.fromkeys([*live, *(each.summary.table_id for each in seated)]))
