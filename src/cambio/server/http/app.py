"""The app: its routes, the web client's files, and the middleware that checks host names and origins."""

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
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ..addresses import forwarded_address
from ..logs import REQUEST_ID, log_failure
from ..operating.notice_reader import NoticeReader
from ..routing.peers import Peers
from ..settings import Settings, host_name, split_list
from ..store.errors import StoreFailed
from ..tables.public_tables import PublicTables
from ..tables.table_registry import TableRegistry
from .admission import Admission
from .archive.matches import Matches
from .archive.own_data import OwnData
from .archive.play_on import PlayOn
from .archive.replays import Replays
from .archive.shares import SharedRounds
from .archive.statistics import PlayStatistics
from .daily import Daily
from .invitations import Invitations
from .link_previews import LinkPreviews
from .my_tables import MyTables
from .request_checks import Problem, RequestChecks, problem_response
from .request_ids import HEADER, RequestLog, choose_id, public_path
from .rest import Rest
from .rule_sets import RuleSets
from .rule_sheets import RuleSheets
from .socket_endpoint import SocketEndpoint
from .web_files import WebFiles

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
#: Characters of a name or an origin that are repeated to whoever sent it.
LONGEST_ECHO = 100
_MISDIRECTED = (
    "expected to be called by an address, by localhost or by a name of this server, but was called {host!r}: "
    "if that is its name, start it with --names"
)
_FOREIGN = (
    "expected a request from this site's own pages, but it came from {origin}: "
    "pages on another address are listed by --origins"
)
PAGES = (
    *("/", "/table/{table}", "/join/{code}", "/rules/{rule_code}", "/tutorial", "/games", "/practice"),
    *("/practice/table/{practice_table}", "/practice/tutorial"),
    *("/replay", "/replay/{round}", "/replay/s/{share}"),
    *("/daily", "/daily/{day}/{book}", "/daily/{day}/{book}/{round}"),
)


