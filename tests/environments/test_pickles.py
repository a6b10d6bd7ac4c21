"""Pickles and copies of environments go on as the original does."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from cambio.core import is_compiled
from cambio.core.engine import phases
from cambio.core.environment import questions
from cambio.core.environment.env_snapshot import restore_env, take_env_snapshot
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import step
from cambio.environments.openspiel import NAME
from cambio.environments.pettingzoo import env, raw_env
from cambio.environments.sequential import EnvConfig
from cambio.environments.vector import Arrays, Tables
from cambio.rules import PRESETS
from cambio.training.random_rules import random_rules, random_seats
from tests.environments.random_rounds import ROUNDS, answers, mask_of, observed, random_decisions
from tests.properties.other_build import tell, told_by_other_build

SEEDS = range(30 if is_compiled() else 6)
STEPS = 40


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


def restored(state: EnvState) -> EnvState:
    return restore_env(state.spec, pickled(take_env_snapshot(state)))


def assert_same(state: EnvState, twin: EnvState) -> None:
    assert (twin.seat, twin.question, twin.end, twin.decisions) == (
        state.seat,
        state.question,
        state.end,
        state.decisions,
    )
    assert answers(twin) == answers(state)
    assert (mask_of(twin) == mask_of(state)).all()
    for seat in range(state.spec.seats):
        assert (observed(twin, seat, everything=True) == observed(state, seat, everything=True)).all()


def test_a_restored_state_goes_on_as_the_original_does() -> None:
    """Also between two picks of a snap, and with seats still to be asked; and the same number of decisions is left."""
    asked: set[int] = set()
    reshuffled = 0
    for state, rng in random_decisions(ROUNDS):
        is_first = state.question not in asked or (state.table.shuffles > 0 and not reshuffled)
        if not is_first and rng.random() < 0.8:
            continue
        twin = restored(state)
        assert_same(state, twin)
        other = state.copy()
        for _ in range(rng.randrange(6)):
            if other.end == questions.GOING_ON:
                answer = rng.choice(answers(other))
                assert step(twin, answer) and step(other, answer)
                assert_same(other, twin)
        asked.add(state.question)
        reshuffled += state.table.shuffles > 0
    assert asked == set(range(questions.QUESTIONS))
    assert reshuffled or not is_compiled()


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_go_on_from_pickles_and_copies(seed: int) -> None:
    """The same observations, masks, rewards, ends and samples; and the original is left alone."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    tables = Tables(rules, random_seats(rules, rng), tables=5, seed=seed, patience=rng.choice((30, 500)))
    for _ in range(rng.randrange(3 * STEPS)):
        tables.step(tables.sample(snaps=4, calls=8))
    twins = [pickled(tables), copy.deepcopy(tables)]
    assert all(repr(twin) == repr(tables) for twin in twins)
    told = {tell(twin) for twin in [*twins, pickled(twins[0])][1:]}
    assert told == {tell(tables)}
    assert {tell(twins[0])} == told


def test_pickled_tables_keep_the_arrays_that_are_pickled_with_them() -> None:
    config = EnvConfig("cambia", 2)
    arrays = Arrays.blank(config, 4)
    tables, own = pickled((Tables("cambia", 2, tables=4, arrays=arrays), arrays))
    assert tables.arrays is own and own is not arrays
    before = own.observations.copy()
    tables.step(tables.sample())
    assert (own.observations != before).any()


def test_the_other_build_reads_the_tables_of_this_one() -> None:
    many = [Tables(preset, 3, tables=4, seed=6) for preset in PRESETS]
    for tables in many:
        for _ in range(30):
            tables.step(tables.sample(snaps=4, calls=8))
    told = told_by_other_build(*many)
    if told is None:
        pytest.skip("the core is not compiled here")
    assert told == [tell(tables) for tables in many]


def test_the_configuration_of_an_environment_is_pickled() -> None:
    config = EnvConfig("camp snap.penalty=2", 3, slots=5, patience=77)
    twin = pickled(config)
    assert repr(twin) == repr(config) == "EnvConfig('camp snap.penalty=2', 3, slots=5, patience=77)"
    assert twin.spec.answer_count == config.spec.answer_count and twin.seats == config.seats


def play(game: Any, seed: int) -> list[Any]:
    """Random decisions to the end of the round and into the next one: all that agents are told."""
    rng = random.Random(seed)
    told: list[Any] = []
    for _ in range(2):
        while game.agents:
            observation, reward, terminated, truncated, _ = game.last()
            told += [observation["observation"].tobytes(), observation["action_mask"].tobytes(), reward]
            told += [game.agent_selection, terminated, truncated]
            over = terminated or truncated
            game.step(None if over else int(rng.choice(observation["action_mask"].nonzero()[0])))
        game.reset()
    return told


@pytest.mark.parametrize("make", [raw_env, env])
def test_pettingzoo_environments_go_on_from_pickles_and_copies(make: Any) -> None:
    for seed in SEEDS:
        game = make("camp" if seed % 2 else "cambia", 2 + seed % 3)
        game.reset(seed=seed)
        rng = random.Random(seed)
        for _ in range(rng.randrange(30)):
            if game.agents and not any(game.terminations.values()):
                mask = game.observe(game.agent_selection)["action_mask"]
                game.step(int(rng.choice(mask.nonzero()[0])))
        twins = [pickled(game), copy.deepcopy(game)]
        told = [play(one, seed) for one in (*twins, game)]
        assert told[0] == told[1] == told[2] and len(told[0]) > 10


def test_a_pettingzoo_environment_is_pickled_before_its_first_round() -> None:
    game = pickled(raw_env("stick", 3))
    game.reset(seed=4)
    original = raw_env("stick", 3)
    original.reset(seed=4)
    assert (game.state() == original.state()).all()


def test_openspiel_games_and_states_go_on_from_pickles_and_copies() -> None:
    game = pyspiel.load_game(f"{NAME}(rules=camp snap.penalty:1,players=3,patience=60)")
    for same in (pickled(game), copy.deepcopy(game)):
        assert str(same) == str(game)
        assert same.max_game_length() == 60 and same.num_distinct_actions() == game.num_distinct_actions()
    for seed in range(6):
        rng = random.Random(seed)
        state = game.new_initial_state()
        for _ in range(30 + rng.randrange(60)):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        twins = [pickled(state), copy.deepcopy(state), state.clone()]
        while not state.is_terminal():
            for twin in twins:
                assert twin.legal_actions() == state.legal_actions()
                assert str(twin) == str(state)
            action = rng.choice(state.legal_actions())
            for one in (state, *twins):
                one.apply_action(action)
        for twin in twins:
            assert twin.returns() == state.returns()
            assert twin.information_state_string(1) == state.information_state_string(1)
            assert np.array_equal(twin.observation_tensor(2), state.observation_tensor(2))


def test_what_tables_look_like_tells_how_many_there_are_and_nothing_that_is_hidden() -> None:
    one, other = Tables("stick", 3, tables=7, seed=1), Tables("stick", 3, tables=7, seed=2)
    assert repr(one) == repr(other) == "<Tables of stick for 3 seats: 7 tables, 0 rounds ended>"
    assert one.core.env_at(0).table.phase == phases.MEMORY
