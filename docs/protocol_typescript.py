"""web/src/lib/protocol.ts, made from the types in cambio.server.protocol.messages.

What stands at its default is left out of a message. The page need not know that: `read` fills the defaults in, so in
a message from the server every field is there.
"""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from cambio.places import RAIL
from cambio.server.protocol import message_fields, messages
from cambio.server.protocol.replay_messages import Replay

from .protocol import daily_parts, field_comments, kinds_in, kinds_of_matches, replay_parts, shared_parts

HEAD = f"""// Every message between a table and whoever sits or watches there.
// Made from src/cambio/server/protocol/messages.py and replay_messages.py by `make docs`: change it there.

export const PROTOCOL_VERSION = {messages.VERSION};
export const REACTIONS = {json.dumps(messages.REACTIONS)} as const;
/** The seat of those who watch. */
export const RAIL = {json.dumps(RAIL)};
"""
#: What the page calls them.
ALIAS_NAMES = {
    "ActionText": "ActionText",
    "CommandId": "CommandId",
    "Face": "Face",
    "Milliseconds": "Milliseconds",
    "PlaceText": "Place",
    "SeatName": "Seat",
}
PLAIN_TYPES: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def page() -> str:
    from_server = kinds_in(messages.FromServer)
    parts = [
        HEAD,
        *_aliases(),
        *_choices(),
        "",
        "// From a client\n",
        *(_client_type(kind) for kind in (messages.Hello, messages.Pong, messages.Heartbeat, messages.Earlier)),
        *_orders(),
        "// What messages are made of\n",
        *(_server_type(kind) for kind in shared_parts()),
        "// From the server\n",
        *(_server_type(kind) for kind in from_server),
        f"export type FromServer = {' | '.join(kind.__name__ for kind in from_server)};\n",
        "// Finished rounds\n",
        *(_server_type(kind) for kind in replay_parts()),
        *_reader(from_server),
        "\n// Matches, as `GET /api/matches` tells them\n",
        *(_server_type(kind) for kind in kinds_of_matches()),
        "// Daily deals, as `GET /api/daily` and its like tell them\n",
        *(_server_type(kind) for kind in daily_parts()),
    ]
    return "\n".join(parts).rstrip("\n") + "\n"


# Types


def _aliases() -> Iterator[str]:
    for name, own_name in ALIAS_NAMES.items():
        alias = getattr(message_fields, name)
        about = next((meta.description for meta in alias.__metadata__ if meta.description), None)
        if about:
            yield f"/** {about} */"
        yield f"export type {own_name} = {_type_text(alias.__origin__)};"


def _choices() -> Iterator[str]:
    for meta in vars(message_fields).values():
        if isinstance(meta, Meta) and meta.title is not None:
            yield f"export type {meta.title} = {_choice(meta)};"


def _choice(meta: Meta) -> str:
    assert meta.extra_json_schema is not None
    return " | ".join(json.dumps(value) for value in meta.extra_json_schema["enum"])


def _client_type(kind: type[Struct]) -> str:
    return f"{_about(kind)}export type {kind.__name__} = {_client_shape(kind)};\n"


def _orders() -> Iterator[str]:
    """Commands without their id, which the connection gives them."""
    yield "/** What may be asked of a table. */"
    shapes = (_client_shape(kind, without="cmd_id") for kind in kinds_in(messages.TableCommand))
    yield "export type Order =\n  | " + "\n  | ".join(shapes) + ";\n"
    yield _about(messages.Command) + "export type Command = Order & { cmd_id: CommandId };\n"


def _client_shape(kind: type[Struct], without: str = "") -> str:
    """A client may leave out what stands at its default."""
    fields = [f"type: {json.dumps(kind.__struct_config__.tag)}"]
    for field in msgspec.structs.fields(kind):
        if field.name != without:
            hint = _hints(kind)[field.name]
            text = _type_text(_without_none(hint) if _has_default(field) else hint)
            fields.append(f"{field.name}{'?' if _has_default(field) else ''}: {text}")
    return "{ " + "; ".join(fields) + " }"


def _server_type(kind: type[Struct]) -> str:
    lines = [f"{_about(kind)}export type {kind.__name__} = {{"]
    if kind.__struct_config__.tag is not None:
        lines.append(f"  type: {json.dumps(kind.__struct_config__.tag)};")
    for name, hint in _hints(kind).items():
        comment = _comments().get((kind.__name__, name))
        if comment:
            lines.append(f"  /** {comment} */")
        lines.append(f"  {name}: {_type_text(hint)};")
    return "\n".join([*lines, "};\n"])


