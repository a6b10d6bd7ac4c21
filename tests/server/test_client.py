"""The Python client: it speaks HTTP or HTTPS as its address says, to the usual port unless another one is named."""

from __future__ import annotations

import asyncio
import http.client
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cambio.server.client import Guest, RequestFailed
from cambio.server.protocol import messages
from tests.server.server_process import Server, serving

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate is made with openssl")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost that has signed itself, with its key in the same file."""
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([*make, "-days", "2", *names, *files], check=True, capture_output=True)
    certificate.write_text(key.read_text() + certificate.read_text())
    return certificate


@asynccontextmanager
async def tls_in_front_of(server: Server, certificate: Path) -> AsyncIterator[str]:
    """A proxy that speaks TLS to clients, as the one in front of a public server does; its address."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()

    async def carry(client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        reader, to_server = await asyncio.open_connection("127.0.0.1", server.port)
        ways = [asyncio.create_task(copy(client, to_server)), asyncio.create_task(copy(reader, to_client))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            to_client.transport.abort()
            to_server.transport.abort()

    proxy = await asyncio.start_server(carry, "127.0.0.1", 0, ssl=context)
    try:
        yield f"https://localhost:{proxy.sockets[0].getsockname()[1]}"
    finally:
        proxy.close()


@needs_openssl
def test_a_table_is_played_over_tls(tmp_path: Path, certificate: Path) -> None:
    async def play() -> None:
        trusting = ssl.create_default_context(cafile=str(certificate))
        async with serving(tmp_path) as server, tls_in_front_of(server, certificate) as address:
            guest = await Guest.sign_in(address + "/", "Ana", tls=trusting)
            table_id = await guest.open_table(rules="cambia", seats=2, bots=["casual"], start=True)
            async with guest.connect(table_id) as table:
                await table.until(lambda: "ready" in table.legal)
                assert isinstance(await table.act("ready"), messages.Done)
                await table.drop()
                await table.until(lambda: table.reconnects > 0 and table.you == "a")

    asyncio.run(play())


@needs_openssl
def test_a_certificate_that_nobody_trusts_is_an_error(tmp_path: Path, certificate: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as server, tls_in_front_of(server, certificate) as address:
            with pytest.raises(ssl.SSLCertVerificationError):
                await Guest.sign_in(address, "Ana")
            guest = Guest(address)
            with pytest.raises(ssl.SSLCertVerificationError):
                async with guest.connect("any"):
                    pass

    asyncio.run(play())


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("http://cambio.example", ("cambio.example", 80)),
        ("https://cambio.example", ("cambio.example", 443)),
        ("https://cambio.example:8443/", ("cambio.example", 8443)),
        ("http://[::1]:8000", ("::1", 8000)),
    ],
)
def test_the_port_is_that_of_the_scheme_unless_one_is_named(
    base: str, expected: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refuse(address: tuple[str, int], *_: object) -> socket.socket:
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(Guest.sign_in(base, "Ana"))
    assert asked == [expected]


@pytest.mark.parametrize("base", ["localhost:8000", "ftp://cambio.example", "https://", ""])
def test_what_is_no_address_of_a_server_is_refused(base: str) -> None:
    with pytest.raises(ValueError, match="expected an address like http://localhost:8000"):
        Guest(base)


def test_sockets_are_encrypted_where_requests_are() -> None:
    assert Guest("http://localhost:8000").socket_address("Nq3-") == "ws://localhost:8000/socket?table=Nq3-"
    assert Guest("https://cambio.example/").socket_address("Nq3-") == "wss://cambio.example/socket?table=Nq3-"


def test_an_answer_that_breaks_off_in_its_cookie_leaves_the_session_alone() -> None:
    async def story() -> None:
        async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\nset-cookie: cambio=dE94vr3L-fdY")
            writer.close()

        server = await asyncio.start_server(break_off, "127.0.0.1", 0)
        guest = Guest(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", cookie="cambio=whole")
        with pytest.raises(http.client.IncompleteRead):
            await guest.request("GET", "/api/session")
        assert guest.cookie == "cambio=whole"
        server.close()

    asyncio.run(story())


def test_a_proxy_that_reaches_no_server_is_a_request_that_failed() -> None:
    """Its page is no JSON: whoever is at a table tries again, instead of giving up."""

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        page = b"<html><body><h1>503 Service Unavailable</h1></body></html>"
        writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: %d\r\n\r\n%s" % (len(page), page))
        await writer.drain()
        writer.close()

    async def story() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as proxy:
            guest = Guest(f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}")
            with pytest.raises(RequestFailed, match="503 proxy: no server was reached"):
                await guest.request("GET", "/api/session")

    asyncio.run(story())
