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
from .errors import ActionError, NotationError, Refusal, Refused, RulesError, SeatError
from .events import Event
from .game import Game
from .match import Match
from .outcome import Outcome
from .places import DEALER, RAIL, Place, Seat
from .rules import PRESETS, Rules
from .version import VERSION
from .view import View

__version__ = VERSION

__all__ = [
    "DEALER",
    "PRESETS",
    "RAIL",
    "Action",
    "ActionError",
    "Call",
    "Close",
    "Draw",
    "Event",
    "Game",
    "Give",
    "Keep",
    "Look",
    "Match",
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
    "SeatError",
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
