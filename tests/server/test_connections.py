"""Connections: how many may be open, how long requests may take, and who gets in when strangers take the rest."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from cambio.load.server_process import cpu_seconds, find_listener
from cambio.server.http.admission import AFTER_LEAVING, LOG_INTERVAL
from cambio.server.protocol import messages
from cambio.server.settings import Settings
from tests.server.raw_client import (
    AMONG_BOTS,
    EVENT_TIMEOUT,
    FAST_SETTINGS,
    QUIET_TIME,
    Answer,
    LocalServer,
    RawClient,
    exchange,
    run,
    running_server,
)
from tests.server.server_process import Server, serving

#: Seconds in which a server that allows for less has closed a connection, on a busy machine; its defaults are longer.
CLOSING_TIME = 8.0
HALF = b"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "
WHOLE = b"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere loopback has one address only")


class Client:
    """A connection that may stay half of a request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, port: int, source: str = "127.0.0.1") -> Client:
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0)))

    async def send(self, data: bytes) -> None:
        with contextlib.suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def is_closed(self, within: float = QUIET_TIME) -> bool:
        """Whether the server closes it in time; what it says before is thrown away."""
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(within):
                while await self.reader.read(65_536):
                    pass
            return True
        return self.reader.at_eof() or self.reader.exception() is not None

    async def rest(self) -> bytes:
        """All that the server says until it closes."""
        async with asyncio.timeout(EVENT_TIMEOUT):
            return await self.reader.read()

    def close(self) -> None:
        self.writer.transport.abort()


@asynccontextmanager
async def many(port: int, count: int, source: str = "127.0.0.1", data: bytes = HALF) -> AsyncIterator[list[Client]]:
    """Connections that send the same and then wait."""
    clients: list[Client] = []
    try:
        for _ in range(count):
            with contextlib.suppress(ConnectionError):
                client = await Client.connect(port, source)
                clients.append(client)
                await client.send(data)
        yield clients
    finally:
        for client in clients:
            client.close()
        await asyncio.sleep(0)


async def count_open(clients: list[Client]) -> int:
    await asyncio.sleep(QUIET_TIME)
    return sum([not await client.is_closed(0.001) for client in clients])


def refusals(lines: list[dict[str, Any]]) -> list[str]:
    return [line["code"] for line in lines if line["what"] == "refused"]


# Half-sent requests


def test_half_sent_requests_of_one_address_shut_nobody_out_and_are_logged(tmp_path: Path) -> None:
    async def attack() -> None:
        async with serving(tmp_path, max_files="-n 600") as server, many(server.port, 700):
            async with asyncio.timeout(EVENT_TIMEOUT):
                assert (await exchange(server.port, WHOLE, source="127.0.0.2")).status == 200
                assert (await exchange(server.port, HEALTH, source="127.0.0.3")).status == 200
            lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines()]
            assert refusals(lines) == ["crowded"]
            few = next(line for line in lines if line["what"] == "few open files")
            assert (few["level"], few["allowed"], few["connections"]) == ("warning", 600, 400)
            assert "--connections" in few["sentence"]

    run(attack())


def test_the_limit_of_open_files_is_raised_as_far_as_the_settings_need(tmp_path: Path) -> None:
    async def attack() -> None:
        async with serving(tmp_path, max_files="-Sn 64", connections=300, connections_reserved=0) as server:
            async with AsyncExitStack() as stack:
                for last in range(2, 5):
                    clients = await stack.enter_async_context(many(server.port, 60, f"127.0.0.{last}"))
                    assert await count_open(clients) == 60
                assert (await exchange(server.port, WHOLE)).status == 200
            assert server.complaints() == []

    run(attack())


def test_one_address_has_so_many_connections_and_another_one_its_own() -> None:
    async def attack() -> None:
        async with running_server(connections_per_address=5) as target, many(target.port, 8) as clients:
            assert await count_open(clients) == 5
            answer = await exchange(target.port, WHOLE)
            assert (answer.status, answer.code) == (503, "crowded")
            assert answer.header("retry-after") and answer.header("x-content-type-options") == "nosniff"
            assert (await exchange(target.port, WHOLE, source="127.0.0.2")).status == 200
            for client in clients:
                client.close()
            await asyncio.sleep(QUIET_TIME)
            assert (await exchange(target.port, WHOLE)).status == 200

    run(attack())


