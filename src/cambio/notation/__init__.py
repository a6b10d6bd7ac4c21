"""Notation: a round or a match as a text that people can read, and that replays to the same events anywhere.

A .cambio file has tags on top, then one action a line, actor first, and a closing line. What an action showed is
written behind it, ``=7h``, and must come true again. A player's own copy has ``??`` for what that player never saw.
A match's file has its rounds one after the other, with the tally after each.

>>> from cambio import Game
>>> game = Game("cambia", seats=2, seed=188)
>>> _ = game.play("b", "peek b3"), game.play("b", "ready")
>>> text = write(game, names={"a": "Ana", "b": "Ben"})
>>> text.splitlines()[-3:-1]
['b peek b3 =Jh', 'b ready']
>>> replay(text).events == game.events
True
>>> write(game, viewer="a").splitlines()[-3:-1]
['b peek b3 =??', 'b ready']
"""

from __future__ import annotations

from .match_reading import MatchRecord, RoundRecord, is_match, read_match, round_of_match
from .match_replaying import ReplayedMatch, replay_match
from .match_writing import join_rounds, outcome_told, write_match
from .races import Race, Reaction
from .reading import read
from .record import Line, Record, checksum
from .renaming import leave_out_races, rename_seats
from .replaying import replay
from .writing import write

__all__ = [
    "Line",
    "MatchRecord",
    "Race",
    "Reaction",
    "Record",
    "ReplayedMatch",
    "RoundRecord",
    "checksum",
    "is_match",
    "join_rounds",
    "leave_out_races",
    "outcome_told",
    "read",
    "read_match",
    "rename_seats",
    "replay",
    "replay_match",
    "round_of_match",
    "write",
    "write_match",
]
