"""How long a client waits before it comes back."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from cambio.server.client import FIRST_WAIT, Guest, TableConnection
from cambio.server.protocol import messages

#: Connections that are lost one after another, each after it was welcomed.
LOSSES = 4


class LostConnection(TableConnection):
    """A table is found each time, and then its worker is killed."""

    async def _listen(self) -> None:
        if self.reconnects == LOSSES:
            await asyncio.Event().wait()
        await self._take_in(messages.Welcome(messages.VERSION, "rail", 1, cast("messages.TableInfo", None)))
        raise ConnectionResetError


def test_a_client_whose_connection_was_good_waits_no_longer_than_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    async def play() -> None:
        connection = LostConnection(Guest("http://localhost:1"), "t1")
        running = asyncio.create_task(connection.run())
        while connection.reconnects < LOSSES:
            await sleep(0.001)
        running.cancel()

    monkeypatch.setattr("cambio.server.client.asyncio.sleep", note)
    asyncio.run(play())
    assert waits == [FIRST_WAIT] * LOSSES
