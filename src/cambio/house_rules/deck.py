"""The deck: what is shuffled, and what each card counts."""

from __future__ import annotations

from ..core.engine.cards import KINDS
from ..options import CardTable, Count, Option

POINTS = {"A": 1, "J": 10, "Q": 10, "Kb": 10, "Kr": -1, "X": 0} | {str(pip): pip for pip in range(2, 11)}

OPTIONS: tuple[Option, ...] = (
    Count(
        "deck.decks",
        1,
        "How many packs are shuffled together.",
        {1: "One pack of 52 cards.", "other": "{} packs of 52 cards, shuffled together."},
        low=1,
        high=8,
    ),
    Count(
        "deck.jokers",
        2,
        "Jokers in each pack.",
        {0: "No jokers.", 1: "One joker in each pack.", "other": "{} jokers in each pack."},
        low=0,
        high=4,
    ),
    CardTable(
        "deck.values",
        tuple(POINTS.get(kind, POINTS.get(kind[:-1], 0)) for kind in KINDS),
        "What each card counts at the end, by rank and colour.",
        "",
        each=Count("points", 0, "Points.", "", low=-100, high=100),
    ),
)
