"""Secrecy over the wire: worlds that differ only in cards that a viewer has not met send that viewer the same bytes.

A round is played by people at a table of a real house. Then the cards that one of them never met are dealt anew, the
same is done again, and whatever is posted to that one must be the same, at the same time: what is told, refused and
welcomed, on the socket and over REST. A viewer is a seat or the rail. Planted leaks at the end prove that the checks
would notice one.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

from cambio import DEALER, Game, Snap
from cambio.core import mark
from cambio.core.cards import text_of
from cambio.errors import Refusal
from cambio.events import Event
from cambio.game import Luck
from cambio.match import Match
from cambio.places import RAIL, Seat, seat_named, seat_number
from cambio.rules import PRESETS
from cambio.server import entries, telling, wire
from cambio.server.contest import Contest
from cambio.server.entries import TABLE, Opened, Sat, Started
from cambio.server.house import House
from cambio.server.races import Latency
from cambio.server.room import Room
from cambio.server.settings import Settings
from cambio.server.sqlite import SqliteStore
from cambio.server.store import Entry, Finished, Person, TableRow
from cambio.server.table import Table
from cambio.server.watch import Watch
from tests.properties.random_games import is_right, random_attempt
from tests.random_play import random_decision, random_snap
from tests.server.attacking import Target, Visitor, besieged

SEATS = 3
TABLE_ID = "a-table-whose-id-is-the-same-in-all-worlds"
CODE = "SECRET"
#: Milliseconds between two looks at a race, and until the dealer closes a window for good.
A_LOOK, A_WHILE = 40, 4000
#: Commands after which somebody has seen enough of a round that does not end.
PATIENCE = 90
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


@pytest.fixture(autouse=True)
def _arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cambio.server.table.Match", Arranged)


class Hands(Watch):
    """A watch that a test sets."""

    def __init__(self) -> None:
        self.time = 0

    def now(self) -> float:
        return float(self.time)

    def wall(self) -> int:
        return 1_700_000_000_000 + self.time


class BusyStore(SqliteStore):
    """The real store, which can be asked whether a table waits for it."""

    waiting = 0

    async def append(
        self, table_id: str, epoch: int, entries: Sequence[Entry], *, archived: Finished | None = None
    ) -> None:
        with self._awaited():
            await super().append(table_id, epoch, entries, archived=archived)

    async def archive(self, finished: Finished) -> None:
        with self._awaited():
            await super().archive(finished)

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        with self._awaited():
            return await super().entry_of(table_id, actor, cmd_id)

    @contextmanager
    def _awaited(self) -> Iterator[None]:
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1


class Ear:
    """A viewer that keeps all that is posted to it, and when."""

    def __init__(self, person: str, watch: Hands) -> None:
        self.person = person
        self.name = person
        self.latency = Latency()
        self.watch = watch
        self.heard: list[tuple[int, str]] = []

    def post(self, text: str, *, sent: Callable[[float], None] | None = None) -> None:
        self.heard.append((self.watch.time, text))
        if sent is not None:
            sent(self.watch.now())

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        self.post(wire.written(wire.Bye(code, sentence, retry)))

    def is_answered(self, cmd_id: str) -> bool:
        answers = tuple(f'{{"type":"{kind}","cmd_id":"{cmd_id}"' for kind in ("done", "refused"))
        return any(text.startswith(answers) for _, text in self.heard)


@dataclass(frozen=True)
class Say:
    """Somebody's client says something."""

    seat: Seat
    command: wire.TableCommand


@dataclass(frozen=True)
class Tick:
    """Time passes."""

    milliseconds: int


Step = Say | Tick


