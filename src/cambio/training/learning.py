"""Learning: a network learns to do what an expert does, and then from its own rounds what does better.

The first is behaviour cloning. The second is proximal policy optimisation with two kinds of restraint: an entropy bonus
that fades, and a pull towards a magnet, which is the network as it was some time ago. Beliefs are learned beside it:
which points a hidden card has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.networks import encoding_layout
from ..environments.missing import require
from .decisions import Batch, Decisions, advantages
from .network_model import CriticModel, NetworkModel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

torch: Any = require("torch")

#: Decisions that are learned from at once.
BATCH = 1024
#: A chance is kept within this factor of what it was when it was played.
CLIP = 0.2
#: The longest step of all weights together.
LARGEST_STEP = 0.5
#: The weight of beliefs and of values in what is to be made small.
BELIEF_WEIGHT = 0.1
VALUE_WEIGHT = 0.25
#: How far a decision's advantage looks ahead: 1 would be to the end of the round.
ADVANTAGE_DECAY = 0.95
#: In cloning, how much it counts to keep other actions possible.
CLONING_ENTROPY = 0.25


@dataclass(frozen=True)
class Restraint:
    """What keeps learning steady: see the names in ``cambio train --help``."""

    learning_rate: float
    entropy: float
    magnet: float
    passes: int


@dataclass(frozen=True)
class Lesson:
    """What came of learning from some decisions; for the progress file."""

    policy_loss: float
    critic_loss: float
    belief_loss: float
    entropy: float
    divergence: float


class Learner:
    """The network, its critic, and the state of both optimisers."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.network = NetworkModel()
        self.critic = CriticModel()
        self.magnet = NetworkModel()
        self.pull_magnet()
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=1e-3, eps=1e-5)
        self.critic_optimiser = torch.optim.Adam(self.critic.parameters(), lr=1e-3, eps=1e-5)
        self._rng = np.random.default_rng(seed)

    def pull_magnet(self) -> None:
        """From now on the network is held near to what it is now."""
        self.magnet.load_state_dict(self.network.state_dict())

    def state(self) -> dict[str, Any]:
        """Everything that a checkpoint keeps."""
        return {
            "network": self.network.state_dict(),
            "critic": self.critic.state_dict(),
            "magnet": self.magnet.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "critic_optimiser": self.critic_optimiser.state_dict(),
            "rng": self._rng.bit_generator.state,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.critic.load_state_dict(state["critic"])
        self.magnet.load_state_dict(state["magnet"])
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
        self.pull_magnet()
        return right / len(decisions)

    def improve(self, decisions: Decisions, restraint: Restraint) -> Lesson:
        """Learn from what the network has played: do more often what turned out better than expected."""
        for group in self.optimiser.param_groups:
            group["lr"] = restraint.learning_rate
        values = self.judge(decisions)
        found = advantages(decisions, values, ADVANTAGE_DECAY)
        returns = found + values
        scaled = (found - found.mean()) / (found.std() + 1e-6)
        sums = np.zeros(5)
        steps = 0
        for _ in range(restraint.passes):
            for chosen in self._batches(len(decisions)):
                sums += self._improve_on(decisions.batch(chosen), scaled[chosen], returns[chosen], restraint)
                steps += 1
        return Lesson(*(float(number) for number in sums / steps))

    def _improve_on(
        self,
        batch: Batch,
        advantage: NDArray[np.float32],
        returns: NDArray[np.float32],
        restraint: Restraint,
    ) -> NDArray[np.float64]:
        log_chances, values, beliefs = self.network(batch)
        ratio = torch.exp(log_chances[torch.from_numpy(batch.chosen)] - torch.log(torch.from_numpy(batch.chances)))
        gain = torch.from_numpy(advantage)
        policy_loss = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = entropy_of(batch, log_chances).mean()
        side_loss, belief_loss = self._side_loss(batch, values, beliefs)
        loss = policy_loss - restraint.entropy * entropy + side_loss
        divergence = torch.zeros(())
        if restraint.magnet > 0:
            with torch.no_grad():
                held = self.magnet(batch)[0]
            divergence = divergence_of(batch, log_chances, held).mean()
            loss = loss + restraint.magnet * divergence
        self._step(self.optimiser, self.network, loss)
        critic_loss = self._teach_critic(batch, torch.from_numpy(returns))
        losses = (policy_loss, critic_loss, belief_loss, entropy, divergence)
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
                parts.append(self.critic(decisions.batch(chosen)).numpy())
        return np.concatenate(parts)

    def _batches(self, count: int) -> list[NDArray[np.int64]]:
        """All decisions in random order, some at a time."""
        order = self._rng.permutation(count)
        return [order[first : first + BATCH] for first in range(0, count, BATCH)]


def entropy_of(batch: Batch, log_chances: Any) -> Any:
    """By decision, how undecided the network is."""
    return sum_by_decision(batch, -torch.exp(log_chances) * log_chances)


def divergence_of(batch: Batch, log_chances: Any, held: Any) -> Any:
    """By decision, the Kullback-Leibler divergence from the magnet."""
    return sum_by_decision(batch, torch.exp(log_chances) * (log_chances - held))


def sum_by_decision(batch: Batch, terms: Any) -> Any:
    return torch.zeros(len(batch.positions)).index_add(0, torch.from_numpy(batch.decision_of_action), terms)
