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
from cambio.core.environment import questions
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import decide
from cambio.core.environment.legal_answers import action_for, has_snap
from cambio.environments.sequential import said
from cambio.rules import PRESETS
from tests.environments.random_rounds import ROUNDS, actions, answers, decisions, random_decisions, staged
from tests.properties.table_contents import numbers, rows

SNAPPING = (questions.SNAP, questions.SNAP_TOO)


def begun(rules: str, seats: int, seed: int, **options: int) -> EnvState:
    """A round in which everybody is ready."""
    stage = staged(rules, seats, seed, **options)
    while stage.question == questions.MEMORY:
        assert decide(stage, questions.READY)
    return stage


def say(stage: EnvState, words: str) -> None:
    """The seat to act decides, in words."""
    assert decide(stage, next(answer for answer in answers(stage) if said(stage, answer) == words))


def until(stage: EnvState, question: int) -> None:
    """Everybody draws, throws and passes until somebody is asked that."""
    while stage.question != question:
        assert stage.end == questions.GOING_ON
        say(
            stage,
            {questions.START: "draw", questions.HOLDING: "throw", questions.POWER: "skip"}.get(stage.question, "pass"),
        )


# Answers


def test_one_seat_has_a_decision_and_always_an_answer() -> None:
    for stage, _ in random_decisions():
        assert 0 <= stage.seat < stage.table.seats
        assert not stage.table.shuffle_due and stage.table.phase != phases.OVER
        assert answers(stage) == sorted(set(answers(stage)))
        assert stage.answer_count > 0 and answers(stage)[-1] < stage.form.answers


def test_everything_lawful_that_can_be_named_is_offered_and_nothing_else() -> None:
    kinds: Counter[int] = Counter()
    for stage, _ in random_decisions():
        if stage.question == questions.SNAP_TOO:
            continue
        slots, seats = stage.form.slots, stage.form.seats
        asked_to_snap = stage.question == questions.SNAP
        expected = {
            action
            for action in list_legal_actions(stage.table, stage.seat, asked_to_snap)
            if place_of(action) // seats < slots and other_of(action) == constants.NOWHERE
        }
        if asked_to_snap:
            expected = {action for action in expected if kind_of(action) == action_codes.SNAP}
        elif stage.question == questions.MEMORY:
            chosen = stage.table.chosen_by(stage.seat)
            expected = {
                action for action in expected if place_of(action) < 0 or not chosen >> place_of(action) // seats & 1
            }
        elif stage.question != questions.GIFT:
            expected = {action for action in expected if kind_of(action) not in (action_codes.GIVE, action_codes.KEEP)}
        else:
            expected = {action for action in expected if kind_of(action) in (action_codes.GIVE, action_codes.KEEP)}
        assert set(actions(stage).values()) == expected
        kinds.update(kind_of(action) for action in expected)
    assert set(kinds) == set(range(action_codes.READY, action_codes.SNAP + 1)) - {
        action_codes.CLOSE,
        action_codes.SETTLE,
    }


