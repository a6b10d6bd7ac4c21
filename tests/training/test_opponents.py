"""Levels of the ladder at the other seats, in every environment: they play, remember, and survive pickles."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from open_spiel.python.algorithms import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot
from pettingzoo.test import api_test

import cambio.environments.openspiel  # noqa: F401 - registers python_cambio
from cambio.bots.styles import STYLES
from cambio.core.environment import questions
from cambio.training import pettingzoo
from cambio.training.gymnasium import OneSeat
from cambio.training.gymnasium_vector import OneSeatVectorEnv
from cambio.training.openspiel import LevelBot
from cambio.training.random_rules import random_rules, random_seats
from cambio.training.vector import OneSeatTables

QUICK_LEVELS = [level for level, style in STYLES.items() if not style.is_slow]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


def first_allowed(_observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
    """A policy that can be pickled."""
    return int(mask.argmax())


# Many tables


@pytest.mark.parametrize("opponents", [["expert"], ["casual", "random"], [first_allowed, "beginner", "solid"]])
def test_the_learner_decides_at_every_table_and_the_others_play_on(opponents: list[Any]) -> None:
    tables = OneSeatTables("cambia", opponents, tables=20, seed=2)
    brought: list[float] = []
    for _ in range(60):
        decisions = tables.sample()
        assert tables.masks[np.arange(20), decisions].all() and not tables.tables.seats.any()
        tables.step(decisions)
        over = tables.ends > 0
        assert not tables.rewards[~over].any() and set(np.flatnonzero(over)) == set(tables.final_observations)
        brought += tables.rewards[over].tolist()
    assert tables.rounds == len(brought) > 20
    assert min(brought) < 0 and max(brought) <= 1


def test_how_many_tables_there_are_makes_no_difference_to_each() -> None:
    few, many = (OneSeatTables("stick", ["casual"], tables=number, seed=9) for number in (2, 5))
    for _ in range(80):
        decisions = many.sample()
        many.step(decisions)
        few.step(decisions[:2])
        assert (few.observations == many.observations[:2]).all() and (few.rewards == many.rewards[:2]).all()


def test_a_round_that_is_broken_off_leaves_its_last_observation() -> None:
    tables = OneSeatTables("cambia", ["expert"], tables=30, seed=1, patience=20)
    found = 0
    for _ in range(40):
        tables.step(tables.masks.argmax(axis=1))
        for table in np.flatnonzero(tables.ends == questions.BROKEN_OFF).tolist():
            assert tables.rewards[table] == 0
            assert (tables.final_observations[table] != tables.observations[table]).any()
            found += 1
    assert found > 0


def test_what_the_mask_forbids_is_refused_by_table() -> None:
    tables = OneSeatTables("cambia", ["random"], tables=3, seed=1)
    decisions = tables.sample()
    decisions[1] = int((1 - tables.masks[1]).argmax())
    with pytest.raises(
        ValueError, match=f"table 1: expected a decision that its mask allows, but found {decisions[1]}"
    ):
        tables.step(decisions)


@pytest.mark.parametrize("seed", range(8))
def test_tables_with_opponents_go_on_from_pickles_and_copies(seed: int) -> None:
    """Those who forget think in the copy what they would have thought: their memories come along."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    others = [rng.choice(QUICK_LEVELS) for _ in range(random_seats(rules, rng) - 1)]
    tables = OneSeatTables(rules, others, tables=3, seed=seed, patience=rng.choice((30, 500)))
    for _ in range(rng.randrange(40)):
        tables.step(tables.sample())
    twins = [pickled(tables), copy.deepcopy(tables), pickled(pickled(tables))]
    for _ in range(40):
        decisions = tables.sample()
        tables.step(decisions)
        for twin in twins:
            assert (twin.sample() == decisions).all()
            twin.step(decisions)
            assert (twin.observations == tables.observations).all() and (twin.masks == tables.masks).all()
            assert (twin.rewards == tables.rewards).all() and (twin.ends == tables.ends).all()


# Gymnasium


def decide(env: OneSeat, rng: random.Random, decisions: int) -> list[Any]:
    """Random decisions, one round after another: all that is told."""
    told: list[Any] = []
    for _ in range(decisions):
        observation, reward, *ends, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        told.append((observation.tobytes(), reward, ends))
        if any(ends):
            told.append(env.reset()[0].tobytes())
    return told


