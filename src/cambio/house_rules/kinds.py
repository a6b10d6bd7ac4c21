"""Which kinds of card these rules shuffle."""

from __future__ import annotations

from typing import Any

from ..core.engine.cards import KINDS
from ..options import Values


def kinds_in_deck(values: Values) -> list[int]:
    """The kinds of which the deck has at least one card. Jokers are red and black by turns, the red one first."""
    counts: Any = values["deck.counts"]
    jokers: Any = values["deck.jokers"]
    held = {**dict(zip(KINDS, counts, strict=False)), "Xr": jokers, "Xb": jokers // 2}
    return [kind for kind, name in enumerate(KINDS) if held[name]]


def pack_size(values: Values) -> int:
    """How many cards a pack has, without its jokers."""
    counts: Any = values["deck.counts"]
    return sum(counts)


def deck_size(values: Values) -> int:
    """All cards of all packs."""
    decks: Any = values["deck.decks"]
    jokers: Any = values["deck.jokers"]
    return int(decks * (pack_size(values) + jokers))


def most_seats(values: Values) -> int:
    """How many players there are cards for: a hand each, the opening discard, and one card to draw."""
    dealt: Any = values["deal.cards"]
    return (deck_size(values) - bool(values["deal.opening"]) - 1) // int(dealt)
