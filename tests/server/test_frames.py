"""Frames under fire: whatever comes over a socket is taken, refused or a problem, and the table plays on.

First the decoder alone, then a live table among bots, which is played to its end afterwards.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cambio.server import codec
from cambio.server.protocol import messages
from cambio.server.tables.table_log import replay_log
from tests.server.fingerprints import fingerprint
from tests.server.raw_client import (
    AMONG_BOTS,
    BINARY,
    CLOSE,
    CONTINUATION,
    FAST_SETTINGS,
    LAST,
    PING,
    PONG,
    RESERVED,
    TEXT,
    LocalServer,
    RawClient,
    SharedServer,
    Socket,
    fragments,
    frame,
    new_id,
    play_out,
)

quick = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)

#: At a live table an example takes a while, and the first one that fails says enough.
live = settings(quick, max_examples=8, phases=[Phase.generate])

# What may come

proper_ids = st.sampled_from(["1", "2", "3", "again", "x" * 64])
ids = proper_ids | st.text(max_size=5)
seats = st.sampled_from("abchz") | st.none()
counts = st.integers(-1, 40) | st.sampled_from([2**31, 2**64, 10**30]) | st.none()
places = st.builds("{}{}".format, st.sampled_from("abcz"), st.integers(0, 9))
actions = st.one_of(
    st.sampled_from(["ready", "draw", "take", "throw", "call", "skip", "trade", "close", "settle", "flip", "", "snap"]),
    st.builds(
        "{} {}".format, st.sampled_from(["swap", "peek", "spy", "pick", "give", "look", "trade", "snap"]), places
    ),
    st.builds("snap {} #{}".format, places, st.integers(-1, 40)),
    st.builds("snap {} {} #{}".format, places, places, st.integers(0, 10)),
    st.text(max_size=50),
)
fields: dict[str, st.SearchStrategy[Any]] = {
    "cmd_id": ids,
    "action": actions,
    "question": counts,
    "pile": counts,
    "claimed": st.floats() | st.integers(-1, 1000),
    "discard": counts,
    "seat": seats,
    "level": st.sampled_from(["casual", "random", "nobody"]),
    "name": st.text(min_size=1, max_size=30),
    "reaction": st.sampled_from([*messages.REACTIONS, "boo"]),
    "nonce": st.text(max_size=40),
    "seq": counts,
    "ticket": st.text(max_size=10),
    "version": counts,
    "last_seq": counts,
}
KINDS: dict[str, tuple[str, ...]] = {
    "hello": ("ticket", "version", "last_seq"),
    "pong": ("nonce", "seq"),
    "act": ("cmd_id", "action", "question", "pile", "claimed"),
    "pass": ("cmd_id", "discard"),
    "sit": ("cmd_id", "seat"),
    "leave": ("cmd_id",),
    "seat_bot": ("cmd_id", "level", "seat"),
    "remove": ("cmd_id", "seat"),
    "rename": ("cmd_id", "name"),
    "start": ("cmd_id",),
    "next": ("cmd_id",),
    "stay": ("cmd_id",),
    "rematch": ("cmd_id",),
    "react": ("cmd_id", "reaction"),
}
#: A well-formed message of every kind, in any order.
orderly = st.one_of(
    st.builds(messages.Act, proper_ids, actions.filter(lambda text: 1 <= len(text) <= 48)),
    st.builds(messages.Pass, proper_ids, st.integers(1, 40)),
    st.builds(messages.Sit, proper_ids, st.sampled_from("abc") | st.none()),
    st.builds(messages.SeatBot, proper_ids, fields["level"]),
    st.builds(messages.Remove, proper_ids, st.sampled_from("abc")),
    st.builds(messages.Rename, proper_ids, fields["name"]),
    *(
        st.builds(kind, proper_ids)
        for kind in (messages.Leave, messages.Start, messages.Next, messages.Stay, messages.Rematch)
    ),
    st.builds(messages.React, proper_ids, fields["reaction"]),
    st.builds(messages.Pong, st.text(max_size=8), st.integers(0, 10**6)),
).map(lambda message: codec.encode(message).decode())
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def near_misses(draw: st.DrawFn) -> str:
    """A message with a field too many or too few, or of another type."""
    kind = draw(st.sampled_from([*KINDS]))
    document: dict[str, Any] = {"type": kind}
    for field in KINDS[kind]:
        if draw(st.integers(0, 5)):
            document[field] = draw(fields[field] if draw(st.integers(0, 5)) else junk)
    if not draw(st.integers(0, 5)):
        document[draw(st.text(max_size=8))] = draw(junk)
    return json.dumps(document)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A message that lost, gained or changed a piece on the way."""
    text = draw(orderly)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 8)))
    return (
        text[:start]
        + draw(st.text(max_size=4) | st.sampled_from(["\\ud800", "NaN", "[" * 600, '"', "\x00"]))
        + text[end:]
    )


texts = st.one_of(orderly, near_misses(), damaged(), st.text(max_size=60), junk.map(json.dumps))


