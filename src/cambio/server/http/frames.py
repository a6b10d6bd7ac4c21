"""WebSocket frames (RFC 6455, section 5): those of clients are read, those of the server are written.

Nothing here knows a socket. No extension is ever agreed on, so a frame is a head, a mask and a payload. Clients must
mask theirs, and the server must not.
"""

from __future__ import annotations

from websockets.exceptions import ProtocolError
from websockets.frames import Close

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

#: Kinds of frames.
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
#: Bits of a frame's first byte: the last frame of its message, those that only extensions use, and its kind.
_LAST, _RESERVED, _KIND = 0x80, 0x70, 0x0F
#: Of the second byte: whether there is a mask. The rest is the payload's length, or how many bytes the length has.
_MASKED, _LENGTH = 0x80, 0x7F
_TWO_BYTES, _EIGHT_BYTES = 126, 127
_MASK_SIZE = 4
LONGEST_CONTROL_PAYLOAD = 125
#: Close codes of the WebSocket protocol.
PROTOCOL_ERROR, INVALID_TEXT, TOO_BIG = 1002, 1007, 1009


class FrameError(Exception):
    """Bytes that are no frames: the socket is closed with this code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class FrameReader:
    r"""Finds messages in the bytes of a client, however they are cut.

    >>> reader = FrameReader(max_size=4096)
    >>> reader.feed(b"\x81\x82\0\0\0\0h")
    >>> reader.next_message() is None
    True
    >>> reader.feed(b"i")
    >>> reader.next_message()
    (1, b'hi')
    """

    __slots__ = ("_begun", "_begun_kind", "_buffer", "_max_size", "_start")

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        #: What has come, and where the first frame begins that was not read yet.
        self._buffer = b""
        self._start = 0
        #: The payload so far of a message in many frames, and its kind; between two messages None.
        self._begun: bytes | None = None
        self._begun_kind = CONTINUATION

    def feed(self, data: bytes) -> None:
        self._buffer = self._buffer[self._start :] + data if self._buffer else data
        self._start = 0

    def next_message(self) -> tuple[int, bytes] | None:
        """The kind and the payload of the next whole message or control frame; None if there is none yet."""
        while (frame := self._next_frame()) is not None:
            first, payload = frame
            kind = first & _KIND
            if kind >= CLOSE or (first & _LAST and kind != CONTINUATION):
                return kind, payload
            whole = (self._begun or b"") + payload
            if kind != CONTINUATION:
                self._begun_kind = kind
            if first & _LAST:
                self._begun = None
                return self._begun_kind, whole
            self._begun = whole
        return None

    def _next_frame(self) -> tuple[int, bytes] | None:
        """The first byte and the payload of the next frame."""
        buffer, start = self._buffer, self._start
        if len(buffer) - start < 2:
            if start == len(buffer):
                self._buffer, self._start = b"", 0
            return None
        first, second = buffer[start], buffer[start + 1]
        length = second & _LENGTH
        mask = start + 2
        if length >= _TWO_BYTES:
            mask += 2 if length == _TWO_BYTES else 8
            length = int.from_bytes(buffer[start + 2 : mask], "big") if len(buffer) >= mask else length
        self._check_head(first, second, length)
        body = mask + _MASK_SIZE
        end = body + length
        if len(buffer) < end:
            return None
        self._start = end
        return first, apply_mask(buffer[body:end], buffer[mask:body])

    def _check_head(self, first: int, second: int, length: int) -> None:
        """Refuse a frame as soon as its head has come: its payload is not waited for."""
        kind = first & _KIND
        if first & _RESERVED or kind not in (TEXT, CONTINUATION, BINARY, CLOSE, PING, PONG):
            raise FrameError(PROTOCOL_ERROR, "invalid frame")
        if not second & _MASKED:
            raise FrameError(PROTOCOL_ERROR, "incorrect masking")
        if kind >= CLOSE:
            if length > LONGEST_CONTROL_PAYLOAD or not first & _LAST:
                raise FrameError(PROTOCOL_ERROR, "invalid control frame")
            return
        if (kind == CONTINUATION) != (self._begun is not None):
            raise FrameError(PROTOCOL_ERROR, "unexpected continuation frame, or none")
        if length + len(self._begun or b"") > self._max_size:
            raise FrameError(TOO_BIG, f"over {self._max_size} bytes")


def check_close(payload: bytes) -> None:
    """Refuse a close frame whose code or reason is none."""
    try:
        Close.parse(payload)
    except ProtocolError as error:
        raise FrameError(PROTOCOL_ERROR, str(error)) from None
    except UnicodeDecodeError:
        raise FrameError(INVALID_TEXT, "invalid text") from None


def write_text(text: bytes) -> bytes:
    r"""A message in one frame.

    >>> write_text(b"hi"), write_text(bytes(300))[:5]
    (b'\x81\x02hi', b'\x81~\x01,\x00')
    """
    size = len(text)
    if size < _TWO_BYTES:
        return bytes((_LAST | TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def write_control(kind: int, payload: bytes) -> bytes:
    """A pong, or a close frame that answers another one."""
    return bytes((_LAST | kind, len(payload))) + payload


def write_close(code: int, reason: str = "") -> bytes:
    r"""A close frame.

    >>> write_close(1001)
    b'\x88\x02\x03\xe9'
    """
    return write_control(CLOSE, code.to_bytes(2, "big") + reason.encode())