def _about(kind: type[Struct]) -> str:
    """The docstring as a comment."""
    lines = inspect.cleandoc(kind.__doc__ or "").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */", ""])


def _type_text(hint: Any) -> str:
    for name, own_name in ALIAS_NAMES.items():
        if hint == getattr(message_fields, name):
            return own_name
    if hint in PLAIN_TYPES:
        return PLAIN_TYPES[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint.__name__
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        titles = [meta.title for meta in parts[1:] if meta.title]
        return str(titles[0]) if titles else _type_text(parts[0])
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type_text, parts))
    if origin is tuple:
        return f"{_type_text(parts[0])}[]"
    if origin is dict:
        return f"Record<{_type_text(parts[0])}, {_type_text(parts[1])}>"
    raise TypeError(f"expected a type that TypeScript has, too, but found {hint!r}")


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The types of the fields, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


@cache
def _comments() -> dict[tuple[str, str], str]:
    return dict(field_comments())


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    (only,) = [part for part in get_args(hint) if part is not type(None)]
    return only


def _has_default(field: msgspec.structs.FieldInfo) -> bool:
    return field.default is not NODEFAULT or field.default_factory is not NODEFAULT


# Reading


def _reader(from_server: list[type[Struct]]) -> Iterator[str]:
    whole = [kind for kind in from_server if not _needs_filling(kind)]
    yield "type Raw = Record<string, unknown>;\n"
    yield "/** A server's frame as a message, or null for a kind that this client does not know yet. */"
    yield "export function decodeMessage(frame: string): FromServer | null {"
    yield "  const raw = JSON.parse(frame) as Raw;"
    yield "  switch (raw.type) {"
    for kind in sorted(from_server, key=_needs_filling):
        yield f"    case {json.dumps(kind.__struct_config__.tag)}:"
        if _needs_filling(kind):
            yield f"      return {_fill_name(kind)}(raw);"
        elif kind is whole[-1]:
            yield "      return raw as unknown as FromServer;"
    yield "    default:\n      return null;\n  }\n}"
    yield "\n/** A finished round, as the server has answered. */"
    yield "export function decodeReplay(answer: string): Replay {"
    yield f"  return {_fill_name(Replay)}(JSON.parse(answer) as Raw);\n}}"
    yield "\nfunction fillEach<T>(raw: Record<string, Raw>, fill: (raw: Raw) => T): Record<string, T> {"
    yield "  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, fill(value)]));"
    yield "}"
    for kind in [*from_server, *shared_parts(), *replay_parts()]:
        if _needs_filling(kind):
            yield from _fill_function(kind)


def _fill_name(kind: type[Struct]) -> str:
    return f"fill{kind.__name__}"


def _fill_function(kind: type[Struct]) -> Iterator[str]:
    """A function that puts in the defaults of a struct and of the structs within."""
    yield f"\nfunction {_fill_name(kind)}(raw: Raw): {kind.__name__} {{"
    yield "  return {"
    nested = {name: fill for name, hint in _hints(kind).items() if (fill := _nested_fill(name, hint)) is not None}
    for field in msgspec.structs.fields(kind):
        if _has_default(field) and field.name not in nested:
            yield f"    {field.name}: {_default(field)},"
    yield "    ...raw,"
    for name, fill in nested.items():
        yield f"    {name}: {fill},"
    yield f"  }} as unknown as {kind.__name__};"
    yield "}"


def _default(field: msgspec.structs.FieldInfo) -> str:
    default = field.default_factory() if field.default is NODEFAULT else field.default
    return msgspec.json.encode(default).decode()


def _nested_fill(name: str, hint: Any) -> str | None:
    """The filled value of a field that holds structs with defaults; None for any other field."""
    inner, origin = _without_none(hint), get_origin(_without_none(hint))
    if origin is tuple and _needs_filling(get_args(inner)[0]):
        return f"((raw.{name} ?? []) as Raw[]).map({_fill_name(get_args(inner)[0])})"
    if origin is dict and _needs_filling(get_args(inner)[1]):
        return f"fillEach((raw.{name} ?? {{}}) as Record<string, Raw>, {_fill_name(get_args(inner)[1])})"
    if not _needs_filling(inner):
        return None
    filled = f"{_fill_name(inner)}(raw.{name} as Raw)"
    return filled if inner is hint else f"raw.{name} ? {filled} : null"


def _needs_filling(kind: Any) -> bool:
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return False
    has_default = any(map(_has_default, msgspec.structs.fields(kind)))
    return has_default or any(_nested_fill(name, hint) is not None for name, hint in _hints(kind).items())