def test_an_answer_that_is_not_offered_changes_nothing() -> None:
    for stage, rng in random_decisions(ROUNDS // 5):
        before = stage.decisions, stage.table.log_size, stage.seat
        offered = answers(stage)
        refused = [answer for answer in range(-1, stage.form.answers + 1) if answer not in offered]
        assert not decide(stage, rng.choice(refused))
        assert (stage.decisions, stage.table.log_size, stage.seat) == before


def test_what_lies_beyond_the_slots_that_can_be_named_is_done_for_the_seat() -> None:
    """With one slot each and a mandatory gift, only the dealer can settle what a seat can't say."""
    gifts = 0
    for seed in range(40):
        stage = begun("cambia", 2, seed, slots=1)
        for _ in decisions(stage, random.Random(seed)):
            gifts += stage.question == questions.GIFT
            assert stage.answer_count
    assert gifts > 0


# Asking


def test_everybody_who_may_snap_is_asked_before_the_next_ordinary_decision() -> None:
    asked: set[int] = set()
    number = 0
    for stage, _ in random_decisions():
        if stage.table.discard_number != number or stage.decisions == 0:
            asked, number = set(), stage.table.discard_number
        if stage.question in SNAPPING:
            asked.add(stage.seat)
        elif stage.table.window_open:
            for seat in range(stage.table.seats):
                assert seat in asked or not may_snap(stage.table, seat) or not has_snap(stage, seat)
        if stage.question not in SNAPPING:
            assert stage.seat == find_decider(stage.table)
        else:
            assert may_snap(stage.table, stage.seat)


def test_nobody_is_asked_first_because_of_where_they_sit() -> None:
    """Three seats, of which the discarder may not snap: each of the others is asked first about as often."""
    rules = "cambia snap.discarder=no"
    first: Counter[int] = Counter()
    for seed in range(400):
        stage = begun(rules, 3, seed)
        until(stage, questions.START)
        say(stage, "draw")
        turn = stage.seat
        say(stage, "throw")
        if stage.question == questions.SNAP:
            assert stage.seat != turn
            first[(stage.seat - turn) % 3] += 1
    assert sum(first.values()) == 400
    assert 160 < first[1] < 240


def test_who_has_passed_is_asked_again_only_after_learning_something() -> None:
    """A peek is news to whoever peeks and to nobody else; a draw that leaves the window open is, too."""
    for seed in range(200):
        stage = begun("cambia snap.window=discard", 3, seed)
        until(stage, questions.START)
        say(stage, "draw")
        drawer = stage.seat
        assert stage.question == questions.SNAP or stage.table.discard_number == 0 or not stage.table.window_open
        if stage.question == questions.SNAP:
            say(stage, "pass")
            assert (stage.seat, stage.question) == (drawer, questions.HOLDING)
        say(stage, "throw")
        askings = Counter[int]()
        while stage.question == questions.SNAP:
            askings[stage.seat] += 1
            say(stage, "pass")
        assert max(askings.values()) == 1
        if stage.question == questions.POWER and stage.table.power == option_codes.POWER_PEEK:
            say(stage, f"peek {'abc'[drawer]}1")
            assert (stage.seat, stage.question) == (drawer, questions.SNAP)
            say(stage, "pass")
            assert stage.question == questions.START
            return
    raise AssertionError("nobody ever threw a card that peeks")


def test_a_wrong_snap_that_shows_and_costs_nothing_is_not_asked_about_again() -> None:
    """Where a wrong snap is free and hides its card, a seat that tries everything still comes to an end."""
    stage = begun("cambia snap.penalty=0 snap.shown=no", 2, 3)
    snaps = 0
    while stage.question == questions.SNAP:
        wrong = [answer for answer in answers(stage) if answer != questions.PASS]
        table = stage.table
        top = table.pile_card(table.pile_size - 1)
        places = {answer: place_of(action_for(stage, answer)) for answer in wrong}
        misses = [answer for answer in wrong if not table.ruleset.matches(table.card_at(places[answer]), top)]
        assert decide(stage, misses[0])
        snaps += 1
    assert snaps == 2
    assert stage.question == questions.START


def test_two_cards_are_snapped_one_after_the_other_or_the_first_alone() -> None:
    stage = begun("camp deal.opening=yes", 2, 5)
    assert stage.question == questions.SNAP
    seat = stage.seat
    own, other = "ab"[seat], "ab"[1 - seat]
    say(stage, f"snap {own}1 #1")
    assert (stage.seat, stage.question) == (seat, questions.SNAP_TOO)
    assert f"snap {own}1 #1" == said(stage, questions.PASS)
    assert stage.table.cards_of(seat) == 4
    twin = stage.copy()
    say(stage, f"snap {own}1 {other}2 #1")
    assert decide(twin, questions.PASS)
    for after in (stage, twin):
        assert after.table.cards_of(seat) != 4 or after.table.cards_of(1 - seat) != 4
        assert after.picked == constants.NOWHERE


def test_the_dealer_closes_windows_by_itself() -> None:
    stage = begun("cambia snap.window=dealer", 2, 1)
    until(stage, questions.START)
    assert not stage.table.window_open


# The end


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_of_every_preset_come_to_their_show(preset: str) -> None:
    for seats in (2, 5):
        stage = staged(preset, seats, seats, patience=0)
        for _ in decisions(stage, random.Random(seats)):
            assert stage.decisions < 5_000
        assert stage.end == questions.SHOWN and stage.table.phase == phases.OVER


def test_a_round_that_takes_too_long_is_broken_off() -> None:
    stage = begun("classic", 2, 1, patience=50)
    while stage.end == questions.GOING_ON:
        before = answers(stage)
        assert decide(stage, next(answer for answer in before if answer != questions.CALL))
    assert (stage.end, stage.decisions, stage.seat) == (questions.BROKEN_OFF, 50, constants.NOBODY)
    assert not any(decide(stage, answer) for answer in before)


def test_a_table_that_has_been_swept_is_as_good_as_new() -> None:
    """Whatever lay on it, down to the last number; only the room for large hands stays."""
    for seed in range(ROUNDS // 5):
        stage = staged("camp", 2 + seed % 4, seed)
        for _ in decisions(stage, random.Random(seed)):
            pass
        table = stage.table
        stage.set_table(1)
        fresh = Table(table.ruleset, table.seats, 1, 2 % table.seats)
        assert table is stage.table
        expected = numbers(fresh) | {"rows": table.rows, "stock_left": table.ruleset.deck_size}
        assert numbers(table) == expected
        places = rows(fresh)["places"] + [constants.NO_CARD] * (table.rows - fresh.rows) * table.seats
        assert rows(table) == rows(fresh) | {"places": places, "stock": list(range(table.ruleset.deck_size))}
        assert [table.origin_of(card) for card in range(table.ruleset.deck_size)] == [0] * table.ruleset.deck_size
        assert [table.is_kept(card) for card in range(table.ruleset.deck_size)] == [0] * table.ruleset.deck_size
        assert (table.listening, table.log_size) == (0, 0)


def test_a_copy_goes_on_like_the_stage_that_it_was_copied_from() -> None:
    for stage, rng in random_decisions(ROUNDS // 5):
        twin = stage.copy()
        answer = rng.choice(answers(stage))
        other = stage.copy()
        assert decide(twin, answer) and decide(other, answer)
        assert answers(twin) == answers(other)
        assert (twin.seat, twin.question, twin.end) == (other.seat, other.question, other.end)
