"""Worlds: a round at a real live table, and the same once more with cards lying elsewhere.

People are ears that a test lets speak; bots, stand-ins and clocks do what they always do, but with the same random
numbers in all worlds. The clock is set by the test, so that what happens at the same time in two worlds is sent at the
same time.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, TypeVar, assert_never

import pytest

from cambio import DEALER, Game, Snap
from cambio.bots.seat_agent import SeatAgent
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.game import Luck
from cambio.match import Match
from cambio.places import RAIL, Seat, seat_named, seat_number
from cambio.server import codec
from cambio.server.clock import Clock
from cambio.server.protocol import messages
from cambio.server.round_trips import RoundTrip
from cambio.server.settings import Settings
from cambio.server.store.contract import Entry, Person, TableRow
from cambio.server.store.postgres.postgres_store import PostgresStore
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.tables import bot_seats, log_entries
from cambio.server.tables.live_table import LiveTable
from cambio.server.tables.log_entries import TABLE, BotSat, Opened, Sat, Shuffle, Started
from cambio.server.tables.projection import round_number
from cambio.server.tables.races.snap_verdict import Latency
from cambio.server.tables.table_registry import TableRegistry
from cambio.server.time_slice import TimeSlice
from tests.properties.random_games import random_attempt
from tests.random_play import random_decision, random_snap

T = TypeVar("T")

TABLE_ID = "a-table-whose-id-is-the-same-in-all-worlds"
CODE = "SECRET"
#: Milliseconds between two looks at a race, and until the dealer closes a window for good.
A_LOOK, A_WHILE = 40, 4000
#: A round that does not end is left after this many commands.
MAX_COMMANDS = 90
FAST_DISK = Path("/dev/shm")  # noqa: S108


class Leak(AssertionError):
    """Somebody could learn a card that they have not met."""


# Worlds


@dataclass(frozen=True)
class Cards:
    """The order of the deck, and of each reshuffle."""

    deck: tuple[str, ...]
    shuffles: tuple[tuple[str, ...], ...] = ()


CARDS: ContextVar[Cards | None] = ContextVar("cards", default=None)


class Arranged(Match):
    """A match whose cards lie as a test wants them to."""

    def deal(self, luck: Luck | None = None, deck: Sequence[str] | None = None) -> Game:
        game, cards = super().deal(luck, deck), CARDS.get()
        if cards is None:
            return game
        return Game(
            self.rules,
            len(self.seats),
            luck=luck,
            deck=cards.deck,
            shuffles=cards.shuffles,
            dealer=game.dealer,
            starter=game.starter,
        )


class ManualClock(Clock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = 0

    def now(self) -> float:
        return float(self.time)

    def wall(self) -> int:
        return 1_700_000_000_000 + self.time


#: What a table waits for.
AWAITED = ("append", "archive", "keep_match", "summarize", "entry_of")


def counting(kind: type[T]) -> type[T]:
    """A store of that kind knows how many of its answers are awaited."""
    for name in AWAITED:
        setattr(kind, name, _count(getattr(kind, name)))
    return kind


def _count(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def counted(store: Any, *args: Any, **how: Any) -> Any:
        store.waiting += 1
        try:
            return await method(store, *args, **how)
        finally:
            store.waiting -= 1

    return counted


@counting
class BusyStore(SqliteStore):
    """The real store, which can be asked whether a table waits for it."""

    waiting = 0


@counting
class BusyPostgresStore(PostgresStore):
    """The same for several workers."""

    waiting = 0


class Ear:
    """A viewer that keeps all that is posted to it, and when."""

    def __init__(self, person: str, clock: ManualClock) -> None:
        self.person = person
        self.name = person
        self.round_trip = RoundTrip()
        self.latency = Latency()
        self.clock = clock
        self.heard: list[tuple[int, str]] = []

    def post(self, text: bytes, *, sent: Callable[[float], None] | None = None) -> None:
        self.heard.append((self.clock.time, text.decode()))
        if sent is not None:
            sent(self.clock.now())

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        self.post(codec.encode(messages.Bye(code, sentence, retry)))

    def is_answered(self, cmd_id: str) -> bool:
        answers = tuple(f'{{"type":"{kind}","cmd_id":"{cmd_id}"' for kind in ("done", "refused"))
        return any(text.startswith(answers) for _, text in self.heard)


@dataclass(frozen=True)
class Send:
    """Somebody's client says something."""

    seat: Seat
    command: messages.TableCommand


