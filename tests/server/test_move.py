"""Moving from SQLite to PostgreSQL: everything is there afterwards, or nothing is, and play goes on where it was."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cambio.cli import main
from cambio.server.client import Guest
from cambio.server.migrate import move
from cambio.server.protocol import messages
from cambio.server.store.contract import Store
from cambio.server.store.errors import StoreInUse
from cambio.server.store.operations import Change
from cambio.server.store.sqlite.sqlite_files import ServerLock
from cambio.server.store.urls import make_store
from cambio.server.store.workers import Worker

from .filled_stores import DEAL, SESSIONS, fill
from .player_clients import check_ledger, check_sequence, present, replay_log
from .postgres_databases import new_database
from .schemas import empty_database, make_old_database, make_old_file, query, rows_of, run_statements, tables_of
from .server_process import Server, find_free_port, serving
from .store_contract import finished
from .stores import open_store

Run = Callable[..., tuple[int, str]]
TEST_TIMEOUT = 120.0


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A command: its exit status, and all that it has said."""

    def run_command(*arguments: object) -> tuple[int, str]:
        status = main([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run_command


def make_file(path: Path, entries: int = 5) -> str:
    """A file with rows in every table."""

    async def make() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            await fill(store, entries)

    asyncio.run(make())
    return f"sqlite:///{path}"


@pytest.fixture
def source(tmp_path: Path) -> str:
    return make_file(tmp_path / "cambio.db")


async def tell_all(store: Store) -> list[object]:
    """What a server could ask for."""
    return [
        *[await store.session(token_hash) for token_hash in SESSIONS.values()],
        *[await store.table(table_id) for table_id in ("t1", "t2", "t3")],
        *[await store.entries("t1"), await store.summary("t1"), await store.snapshot("t1")],
        *[await store.tables_of("ana", are_over=False, limit=9), await store.finished_of("ana", 9)],
        *[await store.matches_of("ana", 9), await store.match("f2"), await store.rounds_of_match("f2")],
        *[await store.statistics_of("ana"), await store.shares_of("ana"), await store.share("a-token")],
        *[await store.daily_key("a new key"), await store.daily_tries_of("ana"), await store.daily_results(DEAL, 9)],
        *[await store.bans(0), await store.notices(0), await store.last_notice(), await store.last_beat()],
        *[await store.latest_people(None, 9), await store.latest_tables(None, 9), await store.latest_sessions(9)],
    ]


def ask_all(url: str) -> list[object]:
    async def ask() -> list[object]:
        async with open_store(url) as store:
            return await tell_all(store)

    return asyncio.run(ask())


# Everything


@pytest.mark.parametrize("make_target", [empty_database, new_database], ids=["empty", "schema without rows"])
def test_everything_is_there_afterwards(make_target: Callable[[], str], source: str, tmp_path: Path, run: Run) -> None:
    target, told = make_target(), ask_all(source)
    before = (tmp_path / "cambio.db").read_bytes()
    assert all(told), "there is something of everything"
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 0 and "moved from" in said and "NOT" not in said, said
    assert said.count(" same\n") == len(tables_of(source))
    assert ask_all(target) == told
    there = rows_of(target)
    assert all(len(there[name]) == len(rows) for name, rows in rows_of(source).items())
    assert (tmp_path / "cambio.db").read_bytes() == before and not (tmp_path / "cambio.db-lock").exists()
    assert run("migrate", "--from", source, "--database", target, "--check")[0] == 0


def test_numbers_go_on_where_the_file_was(source: str, run: Run) -> None:
    """Those of rounds are the order in which they came, and those of notices are never used again."""
    with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as db:
        db.execute("DELETE FROM notice")
        db.commit()
    target = empty_database()
    assert run("migrate", "--from", source, "--database", target)[0] == 0

    async def go_on() -> list[int]:
        async with open_store(target) as store:
            await store.post_notice(Change.NAME, "ana", 1_700_000_000_001)
            await store.archive(finished(9))
            return [notice.number for notice in await store.notices(0)]

    assert asyncio.run(go_on()) == [3]
    assert query(target, "SELECT id FROM finished ORDER BY number") == [("f2",), ("f1",), ("f3",), ("f9",)]


def test_many_rows_are_moved_in_batches(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move, "BATCH", 7)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    source, target = make_file(tmp_path / "cambio.db", entries=100), empty_database()
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 0 and "\r\x1b[Kmoving event: 7 rows\r\x1b[Kmoving event: 14 rows" in said
    assert query(target, "SELECT count(*), sum(seq) FROM event") == [(100, 5050)]


# Or nothing


def check_nothing_was_moved(target: str) -> None:
    assert not any(rows_of(target).values())


def test_a_row_that_is_not_the_same_afterwards_is_noticed_and_nothing_is_moved(source: str, run: Run) -> None:
    target = new_database()
    run_statements(
        target,
        """CREATE FUNCTION forge() RETURNS TRIGGER LANGUAGE plpgsql AS $$
            BEGIN NEW.body := '\\x00'; RETURN NEW; END $$;
        CREATE TRIGGER forger BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.seq = 3) EXECUTE FUNCTION forge()""",
    )
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 1 and "but in PostgreSQL event has others among its 5 rows" in said, said
    check_nothing_was_moved(target)


def test_a_row_that_does_not_arrive_is_noticed_and_nothing_is_moved(source: str, run: Run) -> None:
    target = new_database()
    run_statements(
        target,
        """CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
        CREATE TRIGGER loser BEFORE INSERT ON reaction FOR EACH ROW WHEN (NEW.number = 1) EXECUTE FUNCTION lose()""",
    )
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 1 and "reaction has 2 rows instead of 4" in said, said
    check_nothing_was_moved(target)


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE person SET name = 'Mallory' WHERE id = 'ana'", "person"),
        ("UPDATE \"table\" SET is_public = NOT is_public WHERE id = 't2'", "table"),
        ("UPDATE snapshot SET body = body || '\\x00'", "snapshot"),
        ("UPDATE match_player SET level = NULL WHERE level IS NOT NULL", "match_player"),
        ("DELETE FROM share", "share"),
        ("UPDATE finished SET number = DEFAULT WHERE id = 'f2'", "finished"),
    ],
)
def test_a_row_that_was_changed_since_is_found_by_comparing_again(
    change: str, table: str, source: str, run: Run
) -> None:
    target = empty_database()
    assert run("migrate", "--from", source, "--database", target)[0] == 0
    run_statements(target, change)
    before = rows_of(target)
    status, said = run("migrate", "--from", source, "--database", target, "--check")
    assert status == 1 and f"but in PostgreSQL {table} has " in said, said
    assert said.count("NOT the same") == 1
    assert rows_of(target) == before


