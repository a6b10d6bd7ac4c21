"""Serving: the program that runs an app on a port, and tells where it is."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from typing import Any

import uvicorn

from . import messages
from .http.app import make_app
from .http.websocket_protocol import Protocol
from .logs import set_up
from .settings import Settings
from .store.urls import make_store
from .tables.table_registry import TableRegistry

#: Ticks of the server in a second, and how much garbage there has to be before it is looked for.
TICKS = 10
GARBAGE = (5_000, 10, 1_000_000)


def config_of(settings: Settings) -> uvicorn.Config:
    """No deflate: it triples a socket's memory. Our own pings measure and keep alive."""
    return uvicorn.Config(
        make_app(TableRegistry(make_store(settings.database), settings)),
        host=settings.host,
        port=settings.port,
        ws=Protocol.within(settings.commands_per_second),
        ws_max_size=messages.LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        # Who asks behind a proxy is for the app to find out.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


def serve(settings: Settings) -> int:
    """Until a signal ends it."""
    set_up(settings.log_level)
    listener = _listener(settings)
    _leave_the_old_alone()
    server = Server(config_of(settings), settings)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(server.serve([listener]))
    return 0 if server.started else 1


class Server(uvicorn.Server):
    """Tells where it is as soon as it can be visited. A signal ends it in good order, and that is no failure."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started or not sockets:
            return
        host, port = sockets[0].getsockname()[:2]
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host  # noqa: S104
        address = f"http://{shown}:{port}/"
        print(f"Cambio is at {address}", flush=True)
        if self._settings.open:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; what has come to stay since the last second is not looked through for garbage again."""
        if counter % TICKS == 0:
            gc.freeze()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def _listener(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        # The protocol is named, since asyncio sends small messages at once only on sockets that say they are TCP.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except OSError as error:
        sys.exit(f"cambio: can't listen on {settings.host} port {settings.port}: {error.strerror}; try --port 0")
    return listener


def _leave_the_old_alone() -> None:
    """Tables and sockets live for an evening, and are freed when their last reference goes.

    To look through all of them for cycles takes most of a second, in which every table stands still, and finds none.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _loop_factory() -> Any:
    """Whatever runs fastest here."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
