"""What the server defends against: each threat over real HTTP and real sockets, and the table plays on."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from cambio.notation import read as read_notation
from cambio.server.http import connection, frame_socket, socket_endpoint
from cambio.server.http.request_checks import LONGEST_BODY
from cambio.server.protocol import messages
from cambio.server.routing.tickets import TICKET_TIME
from cambio.server.tables import log_entries
from cambio.server.tables.table_registry import CODE_LENGTH, CODE_LETTERS
from cambio.server.tables.table_state import COMMANDS_REMEMBERED
from tests.server.raw_client import (
    AMONG_BOTS,
    BINARY,
    CLOSE,
    ONE_ROUND,
    QUIET_TIME,
    TEXT,
    LocalServer,
    RawClient,
    SharedServer,
    Socket,
    exchange,
    fragments,
    frame,
    new_id,
    play_out,
    run,
    running_server,
)

FACE = re.compile(r"\b(10|[2-9AJQKX])[cdhsrb]\b")


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedServer]:
    """One server for all the small attacks."""
    with SharedServer() as shared:
        yield shared


# Foreign or missing Origin


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:{port}.evil.example",
        "{base}@evil",
        "",
    ],
)
def test_nobody_acts_from_a_page_of_another_origin(origin: str | None) -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table()
            said = None if origin is None else origin.format(port=target.port, base=target.base)
            for method, path in (
                ("POST", "/api/session"),
                ("DELETE", "/api/session"),
                ("POST", "/api/tables"),
                ("POST", f"/api/tables/{table_id}/ticket"),
                ("POST", "/api/quick"),
            ):
                answer = await ana.request(method, path, {"name": "Eve"}, headers={"Origin": said})
                assert (answer.status, answer.code) == (403, "origin")
                assert not answer.header("set-cookie")
            with pytest.raises(InvalidStatus) as refused:
                async with ana.open_socket(origin=said):
                    pass
            assert refused.value.response.status_code == 403
            assert (await ana.get("/api/session")).json()["name"] == "Ana"

    run(attack())


def test_an_origin_that_the_operator_named_is_welcome() -> None:
    async def attack() -> None:
        async with running_server(origins="https://cambio.example, https://other.example/") as target:
            for origin in ("https://cambio.example", "https://other.example"):
                answer = await target.request("POST", "/api/session", {"name": "Ana"}, headers={"Origin": origin})
                assert answer.status == 201

    run(attack())


def test_no_answer_may_be_read_by_pages_of_other_origins() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            for method in ("GET", "OPTIONS"):
                answer = await ana.request(method, "/api/session", headers={"Origin": "http://evil.example"})
                assert not [name for name, _ in answer.headers if name.startswith("access-control")]

    run(attack())


# Sessions


@pytest.mark.parametrize("cookie", ["cambio=chosen-by-somebody-else", "cambio=", "cambio=" + "x" * 4000])
def test_a_cookie_that_a_client_has_chosen_is_never_adopted(cookie: str) -> None:
    async def attack() -> None:
        async with running_server() as target:
            eve = RawClient(target, cookie=cookie)
            assert (await eve.get("/api/session")).json() == {"person": None, "name": None}
            assert (await eve.post("/api/tables", {})).code == "no_session"
            answer = await eve.post("/api/session", {"name": "Ana"})
            given = answer.header("set-cookie").partition(";")[0]
            assert given.startswith("cambio=")
            assert given != cookie
            assert (await eve.get("/api/session")).json()["person"] is None
            eve.cookie = given
            assert (await eve.get("/api/session")).json()["name"] == "Ana"

    run(attack())


def test_a_cookie_is_for_this_server_only_and_no_script_reads_it() -> None:
    async def attack() -> None:
        async with running_server() as target:
            answer = await target.request("POST", "/api/session", {"name": "Ana"})
            token, *attributes = answer.header("set-cookie").split("; ")
            assert {each.lower() for each in attributes} >= {"httponly", "samesite=lax", "path=/"}
            assert not [each for each in attributes if each.lower().startswith("domain")]
            assert len(token.removeprefix("cambio=")) >= 43
            assert token.removeprefix("cambio=") not in answer.body.decode()
        async with running_server(behind_proxy=True) as target:
            answer = await target.request("POST", "/api/session", {"name": "Ana"})
            token, *attributes = answer.header("set-cookie").split("; ")
            assert token.startswith("__Host-cambio=")
            assert "secure" in {each.lower() for each in attributes}

    run(attack())


def test_a_session_that_has_ended_is_nobodys() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table()
            assert (await ana.request("DELETE", "/api/session")).status == 200
            assert (await ana.get("/api/session")).json() == {"person": None, "name": None}
            for answer in (await ana.post(f"/api/tables/{table_id}/ticket"), await ana.get("/api/games")):
                assert (answer.status, answer.code) == (401, "no_session")

    run(attack())


# Flooding


def test_a_flooder_is_dropped_and_the_others_play_on() -> None:
    async def attack() -> None:
        async with running_server(commands_per_second=20) as target:
            ana, eve = await target.guests("Ana", "Eve")
            table_id = await ana.open_table(rules=ONE_ROUND, seats=2)
            async with ana.at(table_id) as mate, eve.at(table_id) as flooder:
                for _ in range(2000):
                    await flooder.say(messages.React(new_id(), "clap"))
                begun = time.monotonic()
                assert isinstance(await mate.ask(messages.React(new_id(), "wave")), messages.Done)
                assert time.monotonic() - begun < 2
                bye = await flooder.read_bye()
                # Who sends far too much is hung up on without a word.
                assert bye is None or bye.code == "flood"
            assert "flood" in [line["what"] for line in target.lines()]

    run(attack())


def test_pongs_are_no_way_around_the_limit() -> None:
    async def attack() -> None:
        async with running_server(commands_per_second=20) as target:
            eve = await target.guest("Eve")
            async with eve.at(await eve.open_table()) as flooder:
                for _ in range(200):
                    await flooder.say(messages.Pong("guessed"))
                bye = await flooder.read_bye()
                assert bye is not None
                assert bye.code == "flood"

    run(attack())


# Frames


async def at_a_table(target: LocalServer) -> tuple[RawClient, RawClient, str]:
    ana, eve = await target.guests("Ana", "Eve")
    return ana, eve, await ana.open_table(rules=ONE_ROUND, seats=2)


@pytest.mark.parametrize(
    "pieces",
    [
        [frame(TEXT, b" " * (messages.LONGEST_FRAME + 1))],
        [frame(TEXT, b"[" * 1_000_000)],
        fragments(" " * (messages.LONGEST_FRAME + 1), 500),
        [frame(TEXT, b"", marks=0), *fragments(" " * 100_000, 4000)],
    ],
    ids=["oversized", "huge", "fragmented", "without end"],
)
def test_a_frame_that_is_too_long_ends_its_socket_only(pieces: list[bytes]) -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id) as mate, eve.at(table_id) as sock:
                await sock.write(*pieces)
                await sock.read_bye()
                assert sock.connection.close_code in (1009, 1002, 1006)
                assert isinstance(await mate.ask(messages.React(new_id(), "wave")), messages.Done)

    run(attack())


PROBLEMS = {
    "empty": "",
    "no JSON": "draw",
    "no object": "[]",
    "deep": '{"x":' + "[" * 4000,
    "deep and whole": '{"x":' + "[" * 2000 + "]" * 2000 + ',"type":"start","cmd_id":"1"}',
    "no type": '{"cmd_id":"1"}',
    "unknown type": '{"type":"shuffle","cmd_id":"1"}',
    "a message of the server": '{"type":"told","seq":1}',
    "no id": '{"type":"start"}',
    "an empty id": '{"type":"start","cmd_id":""}',
    "a long id": json.dumps({"type": "start", "cmd_id": "x" * 65}),
    "a foreign field": '{"type":"start","cmd_id":"1","seat":"a"}',
    "another's seat": '{"type":"act","cmd_id":"1","action":"draw","seat":"a"}',
    "not a number": '{"type":"act","cmd_id":"1","action":"draw","claimed":NaN}',
    "a time before": '{"type":"act","cmd_id":"1","action":"draw","claimed":-1}',
    "half a character": '{"type":"act","cmd_id":"1","action":"\\ud800"}',
    "a long action": json.dumps({"type": "act", "cmd_id": "1", "action": "draw" * 100}),
    "hello again": '{"type":"hello","ticket":"x"}',
    "two types": '{"type":"start","type":"act","cmd_id":"1"}',
}


@pytest.mark.parametrize("text", PROBLEMS.values(), ids=PROBLEMS.keys())
def test_a_frame_that_is_no_command_is_a_problem(shared: SharedServer, text: str) -> None:
    async def attack() -> None:
        target = shared.target
        ana, eve, table_id = await at_a_table(target)
        async with ana.at(table_id) as mate, eve.at(table_id) as sock:
            await sock.send(text)
            problem = await sock.hear(messages.Problem)
            assert problem.sentence
            assert isinstance(await sock.ask(messages.Sit(new_id())), messages.Done)
            assert isinstance(await mate.ask(messages.React(new_id(), "wave")), messages.Done)

    shared.wait_for(attack())


def test_binary_frames_are_a_problem_and_many_problems_are_too_many() -> None:
    async def attack() -> None:
        async with running_server() as target:
            _, eve, table_id = await at_a_table(target)
            async with eve.at(table_id) as sock:
                for _ in range(connection.MAX_PROBLEMS + 2):
                    await sock.write(frame(BINARY, b"\x00\xff"))
                bye = await sock.read_bye()
                assert bye is not None
                assert bye.code == "malformed"
                problems = [each for each in sock.heard if isinstance(each, messages.Problem)]
                assert len(problems) == connection.MAX_PROBLEMS

    run(attack())


def test_a_duplicate_key_is_read_once() -> None:
    async def attack() -> None:
        async with running_server() as target:
            _, eve, table_id = await at_a_table(target)
            async with eve.at(table_id) as sock:
                await sock.send('{"type":"sit","cmd_id":"1","seat":"a","seat":"b","cmd_id":"2"}')
                assert await sock.hear(messages.Done | messages.Refused) == messages.Done("2", 3)  # type: ignore[arg-type]

    run(attack())


def test_a_table_survives_everything_that_is_no_command() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(**AMONG_BOTS)
            texts = [*PROBLEMS.values()]
            for start in range(0, len(texts), 7):
                async with ana.at(table_id) as sock:
                    for text in texts[start : start + 7]:
                        await sock.send(text)
            async with ana.at(table_id) as sock:
                await play_out(sock)

    run(attack())


# Replayed commands


def test_a_command_sent_twice_is_done_once_and_answered_twice() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules=ONE_ROUND, seats=3)
            async with ana.at(table_id) as sock:
                command = messages.SeatBot("same", "casual")
                first = await sock.ask(command)
                assert isinstance(first, messages.Done)
                assert await sock.ask(command) == first
                assert await sock.ask(messages.SeatBot("same", "beginner", "c")) == first
                assert [seat.is_taken for seat in sock.table.seats] == [True, True, False]
            async with ana.at(table_id) as sock:
                assert await sock.ask(command) == first
            log = await target.registry.store.entries(table_id)
            assert [row.cmd_id for row in log].count("same") == 1

    run(attack())


def test_a_command_from_long_ago_is_answered_as_it_was_then() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules=ONE_ROUND, seats=2)
            async with ana.at(table_id) as sock:
                first = await sock.ask(messages.SeatBot("old", "casual"))
                for _ in range(COMMANDS_REMEMBERED // 2 + 1):
                    await sock.ask(messages.Remove(new_id(), "b"))
                    await sock.ask(messages.SeatBot(new_id(), "casual"))
                assert await sock.ask(messages.SeatBot("old", "casual")) == first

    run(attack())


def test_a_refusal_is_repeated_even_if_the_command_would_be_lawful_by_now() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id) as host, eve.at(table_id) as sock:
                command = messages.Sit("mine", "a")
                refused = await sock.ask(command)
                assert isinstance(refused, messages.Refused)
                assert isinstance(await host.ask(messages.Leave(new_id())), messages.Done)
                assert await sock.ask(command) == refused

    run(attack())


def test_somebody_elses_command_id_is_no_key_to_their_answer() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id) as host, eve.at(table_id) as sock:
                assert isinstance(await host.ask(messages.SeatBot("hers", "casual")), messages.Done)
                answer = await sock.ask(messages.SeatBot("hers", "casual"))
                assert isinstance(answer, messages.Refused)
                assert answer.code == "not_host"

    run(attack())


# Tickets


async def told_at_the_door(visitor: RawClient, ticket: str) -> str:
    async with visitor.open_socket() as sock:
        await sock.say(messages.Hello(ticket))
        first = await sock.next()
        return first.code if isinstance(first, messages.Bye) else type(first).__name__


def test_a_ticket_is_good_once_and_soon() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, _, table_id = await at_a_table(target)
            ticket = await ana.ticket(table_id)
            assert await told_at_the_door(ana, ticket) == "Welcome"
            assert await told_at_the_door(ana, ticket) == "ticket"
            late = await ana.ticket(table_id)
            target.skip(TICKET_TIME + 1)
            assert await told_at_the_door(ana, late) == "ticket"
            assert await told_at_the_door(ana, "guessed") == "ticket"

    run(attack())


def test_a_ticket_is_for_one_person_at_one_table_and_nobody_can_say_otherwise() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve, table_id = await at_a_table(target)
            elsewhere = await eve.open_table(seats=2)
            for lie in ({"table": table_id}, {"person": ana.person}, {"seat": "a"}, {"you": "a"}):
                async with eve.open_socket() as sock:
                    await sock.send(json.dumps({"type": "hello", "ticket": await eve.ticket(elsewhere)} | lie))
                    bye = await sock.read_bye()
                    assert bye is not None
                    assert bye.code == "malformed"
            async with eve.at(table_id) as sock:
                welcome = sock.heard[0]
                assert isinstance(welcome, messages.Welcome)
                assert welcome.you == "rail"
                assert welcome.yours is None

    run(attack())


def test_another_version_is_told_so() -> None:
    async def attack() -> None:
        async with running_server() as target, RawClient(target).open_socket() as sock:
            await sock.say(messages.Hello("x", version=99))
            bye = await sock.read_bye()
            assert bye is not None
            assert bye.code == "version"

    run(attack())


# Acting for another seat


async def started(target: LocalServer, seats: int = 2) -> tuple[list[RawClient], str]:
    """A match of people only, before anybody is ready."""
    people = await target.guests(*("Ana", "Bob", "Cleo")[:seats])
    table_id = await people[0].open_table(rules=ONE_ROUND, seats=seats, options={"clock": 0})
    for person in people[1:]:
        async with person.at(table_id) as sock:
            assert isinstance(await sock.ask(messages.Sit(new_id())), messages.Done)
    async with people[0].at(table_id) as host:
        assert isinstance(await host.ask(messages.Start(new_id())), messages.Done)
    return people, table_id


def test_nobody_acts_for_another_seat() -> None:
    async def attack() -> None:
        async with running_server() as target:
            (ana, bob), table_id = await started(target)
            async with ana.at(table_id) as a, bob.at(table_id) as b:
                for sock in (a, b):
                    await sock.act("ready")
                await a.hear(messages.Told, lambda told: told.board and told.board.turn)
                turn = a.board.turn
                idle = b if turn == "a" else a
                before = idle.seq
                for action in ("draw", "take", "call", "throw", f"swap {turn}1", f"a{turn} draw", f"{turn} draw"):
                    answer = await idle.act(action)
                    assert isinstance(answer, messages.Refused), action
                assert idle.seq == before

    run(attack())


HOSTS_ONLY = (messages.Start("1"), messages.SeatBot("2", "casual"), messages.Remove("3", "a"))


def test_only_the_host_does_what_hosts_do() -> None:
    async def attack() -> None:
        async with running_server() as target:
            _, eve, table_id = await at_a_table(target)
            for seated in (False, True):
                async with eve.at(table_id) as sock:
                    if seated:
                        await sock.ask(messages.Sit("sit"))
                    for command in HOSTS_ONLY:
                        answer = await sock.ask(type(command)(*_again(command, seated)))
                        assert isinstance(answer, messages.Refused)
                        assert answer.code == "not_host"

    run(attack())


def _again(command: Any, seated: bool) -> tuple[Any, ...]:
    name, *rest = (getattr(command, field) for field in command.__struct_fields__)
    return (f"{name} {seated}".replace(" ", "-"), *rest)


def test_from_the_rail_nothing_is_done() -> None:
    async def attack() -> None:
        async with running_server() as target:
            _, table_id = await started(target)
            eve = await target.guest("Eve")
            async with eve.at(table_id) as rail:
                for command in (
                    messages.Act(new_id(), "draw"),
                    messages.Act(new_id(), "snap a1 #1"),
                    messages.Pass(new_id(), 1),
                    messages.Leave(new_id()),
                    messages.Next(new_id()),
                    messages.Stay(new_id()),
                    messages.Rematch(new_id()),
                    messages.React(new_id(), "clap"),
                    messages.Sit(new_id(), "a"),
                    messages.Sit(new_id()),
                    messages.Start(new_id()),
                ):
                    answer = await rail.ask(command)
                    assert isinstance(answer, messages.Refused), command
                    assert answer.code in ("not_seated", "started", "not_host")
                assert rail.heard[0].yours is None  # type: ignore[union-attr]

    run(attack())


# Guessing rooms


def test_ids_cannot_be_guessed() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            ids = [await ana.open_table() for _ in range(20)]
            assert len(set(ids)) == len(ids)
            # 128 bits in base 64.
            assert {len(each) for each in ids} == {22}
            assert len(ana.person) == 22
            guess = ids[0][:-2] + ("AA" if ids[0][-2:] != "AA" else "BB")
            for path in (f"/api/tables/{guess}", f"/api/tables/{ids[0]}/../{guess}"):
                assert (await ana.get(path)).status == 404
            assert (await ana.post(f"/api/tables/{guess}/ticket")).code == "no_table"

    run(attack())


def test_codes_are_tried_slowly_and_expire() -> None:
    async def attack() -> None:
        async with running_server(codes_per_minute=3, code_hours=1) as target:
            ana = await target.guest()
            opened = (await ana.post("/api/tables", {})).json()
            code = opened["code"]
            assert len(code) == CODE_LENGTH
            assert set(code) <= set(CODE_LETTERS)
            guesses = ("AAAAAA", code.lower(), "BBBBBB", code, "CCCCCC", code, "DDDDDD")
            answers = [await target.request("GET", f"/api/codes/{guess}") for guess in guesses]
            # Only wrong guesses count, and after too many of them nothing tells a right one.
            assert [answer.status for answer in answers] == [404, 200, 404, 200, 404, 429, 429]
            assert answers[-1].problem() == answers[-2].problem()
            assert answers[1].json()["table"] == opened["table"]
            # From everywhere else it can still be looked up, and after a while from here.
            target.skip(60_000)
            assert (await target.request("GET", f"/api/codes/{code}")).status == 200
            target.skip(3_600_000)
            assert (await target.request("GET", f"/api/codes/{code}")).code == "no_code"
            assert (await ana.get(f"/api/tables/{opened['table']}")).json()["code"] is None

    run(attack())


def test_behind_a_proxy_nobody_hides_among_invented_addresses() -> None:
    async def attack() -> None:
        async with running_server(codes_per_minute=3, behind_proxy=True) as target:
            answers = []
            for number in range(5):
                said = {"X-Forwarded-For": f"10.9.8.{number}, 203.0.113.7"}
                answers.append(await target.request("GET", "/api/codes/AAAAAA", headers=said))
            assert [answer.status for answer in answers] == [404, 404, 404, 429, 429]
            other = await target.request("GET", "/api/codes/AAAAAA", headers={"X-Forwarded-For": "203.0.113.8"})
            assert other.status == 404
        async with running_server(codes_per_minute=3) as target:
            # Without a proxy nobody has any business telling addresses.
            hops = [{"X-Forwarded-For": f"10.9.8.{number}"} for number in range(5)]
            answers = [await target.request("GET", "/api/codes/AAAAAA", headers=hop) for hop in hops]
            assert [answer.status for answer in answers] == [404, 404, 404, 429, 429]

    run(attack())


def test_a_private_table_is_on_no_list() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            private = await ana.open_table(options={"public": False})
            public = await ana.open_table(options={"public": True})
            async with ana.at(private), ana.at(public):
                listed = (await eve.get("/api/tables")).json()["tables"]
                assert [table["table"] for table in listed] == [public]
                assert set(listed[0]) == {"table", "rules", "host", "seats", "taken", "stage"}
                quick = (await eve.post("/api/quick", {})).json()["table"]
                assert quick not in (private, public)

    run(attack())


# Slow readers


async def deaf(target: LocalServer, visitor: RawClient, table_id: str) -> tuple[Any, Socket]:
    """Somebody at a table who reads nothing from now on, with as little room for mail as the kernel allows."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect(("127.0.0.1", target.port))
    coming = visitor.at(table_id, sock=sock)
    listener = await coming.__aenter__()
    listener.connection.transport.pause_reading()
    return coming, listener


