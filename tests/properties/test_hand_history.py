"""Hands retraced from what everybody saw are those that there were; highlights tell nothing that nobody saw."""

from __future__ import annotations

import random

import pytest

from cambio import Game
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.hand_history import retrace_hands
from cambio.highlights import FinishedRound, rank_highlights
from cambio.places import Seat
from tests.properties.random_games import lively_decision, random_game
from tests.random_play import random_decision

Hands = dict[Seat, tuple[str, ...]]
#: Rounds that don't end by themselves are ended by a call.
LONGEST = 400


def true_hands(game: Game) -> Hands:
    table = game.table
    return {
        seat: tuple(
            text_of(table.ruleset.face_of(card))
            for slot in range(table.slots_of(number))
            if (card := table.card_at(slot * table.seats + number)) != constants.NO_CARD
        )
        for number, seat in enumerate(game.seats)
    }


def finished_round(seed: int) -> tuple[Game, dict[int, Hands]]:
    """A random round under random rules, and what lay in the hands after so many events."""
    rng = random.Random(seed)
    while True:
        game = random_game(seed, rng)
        hands = {len(game.events): true_hands(game)}
        for _ in range(LONGEST):
            game.play(*lively_decision(game, rng))
            hands[len(game.events)] = true_hands(game)
            if game.is_over:
                return game, hands


@pytest.mark.parametrize("seed", range(60))
def test_hands_are_retraced_from_what_everybody_saw(seed: int) -> None:
    game, hands = finished_round(seed)
    moments = retrace_hands(game)
    assert len(moments) == len(game.events)
    for events, expected in hands.items():
        assert moments[events - 1].hands == expected, f"after {events} events"


@pytest.mark.parametrize("seed", range(60))
def test_hands_count_what_the_show_says(seed: int) -> None:
    game, _ = finished_round(seed)
    finished = FinishedRound(game)
    assert {seat: finished.points_at(len(game.events) - 1, seat) for seat in game.seats} == finished.outcome.points


@pytest.mark.parametrize("seed", range(60))
def test_highlights_follow_from_what_everybody_saw_and_name_no_other_card(seed: int) -> None:
    game, _ = finished_round(seed)
    ranked = rank_highlights(game)
    game.events = game.heard_by()
    assert rank_highlights(game) == ranked
    seen = {getattr(event, "card", None) for event in game.events}
    named = {each.card for highlights in ranked.values() for each in highlights if each.card is not None}
    assert named <= seen


@pytest.mark.parametrize("seed", range(5))
def test_cards_that_nobody_met_change_no_highlight(seed: int) -> None:
    """The same round once more, with what was left in the stock in another order."""
    rng = random.Random(seed)
    game = Game("cambia", 3, seed=seed)
    while not game.is_over:
        game.play(*random_decision(game, rng))
    left = game.table.stock_left
    assert left > 1 and not game.shuffles
    twin = Game(game.rules, 3, deck=[*game.deck[:-left], *reversed(game.deck[-left:])])
    for actor, action in game.record:
        twin.play(actor, action)
    assert twin.deck != game.deck
    assert rank_highlights(twin) == rank_highlights(game)
