"""A network: scores for the actions of a position, from its encoding. See network_layout for its layers."""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import float_array
from ..engine import constants
from ..engine.play import kind_of, place_of
from . import encoding_layout, network_layout
from .encoding import Encoding

POOL_SCALE = 1.0 / network_layout.POOLED_CARDS


class Network:
    """Weights, and room for what the layers make of one position."""

    __slots__ = ("belief", "capacity", "cards", "pair", "pair_base", "plain", "pools", "second", "trunk", "weights")

    def __init__(self, weights: Sequence[float]) -> None:
        if len(weights) != network_layout.SIZE:
            raise ValueError(f"expected {network_layout.SIZE} weights, but found {len(weights)}")
        self.weights = float_array.allocate(network_layout.SIZE)
        float_array.fill_from(self.weights, weights, network_layout.SIZE)
        self.capacity = 16
        self.cards = float_array.allocate(self.capacity * network_layout.CARD)
        self.pools = float_array.allocate(2 * network_layout.CARD)
        self.trunk = float_array.allocate(network_layout.TRUNK)
        self.second = float_array.allocate(network_layout.TRUNK)
        self.plain = float_array.allocate(network_layout.ACTION_KINDS)
        self.pair_base = float_array.allocate(network_layout.PAIR)
        self.pair = float_array.allocate(network_layout.PAIR)
        self.belief = float_array.allocate(network_layout.POINT_CLASSES)

    # Called by compiled networks only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.weights)
        float_array.release(self.cards)
        float_array.release(self.pools)
        float_array.release(self.trunk)
        float_array.release(self.second)
        float_array.release(self.plain)
        float_array.release(self.pair_base)
        float_array.release(self.pair)
        float_array.release(self.belief)

    def look_at(self, encoding: Encoding) -> None:
        """Work out everything that does not depend on an action."""
        look_at_cards(self, encoding)
        self.think(encoding)

    def think(self, encoding: Encoding) -> None:
        """The trunk: two layers over the position and what the cards tell together."""
        weights = self.weights
        width = network_layout.TRUNK
        position = encoding_layout.POSITION_WIDTH
        cards = 2 * network_layout.CARD
        kinds = network_layout.ACTION_KINDS
        pair = network_layout.PAIR
        float_array.copy(self.trunk, 0, weights, network_layout.TRUNK_BIASES, width)
        first = network_layout.TRUNK_WEIGHTS
        float_array.add_product(self.trunk, 0, width, encoding.position, 0, position, weights, first)
        float_array.add_product(self.trunk, 0, width, self.pools, 0, cards, weights, network_layout.OWN_WEIGHTS)
        float_array.rectify(self.trunk, 0, width)
        float_array.copy(self.second, 0, weights, network_layout.SECOND_BIASES, width)
        float_array.add_product(self.second, 0, width, self.trunk, 0, width, weights, network_layout.SECOND_WEIGHTS)
        float_array.rectify(self.second, 0, width)
        float_array.copy(self.plain, 0, weights, network_layout.PLAIN_BIASES, kinds)
        float_array.add_product(self.plain, 0, kinds, self.second, 0, width, weights, network_layout.PLAIN_WEIGHTS)
        float_array.copy(self.pair_base, 0, weights, network_layout.PAIR_BIASES, pair)
        first = network_layout.PAIR_TRUNK_WEIGHTS
        float_array.add_product(self.pair_base, 0, pair, self.second, 0, width, weights, first)

    def score_of(self, encoding: Encoding, action: int) -> float:
        """The score of an action at the position that was looked at last."""
        place = place_of(action)
        if place == constants.NOWHERE:
            return self.plain[kind_of(action)]
        for index in range(encoding.cards):
            if encoding.place[index] == place:
                return score_with_card(self, index, kind_of(action))
        return 0.0

    def believe(self, index: int) -> None:
        """How likely the card with that number in the encoding is to have the points of each class."""
        join_card(self, index)
        for column in range(network_layout.POINT_CLASSES):
            score = self.weights[network_layout.BELIEF_BIASES + column]
            for row in range(network_layout.PAIR):
                if self.pair[row] > 0.0:
                    weight = network_layout.BELIEF_WEIGHTS + row * network_layout.POINT_CLASSES + column
                    score += self.pair[row] * self.weights[weight]
            self.belief[column] = score
        float_array.normalise(self.belief, network_layout.POINT_CLASSES)

    def value(self) -> float:
        """What the position is worth: the expected reward."""
        total = self.weights[network_layout.VALUE_BIAS]
        for index in range(network_layout.TRUNK):
            total += self.second[index] * self.weights[network_layout.VALUE_WEIGHTS + index]
        return total


def look_at_cards(network: Network, encoding: Encoding) -> None:
    """The layer that looks at each card, and the sums of what it makes of the own cards and of the others'."""
    width = network_layout.CARD
    if encoding.cards > network.capacity:
        network.cards = float_array.grow(network.cards, network.capacity * width, encoding.cards * width)
        network.capacity = encoding.cards
    float_array.clear(network.pools, 0, 2 * width)
    for index in range(encoding.cards):
        look_at_card(network, encoding, index)
        start = encoding.places[index * encoding_layout.PLACE_WIDTH + encoding_layout.IS_OWN]
        float_array.add_scaled(
            network.pools, 0 if start > 0.0 else width, POOL_SCALE, network.cards, index * width, width
        )


def look_at_card(network: Network, encoding: Encoding, index: int) -> None:
    width = network_layout.CARD
    float_array.copy(network.cards, index * width, network.weights, network_layout.CARD_BIASES, width)
    columns = encoding_layout.PLACE_WIDTH
    first = network_layout.CARD_WEIGHTS
    float_array.add_product(
        network.cards, index * width, width, encoding.places, index * columns, columns, network.weights, first
    )
    float_array.rectify(network.cards, index * width, width)


def score_with_card(network: Network, index: int, kind: int) -> float:
    """The score of an action of that kind with that card of the encoding."""
    join_card(network, index)
    score = network.weights[network_layout.PLACED_BIASES + kind]
    for column in range(network_layout.PAIR):
        if network.pair[column] > 0.0:
            weight = network_layout.PLACED_WEIGHTS + column * network_layout.ACTION_KINDS + kind
            score += network.pair[column] * network.weights[weight]
    return score


def join_card(network: Network, index: int) -> None:
    """Put the trunk and what was made of a card together."""
    float_array.copy(network.pair, 0, network.pair_base, 0, network_layout.PAIR)
    float_array.add_product(
        network.pair,
        0,
        network_layout.PAIR,
        network.cards,
        index * network_layout.CARD,
        network_layout.CARD,
        network.weights,
        network_layout.PAIR_CARD_WEIGHTS,
    )
