"""Tables at which people play match after match, whatever becomes of servers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Generic, TypeVar

from cambio.server.client import Guest
from cambio.server.protocol import messages

from .player_clients import Player

G = TypeVar("G", bound=Guest)
P = TypeVar("P", bound=Player)


@dataclass
class PlayedTable(Generic[G, P]):
    """A table and its people."""

    table_id: str
    guests: list[G]
    players: list[P]
    is_closing: bool = False

    def close(self) -> None:
        """Let this match be the last one, and let nobody draw it out."""
        self.is_closing = True
        for player in self.players:
            player.CALLS = 0.5

    @property
    def is_over(self) -> bool:
        return all(player.info.stage == "over" for player in self.players)

    def state(self) -> list[object]:
        return [(player.info.stage, player.seat, player.at_table.seq, player.at_table.board) for player in self.players]

    async def play(self, player: P) -> None:
        """Match after match, until this is to be the last one."""
        while True:
            await player.play_match()
            if self.is_closing:
                return
            # A wish that was not granted before the server died is forgotten.
            while player.info.stage == "over" and not self.is_closing:
                await player.ask(messages.Rematch)
                await asyncio.sleep(0.2)
