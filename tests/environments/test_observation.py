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
from cambio.core.environment import action_space, observation_layout, questions
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import step
from cambio.core.environment.legal_answers import action_for
from cambio.core.players.redeal import redeal
from cambio.environments.sequential import ONE_HOT, answer_names, describe_answer, fields
from tests.environments.random_rounds import (
    ROUNDS,
    answers,
    decisions,
    mask_of,
    new_env,
    observed,
    random_decisions,
    uncached,
)

Observe = Callable[[EnvState, int], NDArray[np.int8]]
LOOKING = (action_codes.PEEK, action_codes.SPY, action_codes.LOOK)


def another_world(env: EnvState, seat: int, rng: random.Random) -> EnvState:
    """The same to that seat, with every card that it has not seen dealt anew."""
    world = uncached(env)
    redeal(world.table, seat, Rng(rng.getrandbits(32)))
    return world


def look_for_leaks(observe: Observe, rounds: int) -> int:
    """Every seat at every decision of random rounds: how many worlds were different, and looked the same."""
    different = 0
    for env, rng in random_decisions(rounds):
        for seat in range(env.table.seats):
            world = another_world(env, seat, rng)
            assert (observe(env, seat) == observe(world, seat)).all()
            different += bool((observed(env, seat, everything=True) != observed(world, seat, everything=True)).any())
        world = another_world(env, env.seat, rng)
        assert (mask_of(env) == mask_of(world)).all()
    return different


