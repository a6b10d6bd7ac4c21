"""A round as one decision after another: who is asked, when, what, and never without an answer."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cambio.core.engine import action_codes, constants, option_codes, phases
from cambio.core.engine.legal_actions import list_legal_actions
from cambio.core.engine.next_actor import find_decider, may_snap
from cambio.core.engine.play import kind_of, other_of, place_of
from cambio.core.engine.table import Table
from cambio.core.environment import action_space, questions
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import step
from cambio.core.environment.legal_answers import action_for, can_name_snap
from cambio.environments.sequential import describe_answer
from cambio.rules import PRESETS
from tests.environments.random_rounds import (
    ROUNDS,
    actions,
    answers,
    decisions,
    new_env,
    observed,
    random_decisions,
    random_env,
)
from tests.properties.table_contents import numbers, rows

SNAPPING = (questions.SNAP, questions.SNAP_TOO)


def begun(rules: str, seats: int, seed: int, **options: int) -> EnvState:
    """A round in which everybody is ready."""
    env = new_env(rules, seats, seed, **options)
    while env.question == questions.MEMORY:
        assert step(env, action_space.READY)
    return env


def say(env: EnvState, words: str) -> None:
    """The seat to act decides, in words."""
    assert step(env, next(answer for answer in answers(env) if describe_answer(env, answer) == words))


def until(env: EnvState, question: int) -> None:
    """Everybody draws, throws and passes until somebody is asked that."""
    while env.question != question:
        assert env.end == questions.GOING_ON
        say(
            env,
            {questions.START: "draw", questions.HOLDING: "throw", questions.POWER: "skip"}.get(env.question, "pass"),
        )


# Answers


def test_one_seat_has_a_decision_and_always_an_answer() -> None:
    for env, _ in random_decisions():
        assert 0 <= env.seat < env.table.seats
        assert not env.table.shuffle_due and env.table.phase != phases.OVER
        assert answers(env) == sorted(set(answers(env)))
        assert env.legal_count > 0 and answers(env)[-1] < env.spec.answer_count


def test_everything_lawful_that_can_be_named_is_offered_and_nothing_else() -> None:
    kinds: Counter[int] = Counter()
    for env, _ in random_decisions():
        if env.question == questions.SNAP_TOO:
            continue
        slots, seats = env.spec.slots, env.spec.seats
        asked_to_snap = env.question == questions.SNAP
        expected = {
            action
            for action in list_legal_actions(env.table, env.seat, asked_to_snap, 0)
            if place_of(action) // seats < slots and other_of(action) == constants.NOWHERE
        }
        if asked_to_snap:
            expected = {action for action in expected if kind_of(action) == action_codes.SNAP}
        elif env.question == questions.MEMORY:
            chosen = env.table.chosen_by(env.seat)
            expected = {
                action for action in expected if place_of(action) < 0 or not chosen >> place_of(action) // seats & 1
            }
        elif env.question != questions.GIFT:
            expected = {action for action in expected if kind_of(action) not in (action_codes.GIVE, action_codes.KEEP)}
        else:
            expected = {action for action in expected if kind_of(action) in (action_codes.GIVE, action_codes.KEEP)}
        assert set(actions(env).values()) == expected
        kinds.update(kind_of(action) for action in expected)
    assert set(kinds) == set(range(action_codes.READY, action_codes.SNAP + 1)) - {
        action_codes.CLOSE,
        action_codes.SETTLE,
    }


def test_an_answer_that_is_not_offered_changes_nothing() -> None:
    for env, rng in random_decisions(ROUNDS // 5):
        before = env.decisions, env.table.log_size, env.seat
        offered = answers(env)
        refused = [answer for answer in range(-1, env.spec.answer_count + 1) if answer not in offered]
        assert not step(env, rng.choice(refused))
        assert (env.decisions, env.table.log_size, env.seat) == before


def test_what_lies_beyond_the_slots_that_can_be_named_is_done_for_the_seat() -> None:
    """With one slot each and a mandatory gift, only the dealer can settle what a seat can't say."""
    gifts = 0
    for seed in range(40):
        env = begun("cambia", 2, seed, slots=1)
        for _ in decisions(env, random.Random(seed)):
            gifts += env.question == questions.GIFT
            assert env.legal_count
    assert gifts > 0


# Asking


def test_everybody_who_may_snap_is_asked_before_the_next_ordinary_decision() -> None:
    asked: set[int] = set()
    number = 0
    for env, _ in random_decisions():
        if env.table.discard_number != number or env.decisions == 0:
            asked, number = set(), env.table.discard_number
        if env.question in SNAPPING:
            asked.add(env.seat)
        elif env.table.window_open:
            for seat in range(env.table.seats):
                assert seat in asked or not may_snap(env.table, seat) or not can_name_snap(env, seat)
        if env.question not in SNAPPING:
            assert env.seat == find_decider(env.table)
        else:
            assert may_snap(env.table, env.seat)


def test_nobody_is_asked_first_because_of_where_they_sit() -> None:
    """Three seats, of which the discarder may not snap: each of the others is asked first about as often."""
    rules = "cambia snap.discarder=no"
    first: Counter[int] = Counter()
    for seed in range(400):
        env = begun(rules, 3, seed)
        until(env, questions.START)
        say(env, "draw")
        turn = env.seat
        say(env, "throw")
        if env.question == questions.SNAP:
            assert env.seat != turn
            first[(env.seat - turn) % 3] += 1
    assert sum(first.values()) == 400
    assert 160 < first[1] < 240


