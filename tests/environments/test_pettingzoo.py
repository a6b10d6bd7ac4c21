"""PettingZoo takes the environment as its own, by its own tests."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cambio.core import is_compiled
from cambio.environments.pettingzoo import env, raw_env
from cambio.rules import PRESETS

CYCLES = 200 if is_compiled() else 30
SEATS = {
    "classic": (2, 6),
    "flip": (2, 8),
    "cambia": (2, 3, 6),
    "stick": (4, 8),
    "camp": (2, 5),
    "cabo": (2, 4),
    "cabo1": (5,),
    "golf": (8,),
    "tamalou": (4,),
    "kabul": (2,),
}
TABLES = [(preset, seats) for preset in PRESETS for seats in SEATS[preset]]

#: Its tests warn of all observations that are dictionaries, and of the empty mask of an agent whose round is over.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observations between agents are different classes:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_pettingzoos_own_tests_pass(preset: str, seats: int) -> None:
    api_test(env(preset, seats), num_cycles=CYCLES)
    seed_test(lambda: env(preset, seats), num_cycles=CYCLES)


def play(game: Any, seed: int, rng: random.Random) -> dict[str, float]:
    """A whole round of random decisions: what each agent gets in the end."""
    game.reset(seed=seed)
    rewards = {}
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        if terminated or truncated:
            rewards[agent] = reward
            game.step(None)
        else:
            assert game.state_space.contains(game.unwrapped.state())
            game.step(int(rng.choice(observation["action_mask"].nonzero()[0])))
    return rewards


def test_every_agent_gets_its_reward_at_the_end() -> None:
    rounds = [play(raw_env("stick", 3), seed, random.Random(seed)) for seed in range(10)]
    for rewards in rounds:
        assert sorted(rewards) == ["seat_0", "seat_1", "seat_2"]
        assert sum(rewards.values()) == pytest.approx(0)
        assert max(rewards.values()) > 0


def test_a_round_that_takes_too_long_is_truncated() -> None:
    game = raw_env("classic", 2, patience=5)
    game.reset(seed=1)
    for _ in range(5):
        mask = game.observe(game.agent_selection)["action_mask"]
        game.step(int(mask.argmax()))
    assert set(game.truncations.values()) == {True}
    assert set(game.terminations.values()) == {False}
    assert set(game.rewards.values()) == {0.0}


def test_only_the_agent_to_act_has_something_to_choose() -> None:
    game = raw_env("flip", 4)
    game.reset(seed=2)
    for agent in game.agents:
        assert game.observe(agent)["action_mask"].any() == (agent == game.agent_selection)


def test_the_state_tells_a_critic_more_than_any_observation() -> None:
    game = raw_env("cambia", 2)
    game.reset(seed=3)
    assert (game.state() != game.observe("seat_0")["observation"]).any()
    assert game.state().dtype == np.int8


def test_a_decision_that_the_mask_forbids_is_refused_or_loses() -> None:
    bare = raw_env("cambia", 2)
    bare.reset(seed=1)
    forbidden = int(bare.observe(bare.agent_selection)["action_mask"].argmin())
    with pytest.raises(ValueError, match="expected a decision that the mask allows"):
        bare.step(forbidden)
    guarded = env("cambia", 2)
    guarded.reset(seed=1)
    culprit = guarded.agent_selection
    guarded.observe(culprit)
    guarded.step(forbidden)
    assert guarded.rewards[culprit] == -1


def test_rounds_without_a_seed_go_on_from_the_one_before() -> None:
    game, twin = raw_env("camp", 3), raw_env("camp", 3)
    for one in (game, twin):
        one.reset(seed=4)
        one.reset()
    assert (game.state() == twin.state()).all()
    twin.reset()
    assert (game.state() != twin.state()).any()


def test_the_table_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env("cambia", 2, render_mode="ansi")
    game.reset(seed=1)
    text = game.render()
    assert text is not None and text.startswith("memory, lap 1; stock 45; pile")
    shown = raw_env("cambia", 2, render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out == f"{text}\n"
    with pytest.raises(ValueError, match="expected a render mode"):
        raw_env(render_mode="oil painting")
