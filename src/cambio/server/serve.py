"""Serving: the program that runs the app on a port, and prints its address."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.applications import Starlette

from .addresses import network_bases
from .garbage_collection import FullCollections
from .http.app import make_app
from .http.http_protocol import HttpProtocol
from .http.round_trip_readings import can_read_kernel
from .http.websocket_protocol import Protocol
from .logs import configure_logging
from .open_files import fit_connections
from .protocol import messages
from .routing.worker_addresses import own_address
from .settings import Settings
from .store.errors import StoreError
from .store.urls import POSTGRES, make_store
from .tables.races.snap_verdict import MOST_UNPROVEN_COMPENSATION
from .tables.table_registry import TableRegistry

#: How often uvicorn calls `on_tick`.
TICKS_PER_SECOND = 10


#: Told at start where pongs are all that is known about clients' round trips.
UNPROVEN_ROUND_TRIPS = (
    f"snap races: at most {MOST_UNPROVEN_COMPENSATION:.0f} ms are taken off for a slow connection, because nothing but "
    "the client says how slow it is; a proxy that tells the round trip is named by --round-trip-header "
    "(docs/SERVING.md)"
)
#: Told where other servers may share the database, and could not send their players here.
UNKNOWN_ADDRESS = (
    "other servers on this database can't send players here, since only the proxy is known to them: --advertise says "
    "where it leads to this very server (docs/SCALE.md)"
)


def make_config(settings: Settings) -> uvicorn.Config:
    """No deflate: it triples a socket's memory. No pings of uvicorn's: our own measure latency, too."""
    return uvicorn.Config(
        make_app(TableRegistry(make_store(settings.database, is_compacting=settings.compact), settings)),
        host=settings.host,
        port=settings.port,
        http=HttpProtocol,
        ws=Protocol.limited_to(settings.commands_per_second),
        ws_max_size=messages.LONGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        # The app itself finds out the client's address behind a proxy.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )


def serve(settings: Settings, page: str = "") -> int:
    """Serve until a signal ends it; the page is the one that a browser is opened with, if any is."""
    configure_logging(settings.log_level)
    settings = fit_connections(settings)
    listener = _listen(settings)
    if settings.database.startswith(POSTGRES):
        settings = replace(settings, advertise=own_address(settings, listener.getsockname()[1]))
    try:
        server = Server(make_config(settings), settings, page)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(server.open_store())
            runner.run(server.serve([listener]))
    except StoreError as error:
        listener.close()
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    return 0 if server.started else 1


class Server(uvicorn.Server):
    """Prints its address as soon as it accepts connections; a signal shuts it down gracefully, with exit status 0."""

    def __init__(self, config: uvicorn.Config, settings: Settings, page: str = "") -> None:
        super().__init__(config)
        self._settings = settings
        self._page = page
        self._full_collections = FullCollections(time.monotonic())

    async def open_store(self) -> None:
        """Before uvicorn does it, which would log that something failed, but not what."""
        assert isinstance(self.config.app, Starlette)
        await self.config.app.state.registry.open()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started or not sockets:
            return
        host, port = sockets[0].getsockname()[:2]
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host  # noqa: S104
        address = f"http://{shown}:{port}/"
        print(f"Cambio is at {address}", flush=True)
        for base in [self._settings.public_url] if self._settings.public_url else network_bases(host, port):
            print(f"  other devices: {base.rstrip('/')}/", flush=True)
        if not _has_trusted_round_trips(self._settings):
            print(f"  {UNPROVEN_ROUND_TRIPS}", flush=True)
        if self._settings.database.startswith(POSTGRES) and not self._settings.advertise:
            print(f"  {UNKNOWN_ADDRESS}", flush=True)
        if self._settings.open:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address + self._page)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Where there are other workers, new requests go to them from now on, and players find their tables there.

        What is under way is answered before the store is closed.
        """
        assert isinstance(self.config.app, Starlette)
        registry = self.config.app.state.registry
        if registry.store.is_shared:
            for server in self.servers:
                server.close()
            for listener in sockets or ():
                listener.close()
            await registry.retire()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_SECOND == 0:
            self._full_collections.collect_if_due(time.monotonic())
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def _has_trusted_round_trips(settings: Settings) -> bool:
    """Whether a kernel's measurements are known: this machine's, or what a proxy tells."""
    return bool(settings.round_trip_header) if settings.behind_proxy else can_read_kernel()


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY, so that small messages are sent at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if settings.host == "::" and socket.has_dualstack_ipv6():
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        sys.exit(f"cambio: can't listen on {settings.host} port {settings.port}: {_why_not(error)}")
    return listener


def _why_not(error: OSError) -> str:
    """What is wrong, and with which of the two: host or port."""
    if isinstance(error, socket.gaierror):
        return "no address is known by that name; --host takes one of this machine's, or 0.0.0.0 for all of them"
    if error.errno == errno.EADDRNOTAVAIL:
        return "that is no address of this machine; --host takes one that is, or 0.0.0.0 for all of them"
    if error.errno == errno.EACCES:
        return "ports below 1024 are for root alone; try --port 8000, or --port 0 for any that is free"
    return f"{error.strerror}; try --port 0 for any that is free"


def _loop_factory() -> Any:
    """The fastest event loop that is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
