"""A WebSocket after its handshake: messages in and out at once, without a task or a queue of its own.

What a client sends is passed on where the event loop has received it, and what it is sent goes straight to the
transport. Thousands of sockets are quiet most of the time, so each keeps no more than a few fields.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Protocol

from .. import codec
from ..logs import log, log_failure
from ..protocol import messages
from ..round_trips import KernelReading
from ..tables.table_registry import RESTARTING
from .admission import Lease
from .frames import (
    BINARY,
    CLOSE,
    INVALID_TEXT,
    PING,
    PONG,
    TEXT,
    FrameError,
    FrameReader,
    check_close,
    write_close,
    write_control,
    write_text,
)
from .limits import Bucket
from .round_trip_readings import read_own_socket

#: Seconds of a socket's allowance of bytes that may be used in one burst.
BURST_SECONDS = 2
#: Seconds for a client to take the last message.
BYE_TIMEOUT = 2.0
#: Close codes of the WebSocket protocol: the server failed, and it is being restarted.
FAILED, RESTART = 1011, 1012


class Listener(Protocol):
    """Whom the messages of a socket are for."""

    def receive(self, text: bytes | None) -> bool:
        """A message, None for a binary one; False: nothing more until `read_on` is called."""

    def resume(self) -> None:
        """The socket may be written to again."""

    def end(self) -> None:
        """The socket is closed, or is being closed; called once."""


class FrameSocket(asyncio.Protocol):
    """One socket. It reads nothing until it has a listener."""

    __slots__ = (
        "__weakref__",
        "_allowance",
        "_bytes",
        "_connections",
        "_descriptor",
        "_is_closing",
        "_is_paused",
        "_is_reading",
        "_lease",
        "_listener",
        "_reader",
        "_transport",
        "request_id",
    )

    def __init__(self, transport: Any, allowance: float, lease: Lease | None, connections: set[Any]) -> None:
        """With so many bytes that it may send in a second, a place among the connections that may be open, and all
        connections of the server.
        """
        self._transport = transport
        self._descriptor: int = transport.get_extra_info("socket").fileno()
        self._allowance = allowance
        self._bytes = Bucket(allowance * BURST_SECONDS, time.monotonic())
        self._lease = lease
        self._connections = connections
        self._reader = FrameReader(messages.LONGEST_FRAME)
        self._listener: Listener | None = None
        #: The id of the request by which it was opened.
        self.request_id = ""
        self._is_reading = False
        #: Whether the transport's buffer is full.
        self._is_paused = False
        #: Whether a close frame was sent or came: nothing follows it.
        self._is_closing = False
        transport.pause_reading()
        connections.add(self)

    # Reading

    def listen(self, listener: Listener) -> None:
        """From now on messages are for another listener. Nothing is read before `read_on` is called."""
        self._listener = listener

    def data_received(self, data: bytes) -> None:
        """Close a socket that sends more bytes than its commands can have, before they are parsed.

        Thousands of small frames would be parsed in one call, and block the event loop for every table.
        """
        allowance = self._allowance
        if not self._bytes.take(len(data), allowance * BURST_SECONDS, allowance, time.monotonic()):
            log("flood", request=self.request_id)
            self._transport.abort()
            return
        self._reader.feed(data)
        if self._is_reading:
            self.read_on()

    def read_on(self) -> None:
        """Pass on what has come, and read more unless the listener wants to wait."""
        try:
            while (message := self._reader.next_message()) is not None:
                if not self._take(*message) and not self._is_closing:
                    self._stop_reading()
                    return
        except FrameError as error:
            self.close(error.code, str(error))
            self._transport.close()
        except UnicodeDecodeError:
            self.close(INVALID_TEXT)
            self._transport.close()
        except Exception:
            # Its text may hold a secret, and is not logged.
            log_failure("message failed", request=self.request_id)
            self.close(FAILED)
            self._transport.close()
        if not self._is_reading and not self._transport.is_closing():
            self._is_reading = True
            self._transport.resume_reading()

    def _stop_reading(self) -> None:
        if self._is_reading:
            self._is_reading = False
            if not self._transport.is_closing():
                self._transport.pause_reading()

    def _take(self, kind: int, payload: bytes) -> bool:
        if kind == CLOSE:
            self._take_close(payload)
        elif self._is_closing or self._listener is None:
            pass
        elif kind == TEXT:
            return self._listener.receive(payload)
        elif kind == BINARY:
            return self._listener.receive(None)
        elif kind == PING and not self._is_paused:
            # Pongs for a client that does not read would fill the memory.
            self._transport.write(write_control(PONG, payload))
        return True

    def _take_close(self, payload: bytes) -> None:
        check_close(payload)
        if not self._is_closing:
            self._write_last(write_control(CLOSE, payload))
        self._transport.close()

    # Writing

    def write(self, text: bytes) -> bool:
        """Send a message, if the socket has room for it now."""
        if self._is_paused or self._is_closing or self._transport.is_closing():
            return False
        self._transport.write(write_text(text))
        return True

    def write_all(self, *texts: bytes) -> None:
        """Send the last messages, whether there is room for them or not."""
        if not self._is_closing and not self._transport.is_closing():
            self._transport.write(b"".join(map(write_text, texts)))

    def pause_writing(self) -> None:
        self._is_paused = True

    def resume_writing(self) -> None:
        self._is_paused = False
        if self._listener is not None and not self._is_closing:
            self._listener.resume()

    # Closing

    def close(self, code: int, reason: str = "") -> None:
        """Begin the closing handshake. The client has some time for it, and nobody waits for that."""
        if not self._is_closing:
            self._write_last(write_close(code, reason))

    def _write_last(self, frame: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(frame)
            # A client that reads nothing does not read bye either, and must not keep the socket open.
            asyncio.get_running_loop().call_later(BYE_TIMEOUT, self._transport.abort)
        self._end()
        if not self._is_reading:
            # The client's own close frame is still to come.
            self.read_on()

    def _end(self) -> None:
        self._is_closing = True
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.end()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._end()
        self._connections.discard(self)
        if self._lease is not None:
            self._lease.release()

    def shutdown(self) -> None:
        """Say bye before the tables are closed, as uvicorn asks when the server ends.

        A client that has begun to close but reads nothing more can't keep the server from closing.
        """
        if self._is_closing:
            self._transport.abort()
            return
        self.write_all(codec.encode(messages.Bye("restart", RESTARTING, 500)))
        self.close(RESTART)
        self._transport.close()

    # Measuring

    def read_kernel(self) -> KernelReading | None:
        """What TCP has measured on it. A closed socket's descriptor may be another one's by now."""
        return None if self._transport.is_closing() else read_own_socket(self._descriptor)

    @property
    def descriptor(self) -> int:
        return self._descriptor
