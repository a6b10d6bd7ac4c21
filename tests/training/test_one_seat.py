"""One seat of a table as a Gymnasium environment: the others play by levels of the ladder, or by policies."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from cambio.bots.styles import STYLES
from cambio.core.engine.score import reward
from cambio.training.gymnasium import OneSeat
from cambio.training.opponents import LEARNER
from cambio.training.random_rules import random_rules, random_seats

Round = list[tuple[list[int], float]]


def play_at_random(env: OneSeat, seed: int) -> Round:
    """What was observed and won, decision by decision."""
    rng = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    told: Round = [(observation.tolist(), 0.0)]
    while True:
        mask = env.action_masks()
        assert mask.any() and env.observation_space.contains(observation)
        observation, brought, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(mask))))
        told.append((observation.tolist(), brought))
        if terminated or truncated:
            return told
        assert brought == 0


@pytest.mark.parametrize("level", [level for level, style in STYLES.items() if not style.is_slow])
def test_every_level_may_sit_opposite(level: str) -> None:
    env = OneSeat("cambia", [level])
    rewards = [play_at_random(env, seed)[-1][1] for seed in range(10)]
    assert set(rewards) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("seed", range(25))
def test_rounds_by_random_rules_come_to_their_end(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    others = [rng.choice(["random", "beginner", "casual", "expert"]) for _ in range(random_seats(rules, rng) - 1)]
    env = OneSeat(rules, others)
    brought = play_at_random(env, seed)[-1][1]
    assert brought in (0.0, reward(env._env().table, LEARNER))


def test_the_same_seed_plays_the_same_round() -> None:
    assert play_at_random(OneSeat("stick", ["casual", "random"]), 3) == play_at_random(
        OneSeat("stick", ["casual", "random"]), 3
    )
    assert play_at_random(OneSeat("stick", ["casual", "random"]), 3) != play_at_random(
        OneSeat("stick", ["casual", "random"]), 4
    )


def test_a_policy_may_sit_opposite_and_sees_its_own_seat() -> None:
    asked: list[NDArray[np.int8]] = []

    def policy(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
        asked.append(observation)
        return int(mask.argmax())

    play_at_random(OneSeat("cambia", [policy]), 1)
    assert asked and all(observation.shape == (196,) for observation in asked)


def test_what_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    env = OneSeat("cambia", ["random"])
    observation, _ = env.reset(seed=1)
    forbidden = int(np.flatnonzero(~env.action_masks())[0])
    for wrong in (forbidden, -1, 97):
        with pytest.raises(ValueError, match=f"a: expected a decision that the mask allows, but found {wrong}"):
            env.step(wrong)
    assert (env.step(int(env.action_masks().argmax()))[0].shape) == observation.shape


def test_a_level_that_is_not_on_the_ladder_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="but found 'genius'"):
        OneSeat("cambia", ["genius"])


def test_the_table_is_rendered_as_the_seat_knows_it() -> None:
    env = OneSeat("cambia", ["random"])
    env.reset(seed=1)
    text = env.render()
    assert text is not None and "b: ?? ?? ?? ??" in text
