"""Cambio: the card game of memory, nerve and speed, by every rule book and every house rule."""

from .actions import (
    Action,
    Call,
    Close,
    Draw,
    Give,
    Keep,
    Look,
    Peek,
    Ready,
    Settle,
    Skip,
    Snap,
    Spy,
    Swap,
    Take,
    Throw,
    Trade,
    parse_action,
)
from .errors import NotationError, Refusal, Refused
from .events import Event
from .game import Game
from .outcome import Outcome
from .places import DEALER, Place, Seat
from .presets import PRESETS
from .rules import Rules, RulesError
from .version import VERSION
from .view import View

__version__ = VERSION

__all__ = [
    "DEALER",
    "PRESETS",
    "Action",
    "Call",
    "Close",
    "Draw",
    "Event",
    "Game",
    "Give",
    "Keep",
    "Look",
    "NotationError",
    "Outcome",
    "Peek",
    "Place",
    "Ready",
    "Refusal",
    "Refused",
    "Rules",
    "RulesError",
    "Seat",
    "Settle",
    "Skip",
    "Snap",
    "Spy",
    "Swap",
    "Take",
    "Throw",
    "Trade",
    "View",
    "__version__",
    "parse_action",
]
