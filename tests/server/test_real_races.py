"""Snap races over TCP at a real distance, directly and behind the real nginx and HAProxy as docs/SERVING.md has them.

These are short; `make soak` races for longer, with more liars and narrower bounds.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from cambio.server import codec
from cambio.server.addresses import network_bases
from cambio.server.client import Guest, TableConnection
from cambio.server.http.round_trip_readings import (
    ClientConnection,
    can_read_kernel,
    parse_header,
    read_own_socket,
    read_socket_of_proxy,
)
from cambio.server.protocol import messages
from cambio.server.settings import Settings
from cambio.server.tables import log_entries
from cambio.server.tables.races.snap_verdict import Gesture
from tests.server.distant_networks import namespace_command
from tests.server.proxies import PROXIES, SETTINGS, proxying
from tests.server.raw_client import run
from tests.server.real_races import HONEST, OPTIONS, RULES, find_unfair, race_in_namespace
from tests.server.server_process import Server, find_free_port, serving
from tests.server.stores import open_store

#: Tables of each duel, and seconds. A short run is not as sure of its shares, so its bounds are wider.
TABLES, SECONDS = 8, 18.0
SKEW, GAIN = 15.0, 25.0
IS_CHECKED_FOR_OTHERS = os.environ.get("CI", "").lower() not in ("", "0", "false")


def require(is_there: bool, missing: str) -> None:
    """Where others rely on it, nothing is left out; elsewhere it is said."""
    if not is_there:
        assert not IS_CHECKED_FOR_OTHERS, missing
        pytest.skip(missing)


def require_proxy(name: str) -> None:
    found = subprocess.run(
        [sys.executable, "building/proxies.py", "--find", name], capture_output=True, text=True, check=False
    )
    require(found.returncode == 0, found.stderr.strip())


@pytest.mark.parametrize("way", ["direct", *PROXIES])
def test_near_and_far_win_half_each_and_a_liar_gains_little(way: str) -> None:
    if way != "direct":
        require_proxy(way)
    require(namespace_command() is not None, "races at a distance want network namespaces and TUN devices")
    shares = race_in_namespace(way, [HONEST.name, "patient liar", "late acknowledgements"], TABLES, SECONDS)
    assert all(each.races >= 12 for each in shares.values()), shares
    assert find_unfair(shares, skew=SKEW, gain=GAIN) == [], shares


# Whose word a round trip is


@dataclass
class HeaderedConnection(TableConnection):
    """Sends headers of its own when it connects, as a client may try to."""

    at: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    async def _listen(self) -> None:
        ticket = await self.guest.ticket(self.table_id)
        origin: Any = f"http://{self.at}"
        address = f"ws://{self.at}/socket"
        async with connect(address, origin=origin, additional_headers=self.headers, compression=None) as web_socket:
            self._socket = web_socket
            await web_socket.send(codec.encode(messages.Hello(ticket, last_seq=self.seq)), text=True)
            async for frame in web_socket:
                await self._take_in(codec.decode_server(frame))


async def _snap_next(connection: TableConnection) -> messages.Done | messages.Refused:
    """Play on until a window is open, and snap there."""
    while (board := connection.board) is None or board.window is None or connection.yours is None:
        before = connection.seq
        action = next((each for each in ("draw", "throw", "skip") if each in connection.legal), None)
        if action is not None:
            await connection.act(action)
        else:
            await connection.until(lambda: connection.seq != before)  # noqa: B023
    return await connection.act(f"snap {connection.yours.snaps[0]} #{board.window}", claimed=0)


async def snap_once(server: Server, at: str, told: str | None = None) -> Gesture:
    """Connect there, perhaps with the proxy's header, and snap; returns what the log says about it."""
    guest = await Guest.sign_in(server.base, "Ada")
    table_id = await guest.open_table(rules="stick", changes=RULES, seats=2, bots=["beginner"], options=OPTIONS)
    headers = {} if told is None else {SETTINGS["round_trip_header"]: told}
    connection = HeaderedConnection(guest, table_id, at=at, headers=headers)
    task = asyncio.create_task(connection.run())
    try:
        await connection.until(lambda: connection.table is not None)
        # The first pings come quickly.
        await asyncio.sleep(1)
        await connection.command(messages.Start("start"))
        # On a busy machine a window may have closed before the snap comes; then there is another one.
        while not isinstance(await _snap_next(connection), messages.Done):
            pass
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    async with open_store(server.database) as store:
        bodies = [log_entries.decode(row.body) for row in await store.entries(table_id)]
    verdicts = [body.race for body in bodies if isinstance(body, log_entries.Played) and body.race is not None]
    gestures = [each.gesture for verdict in verdicts for each in verdict.finishes]
    return next(each for each in gestures if each.is_snap and not each.is_bot)


