"""Recorded decisions, as arrays from which a network learns: of each, its cards, its actions and what came of it.

Each decision has its own number of cards and of actions, so they lie one behind the other, and a batch is cut out of
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.networks import encoding_layout, network_layout
from ..environments.missing import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = require("numpy")

#: The columns of a recorder's numbers.
CARDS, ACTIONS, CHOSEN, ROUND = range(4)


@dataclass
class Decisions:
    """As many as were recorded, in the order of play; the rounds of different recorders have different numbers."""

    positions: NDArray[np.float32]  #: By decision, the encoded position.
    truths: NDArray[np.float32]  #: By decision, what only a critic may see.
    card_counts: NDArray[np.int64]  #: By decision, how many cards lay on the table.
    action_counts: NDArray[np.int64]  #: By decision, how many actions were lawful.
    chosen: NDArray[np.int64]  #: By decision, which of them was chosen.
    rewards: NDArray[np.float32]  #: By decision, what its round brought in the end.
    rounds: NDArray[np.int64]  #: By decision, the number of its round.
    cards: NDArray[np.float32]  #: By card, its encoding.
    card_truths: NDArray[np.float32]  #: By card, what it really counts.
    action_kinds: NDArray[np.int64]  #: By action, its kind.
    action_cards: NDArray[np.int64]  #: By action, which of its decision's cards it names; -1 for none.
    action_chances: NDArray[np.float32]  #: By action, the chance that it had.
    action_values: NDArray[np.float32]  #: By action, what it was worth when it was tried.

    def __len__(self) -> int:
        return len(self.chosen)

    @classmethod
    def from_tables(cls, tables: Mapping[str, bytes], rules_row: Sequence[float]) -> Decisions:
        """What a recorder has kept at tables by these rules."""
        numbers = np.frombuffer(tables["decision_numbers"], np.int32).reshape(-1, 4).astype(np.int64)
        count = len(numbers)
        positions = np.frombuffer(tables["positions"], np.float32).reshape(count, encoding_layout.RULES)
        rules = np.tile(np.asarray(rules_row, np.float32), (count, 1))
        actions = np.frombuffer(tables["action_numbers"], np.int32).reshape(-1, 2).astype(np.int64)
        values = np.frombuffer(tables["action_values"], np.float32).reshape(-1, 2)
        return cls(
            positions=np.concatenate([positions, rules], axis=1),
            truths=np.frombuffer(tables["truths"], np.float32).reshape(count, encoding_layout.TRUTH_WIDTH),
            card_counts=numbers[:, CARDS],
            action_counts=numbers[:, ACTIONS],
            chosen=numbers[:, CHOSEN],
            rewards=np.frombuffer(tables["rewards"], np.float32),
            rounds=numbers[:, ROUND],
            cards=np.frombuffer(tables["cards"], np.float32).reshape(-1, encoding_layout.PLACE_WIDTH),
            card_truths=np.frombuffer(tables["card_truths"], np.float32),
            action_kinds=actions[:, 0],
            action_cards=actions[:, 1],
            action_chances=values[:, 0],
            action_values=values[:, 1],
        )

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """Several recordings, one behind the other."""
        first = 0
        rounds = []
        for part in parts:
            rounds.append(part.rounds + first)
            first += int(part.rounds.max()) + 1 if len(part) else 0
        columns = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in cls.__dataclass_fields__
            if name != "rounds"
        }
        return cls(rounds=np.concatenate(rounds), **columns)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """Some of the decisions, with their cards and actions."""
        card_counts, action_counts = self.card_counts[chosen], self.action_counts[chosen]
        card_starts, action_starts = starts_of(self.card_counts), starts_of(self.action_counts)
        cards = spread(card_starts[chosen], card_counts)
        actions = spread(action_starts[chosen], action_counts)
        decision_of_action = np.repeat(np.arange(len(chosen)), action_counts)
        named = self.action_cards[actions]
        first_card = starts_of(card_counts)[decision_of_action]
        points = np.rint(self.card_truths[cards] * encoding_layout.UNIT).astype(np.int64)
        return Batch(
            positions=self.positions[chosen],
            truths=self.truths[chosen],
            cards=self.cards[cards],
            card_truths=self.card_truths[cards],
            decision_of_card=np.repeat(np.arange(len(chosen)), card_counts),
            point_classes=np.clip(points - network_layout.LOWEST_POINTS, 0, network_layout.POINT_CLASSES - 1),
            action_kinds=self.action_kinds[actions],
            action_cards=np.where(named < 0, -1, named + first_card),
            decision_of_action=decision_of_action,
            actions=actions,
            chosen=starts_of(action_counts) + self.chosen[chosen],
            rewards=self.rewards[chosen],
        )


@dataclass
class Batch:
    """Some decisions; cards and actions are counted through."""

    positions: NDArray[np.float32]
    truths: NDArray[np.float32]
    cards: NDArray[np.float32]
    card_truths: NDArray[np.float32]
    decision_of_card: NDArray[np.int64]
    point_classes: NDArray[np.int64]
    action_kinds: NDArray[np.int64]
    action_cards: NDArray[np.int64]
    decision_of_action: NDArray[np.int64]
    actions: NDArray[np.int64]  #: By action, its number among those of all decisions.
    chosen: NDArray[np.int64]
    rewards: NDArray[np.float32]


def starts_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each part begins when parts of these lengths lie one behind the other.

    >>> [int(start) for start in starts_of(np.array([2, 0, 3]))]
    [0, 2, 2]
    """
    return np.cumsum(counts) - counts


def spread(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """All the indices of parts that begin at those starts and have those lengths.

    >>> [int(index) for index in spread(np.array([10, 20]), np.array([2, 3]))]
    [10, 11, 20, 21, 22]
    """
    return np.repeat(starts - starts_of(counts), counts) + np.arange(int(counts.sum()))


def action_gains(decisions: Decisions) -> NDArray[np.float32]:
    """By action, how much more it was worth than what would have been done on average."""
    decision_of_action = np.repeat(np.arange(len(decisions)), decisions.action_counts)
    expected = np.zeros(len(decisions))
    np.add.at(expected, decision_of_action, decisions.action_chances * decisions.action_values)
    gains: NDArray[np.float32] = (decisions.action_values - expected[decision_of_action]).astype(np.float32)
    return gains


def advantages(decisions: Decisions, values: NDArray[np.float32], decay: float) -> NDArray[np.float32]:
    """By how much each decision turned out better than a critic expected: generalised advantage estimation.

    Nothing is paid before the end of a round, and nothing is discounted.
    """
    count = len(decisions)
    found = np.zeros(count, np.float32)
    goes_on = np.zeros(count, bool)
    goes_on[:-1] = decisions.rounds[1:] == decisions.rounds[:-1]
    ahead = 0.0
    for index in range(count - 1, -1, -1):
        if goes_on[index]:
            ahead = float(values[index + 1] - values[index]) + decay * ahead
        else:
            ahead = float(decisions.rewards[index] - values[index])
        found[index] = ahead
    return found