def test_connections_are_counted_until_they_are_closed_however_they_end() -> None:
    async def attack() -> None:
        async with running_server(connections_per_address=4) as target:
            ana = await target.guest()
            table_id = await ana.open_table(**AMONG_BOTS)
            for _ in range(3):
                async with ana.at(table_id):
                    pass
                async with ana.at(table_id) as sock:
                    sock.connection.transport.abort()
                with pytest.raises(InvalidStatus):
                    async with ana.open_socket(origin="http://evil.example"):
                        pass
                assert (await exchange(target.port, b"nonsense\r\n\r\n")).status == 400
                await asyncio.sleep(QUIET_TIME)
            assert (await ana.get("/api/session")).status == 200
            await asyncio.sleep(QUIET_TIME)
            assert "cambio_connections 0.0" in target.registry.metrics.render().decode()

    run(attack())


# A reserve for those who play


def test_who_plays_can_come_back_when_strangers_have_taken_all_the_rest() -> None:
    async def attack() -> None:
        async with running_server(connections=20, connections_reserved=8, connections_per_address=15) as target:
            ana = await target.guest()
            table_id = await ana.open_table(**AMONG_BOTS)
            async with ana.at(table_id) as sock, many(target.port, 15, "127.0.0.2") as strangers:
                # Ana's socket is the first of twelve that anybody may have.
                assert await count_open(strangers) == 11
                assert (await exchange(target.port, WHOLE, source="127.0.0.3")).code == "full"
                assert (await ana.get("/api/session")).status == 200
                sock.connection.transport.abort()
                await asyncio.sleep(QUIET_TIME)
                async with many(target.port, 1, "127.0.0.2"), ana.at(table_id) as again:
                    assert isinstance(again.heard[0], messages.Welcome)
                # Nobody is there any more, but somebody was a while ago.
                await asyncio.sleep(QUIET_TIME)
                async with many(target.port, 2, "127.0.0.2"):
                    assert (await ana.get("/api/session")).status == 200
                    target.skip(int(AFTER_LEAVING) + 1)
                    assert (await ana.get("/api/session")).code == "full"

    run(attack())


def test_not_even_those_who_play_have_more_than_there_are() -> None:
    async def attack() -> None:
        async with running_server(connections=6, connections_reserved=3) as target:
            ana = await target.guest()
            async with ana.at(await ana.open_table(**AMONG_BOTS)), many(target.port, 9) as clients:
                assert await count_open(clients) == 5

    run(attack())


# Behind a proxy


def forwarded(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": f"10.9.8.7, {address}"}


async def open_forwarded(target: LocalServer, stack: AsyncExitStack, address: str) -> int:
    """The status of a socket that a proxy opens for a client."""
    try:
        await stack.enter_async_context(RawClient(target).open_socket(additional_headers=forwarded(address)))
    except InvalidStatus as refused:
        return refused.response.status_code
    return 101


def test_behind_a_proxy_its_clients_are_counted_and_ipv6_by_household() -> None:
    async def attack() -> None:
        async with running_server(behind_proxy=True, connections_per_address=2) as target, AsyncExitStack() as stack:
            for address, status in (
                ("203.0.113.7", 101),
                ("203.0.113.7", 101),
                ("203.0.113.7", 503),
                ("203.0.113.8", 101),
                ("2001:db8:1:2::1", 101),
                ("2001:db8:1:2:ffff::2", 101),
                ("2001:db8:1:2::3", 503),
                ("2001:db8:1:3::1", 101),
                ("::ffff:203.0.113.7", 503),
            ):
                assert await open_forwarded(target, stack, address) == status, address
            answer = await target.request("GET", "/api/session", headers=forwarded("203.0.113.7"))
            assert (answer.status, answer.code) == (503, "crowded")
            assert (await target.request("GET", "/api/session", headers=forwarded("203.0.113.9"))).status == 200

    run(attack())


def test_a_proxy_may_send_requests_of_many_clients_over_one_connection() -> None:
    async def attack() -> None:
        async with running_server(behind_proxy=True, connections_per_address=1) as target:
            client = await Client.connect(target.port)
            for last in range(5):
                lines = ["GET /api/session HTTP/1.1", "Host: 127.0.0.1", f"X-Forwarded-For: 203.0.113.{last}", "", ""]
                await client.send("\r\n".join(lines).encode())
                head = await client.reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 200 ")
                await client.reader.readexactly(len(b'{"person":null,"name":null}'))
            # Between two requests the connection counts for nobody.
            assert (await target.request("GET", "/api/session", headers=forwarded("203.0.113.4"))).status == 200
            client.close()

    run(attack())


def test_over_a_proxy_s_connection_nobody_pays_for_another_client() -> None:
    async def attack() -> None:
        # Twenty accesses each; behind a proxy only requests count.
        async with running_server(behind_proxy=True, requests_per_minute=1) as target:
            client = await Client.connect(target.port)

            async def ask(address: str) -> bytes:
                lines = ["GET /none HTTP/1.1", "Host: 127.0.0.1", f"X-Forwarded-For: {address}", "", ""]
                await client.send("\r\n".join(lines).encode())
                head = await client.reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head)
                assert length is not None
                await client.reader.readexactly(int(length[1]))
                return head[9:12]

            assert [await ask("203.0.113.7") for _ in range(20)] == [b"404"] * 20
            assert await ask("203.0.113.8") == b"404"
            assert await ask("203.0.113.7") == b"429"
            assert await client.is_closed()
            assert [line["network"] for line in target.lines() if line["what"] == "refused"] == ["203.0.113.0/24"]
            client.close()

    run(attack())


