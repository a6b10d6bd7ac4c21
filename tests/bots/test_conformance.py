"""Everybody who plays passes this: rounds end, nothing is at fault, and the same seed plays the same round.

A bot that has a name on the ladder is held to it without a word more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

import pytest

from cambio import PRESETS, Game
from cambio.bots import ExternalBot, PlayerFactory, Report, StandIn, play_round, seated
from cambio.rules import Rules
from tests.bots.players import RandomPlayer
from tests.bots.programs import FIRST_LEGAL, PATIENT
from tests.random_rules import random_rules, random_seats

PROGRAMS = {"first_legal.py": ExternalBot(FIRST_LEGAL, decision=PATIENT)}
#: Random house rules that each bot plays by.
HOUSES = 7
#: Those who think long play at the smallest table, and by two rule books and two houses.
THINKERS = {"search"}
THINKERS_RULES = 2


def ladder() -> dict[str, PlayerFactory]:
    """The levels, by name, if there are any."""
    if find_spec("cambio.bots.levels") is None:
        return {}
    levels: dict[str, PlayerFactory] = import_module("cambio.bots.levels").LADDER
    return levels


def given_the_time(name: str, number: int) -> None:
    if name in THINKERS and number >= THINKERS_RULES:
        pytest.skip(f"{name} thinks long: the first {THINKERS_RULES} are enough")


BOTS: dict[str, PlayerFactory] = {"stand-in": StandIn, "random": RandomPlayer, **PROGRAMS, **ladder()}


@pytest.fixture(scope="module", autouse=True)
def programs_end() -> Iterator[None]:
    yield
    for bot in PROGRAMS.values():
        bot.close()


def played(rules: Rules, seats: int, factory: PlayerFactory, seed: int) -> tuple[Game, Report]:
    """A round in which every second seat is the bot's, and the others do anything."""
    game = Game(rules, seats, seed=seed)
    factories = [factory if number % 2 == seed % 2 else RandomPlayer for number in range(seats)]
    return game, play_round(game, seated(game, factories, seed))


def conforms(rules: Rules, seats: int, factory: PlayerFactory, seed: int) -> None:
    game, report = played(rules, seats, factory, seed)
    assert not report.faults, "\n".join(map(str, report.faults))
    assert not report.cut_short
    assert game.is_over
    again, _ = played(rules, seats, factory, seed)
    assert again.record == game.record


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_by_every_rule_book(name: str, preset: str) -> None:
    rules = PRESETS[preset]
    number = list(PRESETS).index(preset)
    given_the_time(name, number)
    # Each rule book at another size, so that all of them are met.
    most = 2 if name in THINKERS else min(8, rules["deal.max_seats"])
    conforms(rules, 2 + number * 2 % (most - 1), BOTS[name], seed=number)


@pytest.mark.parametrize("seed", range(HOUSES))
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_by_any_house_rules(name: str, seed: int) -> None:
    given_the_time(name, seed)
    rng = random.Random(seed)
    rules = random_rules(rng)
    conforms(rules, 2 if name in THINKERS else random_seats(rules, rng), BOTS[name], seed)


@pytest.mark.parametrize("name", BOTS)
def test_a_table_of_nothing_but_one_bot_comes_to_an_end(name: str) -> None:
    seats = 2 if name in THINKERS else 3
    game = Game("cambia", seats, seed=5)
    report = play_round(game, seated(game, [BOTS[name]] * seats, seed=5))
    assert not report.faults
    assert not report.cut_short
