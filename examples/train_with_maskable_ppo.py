"""Training with MaskablePPO: an agent that loses nearly always learns to beat random play, and then meets the ladder.

``OneSeat`` is a Gymnasium environment: one seat learns, levels of the ladder have the others. What was learned is a
policy, a function of an observation and a mask, and ``policy_player`` makes it a bot like any other. The first that is
learned is not to snap whatever lies there, and to call before the others do; what comes after that takes longer.

    pip install "cambio-game[train]"
    python examples/train_with_maskable_ppo.py
    python examples/train_with_maskable_ppo.py --steps 400000 --opponent beginner --save agent.zip
    cambio lab league --time-limit 30 --bots "beginner,python examples/train_with_maskable_ppo.py --play agent.zip"
"""

import argparse
import time

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

from cambio import Game
from cambio.bots import PlayerFactory, play_round, seated, serve
from cambio.bots.levels import LADDER
from cambio.bots.styles import STYLES
from cambio.environments.sequential import EnvConfig, fields
from cambio.training.gymnasium import OneSeat
from cambio.training.policy_player import policy_player

RULES = "cambia"
#: Numbers of a card: nothing, a gap, an unseen card, and 28 kinds.
CARD_NUMBERS = 31


class CardsApart(BaseFeaturesExtractor):
    """Cards are kinds, not quantities: each gets a place for every kind. All other numbers are only made smaller."""

    def __init__(self, space: Box) -> None:
        parts = {part.name: part for part in fields(EnvConfig(RULES, seats=2).spec)}
        places = parts["places"]
        self.cards = [parts["top"].start, parts["held"].start, *range(places.start, places.stop, places.shape[-1])]
        super().__init__(space, space.shape[0] + len(self.cards) * CARD_NUMBERS)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        cards = torch.nn.functional.one_hot(observations[:, self.cards].long(), CARD_NUMBERS)
        return torch.cat([observations / 16, cards.flatten(1).float()], dim=1)


def bot_of(model: MaskablePPO) -> PlayerFactory:
    """What the model has learned, as a bot."""

    def policy(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
        return int(model.predict(observation, action_masks=mask)[0])

    return policy_player(policy)


def share_won(model: MaskablePPO, level: str, rounds: int) -> float:
    """How often the model wins against a level, at a real table and from both seats."""
    players = [bot_of(model), LADDER[level]]
    won = 0.0
    for number in range(rounds):
        game = Game(RULES, seats=2, seed=number // 2)
        ours = number % 2
        report = play_round(game, seated(game, players[::-1] if ours else players, seed=number), limit=400)
        assert not report.faults, report.faults[0]
        won += (game.seats[ours] in report.outcome.winners) / len(report.outcome.winners)
    return won / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description="Train an agent by MaskablePPO, and let it meet the ladder.")
    parser.add_argument("--steps", type=int, default=40_000, help="decisions to learn from")
    quick = [level for level, style in STYLES.items() if not style.is_slow]
    parser.add_argument("--opponent", default="random", choices=quick)
    parser.add_argument("--rounds", type=int, default=100, help="to measure by, against each level")
    parser.add_argument("--save", help="a file for what was learned")
    parser.add_argument("--play", help="such a file: play by what was learned, as a bot on the ladder")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.play:
        serve(bot_of(MaskablePPO.load(options.play, device="cpu")), "trained")
        return

    tables = DummyVecEnv([lambda: OneSeat(RULES, opponents=[options.opponent])] * 32)
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=32,
        batch_size=512,
        n_epochs=6,
        learning_rate=2e-3,
        gamma=1.0,
        ent_coef=0.003,
        policy_kwargs={"features_extractor_class": CardsApart},
        seed=1,
        device="cpu",
    )
    print(f"By {RULES}, over {options.rounds} rounds each:")
    print(f"  before training it wins {share_won(model, 'random', options.rounds):4.0%} against random", flush=True)
    began = time.monotonic()
    model.learn(options.steps)
    print(f"  {model.num_timesteps:,} decisions against {options.opponent} took {time.monotonic() - began:.0f} s")
    for level in ("random", "beginner"):
        print(f"  now it wins             {share_won(model, level, options.rounds):4.0%} against {level}", flush=True)
    if options.save:
        model.save(options.save)


if __name__ == "__main__":
    main()
