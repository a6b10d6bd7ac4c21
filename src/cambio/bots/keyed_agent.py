"""A keyed agent: a bot whose play depends on its key and on what was played, and on nothing else.

Other agents draw from one stream of random numbers, and forget as often as they are asked. This one follows the round
in a game of its own, makes each decision from a copy of its mind with luck that is keyed by the moment, and keeps of it
what the decision that was played has left behind. So it plays the same for everybody who plays the same, whenever and
however often it is asked, and after a restart.

A moment is known by how many decisions the bot has made, and a snap by its discard: so it does not matter in which
order players got ready.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..actions import Action, Snap
from ..core.engine.rng import Rng
from ..game import Game
from ..places import Seat
from .levels import LevelPlayer
from .seat_agent import Fault, SeatAgent, TimedSnap
from .styles import STYLES


class KeyedAgent:
    """Plays at one seat, in a game that is given as it was dealt and that nobody else changes."""

    def __init__(
        self, game: Game, seat: Seat, level: str, key: bytes, report_fault: Callable[[Fault], None] | None = None
    ) -> None:
        self.seat = seat
        self._game = game
        self._key = key
        self._player = LevelPlayer(STYLES[level], game.rules, len(game.seats), seat, 0)
        self._agent = SeatAgent(game, seat, self._player, report_fault)
        self._agent.tell(game.events)
        #: How many decisions of the bot were played.
        self._decisions = 0

    def follow(self, played: Game) -> Iterator[None]:
        """Live through what was played since the last time, one action at a time."""
        for actor, action in played.record[len(self._game.record) :]:
            if actor == self.seat and not isinstance(action, Snap):
                self._think("decision", self._decisions)
                self._agent.decide()
                self._decisions += 1
            self._agent.tell(self._game.play(actor, action))
            yield

    def decide(self) -> Action:
        with self._thinking("decision", self._decisions):
            return self._agent.decide()

    def choose_snap(self) -> TimedSnap | None:
        with self._thinking("snap", self._game.table.discard_number):
            return self._agent.choose_snap()

    @contextmanager
    def _thinking(self, purpose: str, number: int) -> Iterator[None]:
        """Of what is only thought about nothing is kept."""
        before = self._player.mind
        self._think(purpose, number)
        try:
            yield
        finally:
            self._player.mind = before

    def _think(self, purpose: str, number: int) -> None:
        """From here on a copy of the mind thinks, with luck of its own."""
        digest = hashlib.sha256(self._key + f"{purpose} {number}".encode()).digest()
        self._player.mind = self._player.mind.copy()
        self._player.mind.rng = Rng(int.from_bytes(digest[:7]))
