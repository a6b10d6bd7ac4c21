"""Bots that search do so in processes of their own: no table stands still meanwhile, and none waits for long."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cambio import Game
from cambio.actions import Peek, Snap
from cambio.bots.levels import LADDER, LevelPlayer
from cambio.bots.player import TrackingPlayer
from cambio.bots.seat_agent import TimedSnap
from cambio.core import is_compiled
from cambio.places import Place, Seat, seat_named
from cambio.server.protocol import messages
from cambio.server.search import pool, worker
from cambio.server.search.pool import SearchPool
from cambio.server.search.question import LetPass, SearchAnswer, SearchFailed, SearchQuestion
from cambio.server.search.tasks import Position
from cambio.server.store.contract import Person
from cambio.server.tables import log_entries
from cambio.server.tables.bot_seats import BotSeats
from cambio.server.tables.log_entries import AnyBody, BotSat, Opened, Sat, Started
from cambio.server.tables.opening import tutorial
from cambio.server.tables.opening.new_table import NewTable
from cambio.server.tables.races.snap_window import Window
from cambio.server.tables.table_state import TableState
from tests.server.raw_client import ONE_ROUND, LocalServer, RawClient, Socket, play_out, run, running_server

#: Seconds in which something that waits for no search is done, on a busy machine too.
AT_ONCE = 1.0
#: The bot at the last seat begins, while the first discard may be snapped.
BOT_BEGINS = "cambia match.rounds=1 match.target=0 match.starter=dealer"


def question(seed: int = 1, level: str = "search") -> SearchQuestion:
    """The first decision of a round."""
    game = Game("cambia", 2, seed=seed)
    for seat in game.seats:
        game.play(seat, "ready")
    return ask(game, "a", level, seed)


def ask(game: Game, seat: Seat, level: str, seed: int, *, is_snap: bool = False) -> SearchQuestion:
    """What a server asks for a seat."""
    return SearchQuestion(
        level=level,
        rules=game.rules,
        seats=len(game.seats),
        seat=seat,
        seed=seed,
        events=tuple(event.seen_by(seat) for event in game.events),
        record=tuple(game.record),
        seen=game.open_table(),
        legal=() if is_snap else tuple(game.legal(seat, snaps=False)),
        is_snap=is_snap,
    )


def processes(search_pool: SearchPool) -> list[int]:
    """The ids of all workers that have been started."""
    running = [each._process for each in search_pool._workers if each._process is not None]
    return [process.pid for process in running if process.pid is not None]


def pause(search_pool: SearchPool) -> None:
    """From now on a search takes as long as the test likes: its process gets no time."""
    for pid in processes(search_pool):
        os.kill(pid, signal.SIGSTOP)


def resume(search_pool: SearchPool) -> None:
    for pid in processes(search_pool):
        os.kill(pid, signal.SIGCONT)


@asynccontextmanager
async def search_pool(size: int) -> AsyncIterator[SearchPool]:
    """A pool whose first worker has been started."""
    made = SearchPool(size)
    try:
        await made.search(question())
        yield made
    finally:
        await made.close()


# The pool


def test_a_search_decides_what_the_same_player_decides_here() -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            for seed in range(3):
                asked = question(seed)
                player = LADDER["search"](asked.rules, asked.seats, asked.seat, asked.seed)
                for event in asked.events:
                    player.notice(event)
                assert isinstance(player, TrackingPlayer)
                assert await searches.search(asked) == player.decide(asked.seen)
            assert len(processes(searches)) == 1

    run(story())


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_a_search_for_a_snap_finds_what_the_same_player_finds_here() -> None:
    async def story() -> None:
        found = []
        async with search_pool(1) as searches:
            for seed in range(40):
                asked = snap_question(seed)
                player = LADDER["champion"](asked.rules, asked.seats, asked.seat, asked.seed)
                assert isinstance(player, LevelPlayer)
                for event in asked.events:
                    player.notice(event)
                player.hear_record(asked.record)
                found.append(await searches.search(asked))
                assert found[-1] == (player.choose_snap(asked.seen) or LetPass())
        assert any(isinstance(answer, Snap) for answer in found) and LetPass() in found

    run(story())


def snap_question(seed: int) -> SearchQuestion:
    """The first discard of a round: whether b snaps it, who has looked at two cards."""
    game = Game("cambia", 2, seed=seed)
    for action in game.legal("b"):
        if isinstance(action, Peek) and game.why_not("b", action) is None:
            game.play("b", action)
    for seat in game.seats:
        game.play(seat, "ready")
    return ask(game, "b", "champion", seed, is_snap=True)


def test_the_page_for_operators_states_how_long_a_table_waits() -> None:
    page = Path("docs/SERVING.md").read_text(encoding="utf-8")
    assert f"at most {pool.SEARCH_QUEUE_TIMEOUT:.0f} seconds (`SEARCH_QUEUE_TIMEOUT`)" in page
    assert f"at most {worker.SEARCH_TIMEOUT:.0f} (`SEARCH_TIMEOUT`)" in page


def test_there_are_as_many_workers_as_cores() -> None:
    assert len(SearchPool()._workers) == pool.count_cores() >= 1


def test_who_waits_too_long_for_a_worker_has_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            pause(searches)
            searching = asyncio.create_task(searches.search(question()))
            await asyncio.sleep(0)
            monkeypatch.setattr(pool, "SEARCH_QUEUE_TIMEOUT", 0.1)
            with pytest.raises(SearchFailed, match="no worker was free"):
                await searches.search(question())
            resume(searches)
            assert await searching in question().legal

    run(story())


def test_a_queue_that_is_full_takes_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            pause(searches)
            monkeypatch.setattr(pool, "SEARCH_QUEUE_LIMIT", 1)
            served = [asyncio.create_task(searches.search(question())) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(SearchFailed, match="1 tables wait"):
                await searches.search(question())
            resume(searches)
            assert len(await asyncio.gather(*served)) == 2

    run(story())


def test_a_worker_that_dies_is_replaced() -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            pause(searches)
            (first,) = processes(searches)
            searching = asyncio.create_task(searches.search(question()))
            await asyncio.sleep(0.1)
            os.kill(first, signal.SIGKILL)
            with pytest.raises(SearchFailed):
                await searching
            assert await searches.search(question()) in question().legal
            assert processes(searches) != [first]

    run(story())


def test_a_worker_that_takes_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            pause(searches)
            first = processes(searches)
            with monkeypatch.context() as patch:
                patch.setattr(worker, "SEARCH_TIMEOUT", 0.2)
                patch.setattr(pool, "SEARCH_TIMEOUT", 0.1)
                with pytest.raises(SearchFailed, match="no answer within"):
                    await searches.search(question())
                await asyncio.sleep(0.5)
            assert await searches.search(question()) in question().legal
            assert processes(searches) != first

    run(story())


def test_a_player_that_raises_costs_no_worker() -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            first = processes(searches)
            with pytest.raises(SearchFailed, match="the player raised KeyError"):
                await searches.search(question(level="nobody"))
            assert await searches.search(question()) in question().legal
            assert processes(searches) == first

    run(story())


def test_a_search_that_is_cancelled_gives_its_worker_back() -> None:
    async def story() -> None:
        async with search_pool(1) as searches:
            first = processes(searches)
            pause(searches)
            searching = asyncio.create_task(searches.search(question()))
            await asyncio.sleep(0.1)
            searching.cancel()
            with pytest.raises(asyncio.CancelledError):
                await searching
            resume(searches)
            assert await searches.search(question(2)) in question(2).legal
            assert processes(searches) == first

    run(story())


# At a table


@asynccontextmanager
async def bot_is_about_to_begin(target: LocalServer) -> AsyncIterator[tuple[str, Socket]]:
    """Ana's table with a bot that searches: it is ready, and the first turn is its own as soon as she is, too.

    The bot has no card that matches the first discard, and so does not snap it.
    """
    ana: RawClient = await target.guest("Ana")
    wanted = NewTable(BOT_BEGINS, seats=2, bots=("search",), start=True, deck=tutorial.LESSONS[0].deck())
    table_id = (await target.registry.open_table(Person(ana.person, "Ana", 0), wanted)).id
    async with ana.at(table_id) as sock:
        while "b" not in sock.board.ready:
            await sock.hear(messages.Told)
        yield table_id, sock


async def until_searching(target: LocalServer, table_id: str) -> None:
    live_table = await target.registry.live_table(table_id)
    async with asyncio.timeout(5):
        while not live_table._searches._tasks:
            await asyncio.sleep(0.01)


def count_fallbacks(target: LocalServer) -> float:
    """Decisions without a search so far: the first one, if a worker's process was slow to start."""
    return float(target.registry.metrics.fallbacks._value.get())