async def chatter(mate: Socket, target: LocalServer) -> float:
    """Until the one who does not listen is given up: the longest that somebody else had to wait meanwhile."""
    longest = 0.0
    for _ in range(6000):
        begun = time.monotonic()
        assert isinstance(await mate.ask(messages.React(new_id(), "clap")), messages.Done)
        longest = max(longest, time.monotonic() - begun)
        if _dropped(target, "slow"):
            return longest
    raise AssertionError("nobody was dropped")


def _dropped(target: LocalServer, code: str) -> bool:
    return f'cambio_sockets_dropped_total{{code="{code}"}}' in target.registry.metrics.render().decode()


def _watching(target: LocalServer) -> float:
    found = re.search(r"^cambio_sockets (\S+)$", target.registry.metrics.render().decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_client_that_never_reads_is_dropped_and_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_socket, "BYE_TIMEOUT", 0.2)

    async def attack() -> None:
        async with running_server(send_buffer=4096, commands_per_second=100_000) as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id) as mate:
                _, listener = await deaf(target, eve, table_id)
                assert await chatter(mate, target) < 2
                await mate.hear(messages.Present, lambda present: present.watching == 0)
                assert _watching(target) == 1
                listener.connection.transport.abort()

    run(attack())


def test_a_client_that_never_reads_cannot_keep_the_server_from_closing() -> None:
    async def attack() -> None:
        async with running_server(send_buffer=4096, commands_per_second=100_000) as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id) as mate:
                _, listener = await deaf(target, eve, table_id)
                await chatter(mate, target)
                await listener.write(frame(CLOSE, b"\x03\xe8"))
                await asyncio.sleep(QUIET_TIME)
                for each in list(target.connections):
                    each.shutdown()
                bye = await mate.read_bye()
                assert bye is None or bye.code == "restart"
                listener.connection.transport.abort()

    run(attack())


