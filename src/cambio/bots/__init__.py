"""Bots: players that are programs. They are told and asked exactly what a person in their seat would be.

>>> from cambio import Game
>>> game = Game("camp", seats=3, seed=5)
>>> report = play_round(game, seated(game, [StandIn] * 3, seed=1))
>>> report.faults, report.outcome.reason
((), 'called')
"""

from .external import ExternalBot
from .player import Bot, Failed, Player, PlayerFactory
from .round_runner import Report, play_round, seated
from .seat_agent import Fault
from .serving import serve
from .stand_in import StandIn

__all__ = [
    "Bot",
    "ExternalBot",
    "Failed",
    "Fault",
    "Player",
    "PlayerFactory",
    "Report",
    "StandIn",
    "play_round",
    "seated",
    "serve",
]
