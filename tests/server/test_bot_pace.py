"""The pace of bots: when one acts, waits or snaps tells nothing about its cards, and no bot is faster than people.

Worlds differ only in cards that one bot holds: it has met a card that matches what somebody throws, or two, or none.
Until it snaps, everything happens at the same times in all of them; and it snaps at the same time whichever card
matches. Planted leaks prove that the checks would notice.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from cambio import Game, Snap
from cambio.bots.levels import LADDER
from cambio.bots.live_pace import FASTEST_BOT, FLIGHT, SEARCH_TIME, BotPace
from cambio.bots.seat_agent import SeatAgent
from cambio.bots.styles import STYLES, Pace
from cambio.core.engine import phases
from cambio.places import RAIL, Place, Seat
from cambio.server.protocol import messages
from cambio.server.tables import bot_seats
from cambio.server.tables.bot_seats import BotSeats
from cambio.server.tables.races.snap_window import Window
from tests.bots.programs import Script
from tests.properties.random_games import is_right
from tests.server.test_search import processes, question
from tests.server.worlds import Advance, Cards, Company, Leak, Send, World, compare, minds, world_of

RULES = "cambia"
#: Milliseconds between two looks at a table: times are known by that much.
GLANCE = 10
#: Milliseconds for which a table is watched after a throw: somebody has drawn or snapped by then.
WATCHED = 4000
#: Ana throws what she draws; Ben, a bot, comes next; Chidi is a bot as well.
COMPANY = Company(seats=3, bots={"b": "casual", "c": "solid"})
HANDS = {"a": ("2c", "3c", "9c", "9d"), "c": ("2h", "3h", "Ac", "Ad")}
UPCARD, THROWN = "5s", "6c"
#: The last two cards of Ben, at which he peeks: none matches what Ana throws, one of them, the other, or both.
PEEKED = {"none": ("Qd", "Qh"), "first": ("6d", "Qh"), "second": ("Qd", "6h"), "both": ("6d", "6h")}
SEEDS = range(4)
#: Milliseconds that a slow bot computes; an answer about a snap and a decision may come one after the other.
SLOW_ANSWER = 4


def deck_with(peeked: tuple[str, str]) -> Cards:
    """Hands, the first discard and the first card of the stock as above; all others in the same order in all worlds."""
    hands = {**HANDS, "b": ("2d", "3d", *peeked)}
    dealt = [hands[seat][slot] for slot in range(4) for seat in "abc"]
    top = [*dealt, UPCARD, THROWN]
    others = ("Qd", "Qh", "6d", "6h")
    rest = [card for card in Game(RULES, COMPANY.seats, seed=1).deck if card not in (*top, *others)]
    return Cards((*top, *(card for card in others if card not in peeked), *rest))


@dataclass(frozen=True)
class Watched:
    """What everybody could notice after a throw: each message, and milliseconds after the throw."""

    messages: tuple[tuple[int, str], ...]

    def time_of(self, event: str, seat: Seat) -> int | None:
        found = (at for at, text in self.messages if f'"event":"{event}","seat":"{seat}"' in text)
        return next(found, None)


async def watch(seed: int, peeked: str, company: Company = COMPANY, milliseconds: int = 0) -> Watched:
    """One world, from the deal until some seconds after the throw, by somebody on the rail.

    From the throw on Ben takes so many milliseconds to compute each answer.
    """
    with minds(seed):
        # The table with that number has a race for snaps.
        async with world_of(RULES, 0, deck_with(PEEKED[peeked]), company) as world:
            await act(world, "ready")
            while world.live_table.table.deciders() != ["a"]:
                await world.take(Advance(GLANCE))
            await act(world, "draw")
            began = world.clock.time
            with computing(world, milliseconds):
                await act(world, "throw")
                while world.clock.time < began + WATCHED * max(company.pace, 1):
                    await world.take(Advance(min(GLANCE, step_of(world))))
    return Watched(tuple((at - began, text) for at, text in world.ears[RAIL].heard))


def step_of(world: World) -> int:
    """Milliseconds until the next alarm, at least one."""
    due = world.live_table._alarms.next_time()
    return GLANCE if due is None else max(1, math.ceil(due - world.clock.now()))


@contextmanager
def computing(world: World, milliseconds: int) -> Iterator[None]:
    """Ben takes that long for each answer, while the clock goes on."""

    def delayed(honest: Callable[[SeatAgent], Any]) -> Callable[[SeatAgent], Any]:
        def compute(agent: SeatAgent) -> Any:
            world.clock.time += milliseconds if agent.seat == "b" else 0
            return honest(agent)

        return compute

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SeatAgent, "decide", delayed(SeatAgent.decide))
        patch.setattr(SeatAgent, "choose_snap", delayed(SeatAgent.choose_snap))
        yield


async def act(world: World, action: str) -> None:
    await world.take(Send("a", messages.Act(action, action, claimed=300.0)))
    assert world.ears["a"].is_answered(action), action


def watch_worlds(seed: int) -> dict[str, Watched]:
    return {peeked: asyncio.run(watch(seed, peeked)) for peeked in PEEKED}


def check_waiting(worlds: dict[str, Watched]) -> None:
    """Until a bot snaps or has drawn, a world in which it holds a match is like the one in which it holds none."""
    without = worlds["none"]
    drawn = without.time_of("drew", "b")
    assert drawn is not None
    for world in worlds.values():
        snapped = world.time_of("snapped", "b")
        # What it does with the card that it has drawn may depend on what it knows.
        end = min(drawn + 1, WATCHED if snapped is None else snapped)
        compare(RAIL, *([each for each in one.messages if each[0] < end] for one in (world, without)))


def check_snaps(worlds: dict[str, Watched]) -> None:
    """A bot snaps at one time, whichever of its cards matches and however many."""
    times = {name: world.time_of("snapped", "b") for name, world in worlds.items() if name != "none"}
    if len(set(times.values())) > 1:
        raise Leak(f"the time of a snap tells which card matches: {times}")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_waits_and_snaps_at_the_same_times_whatever_it_holds(seed: int) -> None:
    worlds = watch_worlds(seed)
    assert worlds["none"].time_of("snapped", "b") is None
    drawn = worlds["none"].time_of("drew", "b")
    assert drawn is not None
    assert drawn >= 1000 * (FLIGHT + STYLES["casual"].pace.window)
    for name in ("first", "second", "both"):
        snapped = worlds[name].time_of("snapped", "b")
        assert snapped is not None, name
        assert snapped >= 1000 * FASTEST_BOT
    check_waiting(worlds)
    check_snaps(worlds)


@pytest.mark.parametrize("pace", [0, 0.3, 1, 3])
@pytest.mark.parametrize("peeked", ["none", "both"])
def test_how_long_a_bot_computes_is_not_seen_at_any_pace(peeked: str, pace: float) -> None:
    quick, slow = (asyncio.run(watch(1, peeked, replace(COMPANY, pace=pace), ms)) for ms in (0, SLOW_ANSWER))
    acted = {event: slow.time_of(event, "b") is not None for event in ("drew", "snapped")}
    # At once, a bot has drawn before it would have reacted to the card.
    assert acted["snapped" if peeked == "both" and pace else "drew"]
    compare(RAIL, *([each for each in one.messages if each[0] < WATCHED] for one in (slow, quick)))


@pytest.mark.parametrize("pace", [0, 1, 3])
def test_how_long_a_bot_searches_is_not_seen_at_any_pace(pace: float) -> None:
    """Its search is over at once, or never: it moves at the same time."""
    times = {ends: asyncio.run(time_of_searched_move(pace, ends=ends)) for ends in (True, False)}
    assert times[True] == times[False] >= 1000 * SEARCH_TIME


async def time_of_searched_move(pace: float, *, ends: bool) -> int:
    """Milliseconds from when Ben, who searches, has something to decide until he has drawn, taken or called."""
    company = Company(seats=2, bots={"b": "search"}, pace=pace)
    with minds(1):
        async with world_of("cambia match.starter=dealer deal.opening=no", 0, company=company) as world:
            pool = world.registry._search_pool
            if not ends:
                await pool.search(question())
                for pid in processes(pool):
                    os.kill(pid, signal.SIGSTOP)
            await act(world, "ready")
            while world.game.turn != "b":
                await world.take(Advance(step_of(world)))
            began = world.clock.time
            while world.game.table.phase == phases.START and world.game.turn == "b":
                while ends and world.live_table._searches._tasks:
                    await asyncio.sleep(0.001)
                await world.take(Advance(step_of(world)))
                assert world.clock.time < began + 100_000
            return world.clock.time - began


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_that_is_too_slow_to_snap_draws_at_the_same_time_as_one_without_a_match(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_to_snap(monkeypatch)
    worlds = watch_worlds(seed)
    assert {world.time_of("snapped", "b") for world in worlds.values()} == {None}
    drawn = {world.time_of("drew", "b") for world in worlds.values()}
    assert len(drawn) == 1
    assert None not in drawn
    check_waiting(worlds)


def test_times_are_drawn_anew_for_each_discard_and_each_seat() -> None:
    pace, casual = BotPace(1, key=7), STYLES["casual"].pace
    times = {(seat, discard): pace.draw_reaction(seat, discard, casual) for seat in "bcd" for discard in range(50)}
    assert len(set(times.values())) == len(times)
    assert min(times.values()) >= FASTEST_BOT


# Planted leaks: the checks would notice


def slow_to_snap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "pace_of", lambda _level: Pace(reaction=9.0, spread=0.01))


def held_matches(bots: BotSeats, seat: Seat) -> int:
    """How many cards of a seat match what lies on the pile, whether or not anybody knows."""
    game = bots.table.game
    assert game is not None
    number = game.table.discard_number
    places = [Place(seat, slot) for slot in range(1, 5)]
    return sum(is_right(game, Snap(place, None, number)) for place in places)


def snaps_that_are_faster_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BotSeats._reaction

    def reaction(bots: BotSeats, seat: Seat, discard: int) -> float:
        return honest(bots, seat, discard) * (0.9 if held_matches(bots, seat) > 1 else 1)

    monkeypatch.setattr(BotSeats, "_reaction", reaction)


def windows_that_are_longer_with_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BotSeats.leave_window_open_until

    def until(bots: BotSeats, seat: Seat, window: Window) -> float:
        return honest(bots, seat, window) + (300 if held_matches(bots, seat) else 0)

    monkeypatch.setattr(BotSeats, "leave_window_open_until", until)


def others_that_hurry_when_somebody_holds_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = BotSeats.choose_pause

    def choose_pause(bots: BotSeats, seat: Seat) -> float:
        return honest(bots, seat) + (0 if held_matches(bots, "b") else 2500)

    monkeypatch.setattr(BotSeats, "choose_pause", choose_pause)


def test_a_planted_leak_in_the_time_of_snaps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    snaps_that_are_faster_with_two(monkeypatch)
    with pytest.raises(Leak, match="which card matches"):
        check_snaps(watch_worlds(0))


@pytest.mark.parametrize("plant", [windows_that_are_longer_with_a_match, others_that_hurry_when_somebody_holds_a_match])
def test_a_planted_leak_in_waiting_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    slow_to_snap(monkeypatch)
    with pytest.raises(Leak, match=r"can tell|hears more"):
        check_waiting(watch_worlds(0))


# Bots of other programs


#: A program that snaps with its last card whenever it may, and claims to need so many seconds for it.
HASTY = """
def answer(question):
    snaps = [action for action in question["legal"] if action.startswith("snap b4")]
    if question["wait"] and snaps and question["view"]["number"] > 1:
        say({{"id": question["id"], "action": snaps[0], "after": {after}}})
    else:
        well(question)
serve(answer)
"""


def test_a_bot_of_another_program_takes_the_time_that_the_table_draws_whatever_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMPANY.bots, "b", "hasty")
    times = []
    for claimed in (0.0, 1.5):
        script = Script(tmp_path, HASTY.format(after=claimed))
        monkeypatch.setitem(LADDER, "hasty", script.bot)
        try:
            times.append(asyncio.run(watch(0, "second")).time_of("snapped", "b"))
        finally:
            script.bot.close()
    first, second = times
    assert first is not None
    assert first == second
    assert first >= 1000 * FASTEST_BOT