# The decoder


def read(came: str | bytes) -> messages.FromClient | None:
    """A message that keeps what its types promise; None for whatever is no message."""
    try:
        message = codec.decode_client(came)
    except msgspec.DecodeError as error:
        assert str(error)
        return None
    assert codec.decode_client(codec.encode(message)) == message
    return message


@quick
@given(came=st.binary(max_size=300))
def test_any_bytes_are_a_message_or_are_not(came: bytes) -> None:
    read(came)


@settings(quick, max_examples=400)
@given(text=texts)
def test_any_text_is_a_message_or_is_not(text: str) -> None:
    read(text)


@quick
@given(text=orderly)
def test_a_message_is_read_as_it_was_written(text: str) -> None:
    assert read(text) is not None


@quick
@given(head=st.sampled_from(["", '{"x":', '{"type":"act","cmd_id":']), depth=st.integers(1, 4000))
def test_no_depth_of_brackets_is_too_much(head: str, depth: int) -> None:
    assert read(head + "[" * depth) is None
    assert read(f"{head}{'[' * depth}{']' * depth}{'}' if head else ''}") is None


# A live table


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedServer]:
    with SharedServer(**FAST_SETTINGS | {"sockets_per_person": 1000, "scores": 0}) as shared:
        yield shared


async def attack(target: LocalServer, visitor: RawClient, table_id: str, frames: list[str]) -> None:
    """Say all that, again from the beginning whenever the server has had enough."""
    left = list(frames)
    while left:
        async with visitor.at(table_id) as sock:
            while left and not await is_over(sock):
                await sock.send(left.pop(0))


async def is_over(sock: Socket) -> bool:
    """Whether the server has hung up; all that it said until then was well-formed."""
    while True:
        try:
            async with asyncio.timeout(0.002):
                if await sock.next() is None:
                    return True
        except TimeoutError:
            return False


async def survives(target: LocalServer, frames: list[str]) -> None:
    """A table among bots takes all that from its host, and somebody on the rail does the same."""
    ana, bob = await target.guests("Ana", "Bob")
    table_id = await ana.open_table(**AMONG_BOTS)
    await asyncio.gather(attack(target, ana, table_id, frames), attack(target, bob, table_id, frames[::-1]))
    async with ana.at(table_id) as sock:
        await play_out(sock)
        table, _ = replay_log(await target.registry.store.entries(table_id))
        assert table.stage == "over"
        assert fingerprint(table) == fingerprint((await target.registry.live_table(table_id)).table)
    assert target.failures() == []


@live
@given(frames=st.lists(texts, min_size=5, max_size=25))
def test_no_frames_stop_a_table(shared: SharedServer, frames: list[str]) -> None:
    shared.wait_for(survives(shared.target, frames))


@live
@given(frames=st.lists(orderly, min_size=10, max_size=25))
def test_no_order_of_commands_stops_a_table(shared: SharedServer, frames: list[str]) -> None:
    shared.wait_for(survives(shared.target, frames))


@live
@given(frames=st.lists(texts, min_size=1, max_size=6))
def test_no_frames_before_hello_get_in(shared: SharedServer, frames: list[str]) -> None:
    async def knocks() -> None:
        async with RawClient(shared.target).open_socket() as sock:
            for text in frames:
                await sock.send(text)
            bye = await sock.read_bye()
            assert bye is not None
            assert bye.code in ("malformed", "no_hello", "ticket", "version")

    shared.wait_for(knocks())


raw_frames = st.builds(
    frame,
    st.sampled_from([CONTINUATION, TEXT, BINARY, PING, PONG, CLOSE, 3, 15]),
    st.binary(max_size=130) | st.just(b"x" * 5000),
    marks=st.sampled_from([LAST, LAST, 0, RESERVED, LAST | RESERVED]),
)


@live
@given(frames=st.lists(raw_frames, max_size=6), garbage=st.binary(max_size=50))
def test_no_bytes_on_the_socket_harm_those_who_share_the_table(
    shared: SharedServer, frames: list[bytes], garbage: bytes
) -> None:
    async def garbles() -> None:
        ana, bob = await shared.target.guests("Ana", "Bob")
        table_id = await ana.open_table(rules="cambia", seats=2)
        async with ana.at(table_id) as mate, bob.at(table_id) as sock:
            await sock.write(*frames, garbage)
            assert isinstance(await mate.ask(messages.React(new_id(), "wave")), messages.Done)
            sock.connection.transport.abort()

    shared.wait_for(garbles())


@quick
@given(text=orderly, size=st.integers(1, 40))
def test_a_message_in_many_frames_is_one_message(shared: SharedServer, text: str, size: int) -> None:
    async def in_pieces() -> None:
        async with RawClient(shared.target).open_socket() as sock:
            await sock.write(*fragments(text, size))
            bye = await sock.read_bye()
            assert bye is not None
            assert bye.code == "no_hello"

    shared.wait_for(in_pieces())
