"""Notation: a round as a text that people can read, and that replays to the same events anywhere.

A .cambio file has tags on top, then one action a line, actor first, and a closing line. What an action showed is
written behind it, ``=7h``, and must come true again. A player's own copy has ``??`` for what that player never saw.
"""

from __future__ import annotations

from .reading import read
from .record import Line, Record, checksum
from .replaying import replay
from .writing import write

__all__ = ["Line", "Record", "checksum", "read", "replay", "write"]