@dataclass
class World:
    """A table with people at all its seats and one on the rail, all of them connected."""

    house: House
    room: Room
    watch: Hands
    ears: dict[Seat, Ear]
    #: Keeps the room awake, and is told nothing that matters.
    prod: Ear
    steps: list[Step] = field(default_factory=list)
    prods: int = 0

    @property
    def game(self) -> Game:
        assert self.room.table.game is not None
        return self.room.table.game

    async def take(self, step: Step) -> None:
        self.steps.append(step)
        if isinstance(step, Say):
            await self.room.ask(self.ears[step.seat], step.command)
        else:
            self.watch.time += step.milliseconds
            self.prods += 1
            await self.room.ask(self.prod, wire.React(f"prod{self.prods}", "wave"))
        await self.settle()

    async def settle(self) -> None:
        """Until nothing more happens by itself."""
        store = self.house.store
        assert isinstance(store, BusyStore)
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
        ear = Ear(self.ears[viewer].person, self.watch)
        await self.room.arrive(ear, last_seq)
        await self.settle()
        await self.room.leave(ear)
        await self.settle()
        self.ears[viewer].heard += ear.heard


def person_at(seat: Seat) -> Person:
    return Person(f"person-{seat}", f"person-{seat}", 0)


@asynccontextmanager
async def house() -> AsyncIterator[House]:
    """A house that is not open yet, on a disk that is quick, if there is one."""
    with TemporaryDirectory(dir=FAST_DISK if FAST_DISK.is_dir() else None) as folder:
        settings = Settings(grace=1e9, linger=1e9, window=3000, requests_per_minute=10**6)
        yield House(BusyStore(Path(folder) / "cambio.db"), settings, Hands())


async def seated(house: House, rules: str, seed: int, cards: Cards | None) -> World:
    """A table in an open house, whose ids and seed are the same in all worlds, and everybody is there."""
    watch = house.watch
    assert isinstance(watch, Hands)
    seats = [seat_named(number) for number in range(SEATS)]
    for seat in (*seats, RAIL):
        await house.store.add_person(person_at(seat))
        token = hashlib.sha256(f"token of {seat}".encode()).digest()
        await house.store.add_session(token, person_at(seat).id, 0)
    options = wire.Options(clock=600, public=True, relaxed=seed % 3 == 2)
    host = person_at("a").id
    await house.store.create_table(TableRow(TABLE_ID, CODE, 2**52, host, True, watch.wall()))
    bodies: list[entries.AnyBody] = [Opened(rules, SEATS, options, host)]
    bodies += [Sat(seat, person_at(seat).id, person_at(seat).name) for seat in seats]
    bodies.append(Started(tuple(seats), str(seed)))
    lines = [Entry(seq, None, TABLE, entries.written(body), watch.wall()) for seq, body in enumerate(bodies, start=1)]
    await house.store.append(TABLE_ID, await house.store.claim(TABLE_ID, house.owner), lines)
    reset = CARDS.set(cards)
    try:
        room = await house.room(TABLE_ID)
    finally:
        CARDS.reset(reset)
    world = World(
        house, room, watch, {seat: Ear(person_at(seat).id, watch) for seat in (*seats, RAIL)}, Ear("prod", watch)
    )
    for ear in (*world.ears.values(), world.prod):
        await room.arrive(ear, None)
        await world.settle()
    return world


@asynccontextmanager
async def world_of(rules: str, seed: int, cards: Cards | None = None) -> AsyncIterator[World]:
    async with house() as closed:
        await closed.open()
        try:
            yield await seated(closed, rules, seed, cards)
        finally:
            await closed.close()


# A round


async def play(world: World, rng: random.Random, call_chance: float) -> None:
    """People do this and that, lawful or not, sometimes two of them at once, until the round is over."""
    for number in range(PATIENCE):
        if world.game.is_over:
            return
        if world.room.table.waits_for_dealer() and rng.random() < 0.7:
            await world.take(Tick(A_WHILE))
            continue
        await world.take(Tick(rng.choice([0, 150, 700])))
        await _say(world, f"c{number}", *_next_try(world.game, rng, call_chance))


def _next_try(game: Game, rng: random.Random, call_chance: float) -> tuple[tuple[Seat, str], ...]:
    if rng.random() < 0.1:
        attempt = random_attempt(game, rng)
        return () if attempt[0] == DEALER else (attempt,)
    actor, action = random_decision(game, rng, call_chance)
    rival = random_snap(game, rng) if rng.random() < 0.3 else None
    tries = [(actor, action)] if rival is None or rival[0] == actor else [(actor, action), rival]
    return tuple((seat, str(tried)) for seat, tried in tries if seat != DEALER)


