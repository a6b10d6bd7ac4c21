"""Observations: everything that a seat legitimately knows, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from cambio.core.engine import action_codes, constants
from cambio.core.engine.cards import kind_of as kind_of_card
from cambio.core.engine.play import kind_of, place_of
from cambio.core.engine.rng import Rng
from cambio.core.environment import observation_layout, questions
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import decide
from cambio.core.environment.legal_answers import action_for
from cambio.core.players.redeal import redeal
from cambio.environments.sequential import answer_names, fields
from tests.environments.random_rounds import ROUNDS, answers, decisions, mask_of, observed, random_decisions, staged

Observe = Callable[[EnvState, int], NDArray[np.int8]]
LOOKING = (action_codes.PEEK, action_codes.SPY, action_codes.LOOK)


def another_world(stage: EnvState, seat: int, rng: random.Random) -> EnvState:
    """The same to that seat, with every card that it has not seen dealt anew."""
    world = stage.copy()
    redeal(world.table, seat, Rng(rng.getrandbits(32)))
    return world


def look_for_leaks(observe: Observe, rounds: int) -> int:
    """Every seat at every decision of random rounds: how many worlds were different, and looked the same."""
    different = 0
    for stage, rng in random_decisions(rounds):
        for seat in range(stage.table.seats):
            world = another_world(stage, seat, rng)
            assert (observe(stage, seat) == observe(world, seat)).all()
            different += bool((observed(stage, seat, everything=True) != observed(world, seat, everything=True)).any())
        world = another_world(stage, stage.seat, rng)
        assert (mask_of(stage) == mask_of(world)).all()
    return different


def test_cards_that_a_seat_has_not_seen_make_no_difference_to_it() -> None:
    assert look_for_leaks(observed, ROUNDS // 3) > 100


def test_a_leak_would_be_noticed() -> None:
    def leaky(stage: EnvState, seat: int) -> NDArray[np.int8]:
        return observed(stage, seat, everything=True)

    with pytest.raises(AssertionError):
        look_for_leaks(leaky, 3)


def test_a_seat_is_not_told_what_another_is_asked() -> None:
    """Nobody can tell from an observation who has been asked to snap already, or which card is going to be."""
    hidden = 0
    for stage, _ in random_decisions(ROUNDS // 3):
        if stage.question in (questions.SNAP, questions.SNAP_TOO):
            for seat in range(stage.table.seats):
                row = observed(stage, seat)
                asked = row[observation_layout.QUESTION : observation_layout.QUESTION + questions.QUESTIONS].sum()
                assert asked == (seat == stage.seat)
                if seat != stage.seat:
                    assert not row[observation_layout.SNAPPED]
                    hidden += 1
    assert hidden > 0


def test_what_is_kept_up_to_date_is_what_would_be_found_out_anew() -> None:
    for stage, _ in random_decisions():
        for seat in range(stage.table.seats):
            kept_up = observed(stage, seat)
            assert (kept_up == observed(stage.copy(), seat)).all()


def test_equal_observations_have_equal_masks() -> None:
    """Decisions that look alike can be decided alike: within rules, what may be done follows from what is seen."""
    met = 0
    for rules, seats in (("cambia", 2), ("camp", 2), ("flip", 3), ("stick snap.winners=chain powers.use=mandatory", 2)):
        masks: dict[bytes, bytes] = {}
        for seed in range(ROUNDS):
            for stage in decisions(staged(rules, seats, seed % 5), random.Random(seed)):
                key, mask = observed(stage, stage.seat).tobytes(), mask_of(stage).tobytes()
                met += key in masks
                assert masks.setdefault(key, mask) == mask
    assert met > ROUNDS


def test_every_card_that_is_looked_at_changes_what_is_observed() -> None:
    """And the news is the card itself: it is written where it lies."""
    looks: set[int] = set()
    for stage, _ in random_decisions():
        for answer in answers(stage):
            action = action_for(stage, answer)
            if kind_of(action) in LOOKING:
                place, seat = place_of(action), stage.seat
                card = stage.table.card_at(place)
                was_unseen = not stage.table.seen_by(card) >> seat & 1
                after = stage.copy()
                before = observed(stage, seat)
                assert decide(after, answer)
                if after.end != questions.GOING_ON:
                    continue
                now = observed(after, seat)
                assert (before != now).any()
                code = observation_layout.FIRST_KIND + kind_of_card(stage.table.ruleset.face_of(card))
                if after.table.card_at(place) == card:
                    assert now[place_column(after, seat, place)] == code
                if was_unseen:
                    looks.add(kind_of(action))
    assert looks == set(LOOKING)


def place_column(stage: EnvState, seat: int, place: int) -> int:
    form = stage.form
    owner, slot = (place - seat) % form.seats, place // form.seats
    return form.places + (owner * form.slots + slot) * form.place_width


def test_a_drawn_card_is_observed_by_its_drawer_alone() -> None:
    stage = staged("classic", 2, 1)
    while stage.question != questions.START:
        decide(stage, questions.READY)
    drawer = stage.seat
    decide(stage, questions.DRAW)
    assert observed(stage, drawer)[observation_layout.HELD] >= observation_layout.FIRST_KIND
    assert observed(stage, 1 - drawer)[observation_layout.HELD] == observation_layout.UNSEEN


def test_unseen_cards_are_counted_by_kind() -> None:
    for stage, _ in random_decisions(ROUNDS // 5):
        table = stage.table
        for seat in range(table.seats):
            row = observed(stage, seat)
            expected = np.zeros((2, observation_layout.KINDS), int)
            for card in range(table.ruleset.deck_size):
                if not table.seen_by(card) >> seat & 1:
                    is_old = table.origin_of(card) != table.shuffles
                    expected[int(is_old), kind_of_card(table.ruleset.face_of(card))] += 1
            assert (row[stage.form.unseen :].reshape(2, observation_layout.KINDS) == expected).all()


def test_perfect_information_shows_every_face_and_what_is_left_in_the_stock() -> None:
    for stage, _ in random_decisions(ROUNDS // 5):
        table = stage.table
        row = observed(stage, stage.seat, everything=True)
        for place in range(table.rows * table.seats):
            card = table.card_at(place)
            if card != constants.NO_CARD and place // table.seats < stage.form.slots:
                code = observation_layout.FIRST_KIND + kind_of_card(table.ruleset.face_of(card))
                assert row[place_column(stage, stage.seat, place)] == code
        assert row[stage.form.unseen :].sum() == table.stock_left
        assert row[observation_layout.SEATS + observation_layout.TO_ACT] == 1


def test_the_observer_comes_first() -> None:
    """Two seats that have seen nothing see the same table, each from its own chair."""
    stage = staged("classic deal.memory_cards=0", 2, 4)
    one, other = observed(stage, 0), observed(stage, 1)
    starter = observation_layout.SEATS + observation_layout.STARTER
    assert one[starter] + other[starter] == 1
    assert (one[stage.form.places :] == other[stage.form.places :]).all()


@pytest.mark.parametrize("seats", [2, 5, 8, 15, 26])
def test_the_parts_of_an_observation_cover_it_without_a_gap(seats: int) -> None:
    form = staged("classic deck.decks=4 deal.max_seats=26", seats, 1).form
    parts = list(fields(form))
    assert parts[0].start == 0 and parts[-1].stop == form.width
    for part, following in pairwise(parts):
        assert part.stop == following.start, f"{part.name} and {following.name}"
    assert len(answer_names(form)) == form.answers


def test_who_has_seen_a_card_is_told_at_tables_of_any_size() -> None:
    stage = staged("classic deck.decks=4 deal.max_seats=26", 20, 1)
    looker = stage.seat
    decide(stage, next(answer for answer in answers(stage) if answer != questions.READY))
    place = next(slot * 20 + looker for slot in range(4) if stage.table.chosen_by(looker) >> slot & 1)
    for seat in range(20):
        row = observed(stage, seat)
        column = place_column(stage, seat, place) + observation_layout.SEEN
        steps = (looker - seat) % 20
        eyes = [int(number) for number in row[column : column + 3]]
        assert eyes == [1 << steps % 7 if block == steps // 7 else 0 for block in range(3)]
