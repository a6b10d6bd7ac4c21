"""The app: routes, who may call them from where, and the page."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..logs import log_failure
from ..settings import Settings, listed, name_in
from ..tables.table_registry import TableRegistry
from .connection import Door
from .rest import Problem, Rest, answer, problem_answer

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURITY = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
#: So much of a name or an origin is repeated to whoever sent it.
LONGEST_NAME = 100
_MISDIRECTED = (
    "expected to be called by an address, by localhost or by a name of this server, but was called {host!r}: "
    "if that is its name, start it with --names"
)
_FOREIGN = (
    "expected a request from this site's own pages, but it came from {origin}: "
    "pages on another address are listed by --origins"
)
PAGES = ("/", "/table/{table}", "/join/{code}", "/tutorial")


def make_app(registry: TableRegistry) -> Starlette:
    """The whole server, ready to be run."""
    rest = Rest(registry)
    door = Door(registry)

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        await registry.open()
        door.open()
        yield
        door.close()
        await registry.close()

    async def socket(web_socket: WebSocket) -> None:
        await door.serve(web_socket)

    routes: list[BaseRoute] = [
        Route("/api/session", rest.session),
        Route("/api/session", rest.greet, methods=["POST"]),
        Route("/api/session", rest.farewell, methods=["DELETE"]),
        Route("/api/presets", rest.presets),
        Route("/api/levels", rest.levels),
        Route("/api/rules/schema", rest.rules_schema),
        Route("/api/rules", rest.rules, methods=["POST"]),
        Route("/api/tables", rest.tables),
        Route("/api/tables", rest.open_table, methods=["POST"]),
        Route("/api/tables/{table}", rest.table),
        Route("/api/tables/{table}/ticket", rest.ticket, methods=["POST"]),
        Route("/api/codes/{code}", rest.code),
        Route("/api/quick", rest.quick, methods=["POST"]),
        Route("/api/games", rest.games),
        Route("/api/games/{game}.cambio", rest.game),
        Route("/healthz", rest.health),
        Route("/metrics", rest.metrics),
        WebSocketRoute("/socket", socket),
        *_pages(),
    ]
    app = Starlette(routes=routes, lifespan=life)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(Exception, _failure)
    app.add_middleware(Guard, settings=registry.settings)
    return app


def web_root() -> Path | None:
    """The built web client, if the package has one."""
    root = Path(str(files("cambio"))) / "web"
    return root if (root / "index.html").is_file() else None


def _pages() -> list[BaseRoute]:
    root = web_root()
    if root is None:
        return [Route(path, _plain_page) for path in PAGES]
    index = root / "index.html"

    async def page(_request: Request) -> Response:
        return FileResponse(index, headers={"cache-control": "no-cache"})

    return [*(Route(path, page) for path in PAGES), Mount("/", StaticFiles(directory=root))]


async def _plain_page(_request: Request) -> Response:
    """What there is to see when the web client has not been built."""
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Cambio</title>"
        "<h1>Cambio</h1><p>The server is running, but this copy was installed without the web table.</p>"
    )


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_answer(error)


async def _http_problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem_answer(Problem(error.status_code, "http", error.detail))


async def _failure(_request: Request, _error: Exception) -> Response:
    """Whatever went wrong is for the log; who asked is told only that it did."""
    response = answer({"code": "failed", "sentence": "something went wrong here: try again"}, 500)
    # This is written outside of all that guards the other answers.
    response.headers.update(SECURITY)
    return response


class Names:
    """What the server may be called by: every address, localhost, this machine's own name and those of the settings.

    Whoever owns a name can let it point here for a moment (DNS rebinding). To a visitor's browser their page and this
    server are then one site, and only the name by which the browser calls tells them apart. An address can't be
    pointed elsewhere, so addresses are always welcome.

    >>> ours = Names(Settings(names="cambio.example"))
    >>> [host in ours for host in ("127.0.0.1:8000", "[::1]", "LOCALHOST:80", "cambio.example", "evil.example")]
    [True, True, True, True, False]
    """

    def __init__(self, settings: Settings) -> None:
        of_pages = [urlsplit(origin).hostname or "" for origin in listed(settings.origins)]
        machine = socket.gethostname()
        ours = [settings.host, machine, f"{machine}.local", *listed(settings.names), *of_pages]
        self._known = frozenset(map(name_in, ours))

    def __contains__(self, host: str) -> bool:
        name = name_in(host)
        if not name:
            return False
        return name in self._known or name == "localhost" or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Nobody asks by a name that is not ours, or acts from a page of another origin; and no answer leaves without the
    headers that protect it.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._behind_proxy = settings.behind_proxy
        self._origins = frozenset(origin.rstrip("/") for origin in listed(settings.origins))
        self._names = Names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if self._behind_proxy:
            scope["client"] = _told_by_proxy(connection)
        problem = self._problem_with(connection)
        if problem is not None:
            await _refuse(problem, scope, receive, send)
            return
        try:
            await self._app(scope, receive, _protected(send))
        except Exception:
            # What follows in a path may be a table's id or its code.
            named = 3 if scope["path"].startswith("/api/") else 2
            log_failure("request failed", path=scope["path"].split("/")[1:named])
            raise

    def _problem_with(self, connection: HTTPConnection) -> Problem | None:
        """Who calls by no name at all is no browser, and can't have been led here by a page; but may only look."""
        for host in connection.headers.getlist("host"):
            if host not in self._names:
                return Problem(421, "origin", _MISDIRECTED.format(host=host[:LONGEST_NAME]))
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS
        if changes and not self._is_own(connection):
            origin = connection.headers.get("origin") or "nowhere"
            return Problem(403, "origin", _FOREIGN.format(origin=origin[:LONGEST_NAME]))
        return None

    def _is_own(self, connection: HTTPConnection) -> bool:
        """The page that asks comes from here: browsers say where from, and a client that doesn't is none of ours."""
        origin = connection.headers.get("origin", "")
        host = connection.headers.get("host", "")
        return origin in self._origins or (host != "" and origin in (f"http://{host}", f"https://{host}"))


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Browsers show no page what a refused socket is told; the page's own requests are refused in words.
        await send({"type": "websocket.close", "code": 1008})
    else:
        await problem_answer(problem)(scope, receive, _protected(send))


def _told_by_proxy(connection: HTTPConnection) -> tuple[str, int] | None:
    """The proxy adds the address that it sees to the end; whatever comes before is what the client says."""
    said = ",".join(connection.headers.getlist("x-forwarded-for"))
    return (said.rpartition(",")[2].strip(), 0) if said else connection.scope.get("client")


def _protected(send: Send) -> Callable[[Message], Awaitable[None]]:
    headers = [(name.encode(), value.encode()) for name, value in SECURITY.items()]

    async def send_protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *headers]
        await send(message)

    return send_protected
