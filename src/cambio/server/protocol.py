"""The WebSocket protocol as uvicorn speaks it, with what tables need besides: haste, and an eye on who overdoes it."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from . import wire
from .house import RESTARTING

#: Bytes that a socket may send at once, and in a second: far more than anybody who plays.
MOST_AT_ONCE, MOST_A_SECOND = 65_536, 32_768


class Protocol(WebSocketsSansIOProtocol):
    """One socket."""

    _bytes_left = float(MOST_AT_ONCE)
    _bytes_at = 0.0

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
        self._bytes_left = min(MOST_AT_ONCE, self._bytes_left + (now - self._bytes_at) * MOST_A_SECOND) - len(data)
        self._bytes_at = now
        if self._bytes_left < 0:
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
                self.conn.send_text(wire.written(wire.Bye("restart", RESTARTING, 500)).encode())
            super().shutdown()
        except InvalidState:
            self.transport.abort()