def test_behind_a_proxy_the_reserve_is_for_clients_who_play() -> None:
    async def attack() -> None:
        limits: dict[str, Any] = {"connections": 8, "connections_reserved": 4}
        async with running_server(behind_proxy=True, **limits) as target, AsyncExitStack() as stack:
            ana = RawClient(target)
            answer = await ana.post("/api/session", {"name": "Ana"}, headers=forwarded("203.0.113.7"))
            ana.cookie = answer.header("set-cookie").partition(";")[0]
            opened = await ana.post("/api/tables", AMONG_BOTS, headers=forwarded("203.0.113.7"))
            path = f"/api/tables/{opened.json()['table']}/ticket"
            ticket = (await ana.post(path, headers=forwarded("203.0.113.7"))).json()["ticket"]
            sock = await stack.enter_async_context(ana.open_socket(additional_headers=forwarded("203.0.113.7")))
            await sock.say(messages.Hello(ticket))
            await sock.hear(messages.Welcome)
            for _ in range(3):
                assert await open_forwarded(target, stack, "203.0.113.99") == 101
            assert await open_forwarded(target, stack, "203.0.113.99") == 503
            assert await open_forwarded(target, stack, "203.0.113.7") == 101

    run(attack())


# Requests in time


async def trickle(client: Client, data: bytes, within: float) -> bool:
    """Send one byte after another; whether the server has closed in time."""
    deadline = asyncio.get_running_loop().time() + within
    while asyncio.get_running_loop().time() < deadline:
        await client.send(data)
        if await client.is_closed(0.02):
            return True
    return False


