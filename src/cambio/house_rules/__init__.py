"""Every house rule: one option each, by the sections of a rule book."""

from __future__ import annotations

from ..options import Option
from . import call, deal, deck, match, powers, score, snap, turn

SECTIONS = {
    "deck": "The deck",
    "deal": "The deal",
    "turn": "A turn",
    "powers": "Powers",
    "snap": "Snapping",
    "call": "Calling",
    "score": "Scoring",
    "match": "The match",
}
_MODULES = (deck, deal, turn, powers, snap, call, score, match)
OPTIONS: dict[str, Option] = {option.name: option for module in _MODULES for option in module.OPTIONS}