def test_cards_that_a_seat_has_not_seen_make_no_difference_to_it() -> None:
    assert look_for_leaks(observed, ROUNDS // 3) > 100


def test_a_leak_would_be_noticed() -> None:
    def leaky(env: EnvState, seat: int) -> NDArray[np.int8]:
        return observed(env, seat, everything=True)

    with pytest.raises(AssertionError):
        look_for_leaks(leaky, 3)


def test_a_seat_is_not_told_what_another_is_asked() -> None:
    """Nobody can tell from an observation who has been asked to snap already, or which card is going to be."""
    hidden = 0
    for env, _ in random_decisions(ROUNDS // 3):
        if env.question in (questions.SNAP, questions.SNAP_TOO):
            for seat in range(env.table.seats):
                row = observed(env, seat)
                asked = row[observation_layout.QUESTION : observation_layout.QUESTION + questions.QUESTIONS].sum()
                assert asked == (seat == env.seat)
                if seat != env.seat:
                    assert not row[observation_layout.SNAPPED]
                    hidden += 1
    assert hidden > 0


def test_what_is_kept_up_to_date_is_what_would_be_found_out_anew() -> None:
    for env, _ in random_decisions():
        for seat in range(env.table.seats):
            kept_up = observed(env, seat)
            assert (kept_up == observed(uncached(env), seat)).all()


def test_equal_observations_have_equal_masks() -> None:
    """Decisions that look alike can be decided alike: within rules, what may be done follows from what is seen."""
    met = 0
    for rules, seats in (("cambia", 2), ("camp", 2), ("flip", 3), ("stick snap.winners=chain powers.use=mandatory", 2)):
        masks: dict[bytes, bytes] = {}
        for seed in range(ROUNDS):
            for env in decisions(new_env(rules, seats, seed % 5), random.Random(seed)):
                key, mask = observed(env, env.seat).tobytes(), mask_of(env).tobytes()
                met += key in masks
                assert masks.setdefault(key, mask) == mask
    assert met > ROUNDS


def test_every_card_that_is_looked_at_changes_what_is_observed() -> None:
    """And the news is the card itself: it is written where it lies."""
    looks: set[int] = set()
    for env, _ in random_decisions():
        for answer in answers(env):
            action = action_for(env, answer)
            if kind_of(action) in LOOKING:
                place, seat = place_of(action), env.seat
                card = env.table.card_at(place)
                was_unseen = not env.table.seen_by(card) >> seat & 1
                after = env.copy()
                before = observed(env, seat)
                assert step(after, answer)
                if after.end != questions.GOING_ON:
                    continue
                now = observed(after, seat)
                assert (before != now).any()
                code = observation_layout.FIRST_KIND + kind_of_card(env.table.ruleset.face_of(card))
                if after.table.card_at(place) == card:
                    assert now[place_column(after, seat, place)] == code
                if was_unseen:
                    looks.add(kind_of(action))
    assert looks == set(LOOKING)


def place_column(env: EnvState, seat: int, place: int) -> int:
    spec = env.spec
    owner, slot = (place - seat) % spec.seats, place // spec.seats
    return spec.places_start + (owner * spec.slots + slot) * spec.place_width


def test_a_drawn_card_is_observed_by_its_drawer_alone() -> None:
    env = new_env("classic", 2, 1)
    while env.question != questions.START:
        step(env, action_space.READY)
    drawer = env.seat
    step(env, action_space.DRAW)
    assert observed(env, drawer)[observation_layout.HELD] >= observation_layout.FIRST_KIND
    assert observed(env, 1 - drawer)[observation_layout.HELD] == observation_layout.UNSEEN


def test_unseen_cards_are_counted_by_kind() -> None:
    for env, _ in random_decisions(ROUNDS // 5):
        table = env.table
        for seat in range(table.seats):
            row = observed(env, seat)
            expected = np.zeros((2, observation_layout.KINDS), int)
            for card in range(table.ruleset.deck_size):
                if not table.seen_by(card) >> seat & 1:
                    is_old = table.origin_of(card) != table.shuffles
                    expected[int(is_old), kind_of_card(table.ruleset.face_of(card))] += 1
            assert (row[env.spec.unseen_start :].reshape(2, observation_layout.KINDS) == expected).all()


def test_perfect_information_shows_every_face_and_what_is_left_in_the_stock() -> None:
    for env, _ in random_decisions(ROUNDS // 5):
        table = env.table
        row = observed(env, env.seat, everything=True)
        for place in range(table.rows * table.seats):
            card = table.card_at(place)
            if card != constants.NO_CARD and place // table.seats < env.spec.slots:
                code = observation_layout.FIRST_KIND + kind_of_card(table.ruleset.face_of(card))
                assert row[place_column(env, env.seat, place)] == code
        assert row[env.spec.unseen_start :].sum() == table.stock_left
        assert row[observation_layout.SEATS + observation_layout.TO_ACT] == 1


def test_the_observer_comes_first() -> None:
    """Two seats that have seen nothing see the same table, each from its own chair."""
    env = new_env("classic deal.memory_cards=0", 2, 4)
    one, other = observed(env, 0), observed(env, 1)
    starter = observation_layout.SEATS + observation_layout.STARTER
    assert one[starter] + other[starter] == 1
    assert (one[env.spec.places_start :] == other[env.spec.places_start :]).all()


@pytest.mark.parametrize("seats", [2, 5, 8, 15, 26])
def test_the_parts_of_an_observation_cover_it_without_a_gap(seats: int) -> None:
    spec = new_env("classic deck.decks=4 deal.max_seats=26", seats, 1).spec
    parts = list(fields(spec))
    assert parts[0].start == 0 and parts[-1].stop == spec.observation_width
    for part, following in pairwise(parts):
        assert part.stop == following.start, f"{part.name} and {following.name}"
    assert len(answer_names(spec)) == spec.answer_count


def test_a_one_hot_field_has_a_number_for_each_name() -> None:
    shapes = {field.name: field.shape for field in observation_layout.FIELDS}
    assert {name: shapes[name] for name in ONE_HOT} == {name: (len(names),) for name, names in ONE_HOT.items()}


@pytest.mark.parametrize("seats", [2, 5])
def test_answers_have_the_names_of_the_actions_that_they_stand_for(seats: int) -> None:
    env = next(env for seed in range(100) if (env := new_env("classic", seats, seed)).seat == 0)
    names = [describe_answer(env, answer).partition(" #")[0] for answer in range(env.spec.answer_count)]
    assert names == answer_names(env.spec)


def test_who_has_seen_a_card_is_told_at_tables_of_any_size() -> None:
    env = new_env("classic deck.decks=4 deal.max_seats=26", 20, 1)
    looker = env.seat
    step(env, next(answer for answer in answers(env) if answer != action_space.READY))
    place = next(slot * 20 + looker for slot in range(4) if env.table.chosen_by(looker) >> slot & 1)
    for seat in range(20):
        row = observed(env, seat)
        column = place_column(env, seat, place) + observation_layout.SEEN
        steps = (looker - seat) % 20
        eyes = [int(number) for number in row[column : column + 3]]
        assert eyes == [1 << steps % 7 if block == steps // 7 else 0 for block in range(3)]
