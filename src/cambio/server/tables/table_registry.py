"""The table registry: opens the tables of a server, loads them when somebody comes, and ends them in good order."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from contextvars import Context
from dataclasses import dataclass

import msgspec

from ...bots.levels import LADDER
from ...errors import RulesError
from ...places import RAIL, Seat
from ...rules import Rules
from ..clock import Clock
from ..logs import digest, log, log_failure
from ..metrics import Metrics
from ..operating.ban_list import BanList
from ..protocol.messages import Options
from ..purge import Purge
from ..search.pool import SearchPool
from ..sessions import Session, Sessions
from ..settings import Settings
from ..store.contract import Entry, Person, SeatAtTable, Store, TableRow
from ..store.daily_deals import DailyDeal
from ..store.errors import HeldElsewhere, NoSuchTable, StoreError, StoreFailed, Taken
from ..store.health import StoreHealth
from ..store.workers import Worker
from ..table_costs import check_costs
from . import log_entries, tutorial
from .commands import command_checks
from .commands.inbox import StopRequested
from .deals.match_secret import make_secret
from .forgetting import SOMEBODY, forget_in_archive, forget_in_logs
from .live_table import LiveTable
from .log_entries import TABLE, AnyBody, Continued, Opened, Sat, Shuffle, Started
from .projection import TableListing, listing
from .snapshots.loading import load_table
from .table_log import TableLog
from .table_state import MOST_SEATS, TableState

#: No letters or digits that are mistaken for one another.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
HOUR = 3_600_000
#: Matches that somebody who is forgotten leaves to stand-ins, at most.
MOST_LEFT = 1000
#: Milliseconds that a ticket to a socket is good for.
TICKET_TIME = 30_000
#: When there are more tickets than this, those that have expired are forgotten.
TICKETS_KEPT = 20_000
RESTARTING = "the server is restarting: connect again in a moment"
STORE_LOST = "the server has lost its database: its operator has to put that right before play goes on"
DEFAULTS = Options()
#: The tutorial has no clocks, and helps the memory.
TUTORIAL_OPTIONS = Options(clock=0, snaps="relaxed", aids="tracking")


@dataclass(frozen=True)
class Ticket:
    """Lets whoever has a session connect to one table, once."""

    session: Session
    table_id: str
    expires: float


@dataclass(frozen=True)
class NewTable:
    """What somebody wants to open."""

    rules: str = "cambia"
    changes: Mapping[str, object] | None = None
    seats: int = 4
    options: Options = DEFAULTS
    bots: tuple[str, ...] = ()
    start: bool = False
    #: The client of whoever opens it adds seeds to shuffles: so a match that begins at once waits for it to come.
    seeds: bool = False
    #: Bots of this level sit down when nobody else comes in time, and the match begins.
    fill: str | None = None
    #: The order of the first round's cards, if it is not left to chance.
    deck: tuple[str, ...] = ()
    #: The number of the tutorial's lesson, if it is one.
    lesson: int = 0
    #: A finished round that is played on, and where whoever opens the table sits.
    continued: Continued | None = None
    seat: Seat = "a"
    #: The daily deal that it is, and the secret that its cards and the luck of its bots come from.
    daily: DailyDeal | None = None
    daily_secret: str = ""


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
        self._tickets: dict[str, Ticket] = {}
        #: When the server before this one was last known to live.
        self._last_beat: int | None = None
        self.health = StoreHealth(store, self.owner, self.clock, self.metrics, self._stop_play)
        self.purge = Purge(store, settings, self.clock, self.metrics, self.owner, self._is_live)
        self._purging: asyncio.Task[None] | None = None
        self._is_open = False

    async def open(self) -> None:
        """Begin to serve, or raise `StoreError`; opening what is open does no harm."""
        if self._is_open:
            return
        await self.store.open(Worker(self.owner))
        try:
            self._last_beat = await self.store.last_beat()
        except BaseException:
            await self.store.close()
            raise
        self.health.start()
        self._purging = asyncio.create_task(self.purge.run())
        self._is_open = True

    async def close(self, sentence: str = RESTARTING) -> None:
        """Everybody is told, all that was accepted is in the store, and the next server goes on from there."""
        self.is_closing = True
        if self._purging is not None:
            self._purging.cancel()
        await self.health.stop()
        await self._end_tables(StopRequested("restart", sentence, retry=500))
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=5)
        # A store that can't be written is closed all the same.
        with contextlib.suppress(StoreError):
            await self.store.beat(self.owner, self.clock.wall())
        await self._search_pool.close()
        await self.store.close()
        self._is_open = False

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
        bodies = _make_opening(person, wanted, rules)
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
        live_table = self._live_tables.get(table_id)
        return (live_table is not None and not live_table.is_over) or await self.store.table(table_id) is not None

    def _is_live(self, table_id: str) -> bool:
        """Whether a table is in memory, or is being loaded."""
        return table_id in self._live_tables or table_id in self._loading

    async def _load(self, table_id: str) -> LiveTable:
        epoch = await self.store.claim(table_id, self.owner)
        loaded = await load_table(self.store, table_id)
        log = TableLog(table_id, epoch, self.store, self.clock, self.metrics)
        thought = await log.read_clocks(loaded.table, self._last_beat or 0)
        live_table = LiveTable(loaded, log, self.settings, self.clock, self.metrics, self._search_pool)
        self._live_tables[table_id] = live_table
        # A table lasts longer than the request that it was loaded for, and logs nothing under its id.
        self._tasks[table_id] = asyncio.create_task(self._run(live_table, thought), context=Context())
        self.metrics.tables.set(len(self._live_tables))
        return live_table

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
        for table_id in await self._tables_to_leave(person.id):
            # One that is gone meanwhile needs no stand-in; where another worker holds it, that one sees to it.
            with contextlib.suppress(NoSuchTable, HeldElsewhere):
                await (await self.live_table(table_id)).forget(person.id)
        await self.store.forget_person(person.id, SOMEBODY)

    async def _tables_to_leave(self, person_id: str) -> list[str]:
        """Where the person has a seat in memory, or in a match that is not over."""
        seated = await self.store.tables_of(person_id, are_over=False, limit=MOST_LEFT)
        live = [each.id for each in self._live_tables.values() if each.table.seat_of(person_id) != RAIL]
        return list(dict.fromkeys([*live, *(each.summary.table_id for each in seated)]))

    def public_tables(self) -> list[LiveTable]:
        """Tables where somebody is connected and the match is not over, and that anybody may join."""
        return [
            live_table
            for live_table in self._live_tables.values()
            if live_table.table.options.public
            and live_table.table.stage != "over"
            and live_table.subscribers.viewers
            and not live_table.is_over
        ]

    async def quick_table(self, person: Person, rules: str, level: str, seats: int) -> str:
        """A public table that waits for players, or a new one to which bots will come."""
        chosen = Rules.parse(rules)
        for live_table in self.public_tables():
            table = live_table.table
            is_waiting = table.fill is not None and table.stage == "lobby" and table.free_seats()
            # The larger a table is, the more packs its rules may have.
            if is_waiting and str(table.rules) == str(chosen.suited_to(table.capacity)):
                return live_table.id
        if level not in LADDER:
            raise RulesError(f"level: expected one of {', '.join(LADDER)}, but found {level!r}", "level")
        new = NewTable(rules=rules, seats=seats, options=Options(public=True), fill=level)
        return (await self.open_table(person, new)).id

    # Tickets

    def issue_ticket(self, session: Session, table_id: str) -> str:
        now = self.clock.now()
        if len(self._tickets) >= TICKETS_KEPT:
            self._tickets = {name: ticket for name, ticket in self._tickets.items() if ticket.expires > now}
        name = secrets.token_urlsafe(24)
        self._tickets[name] = Ticket(session, table_id, now + TICKET_TIME)
        return name

    def redeem(self, name: str) -> Ticket | None:
        """A ticket is good once, for a short time, and not for longer than the session of whoever asked for it."""
        ticket = self._tickets.pop(name, None)
        if ticket is None or ticket.expires <= self.clock.now() or self.sessions.has_ended(ticket.session.token_hash):
            return None
        return ticket


def make_lesson(number: int) -> NewTable:
    """The table of a lesson, which begins at once."""
    return NewTable(
        tutorial.RULES,
        None,
        tutorial.SEATS,
        TUTORIAL_OPTIONS,
        (tutorial.LEVEL,) * (tutorial.SEATS - 1),
        start=True,
        deck=tutorial.LESSONS[number - 1].deck(),
        lesson=number,
    )


def check_rules(rules: str, changes: Mapping[str, object], seats: int, *, is_suited: bool = False) -> Rules:
    """The rules of a new table of that size, or RulesError; those of a round that was played are suited to it."""
    if not 2 <= seats <= MOST_SEATS:
        raise RulesError(f"seats: expected 2 to {MOST_SEATS}, but found {seats}", "seats")
    chosen = Rules.parse(rules).but(changes)
    chosen = chosen if is_suited else chosen.suited_to(seats)
    chosen.check_seats(seats)
    return chosen


def _make_opening(person: Person, wanted: NewTable, rules: Rules) -> list[AnyBody]:
    """The first entries of a table: it is opened, its host and bots sit down, and the match may begin."""
    for level in wanted.bots:
        if level not in LADDER:
            raise RulesError(f"bots: expected levels ({', '.join(LADDER)}), but found {level!r}", "bots")
    if len(wanted.bots) >= wanted.seats:
        raise RulesError(f"bots: expected at most {wanted.seats - 1}, but found {len(wanted.bots)}", "bots")
    check_costs(rules, wanted.seats, (*wanted.bots, *([wanted.fill] if wanted.fill is not None else [])))
    starts = wanted.start and wanted.seeds and not wanted.deck
    opened = Opened(
        str(rules), wanted.seats, wanted.options, person.id, wanted.fill, make_secret(), starts, wanted.daily
    )
    # Each entry is checked against a table that those before have made, as at a live table.
    table = TableState.from_opening(opened)
    bodies: list[AnyBody] = []

    def add(body: AnyBody) -> None:
        table.apply(len(bodies) + 1, TABLE, None, body, 0)
        bodies.append(body)

    add(opened)
    add(Sat(wanted.seat, person.id, person.name))
    for level in wanted.bots:
        add(command_checks.seat_bot(table, level))
    if wanted.start:
        rules.check_seats(len(table.sitters))
    if wanted.start and not starts:
        shuffle = Shuffle() if not wanted.deck and wanted.continued is None else None
        seating, secret = tuple(sorted(table.sitters)), wanted.daily_secret or opened.secret
        bodies.append(Started(seating, secret, wanted.deck, wanted.lesson, shuffle, wanted.continued))
    return bodies
