"""Names that a server answers to: whoever lets a name of their own point here is not answered by it."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from cambio.cli import main
from cambio.server.settings import Settings
from tests.server.raw_client import Answer, LocalServer, exchange, run, running_server

#: Called so, a page of somebody else would pass for one of ours.
FOREIGN = (
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1.evil.example:{port}",
    "localhost.evil.example",
    "evillocalhost",
    "127.0.0.1@evil.example",
    "127.0.0.1:{port}.evil.example",
    "127.0.0.1 evil.example",
    "[::1].evil.example",
    "[evil.example]",
    "2130706433",
    "cambio.example.evil.example",
    "",
)
WELCOME = (
    "127.0.0.1:{port}",
    "127.0.0.1",
    "localhost:{port}",
    "LocalHost.:1",
    "cambio.localhost",
    "192.168.1.20:8000",
    "[::1]:{port}",
    "[fe80::1]",
    "cambio.example",
    "Cambio.Example:443",
    "cards.lan:8080",
    "pages.example",
    socket.gethostname(),
    f"{socket.gethostname()}.local:{{port}}",
)
SERVED_AS: dict[str, Any] = {"names": "cambio.example, cards.lan", "origins": "https://pages.example"}


async def called(target: LocalServer, host: str, method: str = "GET", path: str = "/api/session") -> Answer:
    """An answer to somebody whose browser believes that this is the site of that name."""
    host = host.format(port=target.port)
    headers = {"Host": host, "Origin": f"http://{host}"}
    return await target.request(method, path, {"name": "Ana"}, headers=headers)


def connected(target: LocalServer, host: str) -> connect:
    """A socket of a browser that believes the same; what a browser knows of a name it writes in small letters."""
    host = host.format(port=target.port).lower()
    origin: Any = f"http://{host}"
    return connect(f"ws://{host}/socket", host="127.0.0.1", port=target.port, origin=origin)


@pytest.mark.parametrize("host", FOREIGN)
def test_a_server_called_by_a_foreign_name_tells_and_does_nothing(host: str) -> None:
    async def attack() -> None:
        async with running_server(**SERVED_AS) as target:
            for method, path in (
                ("GET", "/"),
                ("GET", "/api/tables"),
                ("GET", "/metrics"),
                ("GET", "/healthz"),
                ("OPTIONS", "/api/session"),
                ("POST", "/api/session"),
            ):
                answer = await called(target, host, method, path)
                assert (answer.status, answer.code) == (421, "origin")
                assert not answer.header("set-cookie")
                assert answer.header("x-content-type-options") == "nosniff"

    run(attack())


@pytest.mark.parametrize("host", WELCOME)
def test_addresses_this_machine_and_listed_names_are_welcome_on_any_port(host: str) -> None:
    async def attack() -> None:
        async with running_server(**SERVED_AS) as target:
            assert (await called(target, host)).status == 200
            assert (await called(target, host, "POST")).status == 201
            async with connected(target, host):
                pass

    run(attack())


def test_the_name_that_a_server_listens_on_is_its_own() -> None:
    async def attack() -> None:
        async with running_server(host="cards.lan") as target:
            assert (await called(target, "cards.lan:8000")).status == 200
            assert (await called(target, "cards.example")).status == 421

    run(attack())


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "localhost.evil.example"])
def test_no_socket_is_opened_by_a_foreign_name(host: str) -> None:
    async def attack() -> None:
        async with running_server() as target:
            with pytest.raises(InvalidStatus) as refused:
                async with connected(target, host):
                    pass
            assert refused.value.response.status_code == 403

    run(attack())


def test_a_refusal_says_what_was_expected_what_came_and_which_option_there_is() -> None:
    async def attack() -> None:
        async with running_server() as target:
            sentence = (await called(target, "cambio.example:80")).json()["sentence"]
            for part in ("expected to be called by an address", "'cambio.example:80'", "--names"):
                assert part in sentence
            headers = {"Origin": "http://evil.example"}
            answer = await target.request("POST", "/api/session", {"name": "Ana"}, headers=headers)
            for part in ("this site's own pages", "http://evil.example", "--origins"):
                assert part in answer.json()["sentence"]
            long = (await called(target, "x" * 4000)).json()["sentence"]
            assert len(long) < 400

    run(attack())


def test_of_two_names_both_must_be_ours() -> None:
    async def attack() -> None:
        async with running_server() as target:
            for hosts in (("127.0.0.1", "evil.example"), ("evil.example", "127.0.0.1")):
                lines = ["GET /api/session HTTP/1.1", *(f"Host: {host}" for host in hosts), "Connection: close"]
                answer = await exchange(target.port, "\r\n".join([*lines, "", ""]).encode())
                assert answer.status in (400, 421)

    run(attack())


def test_who_calls_by_no_name_is_no_browser_and_may_look_but_not_act() -> None:
    async def attack() -> None:
        async with running_server() as target:
            assert (await exchange(target.port, b"GET /healthz HTTP/1.0\r\n\r\n")).status == 200
            acting = b"POST /api/session HTTP/1.0\r\nOrigin: http://\r\nContent-Length: 14\r\n\r\n" + b'{"name":"Ana"}'
            assert (await exchange(target.port, acting)).status == 403

    run(attack())


@pytest.mark.parametrize("names", ["https://cambio.example", "cambio example", "*"])
def test_names_that_are_none_are_refused_before_anything_is_served(
    names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=r"names: expected names like cambio.example"):
        Settings(names=names)
    assert main(["serve", "--names", names]) == 1
    assert f"but found {names!r}" in capsys.readouterr().err