@pytest.mark.parametrize("name", PROXIES)
def test_behind_a_proxy_the_log_has_the_kernels_word_whatever_header_a_client_sends(name: str, tmp_path: Path) -> None:
    require_proxy(name)

    async def test() -> None:
        async with serving(tmp_path, **SETTINGS) as server:
            port = find_free_port()
            async with proxying(name, tmp_path, port, server.port):
                gesture = await snap_once(server, f"127.0.0.1:{port}", told="200000")
        assert gesture.source == "kernel"
        assert gesture.round_trip < 30

    run(test())


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_elsewhere_is_believed_by_its_header_alone(name: str, tmp_path: Path) -> None:
    """Such a proxy names connections that this machine's kernel does not have."""
    require_proxy(name)

    async def test() -> None:
        async with serving(tmp_path, **SETTINGS) as server:
            port = find_free_port()
            async with proxying(name, tmp_path, port, server.port, elsewhere=True):
                gesture = await snap_once(server, f"127.0.0.1:{port}", told="200000")
        assert gesture.source == "proxy"
        assert gesture.round_trip < 30

    run(test())


@pytest.mark.parametrize(
    ("settings", "source"),
    [(SETTINGS, "proxy"), ({"behind_proxy": True}, "pings"), ({}, "kernel")],
    ids=["named", "not named", "direct"],
)
def test_a_header_counts_only_if_the_settings_name_it(settings: dict[str, Any], source: str, tmp_path: Path) -> None:
    """Held back by nobody, pongs over loopback say next to nothing: the source is what tells the cases apart."""
    assert run(find_source(tmp_path, "127.0.0.1", settings)) == source


@pytest.mark.parametrize("is_listed", [False, True], ids=["stranger", "listed"])
def test_a_header_counts_only_if_a_proxy_sends_it(is_listed: bool, tmp_path: Path) -> None:
    """Who comes by the address that other machines know is a stranger, unless the settings list it."""
    outside = next(iter(network_bases("0.0.0.0", 1)), None)  # noqa: S104
    if outside is None:
        pytest.skip("this machine is in no network")
    host = outside.removeprefix("http://").rpartition(":")[0]
    listed = {"proxies": host} if is_listed else {}
    assert run(find_source(tmp_path, host, SETTINGS | listed)) == ("proxy" if is_listed else "pings")


async def find_source(folder: Path, host: str, settings: dict[str, Any]) -> str | None:
    """Whose word the round trip of somebody is who sends the proxy's header from there."""
    async with serving(folder, host="0.0.0.0", **settings) as server:  # noqa: S104
        return (await snap_once(server, f"{host}:{server.port}", told="35000")).source


@pytest.mark.parametrize(
    ("settings", "is_told"), [({"behind_proxy": True}, True), (SETTINGS, False), ({}, sys.platform != "linux")]
)
def test_the_operator_is_told_at_start_where_little_is_taken_off(
    settings: dict[str, Any], is_told: bool, tmp_path: Path
) -> None:
    flags = [f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}") for name, value in settings.items()]
    command = [sys.executable, "-m", "cambio", "serve", "--port=0", f"--database=sqlite:///{tmp_path / 'cambio.db'}"]
    process = subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Cambio is at")
    process.terminate()
    rest = process.communicate()[0]
    assert ("snap races: at most 55 ms" in rest) == is_told, rest


def test_settings_say_what_is_wrong_about_proxies() -> None:
    with pytest.raises(ValueError, match="expected behind_proxy with it"):
        Settings(round_trip_header="X-Client-Round-Trip")
    with pytest.raises(ValueError, match="expected a name like X-Client-Round-Trip"):
        Settings(behind_proxy=True, round_trip_header="two words")
    with pytest.raises(ValueError, match="expected addresses or networks"):
        Settings(behind_proxy=True, proxies="10.0.0.2,cambio.example")


@pytest.mark.parametrize(
    "nonsense",
    ["", "soon", "-5", "nan", "inf", "1 2 3", "5210 203.0.113.9 x 192.0.2.1 443", "5210 somewhere 1 192.0.2.1 443"],
)
def test_a_header_that_makes_no_sense_tells_nothing(nonsense: str) -> None:
    assert parse_header([nonsense]) == (None, None)


def test_a_connection_that_this_machine_does_not_have_has_no_reading() -> None:
    assert read_socket_of_proxy(ClientConnection("203.0.113.9", 51876, "192.0.2.1", 443)) is None
    assert read_socket_of_proxy(ClientConnection("2001:db8::9", 51876, "2001:db8::1", 443)) is None
    assert read_socket_of_proxy(ClientConnection("203.0.113.9", 51876, "2001:db8::1", 443)) is None


@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_the_kernel_tells_what_it_measures_on_another_programs_socket(family: int, host: str) -> None:
    if not can_read_kernel():
        pytest.skip("only Linux tells what it measures")
    with socket.socket(family) as listener:
        try:
            listener.bind((host, 0))
        except OSError as error:
            pytest.skip(f"{host} can't be had here: {error}")
        listener.listen()
        with socket.create_connection(listener.getsockname()[:2]) as client, listener.accept()[0] as accepted:
            accepted.sendall(b"x")
            client.recv(1)
            ends = ClientConnection(*client.getsockname()[:2], *listener.getsockname()[:2])
            reading, own = read_socket_of_proxy(ends), read_own_socket(accepted.fileno())
            # Nobody is connected from there, but somebody listens.
            assert read_socket_of_proxy(ends._replace(client_port=1)) is None
    assert reading is not None and own is not None
    assert 0 < reading.smallest < 100
    assert abs(reading.average - own.average) < 100
