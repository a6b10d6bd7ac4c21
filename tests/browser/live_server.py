"""A real server with the web table, and the tables that a test writes into its store."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from cambio.server.http.app import web_root
from tests.server.server_process import Server, find_free_port

from .fixtures import TableFixture, lay

T = TypeVar("T")
#: Bots lose no time, nobody is given up on, and scores stay until somebody has had enough of them.
CALM: dict[str, Any] = {
    "pace": 0,
    "grace": 1e9,
    "scores": 1e9,
    "window": 1500,
    "quick_wait": 1e9,
    "codes_per_minute": 1000,
    "public_url": "https://cambio.example",
}


def wait_for(something: Coroutine[Any, Any, T]) -> T:
    """The browser has this thread's event loop, so others have theirs in a thread of their own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, something).result()


class LiveServer:
    """A server that can be stopped, killed and started again on the same port."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.server = Server(folder, port=find_free_port(), **(CALM | settings))

    @property
    def base(self) -> str:
        return self.server.base

    def start(self) -> None:
        wait_for(self.server.start())

    def stop(self) -> None:
        assert wait_for(self.server.stop()) == 0, "the server did not end in good order"

    def kill(self) -> None:
        wait_for(self.server.kill())

    def lay(self, rules: str, *moves: str, **wanted: Any) -> TableFixture:
        """A table in the store; the server wakes it when somebody comes."""
        return wait_for(lay(self.server.database, rules, *moves, **wanted))

    def complaints(self) -> list[str]:
        return self.server.complaints()


@contextmanager
def open_server(folder: Path, **settings: Any) -> Iterator[LiveServer]:
    assert web_root() is not None, "the web client has not been built: run `make test`, or any other target of make"
    server = LiveServer(folder, **settings)
    try:
        server.start()
        yield server
        assert server.complaints() == []
    finally:
        server.kill()