def test_who_says_nothing_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_endpoint, "HELLO_TIMEOUT", 0.2)

    async def attack() -> None:
        async with running_server() as target:
            async with RawClient(target).open_socket() as sock:
                bye = await sock.read_bye()
                assert bye is not None
                assert bye.code == "silent"
            ana, _, table_id = await at_a_table(target)
            async with ana.open_socket() as sock:
                await sock.say(messages.Hello(await ana.ticket(table_id)))
                await sock.hear(messages.Welcome)
                target.skip(int(connection.PONG_TIMEOUT) + 1)
                # Pings are not answered by reading alone.
                texts = [text async for text in sock.connection]
                assert '"code":"silent"' in str(texts[-1])

    run(attack())


# Secrets


def test_logs_errors_metrics_and_lists_hold_no_secret() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Anastasia", "Eve")
            opened = (await ana.post("/api/tables", AMONG_BOTS | {"options": {"public": True}})).json()
            table_id = opened["table"]
            tickets = [await ana.ticket(table_id) for _ in range(3)]
            async with ana.at(table_id) as sock, eve.at(table_id) as rail:
                await sock.send("no message")
                await rail.ask(messages.Act(new_id(), "swap a1"))
                seen = [(await eve.get(path)).body.decode() for path in ("/api/tables", "/metrics", "/healthz")]
                seen += [(await eve.get(path)).body.decode() for path in ("/api/games", "/api/games/x.cambio")]
                await play_out(sock)
            await eve.post("/api/tables/nowhere/ticket")
            await eve.get(f"/table/{table_id}")
            await eve.get(f"/join/{opened['code']}")
            bodies = [log_entries.decode(row.body) for row in await target.registry.store.entries(table_id)]
            seeds = [body.secret for body in bodies if isinstance(body, log_entries.Started)]
            tokens = [each.cookie.partition("=")[2] for each in (ana, eve)]
            log = target.log.getvalue()
            assert "table opened" in log
            for secret in (*seeds, *tokens, *tickets, table_id, opened["code"], ana.person, eve.person, "Anastasia"):
                assert secret not in log
                assert secret not in "".join(seen[1:])
            for secret in (*seeds, *tokens, *tickets, opened["code"], ana.person):
                assert secret not in seen[0]
            assert not FACE.search(log)
            assert not FACE.search("".join(seen))

    run(attack())


