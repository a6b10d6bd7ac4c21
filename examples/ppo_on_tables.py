"""Training with PPO on many tables at once: a small network learns against a level of the ladder, in plain PyTorch.

``OneSeatTables`` steps hundreds of tables with one call: one seat of each learns, levels have the others, and all of it
is written into arrays. What was learned is a policy, which the laboratory seats as a bot by its name in this module.

    pip install "cambio-game[train]"
    python examples/ppo_on_tables.py
    python examples/ppo_on_tables.py --opponent casual --updates 600 --save agent.pt
    cd examples && CAMBIO_AGENT=../agent.pt cambio lab play --bots casual,ppo_on_tables:policy --games 200
"""

import argparse
import functools
import os
import time

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.distributions import Categorical

from cambio.environments.sequential import EnvConfig, fields
from cambio.training.vector import OneSeatTables

RULES = "cambia"
SPEC = EnvConfig(RULES, seats=2).spec
#: Numbers of a card: nothing, a gap, an unseen card, and 28 kinds.
CARD_NUMBERS = 31
TABLES, STEPS, EPOCHS, BATCH = 256, 32, 4, 1024
LEARNING_RATE, CLIP, ENTROPY, VALUE_WEIGHT, GAE_LAMBDA = 1e-3, 0.2, 0.005, 0.5, 0.95


class Agent(nn.Module):
    """Cards are kinds, not quantities: each gets a place for every kind. Then two layers, a policy and a value."""

    def __init__(self) -> None:
        super().__init__()
        parts = {part.name: part for part in fields(SPEC)}
        places = parts["places"]
        self.cards = [parts["top"].start, parts["held"].start, *range(places.start, places.stop, places.shape[-1])]
        width = SPEC.observation_width + len(self.cards) * CARD_NUMBERS
        self.body = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, SPEC.answer_count), nn.Linear(128, 1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        cards = nn.functional.one_hot(observations[:, self.cards].long(), CARD_NUMBERS).flatten(1)
        found = self.body(torch.cat([observations / 16, cards.float()], dim=1))
        scores = self.policy(found).masked_fill(masks == 0, -1e9)
        return Categorical(logits=scores), self.value(found).squeeze(1)


def look(rows: NDArray[np.int8]) -> torch.Tensor:
    return torch.from_numpy(rows.astype(np.float32))


def play(agent: Agent, tables: OneSeatTables) -> dict[str, torch.Tensor]:
    """So many steps at every table, and how much better each decision turned out than the value had it."""
    told: dict[str, list[torch.Tensor]] = {name: [] for name in ("seen", "masks", "chosen", "odds", "values")}
    brought, over = np.zeros((STEPS, TABLES), np.float32), np.zeros((STEPS, TABLES), np.bool_)
    for step in range(STEPS):
        seen, masks = look(tables.observations), look(tables.masks)
        policy, values = agent(seen, masks)
        chosen = policy.sample()
        for name, value in zip(told, (seen, masks, chosen, policy.log_prob(chosen), values), strict=True):
            told[name].append(value)
        tables.step(chosen.numpy())
        brought[step], over[step] = tables.rewards, tables.ends > 0
        broken_off = np.flatnonzero(tables.ends == 2)
        if len(broken_off):
            # Such a round is not lost: it is worth what was expected of it when it was broken off.
            last = look(np.stack([tables.final_observations[table] for table in broken_off.tolist()]))
            brought[step, broken_off] = agent(last, torch.ones(len(last), SPEC.answer_count))[1].numpy()
    after = agent(look(tables.observations), look(tables.masks))[1].numpy()
    values = torch.stack(told["values"]).numpy()
    gains, gain = np.zeros_like(brought), np.zeros(TABLES, np.float32)
    for step in reversed(range(STEPS)):
        going_on = ~over[step]
        gain = brought[step] + going_on * (after + GAE_LAMBDA * gain) - values[step]
        gains[step], after = gain, values[step]
    return {name: torch.cat(each) for name, each in told.items()} | {"gains": torch.from_numpy(gains.ravel())}


def learn(agent: Agent, optimiser: torch.optim.Optimizer, told: dict[str, torch.Tensor]) -> None:
    """PPO: make decisions likelier that turned out well, but never by much at once."""
    returns = told["gains"] + told["values"]
    for _ in range(EPOCHS):
        for rows in torch.split(torch.randperm(len(returns)), BATCH):
            policy, values = agent(told["seen"][rows], told["masks"][rows])
            gains = told["gains"][rows]
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            ratio = (policy.log_prob(told["chosen"][rows]) - told["odds"][rows]).exp()
            clipped = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
            misjudged = (values - returns[rows]).square().mean()
            loss = VALUE_WEIGHT * misjudged - clipped.mean() - ENTROPY * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def mean_reward(agent: Agent, level: str, rounds: int) -> float:
    """What a round brings on average, where 1 is won and -1 is lost."""
    tables = OneSeatTables(RULES, [level], TABLES, seed=12345)
    brought: list[float] = []
    while len(brought) < rounds:
        with torch.no_grad():
            choices = agent(look(tables.observations), look(tables.masks))[0]
        tables.step(choices.sample().numpy())
        brought += tables.rewards[tables.ends > 0].tolist()
    return float(np.mean(brought))


@functools.cache
def trained() -> Agent:
    agent = Agent()
    agent.load_state_dict(torch.load(os.environ["CAMBIO_AGENT"]))
    return agent


def policy(observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
    """What was learned and saved, for the laboratory."""
    with torch.no_grad():
        return int(trained()(look(observation[None]), look(mask[None]))[0].probs.argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network by PPO on many tables at once.")
    parser.add_argument("--updates", type=int, default=40, help=f"of {TABLES * STEPS} decisions each")
    parser.add_argument("--opponent", default="beginner", help="a level of the ladder")
    parser.add_argument("--rounds", type=int, default=2000, help="to measure by")
    parser.add_argument("--save", help="a file for what was learned")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    agent = Agent()
    optimiser = torch.optim.Adam(agent.parameters(), LEARNING_RATE)
    before = mean_reward(agent, options.opponent, options.rounds)
    print(f"By {RULES}, a round against {options.opponent} brings {before:+.2f} before training", flush=True)
    tables, began = OneSeatTables(RULES, [options.opponent], TABLES, seed=1), time.monotonic()
    for _ in range(options.updates):
        with torch.no_grad():
            told = play(agent, tables)
        learn(agent, optimiser, told)
    decisions = options.updates * STEPS * TABLES
    print(f"  {decisions:,} decisions in {tables.rounds:,} rounds took {time.monotonic() - began:.0f} s")
    for level in dict.fromkeys((options.opponent, "random", "casual")):
        print(f"  now a round against {level} brings {mean_reward(agent, level, options.rounds):+.2f}", flush=True)
    if options.save:
        torch.save(agent.state_dict(), options.save)


if __name__ == "__main__":
    main()
