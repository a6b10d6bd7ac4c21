"""The pace of bots: when one acts, waits or snaps tells nothing about its cards, and no bot is faster than people.

Worlds differ only in cards that one bot holds: it has met a card that matches what somebody throws, or two, or none.
Until it snaps, everything happens at the same times in all of them; and it snaps at the same time whichever card
matches. Planted leaks prove that the checks would notice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cambio import Game, Snap
from cambio.bots.levels import LADDER
from cambio.bots.live_pace import FASTEST_BOT, FLIGHT, BotPace
from cambio.bots.seat_agent import TimedSnap
from cambio.bots.styles import STYLES, Pace
from cambio.places import RAIL, Place, Seat
from cambio.server import messages
from cambio.server.tables import bot_seats
from cambio.server.tables.bot_seats import BotSeats
from cambio.server.tables.snap_verdict import LONGEST_HOLD
from cambio.server.tables.snap_window import Window
from tests.bots.programs import Script
from tests.properties.random_games import is_right
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


async def watch(seed: int, peeked: str) -> Watched:
    """One world, from the deal until some seconds after the throw, by somebody on the rail."""
    with minds(seed):
        # The table with that number has a race for snaps.
        async with world_of(RULES, 0, deck_with(PEEKED[peeked]), COMPANY) as world:
            await act(world, "ready")
            while world.live_table.table.deciders() != ["a"]:
                await world.take(Advance(GLANCE))
            await act(world, "draw")
            await act(world, "throw")
            began = world.clock.time
            while world.clock.time < began + WATCHED:
                await world.take(Advance(GLANCE))
    return Watched(tuple((at - began, text) for at, text in world.ears[RAIL].heard))


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

    def reaction(bots: BotSeats, seat: Seat, discard: int, chosen: TimedSnap) -> float:
        return honest(bots, seat, discard, chosen) * (0.9 if held_matches(bots, seat) > 1 else 1)

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


@pytest.mark.parametrize(("claimed", "expected"), [(0.0, FASTEST_BOT), (0.1, FASTEST_BOT), (1.5, 1.5)])
def test_a_bot_of_another_program_is_no_faster_than_people_can_be(
    claimed: float, expected: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(tmp_path, HASTY.format(after=claimed))
    monkeypatch.setitem(LADDER, "hasty", script.bot)
    monkeypatch.setitem(COMPANY.bots, "b", "hasty")
    try:
        watched = asyncio.run(watch(0, "second"))
    finally:
        script.bot.close()
    snapped = watched.time_of("snapped", "b")
    assert snapped is not None
    # The verdict waits for others whose snaps may be on their way.
    assert 1000 * expected <= snapped <= 1000 * expected + LONGEST_HOLD + GLANCE
