"""An operator at work: what cambio admin lists and changes, and what a running server and its players notice of it."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from cambio.cli import main
from cambio.server.clock import Clock
from cambio.server.logs import digest
from cambio.server.operating.ban_list import BanList
from cambio.server.protocol import messages
from cambio.server.store.bans import Ban
from cambio.server.tables.forgetting import SOMEBODY

from .postgres_databases import create_database, shared_postgres
from .raw_client import LocalServer, RawClient, Socket, play_out, run, running_server

#: Seconds in which a running server has to know of a change.
NOTICE_TIME = 3.0
TWO_SEATS: dict[str, Any] = {"rules": "cambia match.rounds=1", "seats": 2, "bots": ["beginner"], "start": True}


class Operator:
    """Somebody with a shell on the server's machine."""

    def __init__(self, url: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.url = url
        self._capsys = capsys

    async def do(self, *arguments: str) -> Any:
        """What a command answers, as data; it has to succeed."""
        status, said = await self.tell(*arguments, "--json")
        assert status == 0, said
        return json.loads(said)

    async def tell(self, *arguments: str) -> tuple[int, str]:
        """The exit status of a command, and what it says."""
        self._capsys.readouterr()
        command = ["admin", arguments[0], "--database", self.url, *arguments[1:]]
        status = await asyncio.to_thread(main, command)
        said = self._capsys.readouterr()
        return status, said.out + said.err


Story = Callable[[LocalServer, Operator], Coroutine[Any, Any, None]]


@pytest.fixture(params=["sqlite", "postgres"])
def beside_server(request: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Story], None]:
    """Runs a story with a server and its operator, on each kind of database."""

    async def play(story: Story) -> None:
        url = f"sqlite:///{tmp_path / 'cambio.db'}"
        if request.param == "postgres":
            url = await create_database(shared_postgres())
        async with running_server(database=url) as target:
            await story(target, Operator(url, capsys))

    if request.param == "postgres":
        shared_postgres()
    return lambda story: run(play(story))


@pytest.fixture
def beside_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Story], None]:
    """The same on SQLite alone, for what no database does in its own way."""

    async def play(story: Story) -> None:
        url = f"sqlite:///{tmp_path / 'cambio.db'}"
        async with running_server(database=url) as target:
            await story(target, Operator(url, capsys))

    return lambda story: run(play(story))


async def bye(sock: Socket) -> messages.Bye:
    async with asyncio.timeout(NOTICE_TIME):
        found = await sock.hear(messages.Bye)
    assert isinstance(found, messages.Bye)
    return found


