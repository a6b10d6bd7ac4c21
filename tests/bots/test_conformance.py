"""Everybody who plays passes this: rounds end, nothing is at fault, and the same seed plays the same round.

A bot that has a name on the ladder is held to it without a word more.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pytest

from cambio import PRESETS, Game
from cambio.bots import ExternalBot, PlayerFactory, Report, StandIn, play_round, seated
from cambio.bots.baselines import BASELINES
from cambio.bots.baselines.mcts import TreeSearch
from cambio.bots.levels import LADDER, LevelPlayer
from cambio.bots.styles import STYLES
from cambio.core import is_compiled
from cambio.rules import Rules
from cambio.training.random_rules import random_rules, random_seats
from tests.bots.players import RandomPlayer
from tests.bots.programs import FIRST_LEGAL, PATIENT

T = TypeVar("T")

#: Windows has no pipes that can be waited for.
PROGRAMS = {"first_legal.py": ExternalBot(FIRST_LEGAL, decision=PATIENT)} if os.name == "posix" else {}
#: Random house rules that each bot plays by.
HOUSES = 7
#: A search that thinks less long plays by the same code.
SHORT_SEARCHES = {
    name: partial(LevelPlayer, replace(style, samples=24 if is_compiled() else 2))
    for name, style in STYLES.items()
    if style.is_slow
}


class ShortTreeSearch(TreeSearch):
    """The same for the tree search."""

    rollouts = 12 if is_compiled() else 2


BOTS: dict[str, PlayerFactory] = {
    "stand-in": StandIn,
    "random": RandomPlayer,
    **PROGRAMS,
    **LADDER,
    **SHORT_SEARCHES,
    **BASELINES,
    "mcts": ShortTreeSearch,
}
if not is_compiled():
    # Interpreted, a critic takes as long as hundreds of experts; the master asks a network by the same code.
    del BOTS["champion"]


def by_any(games: Iterable[T]) -> list[tuple[str, T]]:
    """Every bot by each of these; interpreted, those that search or ask a network by the first one alone."""
    games = list(games)
    think_long = () if is_compiled() else ("search", "master")
    return [(name, game) for name in BOTS for game in games[: 1 if name in think_long else None]]


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


@pytest.mark.parametrize(("name", "preset"), by_any(PRESETS))
def test_a_bot_plays_by_every_rule_book(name: str, preset: str) -> None:
    rules = PRESETS[preset]
    number = list(PRESETS).index(preset)
    # Each rule book at another size, so that all of them are met.
    most = min(8, rules["deal.max_seats"])
    conforms(rules, 2 + number * 2 % (most - 1), BOTS[name], seed=number)


@pytest.mark.parametrize(("name", "seed"), by_any(range(HOUSES)))
def test_a_bot_plays_by_any_house_rules(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    conforms(rules, random_seats(rules, rng), BOTS[name], seed)


@pytest.mark.parametrize("name", BOTS)
def test_a_table_of_nothing_but_one_bot_comes_to_an_end(name: str) -> None:
    seats = 3
    game = Game("cambia", seats, seed=5)
    report = play_round(game, seated(game, [BOTS[name]] * seats, seed=5))
    assert not report.faults
    assert not report.cut_short
