"""OpenSpiel takes the game as its own, by its own tests; and recorded rounds play as they did."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from cambio.core import is_compiled
from cambio.core.engine import constants
from cambio.core.engine.cards import FACES
from cambio.core.environment import action_space, questions
from cambio.environments.chance_nodes import FIRST_SEAT, ExplicitRound
from cambio.environments.openspiel import NAME
from cambio.environments.sequential import EnvConfig
from cambio.places import seat_named
from cambio.rules import PRESETS
from cambio.training.random_rules import random_rules, random_seats
from cambio.training.reduced_rules import EIGHT_CARDS, reduce_pack
from tests.environments.random_rounds import observed, uncached
from tests.environments.write import GAMES, HERE, numbers_of, told

SEATS = {
    "classic": (2, 6),
    "flip": (2, 8),
    "cambia": (2, 3, 6),
    "stick": (4,),
    "camp": (2, 5),
    "cabo": (2, 4),
    "cabo1": (5,),
    "golf": (3,),
    "tamalou": (4,),
    "kabul": (2,),
}
TABLES = [(preset, seats) for preset in PRESETS for seats in SEATS[preset]]
ROUNDS = 40 if is_compiled() else 8


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_openspiels_own_test_passes(preset: str, seats: int) -> None:
    game = pyspiel.load_game(NAME, {"rules": preset, "players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=is_compiled(), verbose=False)


# OpenSpiel tells rounds by something that NumPy 2.5 will not have for ever.
@pytest.mark.filterwarnings("ignore:The chararray class is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_round_plays_as_it_did(name: str) -> None:
    golden = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert told(GAMES[name], numbers_of(golden)) == golden, "run make docs and review the difference as behaviour"


def rounds(number: int = ROUNDS) -> Any:
    """Random rounds under random house rules, at each decision of a seat or of chance."""
    for seed in range(number):
        rng = random.Random(seed)
        rules = random_rules(rng)
        round_ = ExplicitRound(EnvConfig(rules, random_seats(rules, rng), patience=150))
        while not round_.is_over:
            yield round_, rng
            round_.apply(any_of(round_, rng))


def any_of(round_: ExplicitRound, rng: random.Random) -> int:
    choices = [outcome for outcome, _ in round_.outcomes()] if round_.is_chance else round_.answers
    return rng.choice(choices)


def test_chance_is_complete_and_no_card_comes_twice() -> None:
    kinds: Counter[str] = Counter()
    for round_, _ in rounds():
        table = round_.env.table
        if not round_.is_chance:
            kinds["seat"] += 1
            continue
        outcomes = round_.outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        kinds["face" if outcomes[0][0] < FIRST_SEAT else "asking"] += 1
        kinds["reshuffle"] += table.shuffle_due
        lying = [table.stock_card(index) for index in range(table.stock_left)]
        lying += [table.pile_card(index) for index in range(table.pile_size)]
        lying += [table.card_at(place) for place in range(table.rows * table.seats)]
        lying = [card for card in [*lying, table.held] if card != constants.NO_CARD]
        assert sorted(lying) == list(range(table.ruleset.deck_size))
    assert all(kinds[kind] for kind in ("seat", "face", "asking", "reshuffle"))


def test_chance_brings_what_it_said() -> None:
    """The face that was chosen is the one that is drawn."""
    drawn = 0
    for round_, rng in rounds():
        if round_.is_chance or action_space.DRAW not in round_.answers:
            continue
        twin = copy.deepcopy(round_)
        twin.apply(action_space.DRAW)
        if not twin.is_chance or twin.env.table.shuffle_due:
            continue
        face = rng.choice(twin.outcomes())[0]
        twin.apply(face)
        table = twin.env.table
        assert table.held != constants.NO_CARD and table.ruleset.face_of(table.held) == face
        assert face < len(FACES)
        drawn += 1
    assert drawn > 0


def round_with(*faces: int) -> ExplicitRound:
    round_ = ExplicitRound(EnvConfig("classic", 2))
    for face in faces:
        round_.apply(face)
    return round_


def test_an_information_state_tells_nothing_that_its_seat_has_not_been_told() -> None:
    """Two rounds differ in the third card of a, who looks at it: only a can tell them apart."""
    one, other = round_with(0, 1, 2, 3, 30, 5, 6, 7, 20), round_with(0, 1, 2, 3, 40, 5, 6, 7, 20)
    look = next(answer for answer in one.answers if one.describe(answer) == "peek a3")
    for round_ in (one, other):
        round_.apply(look)
    assert one.describe_past("a") != other.describe_past("a")
    assert one.describe_past("b") == other.describe_past("b") and one.describe_now("b") == other.describe_now("b")
    assert one.describe_past("b").endswith("a peeks at a3.")


def test_passes_are_remembered_by_those_who_passed() -> None:
    round_ = ExplicitRound(EnvConfig("cambia", 2))
    while round_.is_chance or round_.env.question != questions.SNAP:
        round_.apply(round_.outcomes()[0][0] if round_.is_chance else action_space.READY)
    passing, other = "ab"[round_.seat], "ab"[1 - round_.seat]
    before = round_.describe_past(other)
    assert round_.describe_past(passing).endswith(f"{passing}: snap?")
    round_.apply(action_space.PASS)
    assert f"{passing}: pass." in round_.describe_past(passing)
    assert f"{passing}: pass." not in round_.describe_past(other)
    assert round_.describe_past(other).startswith(before)


def test_copies_and_pickles_go_on_alike() -> None:
    for round_, rng in rounds(ROUNDS // 4):
        if rng.random() < 0.1:
            number = any_of(round_, rng)
            twins = [copy.deepcopy(round_), pickle.loads(pickle.dumps(round_))]  # noqa: S301 - our own
            before = str(round_)
            for twin in twins:
                twin.apply(number)
            assert str(twins[0]) == str(twins[1])
            assert twins[0].describe_past("a") == twins[1].describe_past("a")
            assert str(round_) == before


def test_having_looked_changes_nothing() -> None:
    """Whoever looks while cards are being round_ sees afterwards what somebody sees who has just come."""
    for round_, _ in rounds(ROUNDS // 2):
        newcomer = uncached(round_.env)
        for seat in range(round_.config.spec.seats):
            assert np.array_equal(observed(round_.env, seat), observed(newcomer, seat))


def test_tensors_are_observations() -> None:
    game = pyspiel.load_game("python_cambio(rules=cambia snap.penalty:1,players=3)")
    assert game.get_parameters()["rules"] == "cambia snap.penalty:1"
    state = game.new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        for player in range(3):
            tensor = np.array(state.observation_tensor(player))
            assert (tensor == observed(state.round.env, player)).all()
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)


def test_numbers_that_can_not_be_are_refused() -> None:
    round_ = ExplicitRound(EnvConfig("classic", 2))
    with pytest.raises(ValueError, match="expected a card that may lie there"):
        round_.apply(99)
    round_ = ExplicitRound(EnvConfig("classic", 2))
    while round_.is_chance:
        round_.apply(round_.outcomes()[0][0])
    with pytest.raises(ValueError, match="expected one of"):
        round_.apply(action_space.DRAW)


def test_what_a_seat_has_not_seen_is_dealt_anew() -> None:
    """It can't tell the two rounds apart, neither by what it was told nor by what it may do; other cards lie there."""
    imagined = differing = 0
    for round_, rng in rounds():
        if round_.is_chance or rng.random() < 0.7:
            continue
        for number in {round_.seat, rng.randrange(round_.config.spec.seats)}:
            seat = seat_named(number)
            world = round_.imagine(number, rng.randrange(2**31))
            assert world.describe_past(seat) == round_.describe_past(seat)
            assert world.describe_now(seat) == round_.describe_now(seat)
            assert (world.seat, world.answers, len(world.history)) == (round_.seat, round_.answers, len(round_.history))
            assert (observed(world.env, number) == observed(round_.env, number)).all()
            imagined += 1
            differing += str(world) != str(round_)
    assert imagined >= differing > imagined // 2