@pytest.mark.parametrize(
    "begin",
    [
        HALF,
        b"G",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n{",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        b"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HALF,
    ],
    ids=["a head", "a first letter", "a body", "a body in chunks", "the head of a second request"],
)
def test_no_request_may_take_for_ever(begin: bytes) -> None:
    async def attack() -> None:
        async with running_server(head_timeout=300, body_timeout=300) as target:
            for more in (b"", b"x"):
                client = await Client.connect(target.port)
                await client.send(begin)
                assert await trickle(client, more, CLOSING_TIME)
                client.close()
            await asyncio.sleep(QUIET_TIME)
            assert "cambio_connections 0.0" in target.registry.metrics.render().decode()

    run(attack())


def test_whoever_is_late_is_told_so_and_it_is_logged_once() -> None:
    async def attack() -> None:
        async with running_server(head_timeout=200) as target, many(target.port, 5) as clients:
            for client in clients:
                assert (await client.rest()).startswith(b"HTTP/1.1 408 ")
            assert refusals(target.lines()) == ["late"]
            assert "127.0.0.1" not in target.log.getvalue()

    run(attack())


def test_a_connection_without_a_request_is_closed_without_a_word() -> None:
    async def attack() -> None:
        async with running_server(head_timeout=200) as target, many(target.port, 1, data=b"") as clients:
            assert await clients[0].rest() == b""
            assert refusals(target.lines()) == []

    run(attack())


def test_who_does_not_read_an_answer_is_not_waited_for() -> None:
    async def attack() -> None:
        async with running_server(body_timeout=300, send_buffer=4096) as target:
            client = await Client.connect(target.port)
            client.writer.transport.pause_reading()  # type: ignore[attr-defined]
            # The answers are larger than all buffers on the way together.
            await client.send(b"GET /api/presets HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 300)
            async with asyncio.timeout(EVENT_TIMEOUT):
                while target.connections:
                    await asyncio.sleep(0.02)
            client.close()

    run(attack())


def test_a_slow_request_in_time_is_answered() -> None:
    async def attack() -> None:
        async with running_server(head_timeout=5_000, body_timeout=5_000) as target:
            client = await Client.connect(target.port)
            body = b'{"name":"Ana"}'
            head = (
                f"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nOrigin: {target.base}\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            for byte in head.encode() + body:
                await client.send(bytes([byte]))
                await asyncio.sleep(0.001)
            assert (await client.rest()).startswith(b"HTTP/1.1 201 ")
            client.close()

    run(attack())


# Requests that two readers read differently

AMBIGUOUS = {
    "both lengths": ["Content-Length: 5", "Transfer-Encoding: chunked"],
    "both, the other way round": ["Transfer-Encoding: chunked", "Content-Length: 0"],
    "two lengths": ["Content-Length: 5", "Content-Length: 6"],
    "two lengths in one": ["Content-Length: 5, 6"],
    "a signed length": ["Content-Length: +5"],
    "a length in words": ["Content-Length: five"],
    "two encodings": ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"],
    "an unknown encoding": ["Transfer-Encoding: xchunked"],
    "an encoding on top": ["Transfer-Encoding: chunked, identity"],
    "a blank before the colon": ["Content-Length : 5"],
    "a tab in the name": ["Transfer\tEncoding: chunked"],
    "two hosts": ["Host: 127.0.0.1"],
    "a control in a value": ["X-Odd: a\x00b"],
}


@pytest.mark.parametrize("lines", AMBIGUOUS.values(), ids=AMBIGUOUS.keys())
def test_a_request_that_can_be_read_in_two_ways_is_refused(lines: list[str]) -> None:
    async def attack() -> None:
        async with running_server() as target:
            for method, path in (("POST", "/api/session"), ("GET", "/api/session")):
                head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]
                smuggled = "0\r\n\r\n" + HEALTH.decode()
                client = await Client.connect(target.port)
                await client.send(("\r\n".join(head) + smuggled).encode("latin-1"))
                said = await client.rest()
                assert said.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1 ") == 1
                client.close()

    run(attack())


def test_an_old_client_has_no_chunks_and_a_second_request_is_checked_like_the_first() -> None:
    async def attack() -> None:
        async with running_server() as target:
            old = b"POST /api/session HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            assert (await exchange(target.port, old)).code == "ambiguous"
            both = (
                b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            )
            client = await Client.connect(target.port)
            await client.send(b"GET /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + both + HEALTH)
            said = await client.rest()
            assert re.findall(rb"HTTP/1.1 (\d+) ", said) == [b"200", b"400"]
            client.close()

    run(attack())


def test_a_socket_s_handshake_has_no_body() -> None:
    async def attack() -> None:
        async with running_server() as target:
            handshake = (
                f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nOrigin: {target.base}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            )
            for body in ("Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"):
                answer = await exchange(target.port, (handshake + body).encode())
                assert answer.status == 400, body

    run(attack())


# Floods


def test_a_flood_of_one_address_is_refused_unread_and_the_others_are_not() -> None:
    async def attack() -> None:
        # Twenty accesses for each request: a connection is one, and so is a request.
        async with running_server(requests_per_minute=2) as target:
            answers: list[Answer] = []
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while len(answers) < 100:
                    answers.append(
                        await exchange(
                            target.port, b"GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                        )
                    )
            assert 15 <= len(answers) <= 25
            assert (await exchange(target.port, WHOLE, source="127.0.0.2")).status == 200
            assert refusals(target.lines()) == ["requests"]
            target.skip(60_000)
            assert (await exchange(target.port, WHOLE)).status == 200

    run(attack())


async def cost_of(server: Server, requests: int) -> tuple[float, int]:
    """The CPU time of a server for so many requests, each over a connection of its own; and how many were answered."""
    pid = find_listener(server.port)
    begin, answered = cpu_seconds(pid), 0
    for _ in range(requests):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            answered += (await exchange(server.port, WHOLE)).status == 200
    end = cpu_seconds(pid)
    assert begin is not None and end is not None
    return end - begin, answered


def test_a_refused_request_costs_far_less_than_an_answered_one(tmp_path: Path) -> None:
    async def attack() -> None:
        # What the address may ask for, by way of connections and requests, is used up by the first ones.
        async with serving(tmp_path, requests_per_minute=50) as server:
            first, answered = await cost_of(server, 500)
            # On a busy machine a second or two pass meanwhile, and in each of them there is one more.
            assert 50 <= answered < 60
            again, answered = await cost_of(server, 500)
            assert answered <= 5
            assert again < 0.5 * first, f"{again:.2f} s of CPU for refusals, {first:.2f} s before"

    run(attack())


def test_pipelined_requests_are_counted_one_by_one() -> None:
    async def attack() -> None:
        async with running_server(requests_per_minute=2) as target:
            client = await Client.connect(target.port)
            await client.send(b"GET /none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200)
            codes = re.findall(rb"HTTP/1.1 (\d+) ", await client.rest())
            assert codes == [b"404"] * 39 + [b"429"]
            client.close()

    run(attack())


def test_refusals_of_one_burst_are_one_line_of_the_log() -> None:
    async def attack() -> None:
        async with running_server(connections_per_address=1) as target, many(target.port, 40):
            await asyncio.sleep(QUIET_TIME)
            target.skip(int(LOG_INTERVAL))
            async with many(target.port, 1):
                await asyncio.sleep(QUIET_TIME)
            lines = [line for line in target.lines() if line["what"] == "refused"]
            assert [(line["code"], line["count"], line["network"]) for line in lines] == [
                ("crowded", 1, "127.0.0.0/24"),
                ("crowded", 39, "127.0.0.0/24"),
            ]
            assert 'cambio_connections_refused_total{code="crowded"} 40.0' in target.registry.metrics.render().decode()

    run(attack())


def test_monitors_have_an_allowance_of_their_own() -> None:
    async def attack() -> None:
        async with running_server(probes_per_minute=4, requests_per_minute=1_000) as target:
            statuses = [(await target.request("GET", path)).status for path in ("/healthz", "/metrics") * 3]
            assert statuses == [200] * 4 + [429] * 2
            assert (await target.request("GET", "/api/session")).status == 200
            assert (await exchange(target.port, HEALTH, source="127.0.0.2")).status == 200
            target.skip(60_000)
            assert (await target.request("GET", "/healthz")).status == 200

    run(attack())


# Codes


def test_codes_are_guessed_slowly_from_many_addresses_and_others_may_still_join() -> None:
    async def attack() -> None:
        async with running_server(behind_proxy=True, wrong_codes_per_minute=10, codes_per_minute=3) as target:
            ana = RawClient(target)
            answer = await ana.post("/api/session", {"name": "Ana"}, headers=forwarded("192.0.2.1"))
            ana.cookie = answer.header("set-cookie").partition(";")[0]
            opened = (await ana.post("/api/tables", {}, headers=forwarded("192.0.2.1"))).json()

            async def guess(code: str, address: str) -> int:
                return (await target.request("GET", f"/api/codes/{code}", headers=forwarded(address))).status

            botnet = [f"198.51.100.{number}" for number in range(100)] + [f"2001:db8:7:{n:x}::1" for n in range(100)]
            statuses = [await guess("AAAAAA", address) for address in botnet]
            # Ten for all, and then a few for each network.
            assert statuses.count(404) <= 10 + 2 * 5
            assert statuses[-20:] == [429] * 20
            # There a right code looks like a wrong one; elsewhere it leads to the table, after a mistake too.
            assert await guess(opened["code"], botnet[0]) == 429
            assert [await guess(code, "203.0.113.7") for code in ("BBBBBB", opened["code"])] == [404, 200]
            # A link always works.
            link = await target.request("GET", f"/api/tables/{opened['table']}", headers=forwarded(botnet[0]))
            assert link.status == 200
            assert [line["what"] for line in target.lines()].count("codes are being guessed") == 1
            target.skip(60_000)
            assert await guess(opened["code"], botnet[0]) == 200

    run(attack())


# Friends


def test_an_evening_with_friends_meets_no_limit() -> None:
    """Eight people behind one address, each with a browser that loads the page and all its files, at default limits."""

    async def play() -> None:
        limits = {name: getattr(Settings(), name) for name in FAST_SETTINGS if name.endswith(("_minute", "_second"))}
        async with running_server(**limits) as target, AsyncExitStack() as stack:
            ana = await target.guest()
            opened = (await ana.post("/api/tables", {"seats": 6})).json()
            for number in range(8):
                idle = await stack.enter_async_context(many(target.port, 6, data=b""))
                for path in ("/", f"/join/{opened['code']}", *(["/none"] * 25)):
                    assert (await target.request("GET", path)).status in (200, 404)
                assert (await target.request("GET", f"/api/codes/{opened['code']}")).status == 200
                friend = await target.guest(f"Friend {number}") if number else ana
                await stack.enter_async_context(friend.at(opened["table"], sit=True))
                assert await count_open(idle) == 6
            assert refusals(target.lines()) == []

    run(play())