async def moves(target: LocalServer, table_id: str) -> list[tuple[str, str]]:
    bodies = [log_entries.decode(entry.body) for entry in await target.registry.store.entries(table_id)]
    return [(body.actor, body.action) for body in bodies if isinstance(body, log_entries.Played)]


async def hear_decision(sock: Socket) -> None:
    """The bot has drawn, taken or called."""
    while sock.board.phase == "start" and sock.board.turn == "b":
        await sock.hear(messages.Told)


def test_a_snap_that_comes_while_a_bot_searches_is_judged_at_once() -> None:
    async def story() -> None:
        async with running_server() as target:
            searches = target.registry._search_pool
            async with bot_is_about_to_begin(target) as (table_id, sock):
                pause(searches)
                await sock.act("ready")
                await until_searching(target, table_id)
                began = time.monotonic()
                assert isinstance(await sock.act("snap a1 #1"), messages.Done)
                assert time.monotonic() - began < AT_ONCE
                assert sock.board.waits_for == ("b",)
                assert (await moves(target, table_id))[-1] == ("a", "snap a1 #1")
                # The search was about a table without that snap. The bot thinks again, and decides once.
                resume(searches)
                await hear_decision(sock)
                assert [actor for actor, _ in await moves(target, table_id)].count("b") >= 2

    run(story())


