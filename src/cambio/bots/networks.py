"""Networks at the table: the rules as numbers, minds that consult a network, and events as its history is told them."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from ..core.engine import constants, option_codes
from ..core.engine.cards import KINDS, face_of, kind_of
from ..core.engine.rule_options import RuleOptions
from ..core.engine.ruleset import Ruleset
from ..core.engine.table import Table
from ..core.networks import critic_layout, encoding_layout, network_layout
from ..core.networks.critic import Critic
from ..core.networks.history import History, tell
from ..core.networks.learned_policy import LearnedPolicy
from ..core.networks.network import Network
from ..core.networks.recorder import Recorder
from ..core.players import policies
from ..core.players.mind import Mind
from ..events import Dropped, Event, Opened, Swapped, Threw
from ..places import Place, seat_number
from ..rules import Rules

#: Bytes of each weight in a file.
WEIGHT_BYTES = 4
#: An option's number is squeezed so that this one becomes a half.
TYPICAL_NUMBER = 4.0


@lru_cache(maxsize=64)
def rules_row(rules: Rules) -> Sequence[float]:
    """What a network is told of the rules: every option, the points of every kind of card, how many have each power."""
    ruleset = rules.ruleset
    options = [squeeze(getattr(ruleset, name)) for name in RuleOptions.__slots__]
    points = [0.0] * len(KINDS)
    powers = [0.0] * (encoding_layout.POWERS + 1)
    for card in range(ruleset.deck_size):
        points[kind_of(ruleset.face_of(card))] = ruleset.value_of(card) / encoding_layout.UNIT
        powers[ruleset.power_of(card) - option_codes.POWER_NONE] += 1 / ruleset.deck_size
    return array("f", [*options, *points, *powers])


def squeeze(number: float) -> float:
    """A number of any size as one between -1 and 1."""
    return number / (TYPICAL_NUMBER + abs(number))


def learned_mind(
    rules: Rules,
    seats: int,
    traits: Sequence[float],
    network: Network | Sequence[float],
    *,
    manner: int,
    samples: int = 0,
    critic: Critic | Sequence[float] = (),
    recorder: Recorder | None = None,
) -> Mind:
    """A mind with the judgement of those traits, which decides by a network in one of the manners.

    If it has samples to search with, a critic makes that search see further. Either is given as it plays, and then all
    minds of a thread may share it, or by its weights.
    """
    mind = Mind(rules.ruleset, policies.LEARNED, traits, samples)
    plays = network if isinstance(network, Network) else Network(network)
    mind.learned = LearnedPolicy(plays, rules.ruleset, seats, rules_row(rules), manner)
    if isinstance(critic, Critic) or critic:
        mind.learned.critic = critic if isinstance(critic, Critic) else Critic(critic)
        mind.rollout_minds = make_rollout_minds(rules, seats, traits)
    if recorder is not None:
        mind.learned.recorder = recorder
    return mind


def make_rollout_minds(rules: Rules, seats: int, traits: Sequence[float]) -> list[Mind]:
    """Those who play on where a mind looks ahead: one for each seat, with the judgement of those traits."""
    return [Mind(rules.ruleset, policies.EVALUATION, traits, 0) for _ in range(seats)]


def tell_event(history: History, event: Event) -> None:
    """Tell a history what a player at the table notices: the same as it would read in the table's own log."""
    seat = getattr(event, "seat", None)
    tell(
        history,
        event.kind,
        constants.NOBODY if seat is None else seat_number(seat),
        _number(getattr(event, "place", None), history.seats),
        _number(getattr(event, "other", None), history.seats),
        _public_card(history.ruleset, event),
    )


def tell_round(mind: Mind, events: Iterable[object], table: Table) -> None:
    """Tell a mind with a network all that has happened in a round whose table has forgotten some of it."""
    history = mind.learned.history
    history.begin_round()
    for event in events:
        if isinstance(event, Event):
            tell_event(history, event)
    history.skip(table)


def _number(place: Place | None, seats: int) -> int:
    return constants.NOWHERE if place is None else place.number(seats)


def _public_card(ruleset: Ruleset, event: Event) -> int:
    """Any card that looks like the discard; of other events a history wants no card."""
    if not isinstance(event, Opened | Swapped | Threw | Dropped) or event.card is None:
        return constants.NO_CARD
    return _cards_by_face(ruleset)[face_of(event.card)]


@lru_cache(maxsize=64)
def _cards_by_face(ruleset: Ruleset) -> Mapping[int, int]:
    return {ruleset.face_of(card): card for card in range(ruleset.deck_size)}


# Files of weights: single-precision numbers, little-endian, those of a network and then those of its critic


@dataclass(frozen=True)
class Weights:
    """What was learned: a network decides by it, and a search asks the critic what imagined positions are worth."""

    network: Sequence[float]
    critic: Sequence[float]

    @cached_property
    def core_network(self) -> Network:
        """The network, ready to play."""
        return Network(self.network)

    @cached_property
    def core_critic(self) -> Critic:
        """The critic, ready to be asked."""
        return Critic(self.critic)


def read_weights(file: Path | Traversable) -> Weights:
    """The weights in a file, as ``cambio train`` writes it."""
    data = file.read_bytes()
    expected = WEIGHT_BYTES * (network_layout.SIZE + critic_layout.SIZE)
    if len(data) != expected:
        raise ValueError(
            f"{file}: expected the {network_layout.SIZE:,} weights of a network of this version of Cambio and the "
            f"{critic_layout.SIZE:,} of its critic, {expected:,} bytes, but found {len(data):,}"
        )
    weights = _in_our_order(array("f", data))
    return Weights(weights[: network_layout.SIZE], weights[network_layout.SIZE :])


def write_weights(file: Path, weights: Weights) -> None:
    file.write_bytes(_in_our_order(array("f", [*weights.network, *weights.critic])).tobytes())


def _in_our_order(weights: array[float]) -> array[float]:
    if sys.byteorder == "big":
        weights.byteswap()
    return weights
