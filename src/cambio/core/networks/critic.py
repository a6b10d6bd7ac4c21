"""A critic: what a position is worth to somebody who sees all cards. A search asks it about imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import float_array
from . import critic_layout, encoding_layout, network_layout
from .encoding import Encoding
from .truth import Truth

#: What is summed over a hand is scaled by this.
POOL_SCALE = 1.0 / network_layout.POOLED_CARDS


class Critic:
    """Weights, and room for what the layers make of one position."""

    __slots__ = ("card", "pools", "second", "trunk", "weights")

    def __init__(self, weights: Sequence[float]) -> None:
        if len(weights) != critic_layout.SIZE:
            raise ValueError(f"expected {critic_layout.SIZE} weights of a critic, but found {len(weights)}")
        self.weights = float_array.allocate(critic_layout.SIZE)
        float_array.fill_from(self.weights, weights, critic_layout.SIZE)
        self.card = float_array.allocate(critic_layout.CARD)
        self.pools = float_array.allocate(2 * critic_layout.CARD)
        self.trunk = float_array.allocate(critic_layout.TRUNK)
        self.second = float_array.allocate(critic_layout.TRUNK)

    # Called by compiled critics only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.weights)
        float_array.release(self.card)
        float_array.release(self.pools)
        float_array.release(self.trunk)
        float_array.release(self.second)

    def value_of(self, encoding: Encoding, truth: Truth) -> float:
        """The expected reward of whoever's encoding it is, from -1 to 1."""
        weights = self.weights
        width = critic_layout.TRUNK
        look_at_hands(self, encoding, truth)
        float_array.copy(self.trunk, 0, weights, critic_layout.TRUNK_BIASES, width)
        known = encoding_layout.POSITION_WIDTH
        first = critic_layout.TRUNK_WEIGHTS
        float_array.add_product(self.trunk, 0, width, encoding.position, 0, known, weights, first)
        first += known * width
        float_array.add_product(self.trunk, 0, width, truth.position, 0, encoding_layout.TRUTH_WIDTH, weights, first)
        first = critic_layout.POOL_WEIGHTS
        float_array.add_product(self.trunk, 0, width, self.pools, 0, 2 * critic_layout.CARD, weights, first)
        float_array.rectify(self.trunk, 0, width)
        float_array.copy(self.second, 0, weights, critic_layout.SECOND_BIASES, width)
        float_array.add_product(self.second, 0, width, self.trunk, 0, width, weights, critic_layout.SECOND_WEIGHTS)
        float_array.rectify(self.second, 0, width)
        total = weights[critic_layout.VALUE_BIAS]
        for index in range(width):
            total += self.second[index] * weights[critic_layout.VALUE_WEIGHTS + index]
        return total


def look_at_hands(critic: Critic, encoding: Encoding, truth: Truth) -> None:
    """The layer that looks at each card, and its sums over the own hand and over the others'."""
    width = critic_layout.CARD
    columns = encoding_layout.PLACE_WIDTH
    float_array.clear(critic.pools, 0, 2 * width)
    for index in range(encoding.cards):
        start = index * columns
        float_array.copy(critic.card, 0, critic.weights, critic_layout.CARD_BIASES, width)
        float_array.add_product(
            critic.card, 0, width, encoding.places, start, columns, critic.weights, critic_layout.CARD_WEIGHTS
        )
        last = critic_layout.CARD_WEIGHTS + columns * width
        float_array.add_scaled(critic.card, 0, truth.cards[index], critic.weights, last, width)
        float_array.rectify(critic.card, 0, width)
        is_own = encoding.places[start + encoding_layout.IS_OWN] > 0.0
        float_array.add_scaled(critic.pools, 0 if is_own else width, POOL_SCALE, critic.card, 0, width)