def test_a_failure_is_told_by_its_kind_and_place_and_never_by_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()

            async def fail(*_: object) -> None:
                raise ValueError(f"the 7h lies on top, says {ana.cookie}")

            monkeypatch.setattr(target.registry.store, "finished_of", fail)
            answer = await ana.get("/api/games")
            assert (answer.status, answer.code) == (500, "failed")
            assert answer.header("x-content-type-options") == "nosniff"
            assert "7h" not in answer.body.decode()
            assert "7h" not in target.log.getvalue()
            assert ana.cookie.partition("=")[2] not in target.log.getvalue()
            assert {line["error"] for line in target.failures()} == {"ValueError"}
            target.clear_log()

    run(attack())


def test_a_round_is_downloaded_by_those_who_played_it_and_only_when_it_is_over() -> None:
    async def attack() -> None:
        async with running_server(scores=60_000) as target:
            ana, eve = await target.guests("<b>Ana: x=1", "Eve")
            table_id = await ana.open_table(**AMONG_BOTS | {"rules": "cambia match.rounds=2"})
            async with ana.at(table_id) as sock, eve.at(table_id) as rail:
                assert (await ana.get("/api/games")).json() == {"games": []}
                assert sock.table.archived is None
                while sock.table.stage == "playing":
                    legal = sock.yours.legal
                    if legal:
                        await sock.act("call" if "call" in legal else legal[0])
                    else:
                        await sock.hear(messages.Told)
                await rail.hear(messages.Told, lambda told: told.table and told.table.archived)
                path = f"/api/games/{rail.table.archived}.cambio"
                assert (await eve.get(path)).code == "no_game"
                assert (await eve.get("/api/games")).json() == {"games": []}
                assert (await target.request("GET", path)).code == "no_session"
                answer = await ana.get(path)
                assert answer.header("content-type") == "text/plain; charset=utf-8"
                assert answer.header("content-disposition").startswith("attachment")
                record = read_notation(answer.body.decode())
                assert record.names["a"] == ana.name
                # The next round comes from the same secret, so the file must not tell it.
                bodies = [log_entries.decode(row.body) for row in await target.registry.store.entries(table_id)]
                secret = next(body.secret for body in bodies if isinstance(body, log_entries.Started))
                assert secret not in answer.body.decode()

    run(attack())