async def until(holds: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    async with asyncio.timeout(NOTICE_TIME):
        while not await holds():
            await asyncio.sleep(0.05)


# Bans


def test_a_banned_person_goes_with_one_sentence_and_may_not_come_back(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana, ben = await target.guests("Ana", "Ben")
        table = await ana.open_table(**TWO_SEATS)
        ticket = await ana.ticket(table)
        async with ana.at(table) as sock, ben.at(await ben.open_table(**TWO_SEATS)) as other:
            await operator.do("ban", digest(ana.person), "--days", "7", "--reason", "insults")
            goodbye = await bye(sock)
            assert (goodbye.code, goodbye.retry) == ("banned", None)
            assert goodbye.sentence.startswith("you may not play here until 20") and ": insults" in goodbye.sentence
            assert not [each for each in other.heard if isinstance(each, messages.Bye)]
        for path in ("/api/session", "/api/games", "/api/me/tables"):
            answer = await ana.get(path)
            assert (answer.status, answer.code) == (403, "banned")
            assert answer.json()["sentence"] == goodbye.sentence
        assert (await ana.post(f"/api/tables/{table}/ticket")).code == "banned"
        async with ana.open_socket() as sock:
            await sock.say(messages.Hello(ticket))
            assert (await bye(sock)).code == "banned"
        assert (await ben.get("/api/session")).status == 200
        assert (await target.request("GET", "/")).status == 200
        [listed] = await operator.do("bans")
        assert (listed["who"], listed["id"], listed["name"]) == (digest(ana.person), ana.person, "Ana")
        await operator.do("unban", digest(ana.person))
        await until(lambda: _is(ana, "/api/session", 200))
        assert await operator.do("bans") == []

    beside_server(play)


async def _is(client: RawClient, path: str, status: int) -> bool:
    return (await client.get(path)).status == status


def test_a_banned_address_is_kept_out_whoever_comes_from_there(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana = await target.guest("Ana")
        async with ana.at(await ana.open_table(**TWO_SEATS)) as sock:
            await operator.do("ban", "127.0.0.1", "--days", "0.5")
            assert (await bye(sock)).code == "banned"
        assert (await target.request("POST", "/api/session", {"name": "Eve"})).code == "banned"
        async with RawClient(target).open_socket() as sock:
            assert (await bye(sock)).code == "banned"
        assert (await target.request("GET", "/healthz")).status == 200
        status, said = await operator.tell("unban", "127.0.0.1/32")
        assert status == 0 and "may play again" in said
        await until(lambda: _is(ana, "/api/session", 200))

    beside_server(play)


def test_a_ban_is_in_force_from_the_start_and_ends_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'cambio.db'}"
        async with running_server(database=url) as target:
            ana = await target.guest("Ana")
        await Operator(url, capsys).do("ban", "ana", "--days", "2")
        async with running_server(database=url) as target:
            ana.target = target
            assert (await ana.get("/api/session")).code == "banned"
            target.skip(2 * 24 * 3_600_000 + 1000)
            assert (await ana.get("/api/session")).status == 200

    run(play())


def test_bans_are_of_households_and_of_larger_networks() -> None:
    bans = BanList(Clock())
    end = Clock().wall() + 1_000_000
    bans.replace(
        Ban(subject, True, end, "", 0)
        for subject in ("203.0.113.7", "198.51.100.0/24", "2001:db8:1:2::/64", "2001:db8:9::/48")
    )
    for network, is_banned in {
        "203.0.113.7": True,
        "203.0.113.8": False,
        "198.51.100.200": True,
        "198.51.101.200": False,
        "2001:db8:1:2::/64": True,
        "2001:db8:1:3::/64": False,
        "2001:db8:9:7::/64": True,
        "unknown": False,
    }.items():
        assert (bans.of_network(network) is not None) == is_banned, network
        assert bans.of_person(network) is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ban", "nobody", "--days", "1"), "expected a person, but nobody has the id, the digest or the name 'nobody'"),
        (("ban", "127.0.0.1", "--days", "0"), "expected a number of days above 0"),
        (("ban", "127.0.0.1", "--days", "nan"), "expected a number of days above 0"),
        (("ban", "127.0.0.1", "--days", "1", "--reason", "a\nb"), "in one line"),
        (("unban", "127.0.0.1"), "is not banned"),
        (("close", "nowhere"), "expected a table, but none has"),
        (("rename", "nobody", "x;y"), "expected a name"),
        (("tables", "--limit", "0"), "expected a limit from 1 to 1000000"),
        (("delete", "nobody"), "say --yes"),
        (("delete", "nobody", "--yes"), "expected a person"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    arguments: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)

    async def play() -> tuple[int, str]:
        url = f"sqlite:///{tmp_path / 'cambio.db'}"
        async with running_server(database=url):
            pass
        return await Operator(url, capsys).tell(*arguments)

    status, told = run(play())
    assert status == 1 and said in told


# Sessions and tables


def test_sessions_that_are_ended_close_their_sockets(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana, ben = await target.guests("Ana", "Ben")
        table = await ana.open_table(**TWO_SEATS)
        ticket = await ana.ticket(table)
        async with ana.at(table) as sock:
            assert len(await operator.do("sessions", "Ana")) == 1 and len(await operator.do("sessions")) == 2
            assert (await operator.do("end-sessions", digest(ana.person)))["ended"] == 1
            goodbye = await bye(sock)
            assert (goodbye.code, goodbye.retry) == ("no_session", None)
        assert (await ana.get("/api/games")).code == "no_session"
        async with ana.open_socket() as sock:
            await sock.say(messages.Hello(ticket))
            assert (await bye(sock)).code == "ticket"
        assert (await ben.get("/api/games")).status == 200
        assert [each["name"] for each in await operator.do("sessions")] == ["Ben"]

    beside_server(play)


def test_a_table_that_is_closed_is_gone_and_its_finished_rounds_stay(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana = await target.guest("Ana")
        table = await ana.open_table(**TWO_SEATS)
        async with ana.at(table) as sock:
            await play_out(sock)
            assert [each["id"] for each in await operator.do("tables", "--state", "over")] == [table]
            await operator.do("close", digest(table))
            goodbye = await bye(sock)
            assert (goodbye.code, goodbye.retry) == ("closed", None)
        assert (await ana.post(f"/api/tables/{table}/ticket")).code == "no_table"
        assert await operator.do("tables") == []
        assert len((await ana.get("/api/games")).json()["games"]) == 1
        assert target.registry.metrics.registry.get_sample_value("cambio_store_failures_total") == 0

    beside_server(play)


def test_tables_are_listed_by_their_state(beside_file: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana = await target.guest("Ana")
        waiting = await ana.open_table(rules="cambia", seats=4)
        playing = await ana.open_table(rules="cambia", seats=2, bots=["beginner"], start=True)
        async with ana.at(waiting), ana.at(playing):
            await until(lambda: _lists(operator, "playing", playing))
            assert await _lists(operator, "waiting", waiting) and await operator.do("tables", "--state", "over") == []
            status, said = await operator.tell("tables")
            assert (
                status == 0
                and said.startswith("TABLE")
                and digest(waiting) in said
                and waiting not in said
                and "Ana" in said
                and "cambia" in said
            )

    beside_file(play)


async def _lists(operator: Operator, state: str, table: str) -> bool:
    return [each["id"] for each in await operator.do("tables", "--state", state)] == [table]


# People


def test_a_person_is_renamed_wherever_the_old_name_stood(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana, ben = await target.guests("Rude Word", "Ben")
        over = await ana.open_table(**TWO_SEATS)
        async with ana.at(over) as sock:
            await play_out(sock)
        table = await ana.open_table(rules="cambia", seats=3)
        async with ana.at(table), ben.at(table) as sock:
            await operator.do("rename", "Rude Word", "Violet")
            told = await sock.hear(messages.Told, lambda each: "Violet" in str(each))
            assert "Rude Word" not in str(told)
        assert (await ana.get("/api/session")).json()["name"] == "Violet"
        (game,) = (await ana.get("/api/games")).json()["games"]
        text = (await ana.get(f"/api/games/{game['id']}.cambio")).body.decode()
        assert "Violet" in text and "Rude Word" not in text + json.dumps(game)
        assert [each["name"] for each in await operator.do("people", digest(ana.person))] == ["Violet"]

    beside_server(play)


def test_a_person_is_forgotten_while_the_server_runs(beside_server: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana, ben = await target.guests("Ana Unmistakable", "Ben")
        over = await ana.open_table(**TWO_SEATS)
        async with ana.at(over) as sock:
            await play_out(sock)
        table = await ana.open_table(rules="cambia", seats=2)
        async with ana.at(table), ben.at(table, sit=True) as sock:
            await sock.say(messages.Rename("x1", "Benjamin"))
            assert (await operator.do("delete", "--yes", digest(ana.person)))["id"] == ana.person
            await until(lambda: _has_left(target, table, ana.person))
        assert (await ana.get("/api/games")).code == "no_session"
        assert [each["name"] for each in await operator.do("people", digest(ana.person))] == [SOMEBODY]
        assert await operator.do("people", "unmistakable") == []

    beside_server(play)


async def _has_left(target: LocalServer, table: str, person: str) -> bool:
    live_table = await target.registry.live_table(table)
    return person not in live_table.table.people().values()


def test_a_person_is_forgotten_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play() -> None:
        url = f"sqlite:///{tmp_path / 'cambio.db'}"
        async with running_server(database=url) as target:
            ana = await target.guest("Ana Unmistakable")
            async with ana.at(await ana.open_table(**TWO_SEATS)) as sock:
                await play_out(sock)
        await Operator(url, capsys).do("delete", "--yes", digest(ana.person))
        for file in tmp_path.iterdir():
            assert b"Unmistakable" not in file.read_bytes(), file

    run(play())


def test_everything_about_a_person_is_exported(beside_server: Callable[[Story], None], tmp_path: Path) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana = await target.guest("Ana")
        async with ana.at(await ana.open_table(**TWO_SEATS)) as sock:
            await play_out(sock)
        await operator.do("ban", digest(ana.person), "--days", "1", "--reason", "a test")
        file = tmp_path / "copy.zip"
        await operator.do("export", "ana", "--file", str(file))
        with zipfile.ZipFile(file) as copy:
            about = json.loads(copy.read("about.json"))
            assert about["person"] == ana.person and about["bans"][0]["reason"] == "a test"
            assert len([name for name in copy.namelist() if name.startswith("rounds/")]) == 1
        status, said = await operator.tell("export", "ana", "--file", str(file))
        assert status == 1 and "File exists" in said

    beside_server(play)


def test_people_are_found_by_a_part_of_the_name_but_changed_by_all_of_it(beside_file: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        anabel, ana = await target.guests("Anabel", "Ana")
        assert {each["name"] for each in await operator.do("people", "ana")} == {"Ana", "Anabel"}
        assert (await operator.do("people", digest(ana.person)))[0]["name"] == "Ana"
        assert (await operator.do("end-sessions", "ana"))["id"] == ana.person
        status, said = await operator.tell("end-sessions", "an")
        assert status == 1 and digest(anabel.person) in said and digest(ana.person) in said
        other = await target.guest("ana")
        status, said = await operator.tell("ban", "Ana", "--days", "1")
        assert status == 1 and digest(other.person) in said

    beside_file(play)


# Databases


def test_no_database_is_made_or_brought_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server of an earlier version may be using it."""
    import sqlite3

    path = tmp_path / "cambio.db"
    operator = Operator(f"sqlite:///{path}", capsys)
    status, said = run(operator.tell("people"))
    assert status == 1 and "but there is none" in said and not path.exists()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 3")
    db.close()
    status, said = run(operator.tell("people"))
    assert status == 1 and "has version 3" in said


def test_what_an_operator_does_is_logged_without_naming_anybody(beside_file: Callable[[Story], None]) -> None:
    async def play(target: LocalServer, operator: Operator) -> None:
        ana = await target.guest("Ana")
        await operator.do("ban", digest(ana.person), "--days", "1")
        await until(lambda: _is(ana, "/api/session", 403))
        [line] = [line for line in target.lines() if line["what"] == "operator"]
        assert line["change"] == "bans" and line["subject"] == digest(ana.person)
        assert ana.person not in target.log.getvalue()

    beside_file(play)
