"""The opening handshake of a WebSocket, as uvicorn speaks it; what follows is the business of a `FrameSocket`."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .admission import Lease
from .frame_socket import FrameSocket

#: Bytes that a socket may send for each command that it is allowed: far more than a command has.
BYTES_PER_COMMAND = 1_600
#: The extension of the ASGI scope by which an app that has accepted a socket takes it over.
TAKE_OVER = "cambio.take_over"


class Protocol(WebSocketsSansIOProtocol):
    """One socket, until the app has accepted it."""

    #: Bytes that it may send in a second.
    allowance = 0
    #: Its place among the connections that may be open.
    lease: Lease | None = None

    @classmethod
    def limited_to(cls, commands_per_second: int) -> type[Protocol]:
        """The protocol of sockets that may send that many commands."""
        return type("Protocol", (cls,), {"allowance": commands_per_second * BYTES_PER_COMMAND})

    def handle_connect(self, event: Any) -> None:
        """Nothing is read before the socket is accepted: no honest client sends anything until then."""
        super().handle_connect(event)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions[TAKE_OVER] = self.hand_over
            self.transport.pause_reading()

    def hand_over(self) -> FrameSocket | None:
        """The socket without uvicorn and ASGI, for the app that has accepted it; None if the client has gone."""
        if not self.handshake_complete or self.disconnected or self.transport.is_closing():
            return None
        self.connections.discard(self)
        lease, self.lease = self.lease, None
        socket = FrameSocket(self.transport, self.allowance, lease, self.connections)
        self.transport.set_protocol(socket)
        # When the app returns, uvicorn closes the transport that it knows.
        no_transport: Any = _NoTransport()
        self.transport = no_transport
        self._unlink()
        return socket

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unlink()
        if self.lease is not None:
            self.lease.release()

    def _unlink(self) -> None:
        """Leave no reference cycle behind, so that this is freed at once and not by a garbage collection.

        The scope holds a method of this object, and the parser is a generator whose frame holds its connection.
        """
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions.clear()
        self.conn.parser.close()


class _NoTransport:
    """The transport of a socket that was handed over."""

    def close(self) -> None:
        """Another protocol closes it."""
