"""Every round ends: random players don't play for ever, whatever the rules."""

from __future__ import annotations

import random

import pytest

from cambio import PRESETS, Game, Rules
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.rng import Rng
from cambio.core.playout import step
from cambio.events import Turn
from cambio.training.random_rules import random_rules
from tests.properties.random_games import random_game
from tests.random_play import random_decision

SEATS = range(2, 9)


def bound(rules: Rules, seats: int) -> int:
    """Decisions in which a round of random players is over.

    They call in one turn of sixteen, so a hundred turns without a call are rare; but no call may come before its lap,
    and until then everybody has one turn a lap, of three or four decisions.
    """
    return 800 + 8 * seats * int(rules["call.from_lap"])


def decisions_of_a_round(rules: Rules, seats: int, chance: Rng) -> int:
    table = deal_new_table(rules.ruleset, seats, chance)
    for decisions in range(bound(rules, seats)):
        if not step(table, chance):
            return decisions
    raise AssertionError(f"{seats} seats are still playing {rules} after {bound(rules, seats)} decisions")


def any_number_of_seats(rules: Rules) -> Rules:
    return rules.but("deal.max_seats=26")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_round_of_a_rule_book_ends(preset: str) -> None:
    rules = any_number_of_seats(PRESETS[preset])
    for seats in SEATS:
        chance = Rng(seats)
        for _ in range(100):
            decisions_of_a_round(rules, seats, chance)


def test_every_round_under_house_rules_ends() -> None:
    rng = random.Random(1)
    for seed in range(350):
        most = 2 + seed % len(SEATS)
        rules = random_rules(rng, most)
        for seats in (2, most):
            chance = Rng(seed)
            for _ in range(3):
                decisions_of_a_round(rules, seats, chance)


@pytest.mark.parametrize("late", ["call.when=start", "call.when=end", "deck.decks=8", "turn.stock=show"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_ends_even_if_nobody_may_call_for_twenty_laps(preset: str, late: str) -> None:
    rules = any_number_of_seats(PRESETS[preset]).but("call.from_lap=20", late)
    for seats in SEATS:
        chance = Rng(seats)
        for _ in range(5):
            decisions_of_a_round(rules, seats, chance)


@pytest.mark.parametrize("seed", range(28))
def test_people_who_do_anything_come_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed, rng)
    while not game.is_over:
        assert len(game.record) < bound(game.rules, len(game.seats))
        game.play(*random_decision(game, rng))


@pytest.mark.parametrize("seed", range(14))
def test_without_a_call_the_stock_ends_a_round_that_neither_reshuffles_nor_takes(seed: int) -> None:
    """Each turn draws a card that never comes back, but for a knock and for those who are put out before they draw."""
    rng = random.Random(seed)
    dealt = random_game(seed, rng)
    game = Game(dealt.rules.but("turn.stock=show", "turn.take=no"), len(dealt.seats), seed=seed)
    stock = game.table.stock_left
    while not game.is_over:
        game.play(*random_decision(game, rng, call_chance=0))
        assert sum(isinstance(event, Turn) for event in game.events) <= stock + 1 + len(game.seats)
        assert len(game.record) < bound(game.rules, stock)
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason in ("stock", "last") or outcome.verdict == "knocked"