# Snaps


def test_a_snap_that_was_sent_before_its_discard_is_a_guess_and_counts_no_more() -> None:
    async def attack() -> None:
        async with running_server() as target:
            (ana, bob), table_id = await started(target)
            async with ana.at(table_id) as a, bob.at(table_id) as b:
                for sock in (a, b):
                    await sock.act("ready")
                await a.hear(messages.Told, lambda told: told.board and told.board.turn)
                player, guesser = (a, b) if a.board.turn == "a" else (b, a)
                mine = "b1" if guesser is b else "a1"
                coming = player.board.number + 1
                early = await guesser.act(f"snap {mine} #{coming}")
                assert isinstance(early, messages.Refused)
                assert isinstance(await player.act("draw"), messages.Done)
                assert isinstance(await player.act("throw"), messages.Done)
                await guesser.hear(messages.Told, lambda told: told.board and told.board.window == coming)
                guess = await guesser.act(f"snap {mine} #{coming}", claimed=1.0)
                assert isinstance(guess, messages.Refused)
                assert guess.code == "guess"

    run(attack())


def test_a_table_whose_last_viewer_leaves_during_a_race_goes_on_when_somebody_is_back() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(**AMONG_BOTS)
            for _ in range(6):
                async with ana.at(table_id) as sock:
                    for action in [action for action in sock.yours.legal if action != "call"][:1]:
                        await sock.act(action)
                    # What a bot does now may be held until people could have snapped.
                    await asyncio.sleep(0.01)
                    sock.connection.transport.abort()
            async with ana.at(table_id) as sock:
                await play_out(sock)

    run(attack())


