"""Contradictions: pairs of options that can't both be as they are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..core.engine.cards import KINDS
from ..errors import RulesError
from ..languages import Text
from ..options import CardTable, Values
from . import OPTIONS
from .card_powers import power_name
from .kinds import deck_size, kinds_in_deck
from .powers import CARD_POWER


class Contradiction(NamedTuple):
    first: str
    second: str
    holds: Callable[[Values], bool]
    text: Text


def _number(values: Values, name: str) -> int:
    value: Any = values[name]
    return int(value)


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


class ImpossibleLook(NamedTuple):
    """What the look power can't do unless it looks at so many cards."""

    option: str
    value: str
    looks: int
    text: Text


IMPOSSIBLE_LOOKS = (
    ImpossibleLook(
        "powers.look_at",
        "own_other",
        2,
        Text(
            "One of your own cards and one of another player's take two looks.",
            "Para mirar una carta propia y una ajena hay que poder mirar dos.",
        ),
    ),
    ImpossibleLook(
        "powers.look_swap",
        "looked",
        2,
        Text(
            "Swapping the two cards looked at takes two looks.",
            "Para intercambiar las dos cartas miradas hay que poder mirar dos.",
        ),
    ),
    ImpossibleLook(
        "powers.look_swap",
        "own",
        1,
        Text(
            "Swapping the one card looked at with one of your own takes exactly one look.",
            "Para intercambiar la carta mirada con una propia hay que mirar una sola.",
        ),
    ),
)


def impossible_look(scope: Values) -> ImpossibleLook | None:
    """Why a look power can't have that scope."""
    for case in IMPOSSIBLE_LOOKS:
        if scope[case.option] == case.value and scope["powers.looks"] != case.looks:
            return case
    return None


def refuse_contradictions(values: Values) -> None:
    """Answers that can't be played together are an error that names both options."""
    for name, option in OPTIONS.items():
        need = option.unmet_need(values)
        if need is not None and values[name] != option.idle:
            told = f"{_as_set(values, name)} needs {need.what.en}, but {_as_set(values, need.option)}"
            text = Text("This needs {}.", "Para esto hace falta {}.").fill(need.what)
            raise RulesError(told, name, need.option, text=text)
    for first, second, is_contradiction, text in CONTRADICTIONS:
        if is_contradiction(values):
            one, two = _as_set(values, first), _as_set(values, second)
            told = f"{one} and {two} contradict each other: {text.en[0].lower()}{text.en[1:-1]}"
            raise RulesError(told, first, second, text=text)
    _refuse_impossible_looks(values)
    refuse_small_deck(values, int(values["deal.min_seats"]))  # type: ignore[arg-type]


def _refuse_impossible_looks(values: Values) -> None:
    """Each card's own scope, or what the section says for all that have none."""
    powers: Any = values["powers.cards"]
    for kind in kinds_in_deck(values):
        case = impossible_look(CARD_POWER.scope(powers[kind], values)) if power_name(powers[kind]) == "look" else None
        if case is None:
            continue
        reason = f"{case.text.en[0].lower()}{case.text.en[1:-1]}"
        if powers[kind] == "look":
            one, two = _as_set(values, case.option), _as_set(values, "powers.looks")
            told = f"{one} and {two} contradict each other: {reason}"
            raise RulesError(told, case.option, "powers.looks", text=case.text)
        raise RulesError(f"powers.{KINDS[kind]}={powers[kind]} can't be: {reason}", "powers.cards", text=case.text)


def refuse_small_deck(values: Values, seats: int) -> None:
    cards = deck_size(values)
    needed = seats * int(values["deal.cards"]) + bool(values["deal.opening"]) + 1  # type: ignore[arg-type]
    if needed > cards:
        raise RulesError(
            f"deck.decks={values['deck.decks']} has {cards} cards, too few for {seats} seats with "
            f"deal.cards={values['deal.cards']}: {needed} are needed to deal and to draw one",
            "deck.decks",
            "deal.cards",
            text=Text(
                "The deck has {} cards, but {} are needed for {} players. Use more packs, or deal fewer cards.",
                "La baraja tiene {} cartas, pero hacen falta {} para {} jugadores. Usa más barajas o reparte menos "
                "cartas.",
            ).fill(cards, needed, seats),
        )


def _as_set(values: Values, name: str) -> str:
    if isinstance(OPTIONS[name], CardTable):
        return f"{name} has none"
    return f"{name}={OPTIONS[name].write(values[name])}"