@dataclass(frozen=True)
class Advance:
    """Time passes."""

    milliseconds: int


@dataclass(frozen=True)
class Disconnect:
    """Somebody's connection is gone."""

    seat: Seat


@dataclass(frozen=True)
class Come:
    """Somebody is back, and has missed nothing, or everything since some number."""

    seat: Seat
    last_seq: int | None


Step = Send | Advance | Disconnect | Come


@dataclass(frozen=True)
class Company:
    """Who sits at a table: people, but for the seats that bots have; and how patient the table is with people."""

    seats: int = 3
    #: Levels by seat.
    bots: Mapping[Seat, str] = field(default_factory=dict)
    #: Seconds for a decision, and milliseconds that somebody may be away.
    clock: int = 600
    grace: float = 1e9
    #: How slowly bots play.
    pace: float = 1.0

    def people(self) -> list[Seat]:
        return [seat for seat in map(seat_named, range(self.seats)) if seat not in self.bots]


PEOPLE = Company()


@dataclass
class World:
    """A table with everybody at their seats and one on the rail, all people connected."""

    company: Company
    registry: TableRegistry
    live_table: LiveTable
    clock: ManualClock
    ears: dict[Seat, Ear]
    #: Keeps the table in memory, and is told nothing that matters.
    prod: Ear
    steps: list[Step] = field(default_factory=list)
    prods: int = 0

    @property
    def game(self) -> Game:
        assert self.live_table.table.game is not None
        return self.live_table.table.game

    async def take(self, step: Step) -> None:
        self.steps.append(step)
        match step:
            case Send():
                await self.live_table.ask(self.ears[step.seat], step.command)
            case Disconnect():
                await self.live_table.leave(self.ears[step.seat])
            case Come():
                await self.live_table.arrive(self.ears[step.seat], step.last_seq)
            case Advance():
                self.clock.time += step.milliseconds
                self.prods += 1
                await self.live_table.ask(self.prod, messages.React(f"prod{self.prods}", "wave"))
            case _:
                assert_never(step)
        await self.settle()

    def is_there(self, seat: Seat) -> bool:
        return seat in self.ears and self.ears[seat] in self.live_table.subscribers.viewers

    async def log(self) -> list[log_entries.AnyBody]:
        return [log_entries.decode(entry.body) for entry in await self.registry.store.entries(TABLE_ID)]

    async def settle(self) -> None:
        """Until nothing more happens by itself."""
        store = self.registry.store
        assert isinstance(store, BusyStore | BusyPostgresStore)
        before = -1
        while True:
            for _ in range(8):
                await asyncio.sleep(0)
            count = sum(len(ear.heard) for ear in (*self.ears.values(), self.prod))
            if store.waiting:
                await asyncio.sleep(0.0001)
            elif count == before:
                return
            before = count

    async def rejoin(self, viewer: Seat, last_seq: int | None) -> None:
        """The viewer connects once more, and hears what a new client hears."""
        ear = Ear(self.ears[viewer].person, self.clock)
        await self.live_table.arrive(ear, last_seq)
        await self.settle()
        await self.live_table.leave(ear)
        await self.settle()
        self.ears[viewer].heard += ear.heard


def person_at(seat: Seat) -> Person:
    return Person(f"person-{seat}", f"person-{seat}", 0)