# Too much of everything


def test_sockets_of_one_person_are_counted() -> None:
    async def attack() -> None:
        async with running_server(sockets_per_person=2) as target:
            ana, eve, table_id = await at_a_table(target)
            async with ana.at(table_id), ana.at(table_id):
                assert await told_at_the_door(ana, await ana.ticket(table_id)) == "crowded"
                assert await told_at_the_door(eve, await eve.ticket(table_id)) == "Welcome"
            await asyncio.sleep(QUIET_TIME)
            assert await told_at_the_door(ana, await ana.ticket(table_id)) == "Welcome"

    run(attack())


def test_sockets_from_one_address_are_counted_even_before_hello() -> None:
    async def attack() -> None:
        async with running_server(sockets_per_address=2) as target:
            eve = RawClient(target)
            async with eve.open_socket(), eve.open_socket():
                assert await told_at_the_door(eve, "x") == "crowded"
            await asyncio.sleep(QUIET_TIME)
            assert await told_at_the_door(eve, "x") == "ticket"

    run(attack())


def test_people_on_the_rail_are_counted_and_players_are_not_kept_out_by_them() -> None:
    async def attack() -> None:
        async with running_server(spectators=1) as target:
            ana, eve, table_id = await at_a_table(target)
            third = await target.guest("Third")
            async with eve.at(table_id):
                assert await told_at_the_door(third, await third.ticket(table_id)) == "crowded"
                assert await told_at_the_door(ana, await ana.ticket(table_id)) == "Welcome"

    run(attack())


def test_tables_and_requests_are_counted() -> None:
    async def attack() -> None:
        async with running_server(tables_per_person=2) as target:
            ana, eve = await target.guests("Ana", "Eve")
            answers = [await ana.post("/api/tables", {}) for _ in range(3)]
            assert [answer.status for answer in answers] == [201, 201, 429]
            assert (await ana.post("/api/quick", {})).code == "tables"
            assert (await eve.post("/api/tables", {})).status == 201
        async with running_server(requests_per_minute=5) as target:
            answers = [await target.request("GET", "/api/session") for _ in range(7)]
            assert [answer.status for answer in answers] == [200] * 5 + [429] * 2
            assert answers[-1].code == "requests"
            target.skip(60_000)
            assert (await target.request("GET", "/api/session")).status == 200

    run(attack())