async def _say(world: World, cmd_id: str, *tries: tuple[Seat, str]) -> None:
    asked = []
    for number, (seat, action) in enumerate(tries):
        command = wire.Act(f"{cmd_id}-{number}", action, claimed=300.0)
        await world.take(Say(seat, command))
        asked.append((world.ears[seat], command.cmd_id))
    for looks in range(30):
        if all(ear.is_answered(command) for ear, command in asked):
            return
        await world.take(Tick(A_LOOK if looks < 12 else A_WHILE // 4))
    raise AssertionError(f"no answer to {tries}")


# Another world


def rearranged(game: Game, viewer: Seat, rng: random.Random) -> Cards:
    """The same cards, but those that the viewer has not met lie elsewhere among those of the same shuffle."""
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
    eye = mark.RAIL if viewer == RAIL else seat_number(viewer)
    orders = [_shuffled_unmet(again, order, eye, rng) for order in met]
    return Cards(orders[0], tuple(orders[1:]))


def _notice(game: Game, met: list[dict[int, int]]) -> None:
    for card in game.deck_ids:
        _last(met, card)[card] |= game.table.seen_by(card)


def _last(met: list[dict[int, int]], card: int) -> dict[int, int]:
    """The last shuffle that the card was part of."""
    return next(order for order in reversed(met) if card in order)


def _judged(game: Game, action: object) -> list[int]:
    """A snap tells everybody whether the cards match; a late one compares none."""
    if not isinstance(action, Snap) or not game.table.window_open or action.discard != game.table.number:
        return []
    return [game.table.card_at(place.number(len(game.seats))) for place in action.places()]


def _shuffled_unmet(game: Game, order: dict[int, int], eye: int, rng: random.Random) -> tuple[str, ...]:
    cards = list(order)
    unmet = [index for index, card in enumerate(cards) if not order[card] >> eye & 1]
    dealt = list(cards)
    for index, other in zip(unmet, rng.sample(unmet, len(unmet)), strict=True):
        dealt[index] = cards[other]
    return tuple(text_of(game.rules.book.face_of(card)) for card in dealt)


async def probe(world: World, viewer: Seat, attempts: Sequence[str]) -> None:
    """Come back as if everything, some of it, or nothing had been heard; and try what is not allowed."""
    seq = world.room.table.seq
    world.room.listened(world.ears[viewer], seq // 2)
    for last_seq in (None, 0, seq // 2, seq - 1, seq, seq + 7):
        await world.rejoin(viewer, last_seq)
    for number, action in enumerate(attempts):
        await world.take(Say(viewer, wire.Act(f"probe{number}", action)))


def forbidden(game: Game, viewer: Seat, rng: random.Random) -> list[str]:
    """What the viewer may not do now; from the rail nothing is allowed."""
    tries = [random_attempt(game, rng) for _ in range(60)]
    if viewer == RAIL:
        return [action for _, action in tries[:3]]
    return [action for actor, action in tries if actor == viewer and game.why_not(actor, action) is not None][:4]


async def look(rules: str, seed: int, *, call_chance: float = 1 / 12) -> int:
    """Play a round, and again for each viewer in another world: how many cards lay elsewhere in those."""
    rng = random.Random(f"{rules} {seed}")
    async with world_of(rules, seed) as world:
        await play(world, rng, call_chance)
        attempts = {viewer: forbidden(world.game, viewer, rng) for viewer in world.ears}
        steps = list(world.steps)
        for viewer in world.ears:
            await probe(world, viewer, attempts[viewer])
    moved = 0
    for viewer in world.ears:
        cards = rearranged(world.game, viewer, rng)
        moved += sum(here != there for here, there in zip(world.game.deck, cards.deck, strict=True))
        async with world_of(rules, seed, cards) as other:
            for step in steps:
                await other.take(step)
            for each in world.ears:
                await probe(other, each, attempts[each])
        compare(viewer, world.ears[viewer].heard, other.ears[viewer].heard)
    return moved


def compare(viewer: Seat, here: Sequence[Any], there: Sequence[Any]) -> None:
    for one, other in zip(here, there, strict=False):
        if one != other:
            raise Leak(f"{viewer} can tell\n{one}\nfrom\n{other}")
    if len(here) != len(there):
        raise Leak(f"{viewer} hears more in one world: {len(here)} and {len(there)} messages")


# The checks


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", [*PRESETS])
def test_nothing_that_is_posted_depends_on_cards_that_were_never_met(rules: str, seed: int) -> None:
    assert asyncio.run(look(rules, seed)) > 0


def test_a_round_that_ended_tells_nothing_about_the_cards_that_were_left() -> None:
    assert asyncio.run(look("cambia", 11, call_chance=1.0)) > 0


# Sockets and REST

REQUESTS = (
    ("GET", "/api/session"),
    ("GET", "/api/tables"),
    ("GET", f"/api/tables/{TABLE_ID}"),
    ("GET", f"/api/codes/{CODE}"),
    ("GET", "/api/codes/WRONG2"),
    ("GET", "/api/games"),
    ("GET", f"/api/games/{TABLE_ID}.cambio"),
    ("POST", "/api/tables/nowhere/ticket"),
    ("DELETE", f"/api/tables/{TABLE_ID}"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("GET", f"/table/{TABLE_ID}"),
)
#: How long the disk took is nobody's secret, and different every time; so is when a server was started.
OF_THE_MACHINE = re.compile(rb"^(# .*|cambio_commit_seconds.*|\w+_created.*)\n", re.MULTILINE)


async def look_for_real(rules: str, seed: int, viewer: Seat, length: int) -> int:
    """Some of a round; then real sockets and requests of one viewer, byte by byte, in two worlds, and both logs."""
    rng = random.Random(f"{rules} {seed} {viewer}")
    steps: list[Step] = []
    cards: Cards | None = None
    attempts: list[str] = []
    heard: list[list[object]] = []
    moved = 0
    for _ in range(2):
        async with house() as closed, besieged(house=closed) as target:
            world = await seated(closed, rules, seed, cards)
            if not steps:
                # Without a call no round is over so soon, and what is being played is no finished game yet.
                while world.room.table.seq < length:
                    await play_some(world, rng)
                steps, attempts = list(world.steps), forbidden(world.game, viewer, rng)
                cards = rearranged(world.game, viewer, rng)
                moved = sum(here != there for here, there in zip(world.game.deck, cards.deck, strict=True))
            else:
                for step in steps:
                    await world.take(step)
            assert not world.game.is_over
            heard.append(await from_outside(target, viewer, world.room.table.seq, attempts))
            heard[-1] += [{**line, "at": None} for line in target.lines()]
    compare(viewer, heard[0], heard[1])
    return moved


async def play_some(world: World, rng: random.Random) -> None:
    cmd_id = f"c{len(world.steps)}"
    if world.room.table.waits_for_dealer():
        await world.take(Tick(A_WHILE))
        return
    actor, action = random_decision(world.game, rng, 0)
    ahead = world.game.copy()
    ahead.play(actor, action)
    if actor != DEALER and not ahead.is_over:
        await _say(world, cmd_id, (actor, str(action)))


async def from_outside(target: Target, viewer: Seat, seq: int, attempts: Sequence[str]) -> list[object]:
    """Every byte that a real client gets: welcomes, what is told again, refusals, answers to requests."""
    visitor = Visitor(target, cookie=f"cambio=token of {viewer}")
    got: list[object] = []
    for last_seq in (None, seq // 2, seq):
        async with visitor.at(TABLE_ID, last_seq=last_seq) as sock:
            # When pings come is no secret, and different every time; what a pong confirms is not told again.
            sock.confirms = False
            for number, action in enumerate(attempts):
                await sock.ask(wire.Act(f"real{last_seq}-{number}", action))
            await sock.send("this is no message")
            await sock.hear(wire.Problem)
            got += [text for text in sock.texts if '"type":"ping"' not in text]
    for method, path in REQUESTS:
        answer = await visitor.request(method, path)
        got.append((answer.status, answer.headers if path != "/metrics" else (), OF_THE_MACHINE.sub(b"", answer.body)))
    return got


@pytest.mark.parametrize(("rules", "viewer"), [("cambia", "a"), ("camp", RAIL), ("classic", "b")])
def test_sockets_and_requests_and_logs_tell_nothing_either(rules: str, viewer: Seat) -> None:
    assert asyncio.run(look_for_real(rules, 5, viewer, 40)) > 0


# Planted leaks: the checks would notice


def hidden_card(table: Table) -> str:
    """What comes next from the stock, which nobody knows."""
    assert table.game is not None
    cards = table.game.table
    return text_of(cards.book.face_of(cards.stock_card(cards.stock_left - 1))) if cards.stock_left else ""


def events_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what one seat sees goes out to everybody."""
    honest = telling.told_events

    def told(events: Sequence[Event], viewer: Seat) -> tuple[wire.GameEvent, ...]:
        shown = [(event, *getattr(event, "sees", ()), viewer) for event in events]
        return tuple(honest([event], seer)[0] for event, seer, *_ in shown)

    monkeypatch.setattr(telling, "told_events", told)


def snaps_that_would_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: only what matches is offered."""
    honest = telling.yours

    def yours(table: Table, seat: Seat) -> wire.Yours | None:
        told = honest(table, seat)
        if told is None or table.game is None or not told.snaps:
            return told
        snaps = [place for place in told.snaps if is_right(table.game, _snap(place, table.game))]
        return msgspec.structs.replace(told, snaps=tuple(snaps))

    monkeypatch.setattr(telling, "yours", yours)


def _snap(place: str, game: Game) -> Snap:
    from cambio import parse_action

    snap = parse_action(f"snap {place} #{game.table.number}")
    assert isinstance(snap, Snap)
    return snap


def held_card_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the board that everybody gets shows what somebody holds."""
    honest = telling.board

    def board(table: Table, left: int | None = None) -> wire.Board | None:
        told = honest(table, left)
        if told is None or table.game is None or table.game.table.held == mark.NO_CARD:
            return told
        cards = table.game.table
        return msgspec.structs.replace(told, shown={"held": text_of(cards.book.face_of(cards.held))})

    monkeypatch.setattr(telling, "board", board)


def errors_that_name_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a refusal says which card it is about."""
    honest = Game.why_not

    def why_not(game: Game, actor: Seat, action: Any) -> Refusal | None:
        refusal = honest(game, actor, action)
        if refusal is None or not game.table.stock_left:
            return refusal
        card = game.table.stock_card(game.table.stock_left - 1)
        return replace(refusal, sentence=f"{refusal.sentence} ({text_of(game.table.book.face_of(card))})")

    monkeypatch.setattr(Game, "why_not", why_not)


def red_cards_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nothing is said, but a verdict takes longer if the next card is red."""
    honest = Contest.due

    def due(contest: Contest[Any], rivals: Any) -> float:
        return honest(contest, rivals) + (2 * A_LOOK if hidden_card(contest.table)[-1:] in ("h", "d") else 0)

    monkeypatch.setattr(Contest, "due", due)


def doors_that_show_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the lobby tells by a table's rules what lies on its stock."""
    honest = Table.names

    def names(table: Table) -> dict[Seat, str]:
        return {seat: f"{name} {hidden_card(table)}" for seat, name in honest(table).items()}

    monkeypatch.setattr(Table, "names", names)


Plant = Callable[[pytest.MonkeyPatch], None]
IN_WHAT_IS_POSTED: tuple[Plant, ...] = (
    events_told_to_all,
    snaps_that_would_match,
    held_card_on_the_board,
    errors_that_name_a_card,
    red_cards_take_longer,
)


@pytest.mark.parametrize("plant", IN_WHAT_IS_POSTED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match=r"can tell|hears more"):
        for seed in range(3):
            asyncio.run(look("cambia", seed))


@pytest.mark.parametrize("plant", [errors_that_name_a_card, doors_that_show_a_card], ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found_from_outside(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak, match="can tell"):
        for seed in range(5, 10):
            asyncio.run(look_for_real("cambia", seed, "a", 25))