@pytest.mark.parametrize("seed", range(8))
def test_one_seat_goes_on_from_pickles_and_copies(seed: int) -> None:
    rng = random.Random(seed)
    env = OneSeat("cambia" if seed % 2 else "stick", [QUICK_LEVELS[seed % 5], QUICK_LEVELS[(seed + 2) % 5]])
    env.reset(seed=seed)
    decide(env, rng, rng.randrange(30))
    twins = [pickled(env), copy.deepcopy(env)]
    told = [decide(one, random.Random(seed), 60) for one in (env, *twins)]
    assert told[0] == told[1] == told[2]


def test_one_seat_is_pickled_before_its_first_round() -> None:
    env = pickled(OneSeat("cambia", ["casual"]))
    assert (env.reset(seed=3)[0] == OneSeat("cambia", ["casual"]).reset(seed=3)[0]).all()


def test_a_vector_environment_is_gymnasiums_and_deals_anew_in_the_same_step() -> None:
    env = OneSeatVectorEnv("cambia", ["casual"], tables=6, patience=40)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=3)
    over = 0
    for _ in range(80):
        assert env.observation_space.contains(observations)
        actions = np.array([env.single_action_space.sample(mask) for mask in infos["action_mask"]])
        assert env.action_space.contains(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (
            rewards.dtype == np.float64 and not rewards[~terminations].any() and not (terminations & truncations).any()
        )
        if (terminations | truncations).any():
            over += 1
            assert (infos["_final_obs"] == (terminations | truncations)).all()
            for table in np.flatnonzero(infos["_final_obs"]):
                assert env.single_observation_space.contains(infos["final_obs"][table])
    assert over > 0
    again, _ = env.reset(seed=3)
    assert (again == OneSeatVectorEnv("cambia", ["casual"], tables=6, patience=40).reset(seed=3)[0]).all()
    twin = pickled(env)
    assert env.tables is not None
    actions = env.tables.masks.argmax(axis=1)
    assert all(
        (mine == theirs).all() for mine, theirs in zip(env.step(actions)[:4], twin.step(actions)[:4], strict=True)
    )


def test_a_vector_environment_needs_a_reset_and_one_seed() -> None:
    env = OneSeatVectorEnv("cambia", ["casual"], tables=2)
    with pytest.raises(RuntimeError, match="expected a reset before the first step"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="expected one seed for all tables"):
        env.reset(seed=[1, 2])


# PettingZoo


# PettingZoo's test is written for agents that are all there from the beginning, and advises against what we promise.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_test_passes_with_opponents() -> None:
    api_test(pettingzoo.env("stick", seats=4, opponents={"seat_1": "expert", "seat_3": "casual"}), num_cycles=200)


def play(game: Any, seed: int) -> list[Any]:
    rng = random.Random(seed)
    told: list[Any] = []
    for _ in range(3):
        while game.agents:
            observation, reward, terminated, truncated, _ = game.last()
            told += [game.agent_selection, observation["observation"].tobytes(), reward, terminated, truncated]
            over = terminated or truncated
            game.step(None if over else int(rng.choice(observation["action_mask"].nonzero()[0])))
        game.reset()
    return told


def test_only_the_seats_without_an_opponent_are_agents() -> None:
    game = pettingzoo.raw_env("cambia", seats=3, opponents={"seat_1": "casual", "seat_2": first_allowed})
    game.reset(seed=6)
    told = play(pickled(game), 1)
    assert set(told[::5]) == {"seat_0"} and told == play(copy.deepcopy(game), 1) == play(game, 1)


def test_opponents_must_leave_a_seat_and_have_one() -> None:
    for opponents in ({"seat_7": "expert"}, {"seat_0": "expert", "seat_1": "expert"}):
        with pytest.raises(
            ValueError, match="expected opponents at some of the seats seat_0, seat_1, with at least one"
        ):
            pettingzoo.raw_env("cambia", seats=2, opponents=opponents)
    with pytest.raises(ValueError, match="but found 'genius'"):
        pettingzoo.raw_env("cambia", seats=2, opponents={"seat_1": "genius"})


# OpenSpiel


@pytest.mark.parametrize("level", QUICK_LEVELS)
def test_levels_are_bots_of_openspiel(level: str) -> None:
    game = pyspiel.load_game("python_cambio", {"rules": "cambia"})
    rng = np.random.RandomState(1)
    bots = [LevelBot(game, 0, level, seed=3), UniformRandomBot(1, rng)]
    brought = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[0] for _ in range(6)]
    assert sum(brought) >= (3 if level != "random" else -6)
