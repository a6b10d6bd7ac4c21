"""The web client's files over HTTP: compressed for whoever takes it, and asked for again only when they may change."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Message

from cambio.server.http.app import SECURITY_HEADERS
from cambio.server.http.web_files import WebFiles

SCRIPT = b"export const words = 'snap snap snap snap snap';"
#: Without the time of day: the same bytes in every process that collects the tests.
GZIPPED = gzip.compress(SCRIPT, mtime=0)


@pytest.fixture
def app(tmp_path: Path) -> Starlette:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "mark.svg").write_text("<svg/>")
    (assets / "app-1a2b.js").write_bytes(SCRIPT)
    (assets / "app-1a2b.js.br").write_bytes(b"brotli")
    (assets / "app-1a2b.js.gz").write_bytes(GZIPPED)
    (assets / "pythonWorker-3c4d.js").write_bytes(SCRIPT)
    (tmp_path / "service-worker.js").write_bytes(SCRIPT)
    practice = tmp_path / "practice" / "0123456789abcdef"
    practice.mkdir(parents=True)
    (practice.parent / "practice.json").write_text("{}")
    (practice / "pyodide.asm.wasm.br").write_bytes(b"brotli")
    web_files = WebFiles(tmp_path)
    return Starlette(routes=[Route("/", web_files.serve_index), Route("/{path:path}", web_files.serve_file)])


class Answer:
    def __init__(self, messages: list[Message]) -> None:
        self.status: int = messages[0]["status"]
        self.headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        self.body = b"".join(message.get("body", b"") for message in messages[1:])


def ask(app: Starlette, path: str, method: str = "GET", **headers: str) -> Answer:
    """One request, by the interface that servers use."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "server": ("127.0.0.1", 80),
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    asyncio.run(app(scope, receive, send))
    return Answer(messages)


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip", "gzip", GZIPPED),
        ("br;q=0, gzip;q=0, *;q=0", None, SCRIPT),
        ("", None, SCRIPT),
    ],
    ids=["all", "gzip", "none", "silent"],
)
def test_a_file_comes_in_the_best_coding_that_is_accepted(
    app: Starlette, accepted: str, coding: str | None, body: bytes
) -> None:
    answer = ask(app, "/assets/app-1a2b.js", accept_encoding=accepted)
    assert (answer.status, answer.headers.get("content-encoding")) == (200, coding)
    assert answer.body == body
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-type"].startswith("text/javascript")


def test_hashed_files_are_kept_for_ever_and_the_page_is_compared_each_time(app: Starlette) -> None:
    assert ask(app, "/assets/app-1a2b.js").headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ask(app, "/").headers["cache-control"] == "no-cache"
    assert ask(app, "/mark.svg").headers["cache-control"] == "public, max-age=3600"


def test_who_has_a_file_already_is_not_sent_it_again(app: Starlette) -> None:
    first = ask(app, "/assets/app-1a2b.js", accept_encoding="br")
    again = ask(app, "/assets/app-1a2b.js", accept_encoding="br", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["vary"] == "accept-encoding"


def test_another_coding_has_another_tag(app: Starlette) -> None:
    packed = ask(app, "/assets/app-1a2b.js", accept_encoding="br")
    plain = ask(app, "/assets/app-1a2b.js", if_none_match=packed.headers["etag"])
    assert (plain.status, plain.body) == (200, SCRIPT)


def test_a_head_request_has_the_headers_and_no_body(app: Starlette) -> None:
    answer = ask(app, "/assets/app-1a2b.js", "HEAD", accept_encoding="br")
    assert (answer.status, answer.body, answer.headers["content-length"]) == (200, b"", "6")


def test_a_part_of_a_file_is_answered_with_all_of_it(app: Starlette) -> None:
    answer = ask(app, "/assets/app-1a2b.js", range="bytes=0-3")
    assert (answer.status, answer.body) == (200, SCRIPT)


@pytest.mark.parametrize(
    "path", ["/assets/app-1a2b.js.br", "/assets/app-1a2b.js.gz", "/assets", "/assets/", "/nowhere"]
)
def test_what_is_no_file_of_the_client_is_not_found(app: Starlette, path: str) -> None:
    assert ask(app, path).status == 404


def test_an_unknown_page_is_the_client_s_own_for_people_and_a_problem_for_programs(app: Starlette) -> None:
    page = ask(app, "/no/such/page", accept="text/html,*/*", if_none_match="*")
    assert (page.status, page.body) == (404, b"<!doctype html>")
    assert ask(app, "/no/such/page").body != page.body
    assert ask(app, "/api/nowhere", accept="text/html").body != page.body


def test_the_service_worker_and_the_list_of_practice_are_compared_before_each_use(app: Starlette) -> None:
    """Otherwise a browser would find out about a new version an hour later, or never."""
    for path in ("/service-worker.js", "/practice/practice.json"):
        assert ask(app, path).headers["cache-control"] == "no-cache", path
    assert ask(app, "/service-worker.js").headers["content-type"].startswith("text/javascript")


def test_a_large_file_is_there_compressed_alone_and_for_ever(app: Starlette) -> None:
    path = "/practice/0123456789abcdef/pyodide.asm.wasm"
    found = ask(app, path, accept_encoding="gzip, br")
    assert (found.status, found.body, found.headers["content-encoding"]) == (200, b"brotli", "br")
    assert found.headers["content-type"] == "application/wasm"
    assert "immutable" in found.headers["cache-control"]
    assert ask(app, path, accept_encoding="gzip").status == 406
    assert ask(app, f"{path}.br").status == 404


def test_only_the_worker_that_runs_python_may_compile_webassembly(app: Starlette) -> None:
    policy = ask(app, "/assets/pythonWorker-3c4d.js").headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in policy and "'unsafe-eval'" not in policy and "http" not in policy
    for path in ("/", "/assets/app-1a2b.js", "/service-worker.js"):
        assert "content-security-policy" not in ask(app, path).headers, "the server's own, for all of it"
    assert "wasm" not in SECURITY_HEADERS["content-security-policy"]
