"""Learning: a network learns to do what an expert does, and then from its own rounds what does better.

The first is behaviour cloning. For the second every action of every decision was tried in the real world (see
``cambio.core.players.trial``), and the network's scores are fitted to what the actions were worth there. Its chances
are the softmax of its scores, so a temperature says how much better an action must be to be chosen nearly always:
that is policy iteration with an entropy bonus, or mirror descent with the uniform policy as its magnet. Beliefs are
learned beside it: which points a hidden card has.

Every lesson is noisy: by the mean of the weights after the latest lessons a network plays better than by those after
any one of them. So that mean is what plays, and what is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ..bots.networks import Weights
from ..core.networks import encoding_layout
from ..environments.missing import require
from .decisions import Batch, Decisions, action_gains, advantages
from .network_model import CriticModel, NetworkModel, fill

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

torch: Any = require("torch")
AveragedModel: Any = require("torch.optim.swa_utils").AveragedModel

#: Decisions that are learned from at once.
BATCH = 512
#: An action that is worth this much more than another, as a share of a won round, has e times its chance.
TEMPERATURE = 0.02
#: How much actions count that the network would not choose, beside those that it would.
OTHER_ACTIONS = 0.05
#: The longest step of all weights together.
LARGEST_STEP = 0.5
#: The weight of scores, beliefs and values in what is to be made small.
SCORE_WEIGHT = 20.0
BELIEF_WEIGHT = 0.3
VALUE_WEIGHT = 0.25
#: How far the critic's lessons look ahead: 1 would be to the end of the round.
ADVANTAGE_DECAY = 0.95
#: Early in a run the mean of the weights looks back over fewer lessons: the latest of so many equal parts of it.
PARTS_OF_RUN = 5
#: In cloning, how much it counts to keep other actions possible.
CLONING_ENTROPY = 0.25


@dataclass(frozen=True)
class Lesson:
    """What came of learning from some decisions; for the progress file."""

    score_loss: float
    critic_loss: float
    belief_loss: float
    entropy: float


class Learner:
    """The network, its critic, and the state of both optimisers."""

    def __init__(self, seed: int, lessons_averaged: int = 1) -> None:
        torch.manual_seed(seed)
        self.network = NetworkModel()
        self.critic = CriticModel()
        move_mean = partial(_move_mean, lessons_averaged)
        self._mean_network = AveragedModel(self.network, avg_fn=move_mean)
        self._mean_critic = AveragedModel(self.critic, avg_fn=move_mean)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=1e-3, eps=1e-5)
        self.critic_optimiser = torch.optim.Adam(self.critic.parameters(), lr=1e-3, eps=1e-5)
        self._rng = np.random.default_rng(seed)

    def start_from(self, weights: Weights) -> None:
        """Go on with a network and its critic that have learned before."""
        fill(self.network.layers, weights.network)
        fill(self.critic.layers, weights.critic)
        self._move_means()

    @property
    def weights(self) -> Weights:
        """What was learned: the mean over the latest lessons."""
        return Weights(self._mean_network.module.weights(), self._mean_critic.module.weights())

    def _move_means(self) -> None:
        self._mean_network.update_parameters(self.network)
        self._mean_critic.update_parameters(self.critic)

    def state(self) -> dict[str, Any]:
        """Everything that a checkpoint keeps."""
        return {
            "network": self.network.state_dict(),
            "critic": self.critic.state_dict(),
            "mean_network": self._mean_network.state_dict(),
            "mean_critic": self._mean_critic.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "critic_optimiser": self.critic_optimiser.state_dict(),
            "rng": self._rng.bit_generator.state,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.critic.load_state_dict(state["critic"])
        self._mean_network.load_state_dict(state["mean_network"])
        self._mean_critic.load_state_dict(state["mean_critic"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.critic_optimiser.load_state_dict(state["critic_optimiser"])
        self._rng.bit_generator.state = state["rng"]

    def clone(self, decisions: Decisions, passes: int) -> float:
        """Learn to do what was done: the share of decisions in which the network would do the same."""
        right = 0.0
        for _ in range(passes):
            right = 0.0
            for chosen in self._batches(len(decisions)):
                batch = decisions.batch(chosen)
                log_chances, values, beliefs = self.network(batch)
                done = log_chances[torch.from_numpy(batch.chosen)]
                loss = -done.mean() - CLONING_ENTROPY * entropy_of(batch, log_chances).mean()
                loss = loss + self._side_loss(batch, values, beliefs)[0]
                self._step(self.optimiser, self.network, loss)
                self._teach_critic(batch, torch.from_numpy(batch.rewards))
                right += float((done > np.log(0.5)).sum())
        self._move_means()
        return right / len(decisions)

    def improve(self, decisions: Decisions, learning_rate: float) -> Lesson:
        """Learn from what the network has played: score every action by what it turned out to be worth."""
        for optimiser in (self.optimiser, self.critic_optimiser):
            for group in optimiser.param_groups:
                group["lr"] = learning_rate
        values = self.judge(decisions)
        returns = advantages(decisions, values, ADVANTAGE_DECAY) + values
        gains = action_gains(decisions)
        sums = np.zeros(4)
        batches = self._batches(len(decisions))
        for chosen in batches:
            batch = decisions.batch(chosen)
            chances = decisions.action_chances[batch.actions]
            sums += self._improve_on(batch, chances, gains[batch.actions], returns[chosen])
        self._move_means()
        return Lesson(*(float(number) for number in sums / len(batches)))

    def _improve_on(
        self,
        batch: Batch,
        chances: NDArray[np.float32],
        gains: NDArray[np.float32],
        returns: NDArray[np.float32],
    ) -> NDArray[np.float64]:
        log_chances, values, beliefs = self.network(batch)
        played = torch.from_numpy(chances)
        average = sum_by_decision(batch, played * log_chances)[torch.from_numpy(batch.decision_of_action)]
        error = TEMPERATURE * (log_chances - average) - torch.from_numpy(gains)
        score_loss = sum_by_decision(batch, (played + OTHER_ACTIONS) * error**2).mean()
        side_loss, belief_loss = self._side_loss(batch, values, beliefs)
        self._step(self.optimiser, self.network, SCORE_WEIGHT * score_loss + side_loss)
        critic_loss = self._teach_critic(batch, torch.from_numpy(returns))
        losses = (score_loss, critic_loss, belief_loss, entropy_of(batch, log_chances).mean())
        return np.array([float(number.detach()) for number in losses])

    def _side_loss(self, batch: Batch, values: Any, beliefs: Any) -> tuple[Any, Any]:
        """What values and beliefs are off, weighted; and the beliefs' part by itself."""
        value_loss = ((values - torch.from_numpy(batch.rewards)) ** 2).mean()
        hidden = torch.from_numpy(batch.cards[:, encoding_layout.FACE]) == 0
        classes = torch.from_numpy(batch.point_classes)
        belief_loss = torch.nn.functional.cross_entropy(beliefs[hidden], classes[hidden])
        return VALUE_WEIGHT * value_loss + BELIEF_WEIGHT * belief_loss, belief_loss

    def _teach_critic(self, batch: Batch, returns: Any) -> Any:
        loss = ((self.critic(batch) - returns) ** 2).mean()
        self._step(self.critic_optimiser, self.critic, loss)
        return loss

    def _step(self, optimiser: Any, model: Any, loss: Any) -> None:
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST_STEP)
        optimiser.step()

    def judge(self, decisions: Decisions) -> NDArray[np.float32]:
        """What the critic expects at each decision."""
        parts = []
        with torch.no_grad():
            for first in range(0, len(decisions), 4 * BATCH):
                chosen = np.arange(first, min(first + 4 * BATCH, len(decisions)))
                parts.append(self._mean_critic(decisions.batch(chosen)).numpy())
        return np.concatenate(parts)

    def _batches(self, count: int) -> list[NDArray[np.int64]]:
        """All decisions in random order, some at a time."""
        order = self._rng.permutation(count)
        return [order[first : first + BATCH] for first in range(0, count, BATCH)]


def _move_mean(lessons_averaged: int, mean: Any, latest: Any, lessons: Any) -> Any:
    """Move the mean of a weight over the latest lessons towards what it is after one more."""
    share = torch.clamp(PARTS_OF_RUN / (lessons + PARTS_OF_RUN), min=1 / lessons_averaged)
    return mean + share * (latest - mean)


def entropy_of(batch: Batch, log_chances: Any) -> Any:
    """By decision, how undecided the network is."""
    return sum_by_decision(batch, -torch.exp(log_chances) * log_chances)


def sum_by_decision(batch: Batch, terms: Any) -> Any:
    return torch.zeros(len(batch.positions)).index_add(0, torch.from_numpy(batch.decision_of_action), terms)