@asynccontextmanager
async def registry(company: Company = PEOPLE) -> AsyncIterator[TableRegistry]:
    """A registry that is not open yet, on a disk that is quick, if there is one."""
    with TemporaryDirectory(dir=FAST_DISK if FAST_DISK.is_dir() else None) as folder, arranged_matches():
        yield TableRegistry(BusyStore(Path(folder) / "cambio.db"), settings_of(company), ManualClock())


def settings_of(company: Company, **more: Any) -> Settings:
    return Settings(
        grace=company.grace,
        pace=company.pace,
        linger=1e9,
        scores=1e9,
        window=3000,
        requests_per_minute=10**6,
        # Pages name the address that they are called by, and servers in tests have different ports.
        public_url="https://cambio.example",
        **more,
    )


@contextmanager
def arranged_matches() -> Iterator[None]:
    """Cards lie as a test wants them to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cambio.server.tables.table_state.Match", Arranged)
        # Where a table lets others go on depends on how busy the machine is, which is different every time.
        patch.setattr("cambio.server.tables.live_table.TimeSlice", lambda: TimeSlice(60))
        yield


async def seated(
    registry: TableRegistry, rules: str, seed: int, cards: Cards | None, company: Company = PEOPLE
) -> World:
    """A table in an open registry, whose ids and seed are the same in all worlds, and everybody is there."""
    clock = registry.clock
    assert isinstance(clock, ManualClock)
    people = company.people()
    for seat in (*people, RAIL):
        await registry.store.add_person(person_at(seat))
        token = hashlib.sha256(f"token of {seat}".encode()).digest()
        await registry.store.add_session(token, person_at(seat).id, clock.wall())
    options = messages.Options(
        clock=company.clock, public=True, snaps=("race", "race", "relaxed", "race", "race", "calm")[seed % 6]
    )
    host = person_at("a").id
    await registry.store.create_table(TableRow(TABLE_ID, CODE, 2**52, host, True, clock.wall()))
    bodies: list[log_entries.AnyBody] = [Opened(rules, company.seats, options, host, secret=str(seed))]
    for seat in map(seat_named, range(company.seats)):
        level, person = company.bots.get(seat), person_at(seat)
        bodies.append(Sat(seat, person.id, person.name) if level is None else BotSat(seat, level, f"bot-{seat}"))
    # Everybody is told heads, and they must not depend on cards.
    bodies.append(Started(tuple(map(seat_named, range(company.seats))), str(seed), shuffle=Shuffle({"a": "11" * 32})))
    lines = [
        Entry(seq, None, TABLE, log_entries.encode(body), clock.wall()) for seq, body in enumerate(bodies, start=1)
    ]
    await registry.store.append(TABLE_ID, await registry.store.claim(TABLE_ID, registry.owner), lines)
    reset = CARDS.set(cards)
    try:
        live_table = await registry.live_table(TABLE_ID)
    finally:
        CARDS.reset(reset)
    ears = {seat: Ear(person_at(seat).id, clock) for seat in (*people, RAIL)}
    world = World(company, registry, live_table, clock, ears, Ear("prod", clock))
    for ear in (*world.ears.values(), world.prod):
        await live_table.arrive(ear, None)
        await world.settle()
    return world


@asynccontextmanager
async def world_of(
    rules: str, seed: int, cards: Cards | None = None, company: Company = PEOPLE
) -> AsyncIterator[World]:
    async with registry(company) as closed:
        await closed.open()
        try:
            yield await seated(closed, rules, seed, cards, company)
        finally:
            await closed.close()


# Bots, stand-ins and clocks


@contextmanager
def minds(seed: int, script: Sequence[object] | None = None) -> Iterator[list[object]]:
    """Whatever decides in place of people has the same luck in all worlds; all that it decides is noted.

    With a script it decides what stands there, whatever it may know: as people do, when a test lets them speak.
    """
    luck = random.Random(seed)
    noted: list[object] = []
    lines = None if script is None else iter(script)

    def noting(honest: Callable[..., object]) -> Callable[..., object]:
        def decide(*asked: object) -> object:
            noted.append(honest(*asked) if lines is None else next(lines, None))
            return noted[-1]

        return decide

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_seats, "secrets", SimpleNamespace(randbits=luck.getrandbits))
        patch.setattr(SeatAgent, "decide", noting(SeatAgent.decide))
        patch.setattr(SeatAgent, "choose_snap", noting(SeatAgent.choose_snap))
        patch.setattr(bot_seats, "choose_on_timeout", noting(bot_seats.choose_on_timeout))
        yield noted


# A round


async def play(world: World, rng: random.Random, call_chance: float) -> None:
    """People do this and that, lawful or not, sometimes two of them at once, until the round is over."""
    for number in range(MAX_COMMANDS):
        if world.game.is_over:
            return
        if world.live_table.table.waits_for_dealer() and rng.random() < 0.7:
            await world.take(Advance(A_WHILE))
            continue
        await world.take(Advance(rng.choice([0, 150, 700])))
        await say(world, f"c{number}", *_next_try(world.game, rng, call_chance))


async def play_among_bots(world: World, rng: random.Random, call_chance: float) -> None:
    """People do the same among bots; they go and come, and sometimes let their clocks run out.

    Some rounds end; others are left early, when much has not been met by anybody, and right after a clock ran out.
    """
    for number in range(rng.randrange(MAX_COMMANDS)):
        if world.game.is_over:
            return
        await world.take(_what_next(world, rng))
        if not world.game.is_over and rng.random() < 0.7:
            tries = _next_try(world.game, rng, call_chance)
            await say(world, f"c{number}", *((seat, action) for seat, action in tries if world.is_there(seat)))
    await world.take(Advance(1000 * world.company.clock))


def _what_next(world: World, rng: random.Random) -> Step:
    chance = rng.random()
    if chance < 0.08:
        seat = rng.choice(world.company.people())
        missed = rng.choice([None, world.live_table.table.seq // 2, world.live_table.table.seq])
        return Disconnect(seat) if world.is_there(seat) else Come(seat, missed)
    if chance < 0.22:
        return Advance(1000 * world.company.clock)
    return Advance(A_WHILE if world.live_table.table.waits_for_dealer() else rng.choice([150, 700, 2500]))


def _next_try(game: Game, rng: random.Random, call_chance: float) -> tuple[tuple[Seat, str], ...]:
    if rng.random() < 0.1:
        attempt = random_attempt(game, rng)
        return () if attempt[0] == DEALER else (attempt,)
    actor, action = random_decision(game, rng, call_chance)
    rival = random_snap(game, rng) if rng.random() < 0.3 else None
    tries = [(actor, action)] if rival is None or rival[0] == actor else [(actor, action), rival]
    return tuple((seat, str(tried)) for seat, tried in tries if seat != DEALER)


async def say(world: World, cmd_id: str, *tries: tuple[Seat, str]) -> None:
    asked = []
    for number, (seat, action) in enumerate(tries):
        command = messages.Act(f"{cmd_id}-{number}", action, claimed=300.0)
        await world.take(Send(seat, command))
        asked.append((world.ears[seat], command.cmd_id))
    for looks in range(30):
        if all(ear.is_answered(command) for ear, command in asked):
            return
        await world.take(Advance(A_LOOK if looks < 12 else A_WHILE // 4))
    raise AssertionError(f"no answer to {tries}")


# Another world


def rearranged(game: Game, viewers: Collection[Seat], rng: random.Random) -> Cards:
    """The same cards, but those that no viewer has met lie elsewhere among those of the same shuffle."""
    cards = Cards(tuple(game.deck), tuple(map(tuple, game.shuffles)))
    again = Game(
        game.rules, len(game.seats), deck=cards.deck, shuffles=cards.shuffles, dealer=game.dealer, starter=game.starter
    )
    met = [dict.fromkeys(again.deck_ids, 0)]
    _notice(again, met)
    for actor, action in game.record:
        for card in _judged(again, action):
            _last(met, card)[card] |= again.table.public
        again.play(actor, action)
        for order in again.shuffle_ids[len(met) - 1 :]:
            # What goes back into the stock has lain open on the pile.
            for card in order:
                _last(met, card)[card] |= again.table.public
            met.append(dict.fromkeys(order, 0))
        _notice(again, met)
    eyes = sum(1 << (constants.RAIL if viewer == RAIL else seat_number(viewer)) for viewer in {*viewers})
    orders = [_shuffled_unmet(again, order, eyes, rng) for order in met]
    return Cards(orders[0], tuple(orders[1:]))


def _notice(game: Game, met: list[dict[int, int]]) -> None:
    for card in game.deck_ids:
        _last(met, card)[card] |= game.table.seen_by(card)


def _last(met: list[dict[int, int]], card: int) -> dict[int, int]:
    """The last shuffle that the card was part of."""
    return next(order for order in reversed(met) if card in order)


def _judged(game: Game, action: object) -> list[int]:
    """A snap tells everybody whether the cards match; a late one compares none."""
    if not isinstance(action, Snap) or not game.table.window_open or action.discard != game.table.discard_number:
        return []
    return [game.table.card_at(place.number(len(game.seats))) for place in action.places()]


def _shuffled_unmet(game: Game, order: dict[int, int], eyes: int, rng: random.Random) -> tuple[str, ...]:
    cards = list(order)
    unmet = [index for index, card in enumerate(cards) if not order[card] & eyes]
    dealt = list(cards)
    for index, other in zip(unmet, rng.sample(unmet, len(unmet)), strict=True):
        dealt[index] = cards[other]
    return tuple(text_of(game.rules.ruleset.face_of(card)) for card in dealt)


async def probe(world: World, viewer: Seat, attempts: Sequence[str]) -> None:
    """Come back as if everything, some of it, or nothing had been heard; and try what is not allowed."""
    seq = world.live_table.table.seq
    world.live_table.confirm(world.ears[viewer], seq // 2)
    for last_seq in (None, 0, seq // 2, seq - 1, seq, seq + 7):
        await world.rejoin(viewer, last_seq)
    for before in (0, 1, 7, 40, 10_000):
        for number in (round_number(world.live_table.table), 99):
            world.live_table.tell_earlier(world.ears[viewer], messages.Earlier(number, before))
    for number, action in enumerate(attempts):
        await world.take(Send(viewer, messages.Act(f"probe{number}", action)))


async def probe_all(world: World, attempts: Mapping[Seat, Sequence[str]]) -> None:
    for viewer, tried in attempts.items():
        await probe(world, viewer, tried)


async def live_again(world: World, steps: Sequence[Step], attempts: Mapping[Seat, Sequence[str]]) -> None:
    """What was lived and probed in one world, in another one."""
    for step in steps:
        await world.take(step)
    await probe_all(world, attempts)


def cards_moved(game: Game, cards: Cards) -> int:
    """How many cards lie elsewhere than in the game."""
    return sum(here != there for here, there in zip(game.deck, cards.deck, strict=True))


def forbidden(game: Game, viewer: Seat, rng: random.Random) -> list[str]:
    """What the viewer may not do now; from the rail nothing is allowed."""
    tries = [random_attempt(game, rng) for _ in range(60)]
    if viewer == RAIL:
        return [action for _, action in tries[:3]]
    return [action for actor, action in tries if actor == viewer and game.why_not(actor, action) is not None][:4]


def compare(viewer: Seat, here: Sequence[Any], there: Sequence[Any]) -> None:
    for one, other in zip(here, there, strict=False):
        if one != other:
            raise Leak(f"{viewer} can tell\n{one}\nfrom\n{other}")
    if len(here) != len(there):
        raise Leak(f"{viewer} hears more in one world: {len(here)} and {len(there)} messages")
