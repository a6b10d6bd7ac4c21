"""Messages as text frames and back; what a client sends is checked against its type on the way in."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from ..events import Event, event_from_json
from .protocol.messages import FromClient, FromServer, GameEvent

T = TypeVar("T")

_client_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_server_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
_encoder = msgspec.json.Encoder()


def decode_client(frame: str | bytes) -> FromClient:
    """A client's message, or msgspec.ValidationError or DecodeError that says what was expected."""
    try:
        return _client_decoder.decode(frame)
    except RecursionError:
        raise msgspec.DecodeError("expected a message, but found brackets within brackets") from None


def decode_server(frame: str | bytes) -> FromServer:
    """A server's message."""
    return _server_decoder.decode(frame)


def encode(message: msgspec.Struct) -> bytes:
    """A message in UTF-8, as it stands in a text frame."""
    return _encoder.encode(message)


def encode_part(part: T) -> T:
    """A part of several messages, encoded once: it stands for the part in each of them."""
    return cast("T", msgspec.Raw(_encoder.encode(part)))


def event_of(told: GameEvent) -> Event:
    """What a table has told a client, as an event of the engine, which has a sentence."""
    return event_from_json(msgspec.to_builtins(told))
