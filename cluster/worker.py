"""A worker: one `cambio serve` of several that share a PostgreSQL."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from cambio.server.settings import variable_for

from .processes import Process

#: Settings that let one address open thousands of tables and sockets, for measurements.
WITHOUT_LIMITS: Mapping[str, object] = {
    "connections": 20_000,
    "connections_per_address": 20_000,
    "connections_reserved": 0,
    "sockets_per_address": 20_000,
    "requests_per_minute": 10_000_000,
    "tables_per_address": 1_000_000,
    "guests_per_address": 1_000_000,
    "log_level": "warning",
}


class Worker(Process):
    """Number and port are its own for as long as the cluster lasts, so that it can be started again in its place."""

    def __init__(self, number: int, port: int, database: str, folder: Path, settings: Mapping[str, object]) -> None:
        self.number = number
        self.port = port
        given = {"host": "127.0.0.1", "port": port, "database": database, **settings}
        environment = {variable_for(name): _text(value) for name, value in given.items()}
        command = [sys.executable, "-m", "cambio", "serve"]
        super().__init__(f"worker {number}", command, folder / f"worker-{number}.log", environment)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Run, and wait until it can write moves down."""
        super().start()
        self.wait_until_answering("/healthz", self.port)


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