# HTTP


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A web client that was built, and a file beside it that is nobody's business."""
    root = tmp_path / "web"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html><title>Cambio</title>")
    (root / "assets" / "app.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("the seed")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr("cambio.server.http.app.web_root", lambda: root)
    return root


TRAVERSALS = (
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/....//secret.txt",
    "//secret.txt",
    "/%00",
    "/assets/app.js%00.html",
    "/link.txt",
    "/assets",
    "/" + "a/" * 2000,
    "/" + "a" * 5000,
)


def test_no_path_leads_out_of_the_web_client(web: Path) -> None:
    async def attack() -> None:
        async with running_server() as target:
            assert (await target.request("GET", "/assets/app.js")).body == b"export {}"
            for path in (*TRAVERSALS, web.parent.joinpath("secret.txt").as_posix()):
                answer = await target.request("GET", path)
                assert 400 <= answer.status < 500, path
                assert b"the seed" not in answer.body

    run(attack())


def test_sockets_elsewhere_than_at_the_door_are_refused(web: Path) -> None:
    async def attack() -> None:
        async with running_server() as target:
            for path in ("/", "/assets/app.js", "/api/session", "/socket/", "/nowhere"):
                answer = await target.request(
                    "GET",
                    path,
                    headers={
                        "Connection": "Upgrade",
                        "Upgrade": "websocket",
                        "Sec-WebSocket-Version": "13",
                        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                        "Content-Length": None,
                    },
                )
                assert 400 <= answer.status < 500, path

    run(attack())


def test_a_page_that_fails_does_not_write_down_the_code_it_was_asked_for(
    web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def attack() -> None:
        async with running_server() as target:
            monkeypatch.setattr("cambio.server.http.web_files.choose_coding", lambda *_: int("no such coding"))
            for path in ("/join/SECRET", "/table/SECRET"):
                assert (await target.request("GET", path)).code == "failed"
            assert "SECRET" not in target.log.getvalue()
            assert len(target.failures()) >= 2
            target.clear_log()

    run(attack())


def test_an_unknown_path_is_a_page_for_people_and_a_problem_for_programs(web: Path) -> None:
    async def play() -> None:
        async with running_server() as target:
            page = await target.request("GET", "/no/such/page", headers={"Accept": "text/html,*/*;q=0.8"})
            assert page.status == 404
            assert page.header("content-type").startswith("text/html")
            assert b"<title>" in page.body
            assert (await target.request("GET", "/no/such/page")).code == "http"
            answer = await target.request("GET", "/api/nothing", headers={"Accept": "text/html"})
            assert (answer.status, answer.code) == (404, "http")

    run(play())


def test_every_answer_has_the_headers_that_protect_it(web: Path) -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            answers = [
                await ana.get("/"),
                await ana.get("/assets/app.js"),
                await ana.get("/nowhere"),
                await ana.get("/api/session"),
                await ana.get("/metrics"),
                await ana.request("PUT", "/api/session"),
                await ana.post("/api/session", {"name": "Eve"}, headers={"Origin": None}),
            ]
            assert [answer.status for answer in answers] == [200, 200, 404, 200, 200, 405, 403]
            for answer in answers:
                policy = answer.header("content-security-policy")
                assert "default-src 'self'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "script-src" not in policy
                assert answer.header("x-content-type-options") == "nosniff"
                assert answer.header("referrer-policy") == "same-origin"
                assert not answer.header("server")
            assert answers[3].header("cache-control") == "no-store"

    run(attack())


def test_a_body_that_is_too_long_is_not_read_to_its_end() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest()
            answer = await ana.post("/api/session", body=b'"' + b"x" * LONGEST_BODY)
            assert (answer.status, answer.code) == (413, "too_long")
            # Whoever goes on talking may miss the sentence, but not the answer.
            assert (await ana.post("/api/session", body=b'"' + b"x" * 3_000_000)).status == 413
            chunk = b"4000\r\n" + b"[" * 0x4000 + b"\r\n"
            host = f"Host: 127.0.0.1:{target.port}\r\nOrigin: {target.base}\r\nConnection: close"
            head = f"POST /api/session HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            assert (await exchange(target.port, head + 20 * chunk + b"0\r\n\r\n")).status == 413

    run(attack())


def test_what_counts_is_where_a_request_comes_from_not_what_it_calls_itself() -> None:
    async def attack() -> None:
        async with running_server() as target:
            form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": "http://evil.example"}
            ana = await target.guest()
            assert (await ana.post("/api/session", body=b"name=Eve", headers=form)).code == "origin"
            own = form | {"Origin": target.base}
            assert (await ana.post("/api/session", body=b"name=Eve", headers=own)).code == "malformed"
            override = {"X-HTTP-Method-Override": "DELETE", "X-Method": "DELETE"}
            assert (await ana.get("/api/session?_method=DELETE", headers=override)).json()["name"] == "Ana"
            assert (await ana.post("/api/games", headers=override)).status == 405
            for method in ("PUT", "PATCH", "TRACE", "CONNECT", "delete"):
                answer = await ana.request(method, "/api/session")
                assert answer.status in (400, 404, 405), method
            assert (await ana.get("/api/session")).json()["name"] == "Ana"

    run(attack())


ODD_DOCUMENTS = {
    "not a number": b'{"seats":NaN}',
    "infinity": b'{"seats":1e999}',
    "half a character": b'{"rules":"\\ud800"}',
    "no UTF-8": b'{"rules":"\xff"}',
    "a nothing": b'{"rules":"\x00"}',
    "deep": b'{"changes":' + b"[" * 15_000,
    "deep changes": b'{"changes":{"a":' * 500 + b"1" + b"}}" * 500,
    "no object": b"[]",
    "two": b"{}{}",
    "a foreign field": b'{"host":"somebody else"}',
    "a number of seats": b'{"seats":3.5}',
    "no seats": b'{"seats":-1}',
    "all bots": b'{"seats":2,"bots":["casual","casual"]}',
    "a bot that is none": b'{"bots":["../casual"]}',
    "a rule that is none": b'{"changes":{"__class__":"x"}}',
    "a rule of another kind": b'{"changes":{"deal.cards":{"$gt":1}}}',
    "a long game": b'{"changes":{"deal.cards":99999999999999999999999}}',
    "cards without end": b'{"changes":{"deck.decks":1000000}}',
}


@pytest.mark.parametrize("body", ODD_DOCUMENTS.values(), ids=ODD_DOCUMENTS.keys())
def test_a_document_that_makes_no_sense_is_a_problem_with_a_sentence(shared: SharedServer, body: bytes) -> None:
    async def attack() -> None:
        target = shared.target
        ana = await target.guest()
        answer = await ana.post("/api/tables", body=body)
        assert answer.status == 422
        assert answer.code in ("malformed", "rules")

    shared.wait_for(attack())


def test_of_a_key_that_comes_twice_one_counts() -> None:
    async def attack() -> None:
        async with running_server() as target:
            answer = await target.request("POST", "/api/session", body=b'{"name":"Ana","name":"Eve"}')
            assert answer.json()["name"] in ("Ana", "Eve")

    run(attack())


# Names

ODD_NAMES = {
    "empty": "",
    "blank": " \t\n ",
    "a control": "A\x07na",
    "a nothing": "Ana\x00",
    "an escape": "\x1b[31mAna",
    "backwards": "Ana\u202egnp",
    "an isolate": "\u2066Ana",
    "invisible": "A\u200bna",
    "a joiner": "A\u2060na",
    "a soft hyphen": "A\u00adna",
    "private": "\ue000",
    "a line": "Ana\u2028Eve",
    "long": "x" * 25,
    "very long": "x" * 10_000,
    "a separator": "Ana;Eve",
}


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES.keys())
def test_a_name_that_deceives_is_none(shared: SharedServer, name: str) -> None:
    async def attack() -> None:
        target = shared.target
        answer = await target.request("POST", "/api/session", {"name": name})
        if answer.status == 201:
            # White space between words is no deceit: it becomes a single blank.
            assert answer.json()["name"] == " ".join(name.split())
            assert answer.json()["name"].isprintable()
        else:
            assert (answer.status, answer.code) in ((422, "name"), (422, "malformed"))
            assert not answer.header("set-cookie")

    shared.wait_for(attack())


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800\u2800",
        "\ufe0f",
        "\u3164 \ufe0f\u2800",
        "\u115f\u1160",
        "\uffa0",
        "\u034f",
        "\u0301",
        "\u17b4",
        "\u180b",
        "\U000e0100",
        "\U0001d159",
        "\u3000",
    ],
    ids=ascii,
)
def test_a_name_that_nobody_sees_is_none(shared: SharedServer, name: str) -> None:
    async def attack() -> None:
        answer = await shared.target.request("POST", "/api/session", {"name": name})
        assert (answer.status, answer.code) == (422, "name")
        # Beside letters it makes no other name.
        answer = await shared.target.request("POST", "/api/session", {"name": f"Ana\u3164{name[:1]}"})
        assert answer.status == 201
        assert answer.json()["name"] in ("Ana", f"Ana {name[:1]}")

    shared.wait_for(attack())


