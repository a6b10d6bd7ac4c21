"""The house: all tables of a server. It opens them, wakes them when somebody comes, and closes in good order."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from ...bots.levels import LADDER
from ...errors import RulesError
from ...places import seat_named
from ...rules import Rules
from ..clock import Clock
from ..logs import digest, log, log_failure
from ..messages import Options
from ..metrics import Metrics
from ..sessions import People, Session
from ..settings import Settings
from ..store.contract import Entry, Person, Store, StoreError, StoreFailed, TableRow, Taken
from . import log_entries, tutorial
from .live_table import LiveTable, folded
from .log_entries import TABLE, AnyBody, BotSat, Opened, Sat, Started
from .search_worker import SearchWorker
from .shuffle import new_secret
from .table_state import BOT_NAMES, MOST_SEATS

#: No letters or digits that are mistaken for one another.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
HOUR = 3_600_000
#: Milliseconds that a ticket to a socket is good for.
TICKET_TIME = 30_000
TICKETS = 20_000
BEAT = 1.0
RESTARTING = "the server is restarting: connect again in a moment"
DEFAULTS = Options()
#: A lesson has all the time in the world, and helps the memory.
PATIENT = Options(clock=0, relaxed=True, aids="tracking")


@dataclass(frozen=True)
class Ticket:
    """Lets whoever has a session through the door of one table, once."""

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
    #: Bots of this level sit down when nobody else comes in time, and the match begins.
    fill: str | None = None
    #: The first round's cards, if somebody has laid them.
    deck: tuple[str, ...] = ()


class TableRegistry:
    """Every table, by its id; those where nobody is are asleep in the store."""

    def __init__(self, store: Store, settings: Settings, clock: Clock | None = None) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock or Clock()
        self.metrics = Metrics()
        self.people = People(store, self.clock)
        self.owner = secrets.token_hex(8)
        self.is_closing = False
        self._search_worker = SearchWorker()
        self._live_tables: dict[str, LiveTable] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waking: dict[str, asyncio.Lock] = {}
        self._tickets: dict[str, Ticket] = {}
        self._last_beat: int | None = None
        self._beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.open()
        self._last_beat = await self.store.last_beat()
        self._beating = asyncio.create_task(self._beat())

    async def close(self, sentence: str = RESTARTING) -> None:
        """Everybody is told, all that was accepted is in the store, and the next server goes on from there."""
        self.is_closing = True
        if self._beating is not None:
            self._beating.cancel()
        live_tables = [live_table for live_table in self._live_tables.values() if not live_table.is_over]
        await asyncio.gather(*(live_table.end(sentence) for live_table in live_tables))
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=5)
        await self.store.beat(self.owner, self.clock.wall())
        self._search_worker.close()
        await self.store.close()

    async def _beat(self) -> None:
        while True:
            try:
                await self.store.beat(self.owner, self.clock.wall())
            except StoreError:
                self.metrics.failures.inc()
            await asyncio.sleep(BEAT)

    # Tables

    async def open_table(self, person: Person, wanted: NewTable) -> TableRow:
        """A new table with its maker at seat a, or RulesError that names the options concerned."""
        rules = checked_rules(wanted.rules, wanted.changes or {}, wanted.seats)
        now = self.clock.wall()
        lines = _first_lines(person, wanted, rules)
        row = await self._new_row(person, wanted, now)
        epoch = await self.store.claim(row.id, self.owner)
        log_lines = [
            Entry(seq, None, TABLE if seq > 2 else person.id, log_entries.written(body), now)
            for seq, body in enumerate(lines, start=1)
        ]
        await self.store.append(row.id, epoch, log_lines)
        log("table opened", table=digest(row.id), rules=str(rules), seats=wanted.seats)
        return row

    async def _new_row(self, person: Person, wanted: NewTable, now: int) -> TableRow:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            expires = now + self.settings.code_hours * HOUR
            row = TableRow(secrets.token_urlsafe(16), code, expires, person.id, wanted.options.public, now)
            try:
                await self.store.create_table(row)
            except Taken:
                continue
            return row

    async def live_table(self, table_id: str) -> LiveTable:
        """The room of a table, woken if it was asleep; NoSuchTable if there is none, StoreFailed if not now."""
        lock = self._waking.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                live_table = self._live_tables.get(table_id)
                if live_table is None or live_table.is_over:
                    if self.is_closing:
                        raise StoreFailed("the house is closing")
                    live_table = await self._wake(table_id)
                return live_table
        finally:
            if not lock.locked():
                self._waking.pop(table_id, None)

    async def _wake(self, table_id: str) -> LiveTable:
        epoch = await self.store.claim(table_id, self.owner)
        table, heard = folded(await self.store.entries(table_id))
        live_table = LiveTable(
            table_id, table, heard, epoch, self.store, self.settings, self.clock, self.metrics, self._search_worker
        )
        self._live_tables[table_id] = live_table
        self._tasks[table_id] = asyncio.create_task(self._live(live_table))
        self.metrics.tables.set(len(self._live_tables))
        return live_table

    async def _live(self, live_table: LiveTable) -> None:
        last = max(live_table.table.at, self._last_beat or 0)
        try:
            await live_table.run(outage=max(0, last - live_table.table.at))
        except Exception:
            # The log is whole: whoever comes back wakes the table again.
            log_failure("table failed", table=digest(live_table.id))
            live_table.subscribers.part("failed", "something went wrong at this table: connect again", retry=1000)
        finally:
            if self._live_tables.get(live_table.id) is live_table:
                del self._live_tables[live_table.id]
                del self._tasks[live_table.id]
            self.metrics.tables.set(len(self._live_tables))

    def public_rooms(self) -> list[LiveTable]:
        """Where somebody is, and anybody may come in."""
        return [
            live_table
            for live_table in self._live_tables.values()
            if live_table.table.options.public and live_table.subscribers.viewers and not live_table.is_over
        ]

    async def quick_table(self, person: Person, rules: str, level: str) -> str:
        """A public table that waits for players, or a new one to which bots will come."""
        wanted = str(Rules.parse(rules))
        for live_table in self.public_rooms():
            table = live_table.table
            if table.fill is not None and table.stage == "lobby" and table.free_seats() and str(table.rules) == wanted:
                return live_table.id
        if level not in LADDER:
            raise RulesError(f"level: expected one of {', '.join(LADDER)}, but found {level!r}", "level")
        new = NewTable(rules=rules, options=Options(public=True), fill=level)
        return (await self.open_table(person, new)).id

    # Tickets

    def ticket(self, session: Session, table_id: str) -> str:
        now = self.clock.now()
        if len(self._tickets) >= TICKETS:
            self._tickets = {name: ticket for name, ticket in self._tickets.items() if ticket.expires > now}
        name = secrets.token_urlsafe(24)
        self._tickets[name] = Ticket(session, table_id, now + TICKET_TIME)
        return name

    def redeem(self, name: str) -> Ticket | None:
        """A ticket is good once, for a short time, and not for longer than the session of whoever asked for it."""
        ticket = self._tickets.pop(name, None)
        if ticket is None or ticket.expires <= self.clock.now() or self.people.has_ended(ticket.session.token_hash):
            return None
        return ticket


LESSON = NewTable(
    tutorial.RULES,
    None,
    tutorial.SEATS,
    PATIENT,
    (tutorial.LEVEL,) * (tutorial.SEATS - 1),
    start=True,
    deck=tutorial.deck(),
)


def checked_rules(rules: str, changes: Mapping[str, object], seats: int) -> Rules:
    """The rules of a new table of that size."""
    if not 2 <= seats <= MOST_SEATS:
        raise RulesError(f"seats: expected 2 to {MOST_SEATS}, but found {seats}", "seats")
    chosen = Rules.parse(rules).but(changes)
    chosen = chosen.suited_to(seats)
    chosen.check_seats(seats)
    return chosen


def _first_lines(person: Person, wanted: NewTable, rules: Rules) -> list[AnyBody]:
    for level in wanted.bots:
        if level not in LADDER:
            raise RulesError(f"bots: expected levels ({', '.join(LADDER)}), but found {level!r}", "bots")
    if len(wanted.bots) >= wanted.seats:
        raise RulesError(f"bots: expected at most {wanted.seats - 1}, but found {len(wanted.bots)}", "bots")
    lines: list[AnyBody] = [Opened(str(rules), wanted.seats, wanted.options, person.id, wanted.fill)]
    lines.append(Sat("a", person.id, person.name))
    for number, level in enumerate(wanted.bots, start=1):
        lines.append(BotSat(seat_named(number), level, BOT_NAMES[number % len(BOT_NAMES)]))
    if wanted.start:
        seats = 1 + len(wanted.bots)
        rules.check_seats(seats)
        lines.append(Started(tuple(map(seat_named, range(seats))), new_secret(), wanted.deck))
    return lines
