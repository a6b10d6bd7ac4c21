"""The deck: what is shuffled, and what each card counts."""

from __future__ import annotations

from ..core.engine.cards import JOKER, KINDS, RANKS
from ..languages import SILENCE, Text
from ..options import Aside, CardTable, Count, Option
from .needs import several_packs

POINTS = {"A": 1, "J": 10, "Q": 10, "Kb": 10, "Kr": -1, "X": 0} | {str(pip): pip for pip in range(2, 11)}

OPTIONS: tuple[Option, ...] = (
    Count(
        "deck.decks",
        1,
        Text("How many packs are shuffled together.", "Cuántas barajas se mezclan."),
        SILENCE,
        low=1,
        high=8,
    ),
    Count(
        "deck.jokers",
        2,
        Text("Jokers in each pack.", "Comodines en cada baraja."),
        {
            0: Text("There are no jokers.", "No hay comodines."),
            1: Text("One joker is added to each pack.", "Se agrega un comodín a cada baraja."),
            "other": Text("{} jokers are added to each pack.", "Se agregan {} comodines a cada baraja."),
        },
        low=0,
        high=4,
        asides=(Aside(Text(" to each pack", " a cada baraja"), several_packs),),
    ),
    CardTable(
        "deck.counts",
        (2,) * len(KINDS[: -len("br")]),
        Text(
            "How many cards of each rank and colour a pack has; 0: none. Jokers are counted apart.",
            "Cuántas cartas de cada número o figura y color tiene una baraja; 0: ninguna. Los comodines van aparte.",
        ),
        SILENCE,
        each=Count("cards", 2, Text("Cards.", "Cartas."), SILENCE, low=0, high=8),
        ranks=RANKS[:JOKER],
    ),
    CardTable(
        "deck.values",
        tuple(POINTS.get(kind, POINTS.get(kind[:-1], 0)) for kind in KINDS),
        Text(
            "What each card counts at the end, by rank and colour.",
            "Los puntos que vale cada carta al final, según su número o figura y su color.",
        ),
        SILENCE,
        each=Count("points", 0, Text("Points.", "Puntos."), SILENCE, low=-100, high=100),
    ),
)