@pytest.mark.parametrize("name", ["\u2764\ufe0f", "e\u0301", "\u1f6d\u0345", "한", "7", "?", "नि"])
def test_a_name_may_have_marks_on_what_is_seen(shared: SharedServer, name: str) -> None:
    async def play() -> None:
        answer = await shared.target.request("POST", "/api/session", {"name": name})
        assert answer.json()["name"] == name

    shared.wait_for(play())


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>"[:24], '"><img src=x>', "' OR 1=1 --", "{{7*7}}", "名前", "O'Neill"]
)
def test_a_name_is_words_and_never_a_program(shared: SharedServer, name: str) -> None:
    async def attack() -> None:
        target = shared.target
        ana = await target.guest(name)
        assert (await ana.get("/api/session")).json()["name"] == name
        table_id = await ana.open_table(**AMONG_BOTS | {"options": {"public": True}})
        async with ana.at(table_id) as sock:
            assert sock.table.seats[0].name == name
            listed = await ana.get("/api/tables")
            assert listed.header("content-type") == "application/json"
            assert listed.json()["tables"][0]["host"] == name
            await play_out(sock)
            text = (await ana.get(f"/api/games/{sock.table.archived}.cambio")).body.decode()
            assert read_notation(text).names["a"] == name

    shared.wait_for(attack())


def test_two_of_one_name_are_told_apart() -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana, other = await target.guests("Ana", "Ana")
            table_id = await ana.open_table(seats=2)
            async with other.at(table_id) as sock:
                await sock.ask(messages.Sit(new_id()))
                assert [seat.name for seat in sock.table.seats] == ["Ana", "Ana 2"]

    run(attack())
