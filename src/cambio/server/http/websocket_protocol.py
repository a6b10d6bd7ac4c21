"""The WebSocket protocol as uvicorn speaks it, with what tables need besides: writes at once, and a limit of bytes."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from .. import codec, messages
from ..logs import log
from ..tables.table_registry import RESTARTING
from .admission import Lease

#: Bytes that a socket may send for each command that it is allowed: far more than a command has.
BYTES_PER_COMMAND = 1_600
#: Seconds of the allowance that may be used in one burst.
BURST_SECONDS = 2


class Protocol(WebSocketsSansIOProtocol):
    """One socket."""

    #: Bytes that it may send in a second.
    allowance = 0
    #: Its place among the connections that may be open.
    lease: Lease | None = None
    _bytes_left = 0.0
    _bytes_at = 0.0

    @classmethod
    def limited_to(cls, commands_per_second: int) -> type[Protocol]:
        """The protocol of sockets that may send that many commands."""
        return type("Protocol", (cls,), {"allowance": commands_per_second * BYTES_PER_COMMAND})

    def handle_connect(self, event: Any) -> None:
        """Pass on what only the transport can do, as extensions of the ASGI scope."""
        super().handle_connect(event)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions["cambio.socket"] = self.transport.get_extra_info("socket").fileno
            extensions["cambio.write"] = self.write_now
            extensions["cambio.abort"] = self.transport.abort

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no reference cycle behind, so that a closed socket is freed at once and not by a garbage collection.

        The scope holds methods of this object, and the parser is a generator whose frame holds its connection.
        """
        super().connection_lost(exc)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions.clear()
        self.conn.parser.close()
        if self.lease is not None:
            self.lease.release()

    def data_received(self, data: bytes) -> None:
        """Close a socket that sends more bytes than its commands can have, before they are parsed.

        Thousands of small frames would be parsed in one call, and block the event loop for every table.
        """
        now = self.loop.time()
        most = self.allowance * BURST_SECONDS
        self._bytes_left = min(most, self._bytes_left + (now - self._bytes_at) * self.allowance) - len(data)
        self._bytes_at = now
        if self._bytes_left < 0:
            log("flood")
            self.transport.abort()
        else:
            super().data_received(data)

    def write_now(self, text: bytes) -> bool:
        """Send a message if the socket's buffer has room, so that no task has to be woken for it."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        if not self.writable.is_set():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def shutdown(self) -> None:
        """Send bye on sockets that have not been sent it: they are closed before the tables are.

        A client that has started to close but reads nothing more can't keep the server from closing.
        """
        try:
            if self.handshake_complete and not self.close_sent:
                self.conn.send_text(codec.encode(messages.Bye("restart", RESTARTING, 500)))
            super().shutdown()
        except InvalidState:
            self.transport.abort()