def test_a_table_that_gets_no_search_in_time_goes_on_without(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running_server() as target:
            target.registry._search_pool = searches = SearchPool(1)
            async with bot_is_about_to_begin(target) as (table_id, sock):
                before = count_fallbacks(target)
                async with asyncio.timeout(5):
                    while searches._idle.empty():
                        await asyncio.sleep(0.01)
                pause(searches)
                others = asyncio.create_task(searches.search(question()))
                await asyncio.sleep(0)
                monkeypatch.setattr(pool, "SEARCH_QUEUE_TIMEOUT", 0.2)
                await sock.act("ready")
                await hear_decision(sock)
                assert (await moves(target, table_id))[-1][0] == "b"
                assert count_fallbacks(target) == before + 1
                resume(searches)
                await others

    run(story())


def test_a_table_whose_search_dies_goes_on_without() -> None:
    async def story() -> None:
        async with running_server() as target, bot_is_about_to_begin(target) as (table_id, sock):
            searches, before = target.registry._search_pool, count_fallbacks(target)
            pause(searches)
            await sock.act("ready")
            await until_searching(target, table_id)
            for pid in processes(searches):
                os.kill(pid, signal.SIGKILL)
            await hear_decision(sock)
            assert (await moves(target, table_id))[-1][0] == "b"
            assert count_fallbacks(target) == before + 1

    run(story())


def test_nobody_searches_for_a_table_where_nobody_is() -> None:
    async def story() -> None:
        async with running_server() as target:
            searches = target.registry._search_pool
            async with bot_is_about_to_begin(target) as (table_id, sock):
                pause(searches)
                await sock.act("ready")
                await until_searching(target, table_id)
                live_table = await target.registry.live_table(table_id)
            async with asyncio.timeout(5):
                while live_table._searches._tasks:
                    await asyncio.sleep(0.01)
            resume(searches)
            await asyncio.sleep(0.2)
            assert (await moves(target, table_id))[-1] == ("a", "ready")

    run(story())


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_champions_at_a_table_search_for_moves_and_for_snaps() -> None:
    async def story() -> None:
        async with running_server(pace=0.3) as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules=ONE_ROUND, seats=3, bots=["champion"] * 2, start=True)
            live_table = await target.registry.live_table(table_id)
            asked: set[bool] = set()
            start = live_table._searches.start

            def note(position: Position, question: SearchQuestion) -> None:
                asked.add(question.is_snap)
                start(position, question)

            live_table._searches.start = note  # type: ignore[method-assign]
            async with ana.at(table_id) as sock:
                await play_out(sock)
            assert asked == {True, False}
            assert target.failures() == []

    run(story())


WINDOW = Window(discard=1, discarder="dealer", since=0)
#: When a snap of a bot that is asked at once reaches the table at the latest, in milliseconds.
LATE = 10_000.0


