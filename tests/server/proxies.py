"""The proxies of docs/proxies, as they run in front of a server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

FILES = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg"}
PROXIES = tuple(FILES)
DOCUMENTED = Path(__file__).parents[2] / "docs" / "proxies"
#: What the settings of a server must say behind them.
SETTINGS: dict[str, Any] = {"behind_proxy": True, "round_trip_header": "X-Client-Round-Trip"}
#: Where the documented files expect the server.
SERVER = "127.0.0.1:8000"
START_TIMEOUT = 10.0

#: Whoever runs it stays who they are: in a namespace there may be nobody else.
NGINX = """daemon off;
user {user};
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen {port};
        include {folder}/documented.conf;
    }}
}}
"""


def find(name: str) -> str:
    """Where a proxy is, as building/proxies.py finds it."""
    command = [sys.executable, "building/proxies.py", "--find", name]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def write_configuration(name: str, folder: Path, port: int, server_port: int, *, elsewhere: bool) -> list[str]:
    """Write the documented configuration for these ports, without TLS; returns the command that runs it."""
    documented = (DOCUMENTED / FILES[name]).read_text().replace(SERVER, f"127.0.0.1:{server_port}")
    if elsewhere:
        for address in ("$remote_addr", "%[src]"):
            documented = documented.replace(f"{address} ", "203.0.113.9 ")
    if name == "nginx":
        (folder / "documented.conf").write_text(documented)
        (folder / "nginx.conf").write_text(
            NGINX.format(folder=folder, port=port, user=pwd.getpwuid(os.getuid()).pw_name)
        )
        return [find("nginx"), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")]
    bind = next(line for line in documented.splitlines() if line.strip().startswith("bind "))
    (folder / "haproxy.cfg").write_text(documented.replace(bind, f"    bind :{port}"))
    return [find("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


@asynccontextmanager
async def proxying(
    name: str, folder: Path, port: int, server_port: int, *, elsewhere: bool = False
) -> AsyncIterator[None]:
    """A proxy on that port, for as long as the block lasts; one that is elsewhere has sockets that we don't."""
    command = write_configuration(name, folder, port, server_port, elsewhere=elsewhere)
    with (folder / f"{name}.out").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        async with asyncio.timeout(START_TIMEOUT):
            while not await _accepts(port):
                assert process.poll() is None, (folder / f"{name}.out").read_text()
                await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait)


async def _accepts(port: int) -> bool:
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        return True
    return False
