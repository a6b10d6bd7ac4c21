"""The addresses of workers: where players reach this one, and where the sockets of another one are."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from ..addresses import network_bases
from ..settings import Settings

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def own_address(settings: Settings, port: int) -> str:
    """Where players reach this very worker: as its settings say, or by the address that it listens on.

    Behind a proxy only the settings can know it; it is empty then if they don't.

    >>> own_address(Settings(), 8001), own_address(Settings(advertise="https://cambio.example/w/1/"), 8001)
    ('http://localhost:8001', 'https://cambio.example/w/1')
    >>> own_address(Settings(behind_proxy=True), 8001)
    ''
    """
    if settings.advertise or settings.behind_proxy:
        return settings.advertise.rstrip("/")
    return next(iter(network_bases(settings.host, port)), f"http://localhost:{port}")


def socket_address(worker_address: str, table_id: str) -> str:
    """Where a worker takes sockets for a table: ws for http, wss for https.

    >>> socket_address("https://cambio.example/w/1", "Nq3-")
    'wss://cambio.example/w/1/socket?table=Nq3-'
    """
    return f"{worker_address.replace('http', 'ws', 1)}/socket?table={quote(table_id, safe='')}"


def origins_of(worker_address: str) -> list[str]:
    """What browsers call the pages of a worker at that address; on this very machine it has several names.

    >>> origins_of("https://cambio.example/w/1"), origins_of("http://localhost:8001")
    (['https://cambio.example'], ['http://localhost:8001', 'http://127.0.0.1:8001', 'http://[::1]:8001'])
    """
    address = urlsplit(worker_address)
    if address.hostname not in _LOOPBACK:
        return [f"{address.scheme}://{address.netloc}"]
    port = "" if address.port is None else f":{address.port}"
    return [f"{address.scheme}://{f'[{name}]' if ':' in name else name}{port}" for name in _LOOPBACK]