def test_who_has_passed_is_asked_again_only_after_learning_something() -> None:
    """A peek is news to whoever peeks and to nobody else; a draw that leaves the window open is, too."""
    for seed in range(200):
        env = begun("cambia snap.window=discard", 3, seed)
        until(env, questions.START)
        say(env, "draw")
        drawer = env.seat
        assert env.question == questions.SNAP or env.table.discard_number == 0 or not env.table.window_open
        if env.question == questions.SNAP:
            say(env, "pass")
            assert (env.seat, env.question) == (drawer, questions.HOLDING)
        say(env, "throw")
        askings = Counter[int]()
        while env.question == questions.SNAP:
            askings[env.seat] += 1
            say(env, "pass")
        assert max(askings.values()) == 1
        if env.question == questions.POWER and env.table.power == option_codes.POWER_PEEK:
            say(env, f"peek {'abc'[drawer]}1")
            assert (env.seat, env.question) == (drawer, questions.SNAP)
            say(env, "pass")
            assert env.question == questions.START
            return
    raise AssertionError("nobody ever threw a card that peeks")


def test_a_wrong_snap_that_shows_and_costs_nothing_is_not_asked_about_again() -> None:
    """Where a wrong snap is free and hides its card, a seat that tries everything still comes to an end."""
    env = begun("cambia snap.penalty=0 snap.shown=no", 2, 3)
    snaps = 0
    while env.question == questions.SNAP:
        wrong = [answer for answer in answers(env) if answer != action_space.PASS]
        table = env.table
        top = table.pile_card(table.pile_size - 1)
        places = {answer: place_of(action_for(env, answer)) for answer in wrong}
        misses = [answer for answer in wrong if not table.ruleset.matches(table.card_at(places[answer]), top)]
        assert step(env, misses[0])
        snaps += 1
    assert snaps == 2
    assert env.question == questions.START


def test_two_cards_are_snapped_one_after_the_other_or_the_first_alone() -> None:
    env = begun("camp deal.opening=yes", 2, 5)
    assert env.question == questions.SNAP
    seat = env.seat
    own, other = "ab"[seat], "ab"[1 - seat]
    say(env, f"snap {own}1 #1")
    assert (env.seat, env.question) == (seat, questions.SNAP_TOO)
    assert f"snap {own}1 #1" == describe_answer(env, action_space.PASS)
    assert env.table.cards_of(seat) == 4
    twin = env.copy()
    say(env, f"snap {own}1 {other}2 #1")
    assert step(twin, action_space.PASS)
    for after in (env, twin):
        assert after.table.cards_of(seat) != 4 or after.table.cards_of(1 - seat) != 4
        assert after.first_pick == constants.NOWHERE


def test_the_dealer_closes_windows_by_itself() -> None:
    env = begun("cambia snap.window=dealer", 2, 1)
    until(env, questions.START)
    assert not env.table.window_open


# The end


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_of_every_preset_come_to_their_show(preset: str) -> None:
    for seats in (2, 5):
        env = new_env(preset, seats, seats, max_decisions=0)
        for _ in decisions(env, random.Random(seats)):
            assert env.decisions < 5_000
        assert env.end == questions.SHOWN and env.table.phase == phases.OVER


def test_a_round_that_takes_too_long_is_broken_off() -> None:
    env = begun("classic", 2, 1, max_decisions=50)
    while env.end == questions.GOING_ON:
        before = answers(env)
        assert step(env, next(answer for answer in before if answer != action_space.CALL))
    assert (env.end, env.decisions, env.seat) == (questions.BROKEN_OFF, 50, constants.NOBODY)
    assert not any(step(env, answer) for answer in before)


def test_a_table_that_has_been_reset_is_like_a_new_one() -> None:
    """Whatever lay on it, down to the last number; only the room for large hands stays."""
    for seed in range(ROUNDS // 5):
        env = new_env("camp", 2 + seed % 4, seed)
        for _ in decisions(env, random.Random(seed)):
            pass
        table = env.table
        env.reset_table(1)
        fresh = Table(table.ruleset, table.seats, 1, 2 % table.seats)
        assert table is env.table
        expected = numbers(fresh) | {"rows": table.rows, "stock_left": table.ruleset.deck_size}
        assert numbers(table) == expected
        places = rows(fresh)["places"] + [constants.NO_CARD] * (table.rows - fresh.rows) * table.seats
        assert rows(table) == rows(fresh) | {"places": places, "stock": list(range(table.ruleset.deck_size))}
        assert [table.origin_of(card) for card in range(table.ruleset.deck_size)] == [0] * table.ruleset.deck_size
        assert [table.is_kept(card) for card in range(table.ruleset.deck_size)] == [0] * table.ruleset.deck_size
        assert (table.listening, table.log_size) == (0, 0)


def test_a_copy_goes_on_like_the_environment_that_it_was_copied_from() -> None:
    for env, rng in random_decisions(ROUNDS // 5):
        twin = env.copy()
        answer = rng.choice(answers(env))
        other = env.copy()
        assert step(twin, answer) and step(other, answer)
        assert answers(twin) == answers(other)
        assert (twin.seat, twin.question, twin.end) == (other.seat, other.question, other.end)


def test_a_copy_observes_the_end_of_a_round_as_the_original_does() -> None:
    for seed in range(ROUNDS // 5):
        env, rng = random_env(seed), random.Random(seed)
        while env.end == questions.GOING_ON:
            twin = env.copy()
            answer = rng.choice(answers(env))
            assert step(env, answer) and step(twin, answer)
        for seat in range(env.spec.seats):
            assert (observed(twin, seat) == observed(env, seat)).all()