def test_worlds_are_equally_likely() -> None:
    """Of two unseen cards in the pack of four, either may lie in the other's hand or in the stock."""
    rules = reduce_pack("A", "2", "3", "4", copies=1, hand=1)
    round_ = ExplicitRound(EnvConfig(rules, 2))
    for wanted in ("deal A", "deal 2", "peek", "ready", "ready"):
        numbers = [number for number, _ in round_.outcomes()] if round_.is_chance else round_.answers
        round_.apply(next(number for number in numbers if round_.describe(number).startswith(wanted)))
    found = Counter(str(round_.imagine(0, seed)).splitlines()[-2] for seed in range(900))
    assert len(found) == 3 and min(found.values()) > 240


@pytest.mark.skipif(not is_compiled(), reason="thousands of rounds, which take minutes interpreted")
def test_ismcts_runs_and_beats_random_play() -> None:
    game = pyspiel.load_game(NAME, {"rules": EIGHT_CARDS})
    brought = 0.0
    for number in range(40):
        rng = np.random.RandomState(number)
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 30, random_state=rng)
        # Without this it takes worlds that no seed repeats.
        bot.set_resampler(lambda state, player, rng=rng: state.resample_from_infostate(player, rng.uniform))
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=likely)))
            elif state.current_player() == number % 2:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        brought += state.returns()[number % 2]
    assert brought > 6


def test_whoever_asks_for_an_information_state_tensor_is_told_what_there_is() -> None:
    game = pyspiel.load_game(NAME)
    expected = "expected information_state_string or observation_tensor"
    with pytest.raises(pyspiel.SpielError, match=expected):
        game.new_initial_state().information_state_tensor(0)
    with pytest.raises(pyspiel.SpielError, match=expected):
        game.information_state_tensor_shape()
    with pytest.raises(pyspiel.SpielError, match=expected):
        game.information_state_tensor_size()
    with pytest.raises(ValueError, match="expected a round in which a seat is to decide"):
        game.new_initial_state().resample_from_infostate(0, lambda: 0.5)
