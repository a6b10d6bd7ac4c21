"""Contradictions: pairs of options that can't both be as they are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..languages import Text
from ..options import Values
from .needs import LOOKING


class Contradiction(NamedTuple):
    first: str
    second: str
    holds: Callable[[Values], bool]
    text: Text


def _number(values: Values, name: str) -> int:
    value: Any = values[name]
    return int(value)


def _looks_otherwise_than(values: Values, looks: int, option: str, value: str) -> bool:
    return LOOKING.holds(values) and values[option] == value and values["powers.looks"] != looks


def _resets_upwards(values: Values) -> bool:
    return values["match.reset_at"] is not None and _number(values, "match.reset_to") >= _number(
        values, "match.reset_at"
    )


CONTRADICTIONS = (
    Contradiction(
        "deal.min_seats",
        "deal.max_seats",
        lambda values: _number(values, "deal.min_seats") > _number(values, "deal.max_seats"),
        Text(
            "The fewest players can't be more than the most.",
            "El mínimo de jugadores no puede ser mayor que el máximo.",
        ),
    ),
    Contradiction(
        "deal.memory_cards",
        "deal.cards",
        lambda values: _number(values, "deal.memory_cards") > _number(values, "deal.cards"),
        Text("Nobody can look at more cards than they have.", "Nadie puede mirar más cartas de las que tiene."),
    ),
    Contradiction(
        "deal.formation",
        "deal.memory",
        lambda values: (
            values["deal.formation"] == "free"
            and values["deal.memory"] == "bottom"
            and bool(values["deal.memory_cards"])
        ),
        Text(
            "A free formation has no bottom row: let players choose which cards they look at.",
            "Sin cuadrícula no hay fila de abajo: deja que cada jugador elija qué cartas mira.",
        ),
    ),
    Contradiction(
        "powers.look_at",
        "powers.looks",
        lambda values: _looks_otherwise_than(values, 2, "powers.look_at", "own_other"),
        Text(
            "One of your own cards and one of another player's take two looks.",
            "Para mirar una carta propia y una ajena hay que poder mirar dos.",
        ),
    ),
    Contradiction(
        "powers.look_swap",
        "powers.looks",
        lambda values: _looks_otherwise_than(values, 2, "powers.look_swap", "looked"),
        Text(
            "Swapping the two cards looked at takes two looks.",
            "Para intercambiar las dos cartas miradas hay que poder mirar dos.",
        ),
    ),
    Contradiction(
        "powers.look_swap",
        "powers.looks",
        lambda values: _looks_otherwise_than(values, 1, "powers.look_swap", "own"),
        Text(
            "Swapping the one card looked at with one of your own takes exactly one look.",
            "Para intercambiar la carta mirada con una propia hay que mirar una sola.",
        ),
    ),
    Contradiction(
        "snap.hand_limit",
        "deal.cards",
        lambda values: 0 < _number(values, "snap.hand_limit") < _number(values, "deal.cards"),
        Text("Everybody would be over the limit from the start.", "Todos pasarían del límite desde el principio."),
    ),
    Contradiction(
        "match.reset_to",
        "match.reset_at",
        _resets_upwards,
        Text("A total is set back, not up.", "Un total retrocede; no puede subir."),
    ),
)
