"""A replay's steps are what the engine told and showed while the round was played, from every viewpoint."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from cambio import PRESETS, Game
from cambio.hand_history import retrace_hands
from cambio.highlights import FinishedRound
from cambio.notation import Race, Reaction, write
from cambio.replay import (
    ALL,
    TABLE,
    Kind,
    Mistake,
    RecordedRound,
    RoundNotOver,
    ViewpointError,
    read_recorded,
    steps_of,
)
from cambio.view import GAP
from tests.replay.watched_rounds import bot_round, check_round, random_round, replayed
from tests.soaking import examples
from tests.test_notation import small_game

#: Rounds in a row that a test looks at.
ROUNDS = 3


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_between_bots_is_replayed_as_it_was_seen(preset: str) -> None:
    for seed in range(ROUNDS):
        check_round(bot_round(preset, seed))


@pytest.mark.parametrize("start", examples(12, soak=21)[::ROUNDS])
def test_a_round_under_any_house_rules_is_replayed_as_it_was_seen(start: int) -> None:
    for seed in range(start, start + ROUNDS):
        check_round(random_round(seed))


def test_every_kind_of_step_and_of_mistake_comes_up() -> None:
    found: Counter[str] = Counter()
    for seed in range(200):
        steps = replayed(random_round(seed), TABLE)
        found += Counter(step.kind for step in steps)
        found += Counter(step.mistake for step in steps if step.mistake is not None)
        if found.keys() >= {*get_args(Kind), *get_args(Mistake)}:
            return
    pytest.fail(f"never found {({*get_args(Kind), *get_args(Mistake)}) - found.keys()}")


@pytest.mark.parametrize("seed", range(7))
def test_open_hands_are_those_that_follow_from_what_everybody_saw(seed: int) -> None:
    game = random_round(seed)
    moments, finished, events = retrace_hands(game), FinishedRound(game), 0
    for step in replayed(game, ALL):
        events += len(step.events)
        hands = {seat: tuple(face for face in hand if face != GAP) for seat, hand in step.view.hands.items()}
        assert hands == moments[events - 1].hands
        for seat, known in step.knowledge.items():
            assert known.points == finished.points_at(events - 1, seat)
    assert events == len(game.events)


def test_a_small_round_step_by_step() -> None:
    steps = replayed(small_game(), "a")
    kinds = [(step.actor, step.action, step.kind) for step in steps if step.kind != "memory"]
    assert kinds == [
        ("dealer", "", "deal"),
        ("a", "draw", "draw"),
        ("a", "throw", "throw"),
        ("b", "snap b1 #2", "snap_wrong"),
        ("b", "draw", "draw"),
        ("b", "throw", "throw"),
        ("b", "peek b2", "power"),
        ("a", "call", "call"),
        ("b", "draw", "draw"),
        ("b", "swap b6", "swap"),
        ("dealer", "close", "dealer"),
    ]
    wrong = next(step for step in steps if step.kind == "snap_wrong")
    assert (wrong.mistake, wrong.view.hands["b"]) == ("wrong_snap", ("7s", "??", "??", "??", "??", "??"))
    assert str(wrong.events[0]) == "b snaps b1 wrongly: it is 7s."
    assert wrong.knowledge["b"].own == 1 and wrong.knowledge["a"].others == 1
    call = next(step for step in steps if step.kind == "call")
    assert (call.caller, call.mistake) == ("a", None)


def test_believed_points_are_the_known_cards_and_the_mean_of_those_not_seen() -> None:
    """At the deal nobody has seen any card but the opening discard."""
    game = Game("classic", 2, seed=1)
    game.play("a", "peek a3")
    face = game.view("a").hands["a"][2]
    for line in ("a ready", "b ready", "a call", "b draw", "b throw"):
        game.play(*line.split(" ", 1))
    while not game.is_over:
        actor = next(actor for actor in (*game.seats, "dealer") if game.legal(actor))
        game.play(actor, next(action for action in game.legal(actor) if action.verb in ("skip", "close")))
    steps = replayed(game, "a")
    values = dict(_values(game))
    whole = sum(value for _, value in _values(game))
    seen = values[face] + (values[steps[1].table.top] if steps[1].table.top else 0)
    mean = (whole - seen) / (game.rules.deck_size - 1 - (steps[1].table.top is not None))
    assert steps[1].knowledge["a"].believed == pytest.approx(values[face] + 3 * mean, abs=0.01)
    assert steps[1].knowledge["b"].believed is None and steps[1].knowledge["a"].points is None


def _values(game: Game) -> list[tuple[str, int]]:
    ruleset = game.rules.ruleset
    return [(face, ruleset.value_of(card)) for face, card in zip(game.deck, game.deck_ids, strict=True)]


def test_a_step_tells_how_fast_everybody_was() -> None:
    race = Race((Reaction("b", "snap", after=231, delay=275, claimed=240, round_trip=44),))
    recorded = read_recorded(write(small_game(), races={5: race}))
    assert [step.number for step in steps_of(recorded, TABLE) if step.race == race] == [5]


# Refusals


@pytest.mark.parametrize("seed", range(7))
def test_a_round_that_is_under_way_is_not_replayed(seed: int) -> None:
    """Neither as a game nor as a file or a player's own copy, after no action and after all but the last one."""
    over = random_round(seed)
    for actions in (0, len(over.record) // 2, len(over.record) - 1):
        game = over.from_the_start()
        for actor, action in over.record[:actions]:
            game.play(actor, action)
        files = [write(game), *(write(game, viewer=seat) for seat in game.seats)]
        for recorded in (RecordedRound(game, {}), *map(read_recorded, files)):
            for viewpoint in (TABLE, *game.seats, ALL, "nobody"):
                with pytest.raises(RoundNotOver):
                    steps_of(recorded, viewpoint)


def test_only_seats_the_table_and_all_are_viewpoints() -> None:
    game = small_game()
    for viewpoint in ("", "c", "rail", "dealer", "A", "ab"):
        with pytest.raises(ViewpointError, match="the seats are a, b"):
            steps_of(RecordedRound(game, {}), viewpoint)
