"""Connections behind a real proxy: its clients are counted, and not the proxy."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.server.raw_client import EVENT_TIMEOUT, exchange, run
from tests.server.server_process import find_free_port, serving

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin:/opt/homebrew/bin")
CONFIG = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    upstream cambio {{ server 127.0.0.1:{server}; keepalive 8; }}
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://cambio;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
        }}
    }}
}}
"""

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


@contextmanager
def nginx(folder: Path, server: int) -> Iterator[int]:
    """A proxy in front of a server, on a port of its own."""
    port = find_free_port()
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, server=server, port=port))
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        process.terminate()
        process.wait(EVENT_TIMEOUT)


@asynccontextmanager
async def proxied(folder: Path, **settings: object) -> AsyncIterator[int]:
    async with serving(folder, behind_proxy=True, **settings) as server:
        with nginx(folder, server.port) as port:
            deadline = time.monotonic() + EVENT_TIMEOUT
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError):
                    if (await ask(port, "127.0.0.9")) == 200:
                        break
                await asyncio.sleep(0.05)
            yield port


async def ask(port: int, source: str) -> int:
    request = f"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    return (await exchange(port, request.encode(), source=source)).status


async def open_socket(stack: AsyncExitStack, port: int, source: str) -> int:
    """The status of a WebSocket's handshake; it stays open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    # Without its reader the connection would be closed at once.
    stack.callback(_close, reader, writer)
    writer.write(
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    async with asyncio.timeout(EVENT_TIMEOUT):
        return int((await reader.readline()).split()[1])


def _close(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


def test_clients_of_a_proxy_are_counted_one_by_one(tmp_path: Path) -> None:
    async def attack() -> None:
        async with proxied(tmp_path, connections_per_address=3) as port, AsyncExitStack() as stack:
            # Requests of many clients share the connections that the proxy keeps open.
            for last in range(20, 40):
                assert await ask(port, f"127.0.0.{last}") == 200
            assert [await open_socket(stack, port, "127.0.0.2") for _ in range(5)] == [101, 101, 101, 503, 503]
            assert await ask(port, "127.0.0.2") == 503
            assert await open_socket(stack, port, "127.0.0.3") == 101
            assert await ask(port, "127.0.0.3") == 200

    run(attack())
