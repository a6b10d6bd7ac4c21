"""Training on PettingZoo: MaskablePPO learns one seat of a table, and levels of the ladder have the others.

``cambio.training.pettingzoo`` is the PettingZoo environment with opponents: only the seats that they leave are agents.
With one agent left, its turn-based interface is Gymnasium's in other words, and this is the adapter.

    pip install "cambio-game[train]"
    python examples/train_on_pettingzoo.py
    python examples/train_on_pettingzoo.py --steps 200000 --opponents casual,beginner
"""

import argparse
import time
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from cambio.environments.sequential import fields
from cambio.training import pettingzoo

RULES = "cambia"
AGENT = "seat_0"
#: Numbers of a card: nothing, a gap, an unseen card, and 28 kinds.
CARD_NUMBERS = 31


class OneAgent(gymnasium.Env[NDArray[np.float32], int]):
    """The only agent's view of a PettingZoo environment.

    Cards are kinds, not quantities: each gets a place for every kind. All other numbers are only made smaller.
    """

    def __init__(self, opponents: list[str], seed: int) -> None:
        seats = {f"seat_{seat}": level for seat, level in enumerate(opponents, start=1)}
        self.game = pettingzoo.raw_env(RULES, seats=len(opponents) + 1, opponents=seats, render_mode=None)
        self.game.reset(seed=seed)
        parts = {part.name: part for part in fields(self.game.config.spec)}
        places = parts["places"]
        self.cards = [parts["top"].start, parts["held"].start, *range(places.start, places.stop, places.shape[-1])]
        self.observation_space = gymnasium.spaces.Box(-1, 16, self.look().shape, np.float32)
        self.action_space: gymnasium.Space[Any] = self.game.action_space(AGENT)

    def look(self) -> NDArray[np.float32]:
        observation = self.game.observe(AGENT)["observation"]
        kinds = np.eye(CARD_NUMBERS, dtype=np.float32)[observation[self.cards]]
        return np.concatenate([observation.astype(np.float32) / 16, kinds.ravel()])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.game.reset(seed=seed)
        return self.look(), {}

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        self.game.step(int(action))
        _, reward, terminated, truncated, _ = self.game.last(observe=False)
        return self.look(), float(reward), terminated, truncated, {}

    def action_masks(self) -> NDArray[np.bool_]:
        return np.asarray(self.game.observe(AGENT)["action_mask"], np.bool_)


def mean_reward(model: MaskablePPO, opponents: list[str], rounds: int) -> float:
    """What a round brings on average, where 1 is won."""
    env, brought = OneAgent(opponents, seed=12345), 0.0
    for _ in range(rounds):
        observation, over = env.reset()[0], False
        while not over:
            action = model.predict(observation, action_masks=env.action_masks())[0]
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
            brought += reward
    return brought / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description="Train an agent by MaskablePPO on PettingZoo, against the ladder.")
    parser.add_argument("--steps", type=int, default=40_000, help="decisions to learn from")
    parser.add_argument("--opponents", default="random", help="levels, with commas between them")
    parser.add_argument("--rounds", type=int, default=200, help="to measure by")
    options = parser.parse_args()
    torch.set_num_threads(1)
    opponents = options.opponents.split(",")
    tables = DummyVecEnv([partial(OneAgent, opponents, seed) for seed in range(32)])
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=32,
        batch_size=512,
        n_epochs=6,
        learning_rate=2e-3,
        gamma=1.0,
        ent_coef=0.003,
        seed=1,
        device="cpu",
    )
    print(f"By {RULES}, against {' and '.join(opponents)}, where 1 is a round that was won:")
    print(f"  before training a round brings {mean_reward(model, opponents, options.rounds):+.2f}", flush=True)
    began = time.monotonic()
    model.learn(options.steps)
    print(f"  {model.num_timesteps:,} decisions took {time.monotonic() - began:.0f} s")
    print(f"  now a round brings {mean_reward(model, opponents, options.rounds):+.2f}")


if __name__ == "__main__":
    main()