@pytest.mark.parametrize("quick", [Snap(Place("b", 1)), None])
@pytest.mark.parametrize("answer", [Snap(Place("b", 2)), LetPass(), None])
def test_what_a_search_finds_about_a_snap_reaches_the_table_when_the_quick_choice_would_have(
    quick: Snap | None, answer: SearchAnswer | None
) -> None:
    bots, (position,) = bots_before_a_snap(quick)
    due = {seat: pending.due for seat, pending in bots.pending_snaps.items()}
    bots.end_snap_search(position, answer, now=1)
    expected = quick if answer is None else answer if isinstance(answer, Snap) else None
    assert {seat: pending.snap for seat, pending in bots.pending_snaps.items()} == ({"b": expected} if expected else {})
    if quick and expected:
        assert bots.pending_snaps["b"].due == due["b"]
    # It is not asked for twice.
    assert bots.open_snap_searches(now=1) == []


@pytest.mark.parametrize("quick", [Snap(Place("b", 1)), None])
def test_what_a_search_finds_too_late_about_a_snap_changes_nothing(quick: Snap | None) -> None:
    for is_late in (False, True):
        bots, (position,) = bots_before_a_snap(quick)
        before = dict(bots.pending_snaps)
        if not is_late:
            bots.tell(bots._game.play("a", "draw"))
            assert bots.open_snap_searches(now=1) == []
        bots.end_snap_search(position, Snap(Place("b", 2)), now=LATE if is_late else 1)
        assert bots.pending_snaps == before


def test_what_a_search_decided_stands_until_something_is_played() -> None:
    bots, (position,) = bots_before_a_snap(Snap(Place("b", 1)))
    bots.end_snap_search(position, LetPass(), now=1)
    # Something is written down that is no move: a name, for instance.
    bots.table.seq += 1
    asyncio.run(bots.choose_snaps(WINDOW, now=2))
    assert bots.pending_snaps == {} and bots.open_snap_searches(now=2) == []


def test_nobody_searches_for_a_snap_that_would_come_too_late() -> None:
    bots, _ = bots_before_a_snap(None)
    assert bots.open_snap_searches(now=LATE) == []


def bots_before_a_snap(quick: Snap | None) -> tuple[BotSeats, list[Position]]:
    """A champion that may snap the first discard, and what its master would do at once."""
    bots = BotSeats("a table", table_with("champion"), pace=1)
    for seat in ("a", "b"):
        bots._game.play(seat, "ready")

    async def choose(_seat: str) -> TimedSnap | None:
        return TimedSnap(quick, 0.6) if quick else None

    bots._choose_snap = choose  # type: ignore[assignment,method-assign]
    asyncio.run(bots.choose_snaps(WINDOW, now=0))
    return bots, bots.open_snap_searches(now=0)


def test_only_champions_search_for_snaps() -> None:
    for level in LADDER:
        bots = BotSeats("a table", table_with(level), pace=1)
        for seat in ("a", "b"):
            bots._game.play(seat, "ready")
        asyncio.run(bots.choose_snaps(WINDOW, now=0))
        assert bool(bots.open_snap_searches(now=0)) == (level == "champion")


def table_with(level: str) -> TableState:
    """A round by cambia between Ana and a bot of that level, as it is dealt."""
    opened = Opened("cambia", 2, messages.Options(), "ana")
    table = TableState.from_opening(opened)
    bodies: tuple[AnyBody, ...] = (
        opened,
        Sat("a", "ana", "Ana"),
        BotSat("b", level, "Blaise"),
        Started(("a", "b"), "a secret"),
    )
    for seq, body in enumerate(bodies, start=1):
        table.apply(seq, "table", None, body, 0)
    return table


@pytest.mark.parametrize(("level", "quick_level"), [("search", "expert"), ("champion", "master")])
def test_without_a_search_the_level_below_decides(level: str, quick_level: str) -> None:
    table = table_with(level)
    game = table.game
    assert game is not None
    bots = BotSeats("a table", table, pace=0)
    for number in range(2):
        game.play(seat_named(number), "ready")
    while not game.is_over and len(game.record) < 60:
        actor = next(seat for seat in (*game.seats, "dealer") if game.legal(seat, snaps=False))
        if actor == "b":
            decided = asyncio.run(bots.decide("b"))
            quick = LADDER[quick_level](game.rules, 2, "b", bots._seeds["b"])
            for event in game.events:
                quick.notice(event.seen_by("b"))
            assert decided == quick.choose(game.view("b"), game.legal("b", snaps=False))
            bots.tell(game.play("b", decided))
        else:
            bots.tell(game.play(actor, game.legal(actor, snaps=False)[0]))
