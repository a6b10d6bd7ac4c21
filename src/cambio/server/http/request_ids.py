"""Request ids: by one id a user's report, the proxy's log and this server's log are found to be about the same request.

It is in every line that is logged for a request or a socket, in the header of the answer, and in problems.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.types import Message, Scope, Send

from ..clock import Clock
from ..logs import REQUEST_ID, log, log_detail
from ..metrics import Metrics
from .limits import RateLimit

HEADER = "x-request-id"
#: What a proxy's id may look like; another one is replaced, since it will be in logs.
_GIVEN = re.compile(r"[A-Za-z0-9._-]{6,64}", re.ASCII)
#: Problems that are logged within a minute, so that nobody can fill the log by asking for what there is not.
LOGGED_PER_MINUTE = 120


def choose_id(headers: Headers, *, behind_proxy: bool) -> str:
    """The proxy's, if there is one and it is to be believed; or a new one."""
    given = headers.get(HEADER, "") if behind_proxy else ""
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(8)


def public_path(path: str) -> str:
    """Of a path what may be logged: the rest may be a table's id or its code.

    >>> public_path("/api/tables/AbCd/ticket"), public_path("/join/XYZ"), public_path("/")
    ('/api/tables', '/join', '/')
    """
    return "/" + "/".join(path.split("/")[1 : 3 if path.startswith("/api/") else 2])


class RequestLog:
    """Counts and logs requests: problems, as many as are reasonable, and in detail all of them."""

    def __init__(self, clock: Clock, metrics: Metrics) -> None:
        self._clock = clock
        self._metrics = metrics
        self._rate = RateLimit(LOGGED_PER_MINUTE, per=60_000)

    def follow(self, scope: Scope, send: Send) -> Callable[[Message], Awaitable[None]]:
        """Sends as before, with the id in the header; and notes what the answer was."""
        began = time.perf_counter()
        header = (HEADER.encode(), REQUEST_ID.get().encode())

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), header]
                self._note(scope, message["status"], time.perf_counter() - began)
            await send(message)

        return send_and_note

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.requests.labels(f"{status // 100}xx").inc()
        self._metrics.request_seconds.observe(seconds)
        facts = {
            "method": scope["method"],
            "path": public_path(scope["path"]),
            "status": status,
            "milliseconds": round(seconds * 1000, 1),
        }
        if status >= 400 and self._rate.allows("", self._clock.now()):
            log("request", **facts)
        else:
            log_detail("request", **facts)
