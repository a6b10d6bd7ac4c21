"""The WebSocket protocol as uvicorn speaks it, with what tables need besides: haste, and an eye on who overdoes it."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from .. import codec, messages
from ..logs import log
from ..tables.table_registry import RESTARTING

#: Bytes that a socket may send for each command that it may: far more than a command has.
BYTES_A_COMMAND = 1_600
#: Seconds of which it may use the allowance at once.
AT_ONCE = 2


class Protocol(WebSocketsSansIOProtocol):
    """One socket."""

    #: Bytes that it may send in a second.
    allowance = 0
    _bytes_left = 0.0
    _bytes_at = 0.0

    @classmethod
    def within(cls, commands_per_second: int) -> type[Protocol]:
        """For sockets that may send so many commands."""
        return type("Protocol", (cls,), {"allowance": commands_per_second * BYTES_A_COMMAND})

    def handle_connect(self, event: Any) -> None:
        """Lend the connection what only the transport can do."""
        super().handle_connect(event)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions["cambio.socket"] = self.transport.get_extra_info("socket").fileno
            extensions["cambio.write"] = self.write_at_once
            extensions["cambio.hang_up"] = self.transport.abort

    def data_received(self, data: bytes) -> None:
        """Who sends more than all their commands could be is hung up on, before any of it is read.

        Thousands of small frames would be parsed in one go, and every table would stand still meanwhile.
        """
        now = self.loop.time()
        most = self.allowance * AT_ONCE
        self._bytes_left = min(most, self._bytes_left + (now - self._bytes_at) * self.allowance) - len(data)
        self._bytes_at = now
        if self._bytes_left < 0:
            log("flood")
            self.transport.abort()
        else:
            super().data_received(data)

    def write_at_once(self, text: str) -> bool:
        """Send a message now if the socket takes it without waiting: no task has to wake up for that."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        if not self.writable.is_set():
            return False
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def shutdown(self) -> None:
        """Sockets are closed before the house is, so goodbye is said here, to those who have not heard it yet.

        Who has said goodbye but reads nothing more can't keep the server from closing.
        """
        try:
            if self.handshake_complete and not self.close_sent:
                self.conn.send_text(codec.encode(messages.Bye("restart", RESTARTING, 500)).encode())
            super().shutdown()
        except InvalidState:
            self.transport.abort()