def test_what_postgresql_can_not_keep_is_told_without_showing_it(source: str, run: Run) -> None:
    with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as db:
        db.execute("UPDATE finished SET text = 'secret' || char(0) WHERE id = 'f3'")
        db.commit()
    target = empty_database()
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 1 and "take every row of finished, but it says: invalid byte sequence" in said, said
    assert "secret" not in said
    assert tables_of(target) == []


# What is refused


def test_a_database_that_is_not_empty_is_left_alone(source: str, run: Run) -> None:
    target = new_database()
    run_statements(target, "INSERT INTO person VALUES ('cleo', 'Cleo', 1)")
    status, said = run("migrate", "--from", source, "--database", target)
    assert status == 1 and "expected an empty database of PostgreSQL, but this one has 1 person: make a new one" in said
    assert query(target, "SELECT * FROM person") == [("cleo", "Cleo", 1)]
    older = make_old_database()
    status, said = run("migrate", "--from", source, "--database", older)
    assert status == 1 and "by cambio migrate" in said


def test_a_file_that_a_server_uses_is_not_moved(source: str, tmp_path: Path, run: Run) -> None:
    lock = ServerLock(tmp_path / "cambio.db")
    lock.acquire()
    target = empty_database()
    try:
        status, said = run("migrate", "--from", source, "--database", target)
    finally:
        lock.release()
    assert status == 1 and "but one does: stop it first" in said
    assert tables_of(target) == []


