"""HTTP as uvicorn speaks it, within limits: connections are counted before anything is read, and requests in time."""

from __future__ import annotations

import asyncio
import http
import logging
import weakref
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..addresses import forwarded_address, network_of
from .admission import NOBODY, Admission, Lease
from .app import SECURITY_HEADERS

#: What is refused before the app is asked: the status, the sentence, and the seconds after which it may be tried again.
REFUSALS: dict[str, tuple[int, str, int | None]] = {
    "full": (503, "too many connections are open here: try again in a while", 30),
    "crowded": (503, "too many connections from your address are open: close some of them", 10),
    "requests": (429, "too many requests from your address: wait a minute", 60),
    "malformed": (400, "expected a request of HTTP, but found something else", None),
    "ambiguous": (400, "expected one length of the body, but Content-Length and Transfer-Encoding tell two", None),
    "late": (408, "expected the whole request by now, but a part of it is missing", None),
}
#: Uvicorn's warnings, about requests that can't be read, would let strangers fill the log; its errors are logged.
_ERRORS = logging.getLogger("uvicorn.error.http")
_ERRORS.setLevel(logging.ERROR)


class HttpProtocol(H11Protocol):
    """One connection, until it is closed or becomes a WebSocket."""

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = _ERRORS
        self.conn = _CheckedConnection(self)
        self._admission: Admission = app_state["admission"]
        self._lease: Lease | None = None
        self._address = "unknown"
        #: What `network_of` makes of the address; behind a proxy it is the client's, as soon as the head is read.
        self._network = NOBODY
        #: The code of why the latest request was refused.
        self._refusal: str | None = None
        #: What the client has to send by then: "head", "body" or nothing.
        self._awaited = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None

    # Connections

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) and peer else "unknown"
        self._network = NOBODY if self._is_behind_proxy else network_of(self._address)
        admitted = self._admission.admit(self._network)
        if isinstance(admitted, Lease):
            self._lease = admitted
            super().connection_made(transport)
            self._await("head")
            return
        self.transport = transport
        if admitted == "requests":
            # In a flood not even a sentence is worth its cost.
            self._admission.note_refusal(admitted, self._address)
            transport.abort()
        else:
            self._refuse(admitted)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        self.resume_writing()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)
        if self._lease is not None:
            self._lease.release()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        lease, self._lease = self._lease, None
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        protocol.lease = lease
        if not protocol.handshake_initiated and not self.transport.is_closing():
            # The library could not read this handshake, and would never answer it.
            self._refuse("malformed")

    @property
    def _is_behind_proxy(self) -> bool:
        return self._admission.settings.behind_proxy

    # Requests

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE and not self._is_behind_proxy:
            # Who may ask for nothing now is told so before anything is parsed. Whose request a proxy passes on is
            # in its head.
            if self._admission.is_exhausted(self._network):
                self._refuse("requests")
                return
        super().data_received(data)
        self._await(self._missing_part())

    def on_response_complete(self) -> None:
        if self._is_behind_proxy and self._lease is not None:
            self._lease.move_to(NOBODY)
        super().on_response_complete()
        part = self._missing_part()
        # Until the next request begins, only uvicorn's own timer runs.
        self._await("" if part == "head" and not self.conn.trailing_data[0] else part)

    def check_request(self, request: h11.Request) -> str | None:
        """Why a request is refused before the app is asked, if it is."""
        self._refusal = self._find_refusal(request)
        return self._refusal

    def _find_refusal(self, request: h11.Request) -> str | None:
        names = [name for name, _ in request.headers]
        if b"transfer-encoding" in names and (b"content-length" in names or request.http_version < b"1.1"):
            # Of these two lengths a proxy may have believed the other one, and have seen another request.
            return "ambiguous"
        if self._is_behind_proxy:
            told = [value.decode("latin-1") for name, value in request.headers if name == b"x-forwarded-for"]
            self._network = network_of(forwarded_address(told) or self._address)
        if not self._admission.allows_access(self._network):
            return "requests"
        return self._lease.move_to(self._network) if self._lease is not None else None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Uvicorn calls it for whatever `conn` has refused."""
        self._refuse(self._refusal or "malformed")

    def _refuse(self, code: str) -> None:
        self._admission.note_refusal(code, self._address if self._network == NOBODY else self._network)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        self.transport.write(_REFUSAL_BYTES[code])
        self.transport.close()

    # Time

    def _missing_part(self) -> str:
        """What the client has begun to send."""
        if self._lease is None or self.transport.is_closing():
            return ""
        state = self.conn.their_state
        return "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else ""

    def _await(self, part: str) -> None:
        """Give the client time to send a part of a request; further bytes of the same part get no more."""
        if part == self._awaited:
            return
        self._awaited = part
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if part:
            settings = self._admission.settings
            timeout = settings.head_timeout if part == "head" else settings.body_timeout
            self._deadline = self.loop.call_later(timeout / 1000, self._expire)

    def _expire(self) -> None:
        if self.transport.is_closing():
            return
        if self._awaited == "head" and not self.conn.trailing_data[0]:
            # Browsers open connections that they may not need after all.
            self.transport.close()
        else:
            self._refuse("late")

    def pause_writing(self) -> None:
        """The client does not read: it is not waited for without end."""
        super().pause_writing()
        if self._stall is None:
            self._stall = self.loop.call_later(self._admission.settings.body_timeout / 1000, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        if self.flow is not None:
            super().resume_writing()


class _CheckedConnection(h11.Connection):
    """Asks its protocol about each request, pipelined ones among them, before uvicorn sees it."""

    def __init__(self, protocol: HttpProtocol) -> None:
        super().__init__(h11.SERVER)
        # A strong reference would make a cycle, which only a garbage collection could free.
        self._protocol = weakref.proxy(protocol)

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            refusal = self._protocol.check_request(event)
            if refusal is not None:
                raise h11.RemoteProtocolError(refusal)
        return event


def _write_refusal(code: str) -> bytes:
    status, sentence, retry = REFUSALS[code]
    body = msgspec.json.encode({"code": code, "sentence": sentence})
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
        **({"retry-after": str(retry)} if retry is not None else {}),
        **SECURITY_HEADERS,
    }
    lines = [f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body


_REFUSAL_BYTES = {code: _write_refusal(code) for code in REFUSALS}
