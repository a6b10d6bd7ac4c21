"""The network as PyTorch trains it, and the critic that helps it learn. The core plays with the same weights.

Both have the layers that ``cambio.core.networks.network_layout`` describes; the critic sees all cards, and gives only a
value.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.networks import critic_layout, encoding_layout, network_layout
from ..environments.missing import require
from .decisions import Batch

torch: Any = require("torch")
nn: Any = torch.nn

#: The scores of a new network are this small, so that it prefers nothing.
FIRST_SCORES = 0.01


class Hands(nn.Module):
    """The layer that looks at each card, and the sums over the own hand and over the others'."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.look = nn.Linear(width, network_layout.CARD)

    def forward(self, cards: Any, is_own: Any, decision_of_card: Any, decisions: int) -> tuple[Any, Any]:
        seen = torch.relu(self.look(cards))
        hand = 2 * decision_of_card + (is_own == 0)
        sums = torch.zeros(2 * decisions, network_layout.CARD).index_add(0, hand, seen)
        return seen, sums.view(decisions, 2 * network_layout.CARD) / network_layout.POOLED_CARDS


class Trunk(nn.Module):
    """Two layers over the position and what the hands tell."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Linear(width + 2 * network_layout.CARD, network_layout.TRUNK)
        self.second = nn.Linear(network_layout.TRUNK, network_layout.TRUNK)

    def forward(self, position: Any, sums: Any) -> Any:
        return torch.relu(self.second(torch.relu(self.first(torch.cat([position, sums], dim=1)))))


class NetworkModel(nn.Module):
    """Scores for actions, beliefs about hidden cards, and the value of a position."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = Hands(encoding_layout.PLACE_WIDTH)
        self.trunk = Trunk(encoding_layout.POSITION_WIDTH)
        self.plain = nn.Linear(network_layout.TRUNK, network_layout.ACTION_KINDS)
        self.pair_card = nn.Linear(network_layout.CARD, network_layout.PAIR, bias=False)
        self.pair_trunk = nn.Linear(network_layout.TRUNK, network_layout.PAIR)
        self.placed = nn.Linear(network_layout.PAIR, network_layout.ACTION_KINDS)
        self.value = nn.Linear(network_layout.TRUNK, 1)
        self.belief = nn.Linear(network_layout.PAIR, network_layout.POINT_CLASSES)
        for layer in (self.plain, self.placed, self.value, self.belief):
            nn.init.normal_(layer.weight, std=FIRST_SCORES)
            nn.init.zeros_(layer.bias)

    def forward(self, batch: Batch) -> tuple[Any, Any, Any]:
        """The logarithm of each action's chance, the value of each position, and the belief about each card."""
        cards = torch.from_numpy(batch.cards)
        decision_of_card = torch.from_numpy(batch.decision_of_card)
        positions = torch.from_numpy(batch.positions)
        is_own = cards[:, encoding_layout.IS_OWN]
        seen, sums = self.hands(cards, is_own, decision_of_card, len(positions))
        trunk = self.trunk(positions, sums)
        pairs = torch.relu(self.pair_card(seen) + self.pair_trunk(trunk)[decision_of_card])
        scores = self.score(batch, self.plain(trunk), self.placed(pairs))
        log_chances = log_softmax_within(scores, torch.from_numpy(batch.decision_of_action), len(positions))
        return log_chances, self.value(trunk).squeeze(1), self.belief(pairs)

    def score(self, batch: Batch, plain: Any, placed: Any) -> Any:
        """The score of every action: by its kind alone, or with the card that it names."""
        kinds = torch.from_numpy(batch.action_kinds)
        named = torch.from_numpy(batch.action_cards)
        without_card = plain[torch.from_numpy(batch.decision_of_action), kinds]
        with_card = placed[named.clamp(min=0), kinds]
        return torch.where(named >= 0, with_card, without_card)

    @property
    def layers(self) -> tuple[Any, ...]:
        """In the order of the core's layout."""
        return (
            *(self.hands.look, self.trunk.first, self.trunk.second, self.plain, self.pair_card, self.pair_trunk),
            *(self.placed, self.value, self.belief),
        )

    def weights(self) -> array[float]:
        """All numbers in the order of the core's layout."""
        return flatten(self.layers, network_layout.SIZE)


class CriticModel(nn.Module):
    """What a position is worth to somebody who sees all cards."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = Hands(encoding_layout.PLACE_WIDTH + encoding_layout.TRUTH_PLACE_WIDTH)
        self.trunk = Trunk(encoding_layout.POSITION_WIDTH + encoding_layout.TRUTH_WIDTH)
        self.value = nn.Linear(network_layout.TRUNK, 1)
        nn.init.normal_(self.value.weight, std=FIRST_SCORES)

    def forward(self, batch: Batch) -> Any:
        cards = torch.from_numpy(batch.cards)
        faces = torch.from_numpy(batch.card_truths)[:, None]
        position = torch.cat([torch.from_numpy(batch.positions), torch.from_numpy(batch.truths)], dim=1)
        is_own = cards[:, encoding_layout.IS_OWN]
        decision_of_card = torch.from_numpy(batch.decision_of_card)
        _, sums = self.hands(torch.cat([cards, faces], dim=1), is_own, decision_of_card, len(position))
        return self.value(self.trunk(position, sums)).squeeze(1)

    @property
    def layers(self) -> tuple[Any, ...]:
        """In the order of the core's layout."""
        return (self.hands.look, self.trunk.first, self.trunk.second, self.value)

    def weights(self) -> array[float]:
        """All numbers in the order of the core's layout."""
        return flatten(self.layers, critic_layout.SIZE)


def flatten(layers: Iterable[Any], size: int) -> array[float]:
    """The weights of layers as the core has them: input by input, and then the biases."""
    rows = []
    for layer in layers:
        rows.append(layer.weight.detach().T.reshape(-1))
        if layer.bias is not None:
            rows.append(layer.bias.detach())
    found = array("f", torch.cat(rows).numpy().tobytes())
    assert len(found) == size
    return found


def fill(layers: Iterable[Any], weights: Sequence[float]) -> None:
    """Give layers the weights that the core has, in its order: the contrary of flatten."""
    numbers = torch.tensor(weights, dtype=torch.float32)
    first = 0
    with torch.no_grad():
        for layer in layers:
            width, inputs = layer.weight.shape
            layer.weight.copy_(numbers[first : first + inputs * width].view(inputs, width).T)
            first += inputs * width
            if layer.bias is not None:
                layer.bias.copy_(numbers[first : first + width])
                first += width
    assert first == len(numbers)


def log_softmax_within(scores: Any, group_of: Any, groups: int) -> Any:
    """The logarithm of the softmax of scores, within each of several groups."""
    most = torch.full((groups,), -torch.inf).scatter_reduce(0, group_of, scores.detach(), "amax")
    shifted = scores - most[group_of]
    totals = torch.zeros(groups).index_add(0, group_of, torch.exp(shifted))
    return shifted - torch.log(totals)[group_of]