def make_app(registry: TableRegistry) -> Starlette:
    """The whole server as an ASGI app."""
    checks = RequestChecks(registry)
    public_tables = PublicTables(registry)
    rest = Rest(registry, checks, public_tables)
    invitations = Invitations(registry, checks)
    admission = Admission(registry.settings, registry.clock, registry.metrics)
    sockets = SocketEndpoint(registry, admission)
    notices = NoticeReader(registry)
    notices.on_bans.append(sockets.close_banned)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Admission]]:
        await registry.open()
        await notices.start()
        public_tables.peers.start()
        sockets.open()
        # The protocol of connections finds it in its app's state.
        yield {"admission": admission}
        sockets.close()
        await public_tables.peers.stop()
        await notices.stop()
        await registry.close()

    async def serve_socket(web_socket: WebSocket) -> None:
        await sockets.serve(web_socket)

    routes: list[BaseRoute] = [
        # Routes are tried in this order, and after a restart everybody asks for these two at once.
        WebSocketRoute("/socket", serve_socket),
        Route("/api/tables/{table}/ticket", rest.ticket, methods=["POST"]),
        *_people_and_rules(rest, RuleSets(checks)),
        Route("/api/tables", rest.tables),
        Route("/api/tables", rest.open_table, methods=["POST"]),
        Route("/api/tables/{table}", invitations.table),
        Route("/api/tables/{table}/newcomers", invitations.see_newcomer, methods=["POST"]),
        Route("/api/tables/{table}/newcomers/{visit}", invitations.dismiss_newcomer, methods=["DELETE"]),
        Route("/api/codes/{code}", invitations.code),
        Route("/api/me/tables", MyTables(registry, checks).list),
        Route("/api/addresses", invitations.addresses),
        Route("/api/quick", rest.quick, methods=["POST"]),
        *_archive(rest, checks),
        Route("/rules/print", RuleSheets(checks).show),
        Route("/healthz", rest.health),
        Route("/metrics", rest.metrics),
        *_pages(LinkPreviews(registry, checks, invitations)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.registry = registry
    _answer_problems_of(app)
    request_log = RequestLog(registry.clock, registry.metrics)
    peers = public_tables.peers
    app.add_middleware(RequestGuard, settings=registry.settings, request_log=request_log, peers=peers)
    return app


def _answer_problems_of(app: Starlette) -> None:
    app.add_exception_handler(Problem, _answer_problem)
    app.add_exception_handler(HTTPException, _answer_http_exception)
    app.add_exception_handler(StoreFailed, _answer_store_failure)
    app.add_exception_handler(Exception, _answer_failure)


def _people_and_rules(rest: Rest, rule_sets: RuleSets) -> list[BaseRoute]:
    return [
        Route("/api/session", rest.session),
        Route("/api/session", rest.sign_in, methods=["POST"]),
        Route("/api/session", rest.sign_out, methods=["DELETE"]),
        Route("/api/presets", rest.presets),
        Route("/api/levels", rest.levels),
        Route("/api/choices", rest.choices),
        Route("/api/rules/schema", rest.rules_schema),
        Route("/api/rules", rest.rules, methods=["POST"]),
        Route("/api/rules/gallery", rule_sets.gallery),
        Route("/api/rules/codes/{rule_code}", rule_sets.code),
    ]


def _archive(rest: Rest, checks: RequestChecks) -> list[BaseRoute]:
    matches = Matches(rest.registry, checks)
    own_data = OwnData(rest.registry, checks)
    replays = Replays(rest.registry, checks)
    shared = SharedRounds(rest.registry, checks, replays)
    play_on = PlayOn(rest, checks, replays)
    return [
        Route("/api/games", rest.games),
        Route("/api/games/{game}.cambio", rest.game),
        Route("/api/games/{game}/replay", replays.of_game),
        Route("/api/games/{game}/shares", shared.list),
        Route("/api/games/{game}/shares", shared.share, methods=["POST"]),
        Route("/api/games/{game}/shares/{token}", shared.revoke, methods=["DELETE"]),
        Route("/api/shared/{token}/replay", shared.replay),
        Route("/api/replay", replays.of_file, methods=["POST"]),
        Route("/api/games/{game}/play-on", play_on.from_game, methods=["POST"]),
        Route("/api/replay/play-on", play_on.from_file, methods=["POST"]),
        Route("/api/tables/{table}/again", play_on.again, methods=["POST"]),
        Route("/api/matches", matches.list),
        Route("/api/matches/{match}.cambio", matches.file),
        Route("/api/statistics", PlayStatistics(rest.registry, checks).show),
        Route("/api/me/copy", own_data.copy),
        Route("/api/me", own_data.forget, methods=["DELETE"]),
        *_daily(Daily(rest.registry, checks, replays)),
    ]


def _daily(daily: Daily) -> list[BaseRoute]:
    return [
        Route("/api/daily", daily.overview),
        Route("/api/daily/{book}", daily.open, methods=["POST"]),
        Route("/api/daily/{day}/{book}", daily.results),
        Route("/api/daily/{day}/{book}/compare", daily.compare),
        Route("/api/daily/{day}/{book}/{round}/replay", daily.replay),
        Route("/api/daily/{day}/{book}/{round}.cambio", daily.file),
    ]


def web_root() -> Path | None:
    """The built web client, if the package has one."""
    root = Path(str(files("cambio"))) / "web"
    return root if (root / "index.html").is_file() else None


def _pages(previews: LinkPreviews) -> list[BaseRoute]:
    root = web_root()
    if root is None:
        return [Route(path, _plain_page) for path in PAGES]
    web_files = WebFiles(root, previews.head_of)
    return [*(Route(path, web_files.serve_index) for path in PAGES), Route("/{path:path}", web_files.serve_file)]


async def _plain_page(_request: Request) -> Response:
    """The page of a server whose web client has not been built."""
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Cambio</title>"
        "<h1>Cambio</h1><p>The server is running, but this copy was installed without the web table.</p>"
    )


async def _answer_problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(error)


async def _answer_http_exception(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem_response(Problem(error.status_code, "http", error.detail))


async def _answer_store_failure(_request: Request, _error: Exception) -> Response:
    """The operator is told why, by `/healthz` and by the log."""
    return problem_response(Problem(503, "store", "the server can't write anything down right now: try again soon"))


async def _answer_failure(_request: Request, _error: Exception) -> Response:
    """The error itself is only logged: its text may hold a secret."""
    response = problem_response(Problem(500, "failed", "something went wrong here: try again"))
    # Starlette sends this response outside of the middleware that adds the headers.
    response.headers.update({**SECURITY_HEADERS, HEADER: REQUEST_ID.get()})
    return response


class HostNames:
    """The hosts that a request may name: every address, localhost, this machine's own name and those of the settings.

    Whoever owns a name can let it point here for a moment (DNS rebinding). To a visitor's browser their page and this
    server are then one site, and only the Host header tells them apart. An address can't be pointed elsewhere, so
    addresses are always accepted.

    >>> ours = HostNames(Settings(names="cambio.example"))
    >>> [host in ours for host in ("127.0.0.1:8000", "[::1]", "LOCALHOST:80", "cambio.example", "evil.example")]
    [True, True, True, True, False]
    """

    def __init__(self, settings: Settings) -> None:
        origins = [*split_list(settings.origins), settings.public_url, settings.advertise]
        of_pages = [urlsplit(origin).hostname or "" for origin in origins]
        machine = socket.gethostname()
        ours = [settings.host, machine, f"{machine}.local", *split_list(settings.names), *of_pages]
        self._known = frozenset(map(host_name, ours))

    def __contains__(self, host: str) -> bool:
        name = host_name(host)
        if not name:
            return False
        return name in self._known or name == "localhost" or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class RequestGuard:
    """Middleware that refuses foreign host names and changes from foreign origins, and adds the security headers."""

    def __init__(self, app: ASGIApp, settings: Settings, request_log: RequestLog, peers: Peers) -> None:
        self._app = app
        self._peers = peers
        self._request_log = request_log
        self._behind_proxy = settings.behind_proxy
        own = [*split_list(settings.origins), settings.public_url]
        self._origins = frozenset(origin.rstrip("/") for origin in own if origin)
        self._names = HostNames(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        # The task of the request is its own, and so is what is set there.
        REQUEST_ID.set(choose_id(connection.headers, behind_proxy=self._behind_proxy))
        if scope["type"] == "http":
            send = self._request_log.follow(scope, send)
        if self._behind_proxy:
            scope["client"] = _client_behind_proxy(connection)
        problem = self._check(connection)
        if problem is not None:
            await _refuse(problem, scope, receive, send)
            return
        try:
            await self._app(scope, receive, _with_security_headers(send))
        except Exception:
            log_failure("request failed", path=public_path(scope["path"]))
            raise

    def _check(self, connection: HTTPConnection) -> Problem | None:
        """Why a request is refused, if it is.

        Without a Host header it comes from no browser, so no page can have sent it; it may read, but change nothing.
        """
        for host in connection.headers.getlist("host"):
            if host not in self._names:
                return Problem(421, "origin", _MISDIRECTED.format(host=host[:LONGEST_ECHO]))
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS
        if changes and not self._is_own(connection):
            origin = connection.headers.get("origin") or "nowhere"
            return Problem(403, "origin", _FOREIGN.format(origin=origin[:LONGEST_ECHO]))
        return None

    def _is_own(self, connection: HTTPConnection) -> bool:
        """Whether the request comes from a page of ours: browsers send the Origin, and without one it is refused.

        Other workers send their players here, but only to sockets.
        """
        origin = connection.headers.get("origin", "")
        host = connection.headers.get("host", "")
        if origin in self._origins or (host != "" and origin in (f"http://{host}", f"https://{host}")):
            return True
        return connection.scope["type"] == "websocket" and origin in self._peers.origins


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Browsers hide the reason from the page, so a bare close is enough.
        await send({"type": "websocket.close", "code": 1008})
    else:
        await problem_response(problem)(scope, receive, _with_security_headers(send))


def _client_behind_proxy(connection: HTTPConnection) -> tuple[str, int] | None:
    address = forwarded_address(connection.headers.getlist("x-forwarded-for"))
    return (address, 0) if address is not None else connection.scope.get("client")


_SECURITY_HEADER_BYTES = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


def _with_security_headers(send: Send) -> Callable[[Message], Awaitable[None]]:
    async def send_protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = message.get("headers", [])
            # A page that may do even less says so itself.
            own = {name for name, _ in given}
            message["headers"] = [*given, *(header for header in _SECURITY_HEADER_BYTES if header[0] not in own)]
        await send(message)

    return send_protected
