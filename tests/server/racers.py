"""Racers: clients that snap at every discard over real sockets, honest ones and liars."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect

from cambio.server import codec
from cambio.server.client import LONGEST_MESSAGE, TableConnection
from cambio.server.protocol import messages
from tests.server.distant_networks import Place
from tests.server.simulated_races import FRAME, LOG_DEVIATION, LOG_MEAN

#: Milliseconds.
SLOWEST_REACTION = 950.0
#: After which whoever has the turn goes on, and which a liar holds a pong back.
TURN, LAG = 1_250.0, 300.0
#: Seconds that a program can keep its kernel from acknowledging the handshake, and more.
HANDSHAKE_WAIT = 0.25
SMALL_BUFFER = 2_304
AVOIDED = ("call", "snap")


@dataclass
class Racer(TableConnection):
    """A player who snaps at every discard, after the time that the script says."""

    place: Place = field(kw_only=True)
    port: int = field(kw_only=True)
    luck: random.Random = field(kw_only=True)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    # What a liar does otherwise

    def prepare_socket(self, made: socket.socket) -> None:
        """Before it connects."""

    async def after_connecting(self, made: socket.socket) -> None:
        """Before the first byte is sent."""

    def pong_delay(self) -> float:
        return 0.0

    def claim(self, reaction: float) -> float:
        return float(round(reaction))

    async def after_snap(self) -> None:
        """When the snap has been answered."""

    # What everybody does

    async def _listen(self) -> None:
        ticket = await self.guest.ticket(self.table_id)
        made = self.place.make_socket()
        self.prepare_socket(made)
        host = self.place.our_address
        await asyncio.get_running_loop().sock_connect(made, (host, self.port))
        await self.after_connecting(made)
        origin = f"http://{host}:{self.port}"
        async with connect(
            f"ws://{host}:{self.port}/socket",
            sock=made,
            origin=origin,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            max_size=LONGEST_MESSAGE,
        ) as web_socket:
            self._socket = web_socket
            await web_socket.send(codec.encode(messages.Hello(ticket, last_seq=self.seq)), text=True)
            try:
                async for frame in web_socket:
                    await self._take_in(codec.decode_server(frame))
            finally:
                self._socket = None

    async def _take_in(self, message: messages.FromServer) -> None:
        if isinstance(message, messages.Ping) and self.pong_delay() > 0:
            self._later(self._answer_ping(message, self.pong_delay()))
            return
        before = self._shown[0]
        await super()._take_in(message)
        if self._shown[0] != before and self.board is not None and self.board.window is not None:
            self._later(self._snap(self.board.window))

    async def _answer_ping(self, ping: messages.Ping, delay: float) -> None:
        await asyncio.sleep(delay / 1000)
        await self._send(messages.Pong(ping.nonce, self.seq or 0))

    def _later(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def cancel_tasks(self) -> None:
        for task in self.tasks:
            task.cancel()

    async def _snap(self, discard: int) -> None:
        assert self.table is not None and self.yours is not None
        reaction = script(self.table_id, self.table.round, discard)[self.you]
        places = [place for place in self.yours.snaps if place.startswith(self.you)] or list(self.yours.snaps)
        await asyncio.sleep(self.luck.uniform(0, FRAME) / 1000)
        painted = time.monotonic()
        await asyncio.sleep(reaction / 1000)
        if places:
            # A busy machine is late, and that is part of the reaction.
            reaction = (time.monotonic() - painted) * 1000
            await self.act(f"snap {places[0]} #{discard}", claimed=self.claim(reaction))
            await self.after_snap()

    async def play(self) -> None:
        """Go on, slowly enough that everybody has snapped before."""
        while True:
            seq = self.seq
            legal = [action for action in self.legal if action.split()[0] not in AVOIDED]
            if not legal:
                with contextlib.suppress(TimeoutError):
                    await self.until(lambda seen=seq: self.seq != seen, 5)  # type: ignore[misc]
                continue
            if self.board is not None and self.board.window is not None:
                await asyncio.sleep(TURN / 1000)
                if self.seq != seq:
                    legal = [action for action in self.legal if action.split()[0] not in AVOIDED]
            chosen = next((each for each in ("draw", "throw", "skip") if each in legal), legal[0] if legal else "")
            if chosen:
                await self.act(chosen)


def script(table_id: str, round_number: int, discard: int) -> dict[str, float]:
    """The reactions of both seats: of two discards in a row each seat has what the other one has at the other."""
    luck = random.Random(f"{table_id} {round_number} {discard // 2}")
    one, other = (min(luck.lognormvariate(LOG_MEAN, LOG_DEVIATION), SLOWEST_REACTION) for _ in range(2))
    return {"a": one, "b": other} if discard % 2 else {"a": other, "b": one}


class PatientLiar(Racer):
    """Holds every pong back, and claims the fastest reaction that can pass."""

    def pong_delay(self) -> float:
        return LAG

    def claim(self, reaction: float) -> float:
        return 0.0


class OccasionalLiar(PatientLiar):
    """Is honest half of the time."""

    def pong_delay(self) -> float:
        return LAG if self.luck.random() < 0.5 else 0.0

    def claim(self, reaction: float) -> float:
        return 0.0 if self.luck.random() < 0.5 else float(round(reaction))


class ModestLiar(PatientLiar):
    """Claims a little less than the truth, every time."""

    def claim(self, reaction: float) -> float:
        return max(0.0, reaction - 20)


class ConstantClaimer(PatientLiar):
    def claim(self, reaction: float) -> float:
        return 200.0


class SmallWindowLiar(PatientLiar):
    """Has hardly any room for what it receives."""

    def prepare_socket(self, made: socket.socket) -> None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)


class AckDelayer(PatientLiar):
    """Has its kernel wait with acknowledgements, first of all with that of the handshake."""

    def prepare_socket(self, made: socket.socket) -> None:
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)

    async def after_connecting(self, made: socket.socket) -> None:
        await asyncio.sleep(HANDSHAKE_WAIT)
        self._later(self._keep_delaying(made))

    async def _keep_delaying(self, made: socket.socket) -> None:
        """The kernel returns to quick acknowledgements by itself."""
        with contextlib.suppress(OSError):
            while True:
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
                await asyncio.sleep(0.01)


class ReconnectingLiar(AckDelayer):
    """Has a new socket after every snap, whose handshake is all that has been measured."""

    async def after_snap(self) -> None:
        await self.drop()


class Watcher(PatientLiar):
    """Only listens, over another socket of somebody who plays."""

    async def _snap(self, discard: int) -> None:
        pass
