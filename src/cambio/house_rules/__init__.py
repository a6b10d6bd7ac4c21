"""Every house rule: one option each, by the sections of a rule book."""

from __future__ import annotations

from ..languages import Text
from ..options import Option
from . import call, deal, deck, match, powers, score, snap, turn

#: The sections of a rule book.
SECTIONS = {
    "deck": Text("The deck", "La baraja"),
    "deal": Text("The deal", "El reparto"),
    "turn": Text("A turn", "Un turno"),
    "powers": Text("Powers", "Poderes"),
    "snap": Text("Snapping", "Cazar"),
    "call": Text("Calling", "Cantar Cambio"),
    "score": Text("Scoring", "Los puntos"),
    "match": Text("The match", "La partida"),
}
_MODULES = (deck, deal, turn, powers, snap, call, score, match)
#: Every option by its full name, in the order of a rule book.
OPTIONS: dict[str, Option] = {option.name: option for module in _MODULES for option in module.OPTIONS}
