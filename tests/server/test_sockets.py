"""Sockets: frames however they are cut, messages in and out without a task, and how a socket is closed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from cambio.server import codec
from cambio.server.http import connection, frame_socket
from cambio.server.http.frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, FrameError, FrameReader
from cambio.server.protocol import messages
from cambio.server.round_trips import PINGS, STEADY, KernelReading, RoundTrip
from cambio.server.tables import live_table
from tests.server.raw_client import (
    EVENT_TIMEOUT,
    LAST,
    QUIET_TIME,
    RESERVED,
    Answer,
    Socket,
    fragments,
    frame,
    new_id,
    run,
    running_server,
)

MAX_SIZE = 200

# Frames

lawful = st.one_of(
    st.text(max_size=40).map(lambda text: [frame(TEXT, text.encode())]),
    st.binary(max_size=180).map(lambda data: [frame(BINARY, data)]),
    st.builds(fragments, st.text(max_size=20), st.integers(1, 5)),
    st.builds(lambda kind, data: [frame(kind, data)], st.sampled_from([PING, PONG]), st.binary(max_size=125)),
)
odd = st.builds(
    lambda kind, data, marks: [frame(kind, data, marks=marks)],
    st.sampled_from([CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG, 3, 15]),
    st.binary(max_size=MAX_SIZE + 20),
    st.sampled_from([LAST, 0, RESERVED, LAST | RESERVED]),
)


def read_ours(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], bool]:
    """All messages, and whether bytes came that are no frames."""
    reader, found = FrameReader(MAX_SIZE), []
    try:
        for piece in pieces:
            reader.feed(piece)
            while (message := reader.next_message()) is not None:
                found.append(message)
    except FrameError:
        return found, True
    return found, False


def read_by_library(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], bool]:
    """The same as the library finds it."""
    protocol = Protocol(Side.SERVER, max_size=MAX_SIZE)
    found: list[tuple[int, bytes]] = []
    begun: list[Frame] = []
    for piece in pieces:
        protocol.receive_data(piece)
        for event in protocol.events_received():
            assert isinstance(event, Frame)
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                begun.append(event)
                if not event.fin:
                    continue
                found.append((int(begun[0].opcode), b"".join(bytes(each.data) for each in begun)))
                begun.clear()
            else:
                found.append((int(event.opcode), bytes(event.data)))
        if protocol.parser_exc is not None:
            return found, True
    return found, False


def cut(data: bytes, places: list[int]) -> list[bytes]:
    borders = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    return [data[start:end] for start, end in pairwise(borders)]


def masked(data: bytes, key: bytes) -> bytes:
    return bytes(byte ^ key[at % 4] for at, byte in enumerate(data))


@given(messages_sent=st.lists(lawful, max_size=6), places=st.lists(st.integers(0, 2000), max_size=8))
def test_frames_are_read_alike_however_they_are_cut(messages_sent: list[list[bytes]], places: list[int]) -> None:
    whole = b"".join(each for frames in messages_sent for each in frames)
    assert read_ours(cut(whole, places)) == read_ours([whole]) == read_by_library([whole])
    assert len(read_ours([whole])[0]) == len(messages_sent)


@given(frames=st.lists(lawful | odd, max_size=5), places=st.lists(st.integers(0, 2000), max_size=8))
def test_frames_are_refused_where_the_library_refuses_them(frames: list[list[bytes]], places: list[int]) -> None:
    whole = b"".join(each for some in frames for each in some)
    ours = read_ours(cut(whole, places))
    # What comes after a close frame, or is wrong with it, is no question of frames.
    assert ours == read_by_library([whole]) or any(kind == CLOSE for kind, _ in ours[0])


def test_a_mask_is_taken_off() -> None:
    reader, key = FrameReader(MAX_SIZE), b"\x11\x22\x33\x44"
    reader.feed(b"\x81\x85" + key + masked(b"hello", key))
    assert reader.next_message() == (TEXT, b"hello")


def test_a_frame_is_refused_before_its_payload_has_come() -> None:
    reader = FrameReader(MAX_SIZE)
    reader.feed(frame(TEXT, bytes(1000))[:4])
    with pytest.raises(FrameError, match="over 200 bytes"):
        reader.next_message()


# Messages


def test_a_quiet_socket_has_no_task() -> None:
    async def visit() -> None:
        async with running_server(sockets_per_person=100) as target, AsyncExitStack() as stack:
            ana = await target.guest()
            table_id = await ana.open_table(rules="cambia", seats=2)
            first = await stack.enter_async_context(ana.at(table_id))
            await first.hear(messages.Present)
            before = _tasks_of_server()
            for _ in range(20):
                await stack.enter_async_context(ana.at(table_id))
            await asyncio.sleep(QUIET_TIME)
            assert _tasks_of_server() == before

    run(visit())


def _tasks_of_server() -> int:
    """Tasks, without those of the test and its clients."""
    names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
    return sum("Connection." not in name and "visit" not in name and "_in_time" not in name for name in names)


def test_who_asks_more_than_a_table_takes_is_held_up_and_answered_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "INBOX_LIMIT", 2)

    async def visit() -> None:
        async with running_server(commands_per_second=1000) as target:
            ana, bob = await target.guests("Ana", "Bob")
            table_id = await ana.open_table(rules="cambia", seats=2)
            async with ana.at(table_id) as sock, bob.at(table_id, sit=True) as mate:
                asked = [new_id() for _ in range(60)]
                commands = [codec.encode(messages.React(each, "wave")) for each in asked]
                await sock.write(*(frame(TEXT, text) for text in commands))
                for each in asked:
                    assert (await sock.hear(messages.Done)).cmd_id == each
                assert isinstance(await mate.ask(messages.React(new_id(), "clap")), messages.Done)

    run(visit())


def test_what_comes_with_hello_waits_for_the_table() -> None:
    async def visit() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules="cambia", seats=2)
            async with ana.open_socket() as sock:
                hello = codec.encode(messages.Hello(await ana.ticket(table_id)))
                command = codec.encode(messages.React("first", "wave"))
                await sock.write(frame(TEXT, hello), frame(TEXT, command), frame(TEXT, command)[:5])
                assert (await sock.hear(messages.Done)).cmd_id == "first"
                assert any(isinstance(each, messages.Welcome) for each in sock.heard)
                await sock.write(frame(TEXT, command)[5:])
                assert (await sock.hear(messages.Done)).cmd_id == "first"

    run(visit())


# Closing


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        (frame(CLOSE, b"\x03\xe8bye"), 1000),
        (frame(CLOSE), 1005),
        (frame(CLOSE, b"\x03"), 1002),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
        (frame(TEXT, b'"\xff"'), 1007),
        (frame(TEXT, bytes(5000)), 1009),
        (frame(TEXT, b"{}", marks=LAST | RESERVED), 1002),
        (frame(CONTINUATION, b"{}"), 1002),
        (frame(PING, bytes(126)), 1002),
        (b"\x81\x02{}", 1002),
    ],
)
@pytest.mark.parametrize("has_said_hello", [True, False])
def test_a_socket_is_closed_with_the_code_that_the_protocol_has(piece: bytes, code: int, has_said_hello: bool) -> None:
    async def visit() -> None:
        async with running_server() as target, AsyncExitStack() as stack:
            ana = await target.guest()
            table_id = await ana.open_table(rules="cambia", seats=2)
            sock = await stack.enter_async_context(ana.at(table_id) if has_said_hello else ana.open_socket())
            await sock.write(piece)
            assert await _close_code(sock) == code

    run(visit())


async def _close_code(sock: Socket) -> int | None:
    async with asyncio.timeout(EVENT_TIMEOUT):
        while await sock.next() is not None:
            pass
        await sock.connection.wait_closed()
    return sock.connection.close_code


def test_a_ping_of_the_websocket_protocol_is_answered() -> None:
    async def visit() -> None:
        async with running_server() as target:
            ana = await target.guest()
            async with ana.at(await ana.open_table(rules="cambia", seats=2)) as sock:
                async with asyncio.timeout(EVENT_TIMEOUT):
                    await (await sock.connection.ping(b"are you there"))

    run(visit())


def test_a_failure_ends_its_socket_and_is_told_by_its_kind_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules="cambia", seats=2)

            def fail(*_: object) -> None:
                raise ValueError("the 7h lies on top")

            monkeypatch.setattr(live_table.LiveTable, "tell_earlier", fail)
            async with ana.at(table_id) as sock:
                await sock.say(messages.Earlier(1, 0))
                assert await _close_code(sock) == 1011
            assert {line["error"] for line in target.failures()} == {"ValueError"}
            assert "7h" not in target.log.getvalue()
            target.clear_log()
            answer: Answer = await ana.get("/api/session")
            assert answer.status == 200

    run(visit())


# Pings


def test_pings_settle_once_all_are_there_and_the_kernel_finds_what_it_found() -> None:
    average = [30.0]
    round_trip = RoundTrip(read_kernel=lambda: KernelReading(average[0], 20.0))
    for _ in range(PINGS):
        assert not round_trip.is_settled()
        round_trip.add_ping(32)
    assert round_trip.is_settled()
    average[0] += STEADY
    assert round_trip.is_settled()
    for moved in (30 + STEADY + 1, 30 - STEADY - 1):
        average[0] = moved
        assert not round_trip.is_settled()
    round_trip.add_ping(22)
    assert round_trip.is_settled()


def test_where_no_kernel_can_be_asked_pings_never_settle() -> None:
    for round_trip in (RoundTrip(), RoundTrip(told_by_proxy=30.0), RoundTrip(read_kernel=lambda: None)):
        for _ in range(2 * PINGS):
            round_trip.add_ping(32)
        assert not round_trip.is_settled()


@pytest.mark.parametrize("is_steady", [True, False])
def test_who_speaks_is_pinged_seldom_while_the_way_is_the_same(
    is_steady: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = count(20, 0 if is_steady else 50)
    monkeypatch.setattr(frame_socket, "read_own_socket", lambda _: KernelReading(next(readings), 20))
    monkeypatch.setattr(connection, "FIRST_PING_INTERVAL", 50.0)
    monkeypatch.setattr(connection, "PING_INTERVAL", 50.0)

    async def visit() -> None:
        async with running_server() as target:
            ana, bob = await target.guests("Ana", "Bob")
            table_id = await ana.open_table(rules="cambia", seats=2)
            async with ana.at(table_id) as busy, bob.at(table_id) as quiet:
                reading = asyncio.create_task(quiet.read_bye())
                while sum(isinstance(each, messages.Ping) for each in quiet.heard) < 4 * PINGS:
                    await busy.say(messages.Heartbeat(1))
                    await busy.hear(messages.Alive)
                    await asyncio.sleep(0.05)
                reading.cancel()
                pings = sum(isinstance(each, messages.Ping) for each in busy.heard)
                # All of the first seven, and then one of four.
                expected = PINGS + 3 * PINGS / 4 if is_steady else 4 * PINGS
                assert abs(pings - expected) <= 3

    run(visit())


def test_who_owes_a_pong_is_silent_whatever_else_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PONG_TIMEOUT", 500.0)

    async def visit() -> None:
        async with running_server() as target:
            ana = await target.guest()
            async with ana.open_socket() as sock:
                table_id = await ana.open_table(rules="cambia", seats=2)
                await sock.say(messages.Hello(await ana.ticket(table_id)))
                speaking = asyncio.create_task(_speak(sock))
                texts = [text async for text in sock.connection]
                speaking.cancel()
                assert '"code":"silent"' in str(texts[-1])

    run(visit())


async def _speak(sock: Socket) -> None:
    while True:
        await sock.say(messages.Heartbeat(1))
        await asyncio.sleep(0.1)