def test_a_server_does_not_start_on_a_file_that_is_being_moved(source: str, tmp_path: Path) -> None:
    async def serve() -> None:
        store = make_store(source)
        with pytest.raises(StoreInUse):
            await store.open(Worker("w1"))
        await store.close()

    with move._reading(tmp_path / "cambio.db"):
        asyncio.run(serve())


def test_an_older_file_is_brought_up_to_date_first(tmp_path: Path, run: Run) -> None:
    path, target = tmp_path / "old.db", empty_database()
    make_old_file(path)
    status, said = run("migrate", "--from", f"sqlite:///{path}", "--database", target)
    assert (
        status == 1
        and f"found version 9: bring it up to date first, by cambio migrate --database sqlite:///{path}" in said
    )
    assert run("migrate", "--database", f"sqlite:///{path}")[0] == 0
    assert run("migrate", "--from", f"sqlite:///{path}", "--database", target)[0] == 0


def test_what_is_no_way_from_sqlite_to_postgresql_is_refused_in_a_sentence(
    source: str, tmp_path: Path, run: Run
) -> None:
    for start, end, why in (
        (source, f"sqlite:///{tmp_path}/other.db", "a database of PostgreSQL to move to"),
        (f"sqlite:///{tmp_path}/none.db", empty_database(), "but there is none"),
        (source, "CHECK", "that everything was moved to, but it is empty"),
        ("postgresql://ana:hunter2@db/x", empty_database(), "a database that is kept"),
        (source, "postgresql://ana:hunter2@127.0.0.1:1/x", "PostgreSQL did not answer"),
    ):
        flags = ("--check", "--database", empty_database()) if end == "CHECK" else ("--database", end)
        status, said = run("migrate", "--from", start, *flags)
        assert status == 1 and why in said and "hunter2" not in said and len(said.splitlines()) == 1, said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cambio.db"]


# A real server


def test_a_match_that_began_on_sqlite_is_played_to_its_end_on_postgresql(tmp_path: Path, run: Run) -> None:
    """The same people with their sessions, the same table, every move that was acknowledged."""
    target = empty_database()

    async def story() -> None:
        async with asyncio.timeout(TEST_TIMEOUT), serving(tmp_path, port=find_free_port()) as server:
            ana, ben = [await Guest.sign_in(server.base, name) for name in ("Ana", "Ben")]
            table_id = await ana.open_table(rules="cambia match.rounds=2", seats=2, options={"clock": 0})
            async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
                assert isinstance(await other.ask(messages.Sit), messages.Done)
                assert isinstance(await host.ask(messages.Start), messages.Done)
                players = [host, other]
                for player in players:
                    player.CALLS = 0.0
                match = asyncio.gather(*(player.play_match() for player in players))
                await host.at_table.until(lambda: (host.at_table.seq or 0) > 30)
                await move_server(server)
                for player in players:
                    player.CALLS = 0.5
                await match
                for player in players:
                    assert player.ledger.welcomes > 1
            await check_people(ana, table_id)
            async with open_store(target) as store:
                log = replay_log(await store.entries(table_id))
            check_sequence(log)
            for player in players:
                assert len(player.ledger.done()) > 3
                check_ledger(log, player.ledger)
            assert server.complaints() == []
            assert await server.stop() == 0

    async def move_server(server: Server) -> None:
        assert await server.stop() == 0
        moving = ("migrate", "--from", server.database, "--database", target)
        status, said = await asyncio.to_thread(run, *moving)
        assert status == 0, said
        server.database = target
        await server.start()

    asyncio.run(story())


async def check_people(ana: Guest, table_id: str) -> None:
    """Those who were signed in still are, and find their table."""
    assert (await ana.request("GET", "/api/session"))["name"] == "Ana"
    assert table_id in str(await ana.request("GET", "/api/me/tables"))
