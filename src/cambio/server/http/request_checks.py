"""What every request goes through: its address's rate, the session behind its cookie, its body, and its problems."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...languages import Language, preferred_language
from ...rules import PRESETS
from ..addresses import network_of
from ..answers.problems import Problem as Problem
from ..logs import REQUEST_ID
from ..operating.ban_list import tell_ban
from ..sessions import Session
from ..settings import Settings
from ..store.bans import Ban
from ..store.contract import Person
from ..tables.table_registry import TableRegistry
from .limits import RateLimit

LONGEST_BODY = 16_384

_encoder = msgspec.json.Encoder()
T = TypeVar("T")


def json_response(document: object, status: int = 200) -> Response:
    return Response(_encoder.encode(document), status, {"cache-control": "no-store"}, "application/json")


def problem_response(problem: Problem) -> Response:
    document = problem.to_json()
    if REQUEST_ID.get():
        document["request"] = REQUEST_ID.get()
    return json_response(document, problem.status)


class RequestChecks:
    """The checks that all handlers share, so that an address has one allowance for whatever it asks."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._request_rate = RateLimit(registry.settings.requests_per_minute, per=60_000)
        self._probe_rate = RateLimit(registry.settings.probes_per_minute, per=60_000)

    def check_rate(self, request: Request) -> None:
        """Whoever is banned may ask for nothing, however seldom; pages and files tell them so."""
        self._check(self._request_rate, request)
        self._check_ban(self.registry.bans.of_network(client_network(request)))

    def check_probe_rate(self, request: Request) -> None:
        """Monitors have an allowance of their own: somebody who plays at the same address doesn't use it up."""
        self._check(self._probe_rate, request)

    def _check(self, rate: RateLimit, request: Request) -> None:
        if not rate.allows(client_network(request), self.registry.clock.now()):
            raise Problem(429, "requests", "too many requests from your address: wait a minute")

    def _check_ban(self, ban: Ban | None) -> None:
        if ban is not None:
            raise Problem(403, "banned", tell_ban(ban))

    async def session(self, request: Request) -> Session | None:
        session = await self.registry.sessions.find(token_of(request, self.registry.settings))
        if session is not None:
            self._check_ban(self.registry.bans.of_person(session.person.id))
        return session

    async def require_session(self, request: Request) -> Session:
        self.check_rate(request)
        session = await self.session(request)
        if session is None:
            raise Problem(401, "no_session", "say who you are first: POST /api/session with a name")
        return session

    async def require_person(self, request: Request) -> Person:
        return (await self.require_session(request)).person


def cookie_name(settings: Settings) -> str:
    """A name with __Host- holds the browser to HTTPS and to this host alone; plain HTTP can't have one."""
    return "__Host-cambio" if settings.behind_proxy else "cambio"


def token_of(request: Request, settings: Settings) -> str | None:
    return request.cookies.get(cookie_name(settings))


#: Seconds that a browser keeps a cookie at most, whatever it is told.
LONGEST_COOKIE = 400 * 24 * 3600


def set_cookie(response: Response, token: str, settings: Settings) -> None:
    """The cookie's time begins anew with each use, as the session's does."""
    age = int(settings.session_days * 24 * 3600)
    age = min(age, LONGEST_COOKIE) if age else LONGEST_COOKIE
    # A token is made of letters that a cookie may have, so nothing has to be quoted, and http.cookies is slow.
    attributes = f"HttpOnly; Max-Age={age}; Path=/; SameSite=lax{'; Secure' if settings.behind_proxy else ''}"
    response.headers.append("set-cookie", f"{cookie_name(settings)}={token}; {attributes}")


def language_of(request: Request) -> Language:
    """The language that whoever asks wants to read."""
    return preferred_language(request.headers.get("accept-language", ""))


def client_address(request: Request) -> str:
    return request.client.host if request.client is not None else "unknown"


def client_network(request: Request) -> str:
    """What limits count as the address that a request comes from."""
    return network_of(client_address(request))


async def read_body(request: Request, kind: type[T], longest: int = LONGEST_BODY) -> T:
    """The request's JSON as a struct of that kind, or a problem that says what was expected."""
    raw = bytearray()
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > longest:
                raise Problem(413, "too_long", f"expected a body of at most {longest} bytes")
    except ClientDisconnect:
        raise Problem(400, "cut_off", "expected the whole body, but the connection ended before") from None
    try:
        return msgspec.json.decode(bytes(raw) or b"{}", type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Problem(422, "malformed", str(error)) from None


def read_query(request: Request, kind: type[T]) -> T:
    """The query of the address as a struct of that kind, or a problem that says what was expected."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(422, "malformed", str(error)) from None


def check_book(book: str | None) -> None:
    """Whether there is such a rule book, if one is asked for."""
    if book is not None and book not in PRESETS:
        sentence = f"expected a rule book ({', '.join(PRESETS)}), but found {book!r}"
        raise Problem(422, "malformed", sentence, {"book": sentence})
