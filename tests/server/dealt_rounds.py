"""Rounds that are played over real sockets by clients which take part in their shuffles, or don't."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from cambio import notation
from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from cambio.shuffles import Participant, ShuffleProof, draw_seed
from tests.server.raw_client import LocalServer, running_server
from tests.server.server_process import Server

ROUNDS = "cambia match.rounds=2 match.target=0"
ONE_ROUND = "cambia match.rounds=1 match.target=0"


class Silent(Participant):
    """Commits itself, and reveals nothing."""

    def reveal(self, server_commitment: str, announcement: str) -> str | None:
        self._hear(server_commitment, announcement)
        return None


class Liar(Participant):
    """Reveals another seed than the one that it has committed itself to."""

    def reveal(self, server_commitment: str, announcement: str) -> str | None:
        super().reveal(server_commitment, announcement)
        return draw_seed().hex()


class Game:
    """A table with connections to it, and the rounds that were archived there."""

    def __init__(self, guests: list[Guest], table_id: str) -> None:
        self.guests = guests
        self.table_id = table_id
        self.seats: list[TableConnection] = []
        self.archived: list[str] = []
        #: Turns to play and snaps to try before somebody calls.
        self.turns = self.snaps = 0

    async def sit(self, stack: AsyncExitStack, participant: Participant | None, guest: Guest) -> TableConnection:
        seat = await stack.enter_async_context(guest.connect(self.table_id, participant=participant))
        if seat.you == "rail":
            await seat.command(messages.Sit(f"sit{len(self.seats)}"))
        self.seats.append(seat)
        return seat

    async def start(self) -> None:
        assert isinstance(await self.seats[0].command(messages.Start("start")), messages.Done)

    async def play_round(self) -> str:
        """Play until the scores are there; the round's id in the archive."""
        async with asyncio.timeout(40):
            while True:
                first = self.seats[0]
                table = first.table
                assert table is not None
                if table.stage in ("scores", "over") and table.archived not in (None, *self.archived):
                    assert table.archived is not None
                    self.archived.append(table.archived)
                    return table.archived
                await self._play_one()

    async def _play_one(self) -> None:
        for seat in self.seats:
            if seat.table is None or seat.table.stage != "playing":
                continue
            if self.snaps and seat.board is not None and seat.board.window and seat.yours is not None:
                self.snaps -= 1
                await seat.act(f"snap {seat.yours.snaps[-1]} #{seat.board.window}")
                return
            if seat.legal:
                is_call = "call" in seat.legal and not self.turns
                self.turns -= self.turns > 0
                await seat.act("call" if is_call else seat.legal[0])
                return
        await asyncio.sleep(0.005)

    async def file(self, archived: str) -> str:
        return await self.guests[0].game(archived)


@asynccontextmanager
async def game_of(
    server: LocalServer | Server,
    participants: list[Participant | None],
    rules: str = ONE_ROUND,
    *,
    names: Sequence[str] = (),
    **wanted: Any,
) -> AsyncIterator[Game]:
    """A table in the lobby, at which everybody sits who takes part or not."""
    names = names or [f"guest {number}" for number in range(len(participants))]
    guests = [await Guest.sign_in(server.base, name) for name in names]
    table_id = await guests[0].open_table(**{"rules": rules, "seats": len(guests)} | wanted)
    async with AsyncExitStack() as stack:
        game = Game(guests, table_id)
        for guest, participant in zip(guests, participants, strict=True):
            await game.sit(stack, participant, guest)
        yield game


def proof_of(text: str) -> ShuffleProof:
    proof = notation.read(text).proof
    assert proof is not None
    return proof


async def play_one(*participants: Participant | None, **wanted: Any) -> str:
    """The file of one round at a server of its own."""
    async with running_server() as server, game_of(server, list(participants), **wanted) as game:
        await game.start()
        return await game.file(await game.play_round())
