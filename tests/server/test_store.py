"""Stores: all of them keep the contract, and the embedded one keeps it on a bad day too."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from cambio.server.store.contract import TableRow
from cambio.server.store.errors import (
    Fenced,
    NewerStore,
    OutOfOrder,
    StoreDamaged,
    StoreFailed,
    StoreInUse,
    UnknownStore,
)
from cambio.server.store.matches import MatchFilter
from cambio.server.store.migrations.revisions import HEAD
from cambio.server.store.shares import Share
from cambio.server.store.sqlite.sqlite_steps import HAS_REVISION, STEPS
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.store.statistics import MatchCount
from cambio.server.store.urls import make_store
from cambio.server.store.workers import Worker

from . import operations_contract as operations_contract
from .postgres_databases import new_database
from .store_contract import CLAUSES, ROOT, Clause, add_people_and_tables, entry
from .stores import open_store

#: How to get the address of an empty store, for every kind that there is.
STORES: dict[str, Callable[[Path], str]] = {
    "sqlite": lambda folder: f"sqlite:///{folder / 'cambio.db'}",
    "postgres": lambda _folder: new_database(),
}


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=CLAUSES)
@pytest.mark.parametrize("address", STORES.values(), ids=STORES)
def test_every_store_keeps_the_contract(address: Callable[[Path], str], clause: Clause, tmp_path: Path) -> None:
    url = address(tmp_path)

    async def keep() -> None:
        await clause(url)

    asyncio.run(keep())


# Addresses


@pytest.mark.parametrize("url", ["postgres", "mysql://ana:secret@host/cambio", "sqlite:/cambio.db", "sqlite:///", ""])
def test_an_address_that_no_store_answers_to_is_refused_without_telling_its_secrets(url: str) -> None:
    with pytest.raises(UnknownStore, match="expected a store like sqlite:///path") as unknown:
        make_store(url)
    assert "secret" not in str(unknown.value)


@pytest.mark.parametrize("name", ["a b.db", "50%25?mode=ro#x.db", ":memory:", "file:x.db", "'\"; ü 🂡.db"])
def test_a_path_is_taken_as_it_is(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(_create_database(f"sqlite:///{name}"))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    asyncio.run(_check_database(f"sqlite:///{tmp_path}/{name}"))


def test_a_store_without_a_path_is_gone_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def play() -> None:
        async with open_store("sqlite://") as one, open_store("sqlite://") as other:
            await add_people_and_tables(one)
            assert await one.table("t1") is not None
            assert await other.table("t1") is None
        assert list(tmp_path.iterdir()) == []
        await one.open()
        assert await one.table("t1") is None
        await one.close()

    asyncio.run(play())


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    (tmp_path / "letter.db").write_text("Dear Ana, this is no database, but it is long enough to look like one. " * 9)
    for path in (tmp_path / "nowhere" / "cambio.db", tmp_path, tmp_path / "letter.db"):
        with pytest.raises(StoreFailed, match="expected a database file") as failed:
            asyncio.run(_create_database(f"sqlite:///{path}"))
        assert str(path) in str(failed.value)
    assert set(threading.enumerate()) <= before


# Versions


def test_a_file_says_which_version_it_has(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (HAS_REVISION,)
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


def test_a_file_of_the_first_version_keeps_its_tables_and_their_codes(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db:
        for statement in STEPS[0]:
            db.execute(statement)
        db.execute("INSERT INTO person VALUES ('ana', 'Ana', 1)")
        db.execute(
            'INSERT INTO "table" (id, code, code_expires, host, is_public, created, epoch) '
            "VALUES ('t1', 'C1', 100, 'ana', 1, 10, 4)"
        )
        db.execute("INSERT INTO event VALUES ('t1', 1, 4, 'c1', 'ana', x'7b7d', 0)")
        db.execute("PRAGMA user_version = 1")
        db.commit()

    async def play() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            assert await store.table_by_code("C1", now=50) == TableRow("t1", "C1", 100, "ana", True, 10)
            assert [entry.seq for entry in await store.entries("t1")] == [1]
            assert await store.claim("t1", "w1") == 5

    asyncio.run(play())


def test_a_file_from_before_levels_were_noted_tells_those_that_its_tables_still_know(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    body = b'{"stage":"over","players":[{"seat":"a","name":"Ana"},{"seat":"b","name":"Bo","level":"expert"}]}'
    with closing(sqlite3.connect(path)) as db:
        for statement in (statement for step in STEPS[:5] for statement in step):
            db.execute(statement)
        db.execute("INSERT INTO person VALUES ('ana', 'Ana', 1)")
        for number, table_id in enumerate(("t1", "t2"), start=1):
            db.execute(
                'INSERT INTO "table" (id, code, code_expires, host, is_public, created) VALUES (?, ?, 100, ?, 1, 10)',
                (table_id, table_id, "ana"),
            )
            db.execute("INSERT INTO \"match\" VALUES (?, ?, 'camp', 1, 5, 1, 1, 1)", (f"m{number}", table_id))
            for seat, person, name in (("a", "ana", "Ana"), ("b", None, "Bo")):
                facts = (f"m{number}", seat, person, name, 3, seat == "a", number, "camp", 1)
                db.execute("INSERT INTO match_player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", facts)
        db.execute(
            "INSERT INTO summary (table_id, seq, at, is_over, has_match, body) VALUES ('t1', 1, 1, 1, 1, ?)", (body,)
        )
        db.execute("PRAGMA user_version = 5")
        db.commit()

    async def play() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            found = {each.match.id: each.match for each in await store.matches_of("ana", limit=9)}
            assert [player.level for player in found["m1"].players] == [None, "expert"]
            assert [player.level for player in found["m2"].players] == [None, None]
            told = await store.statistics_of("ana")
            assert set(told.results) == {MatchCount("camp", True, "expert", 1, 1), MatchCount("camp", True, None, 1, 1)}
            assert told.longest_streak == 2

    asyncio.run(play())


def test_a_file_from_before_matches_were_noted_tells_its_rounds_by_their_matches(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    rounds = [
        # Two matches at one table; its third one goes on. Then a lesson, and a match whose first round is gone.
        ("f1", "t1", 1, "a=5 b=9", "a"),
        ("f2", "t1", 2, "a=7 b=1", "b"),
        ("f3", "t1", 1, "a=0 b=0", "a b"),
        ("f4", "t1", 2, "a=-2 b=9", "a"),
        ("f5", "t1", 1, "a=3 b=4", "a"),
        ("f6", "t2", 1, "a=3 b=4", "a"),
        ("f7", "t3", 2, "a=3 b=4", "a"),
    ]
    with closing(sqlite3.connect(path)) as db:
        for statement in (statement for step in STEPS[:4] for statement in step):
            db.execute(statement)
        db.execute("INSERT INTO person VALUES ('ana', 'Ana', 1)")
        for table_id in ("t1", "t2", "t3"):
            db.execute(
                'INSERT INTO "table" (id, code, code_expires, host, is_public, created) VALUES (?, ?, 100, ?, 1, 10)',
                (table_id, table_id, "ana"),
            )
        db.execute(
            "INSERT INTO summary (table_id, seq, at, is_over, has_match, body) VALUES ('t2', 1, 1, 1, 0, x'7b7d')"
        )
        for at, (name, table_id, number, scores, winners) in enumerate(rounds, start=1):
            text = f"cambio 1\nresult: called, {winners} won, scores {scores}\nend\n"
            facts = (name, table_id, number, at, "cambia match.rounds=2", text)
            db.execute(
                "INSERT INTO finished (id, table_id, round, finished, rules, text) VALUES (?, ?, ?, ?, ?, ?)", facts
            )
            db.execute("INSERT INTO player VALUES (?, 'a', 'ana', 'Ana', ?)", (name, at))
            db.execute("INSERT INTO player VALUES (?, 'b', NULL, 'a bot', ?)", (name, at))
        db.execute("PRAGMA user_version = 4")
        db.commit()

    async def play() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            found = [each.match for each in await store.matches_of("ana", limit=9)]
            assert [(each.id, each.rounds, each.is_over, each.at) for each in found] == [
                ("f5", 1, False, 5),
                ("f3", 2, True, 4),
                ("f1", 2, True, 2),
            ]
            assert [[player.tally for player in each.players] for each in found] == [[3, 4], [-2, 9], [12, 10]]
            won = [[player.seat for player in each.players if player.has_won] for each in found]
            assert won == [[], ["a"], ["b"]]
            first = found[-1]
            assert (first.rules, first.began, first.played) == ("cambia match.rounds=2", None, None)
            assert first.has_bots and first.players[0].person_id == "ana" and first.players[1].name == "a bot"
            assert [each.id for each in await store.rounds_of_match("f1")] == ["f1", "f2"]
            assert [each.match_id for each in await store.finished_of("ana", 9)] == [
                "f7",
                "f6",
                "f5",
                *["f3"] * 2,
                *["f1"] * 2,
            ]
            assert [each.match.id for each in await store.matches_of("ana", 9, wanted=MatchFilter(only_won=True))] == [
                "f3"
            ]

    asyncio.run(play())


def test_a_file_from_before_there_were_links_takes_links_to_its_rounds(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db:
        for statement in (statement for step in STEPS[:6] for statement in step):
            db.execute(statement)
        db.execute("INSERT INTO person VALUES ('ana', 'Ana', 1)")
        db.execute(
            'INSERT INTO "table" (id, code, code_expires, host, is_public, created) '
            "VALUES ('t1', 'C1', 100, 'ana', 1, 10)"
        )
        db.execute(
            "INSERT INTO finished (id, table_id, round, finished, rules, text, match_id) "
            "VALUES ('f1', 't1', 1, 5, 'cambia', 'cambio 1', 'f1')"
        )
        db.execute("INSERT INTO player VALUES ('f1', 'a', 'ana', 'Ana', 5)")
        db.execute("PRAGMA user_version = 6")
        db.commit()

    async def play() -> None:
        async with open_store(f"sqlite:///{path}") as store:
            assert await store.shares_of("ana") == []
            link = Share("t-1", "f1", "ana", "all", 7)
            assert await store.add_share(link) == link
        async with open_store(f"sqlite:///{path}") as store:
            assert await store.share("t-1") == link

    asyncio.run(play())


def test_a_file_of_a_newer_version_is_refused_and_left_alone(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute(f"PRAGMA user_version = {HAS_REVISION + 1}")
    before = database.read_bytes()
    with pytest.raises(NewerStore, match=f"revision {HEAD} or older, but found version {HAS_REVISION + 1}: update"):
        asyncio.run(_create_database(f"sqlite:///{database}"))
    assert database.read_bytes() == before


def test_nothing_but_the_file_is_left_by_a_closed_store(database: Path) -> None:
    assert list(database.parent.iterdir()) == [database]


def test_the_file_itself_refuses_what_the_store_would_not_write(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("INSERT INTO event VALUES ('t1', 1, 1, 'c1', 'ana', x'', 0)")
        for row in (
            "('t1', 1, 1, 'c2', 'ana', x'', 0)",
            "('t1', 2, 1, 'c1', 'ana', x'', 0)",
            "('t9', 1, 1, 'c1', 'ana', x'', 0)",
            "('t1', 2, 1, 'c2', 'ana', 'text', 0)",
        ):
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(f"INSERT INTO event VALUES {row}")  # noqa: S608


def test_every_commit_is_flushed_to_the_disk_and_the_reader_writes_nothing() -> None:
    """Killing a process can't show this: what it wrote is safe with the system, until the power fails."""

    async def play() -> None:
        store = SqliteStore()
        await store.open()
        for ask, reads_only in ((store._write, 0), (store._read, 1)):
            assert await ask(partial(_setting, "journal_mode")) == "wal"
            assert await ask(partial(_setting, "synchronous")) == 2
            assert await ask(partial(_setting, "foreign_keys")) == 1
            assert await ask(partial(_setting, "query_only")) == reads_only
        await store.close()

    asyncio.run(play())


def _setting(name: str, db: sqlite3.Connection) -> object:
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return value


# Shared commits


def test_a_refused_request_does_not_spoil_those_it_shares_a_commit_with(database: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{database}") as store:
            epoch = await store.claim("t1", "w1")
            with _somebody_else_writing(database):
                # While the first waits for the file, the others gather behind it.
                first = asyncio.create_task(store.beat("w1", 1))
                await asyncio.sleep(0.1)
                batch = asyncio.gather(
                    store.append("t1", epoch, [entry(1)]),
                    store.append("t1", epoch - 1, [entry(2)]),
                    store.append("t1", epoch, [entry(3)]),
                    store.append("t1", epoch, [entry(2), entry(3)]),
                    store.append("t1", epoch, [entry(4, "c4", body="text")]),  # type: ignore[arg-type]
                    store.append("t1", epoch, [entry(4)]),
                    return_exceptions=True,
                )
                await asyncio.sleep(0)
            await first
            ends = [type(end) for end in await batch]
            assert ends == [type(None), Fenced, OutOfOrder, type(None), sqlite3.IntegrityError, type(None)]
            assert await store.entries("t1") == [entry(1), entry(2), entry(3), entry(4)]

    asyncio.run(play())


def test_appends_that_come_at_once_are_one_statement(database: Path) -> None:
    """After every statement the writer would wait for the interpreter's lock."""

    async def play() -> None:
        async with _open_tables(database, 40) as (store, statements):
            for seq in (1, 2):
                await asyncio.gather(*(_append_one(store, number, seq) for number in range(1, 41)))
            # On a busy machine the writer may begin before all of them are there.
            assert {statement.split()[0] for statement in statements} == {"INSERT"} and len(statements) <= 6

    asyncio.run(play())


def test_one_refused_append_costs_the_others_few_statements(database: Path) -> None:
    async def play() -> None:
        async with _open_tables(database, 64) as (store, statements):
            await store.claim("t21", "w2")
            statements.clear()
            appends = [_append_one(store, number, 1) for number in range(1, 65)]
            ends = await asyncio.gather(*appends, return_exceptions=True)
            assert [number for number, end in enumerate(ends, start=1) if end is not None] == [21]
            assert len(statements) < 30

    asyncio.run(play())


def test_after_several_at_once_the_next_ones_gather_for_a_shared_commit(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cambio.server.store.sqlite.sqlite_store.GATHERING_SECONDS", 0.5)

    async def play() -> None:
        async with _open_tables(database, 5) as (store, statements):
            await asyncio.gather(_append_one(store, 1, 1), _append_one(store, 2, 1))
            statements.clear()
            writing = []
            for number in (3, 4, 5):
                writing.append(asyncio.create_task(_append_one(store, number, 1)))
                await asyncio.sleep(0.01)
            await asyncio.gather(*writing)
            assert len(statements) == 1

    asyncio.run(play())


def test_whoever_writes_alone_waits_for_nobody_and_closing_waits_for_no_gathering(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cambio.server.store.sqlite.sqlite_store.GATHERING_SECONDS", 3600)

    async def play() -> None:
        async with _open_tables(database, 3) as (store, _):
            for seq in range(1, 21):
                await _append_one(store, 1, seq)
            await asyncio.gather(_append_one(store, 1, 21), _append_one(store, 2, 1))
            late = asyncio.create_task(_append_one(store, 3, 1))
            await asyncio.sleep(0.01)
            assert not late.done()
        await late

    asyncio.run(play())


@asynccontextmanager
async def _open_tables(database: Path, count: int) -> AsyncIterator[tuple[SqliteStore, list[str]]]:
    """A store with the tables t1, t2 ..., each at its first epoch; and the statements that it runs from now on."""
    store = SqliteStore(database)
    await store.open()
    for number in range(1, count + 1):
        if number > 1:
            await store.create_table(TableRow(f"t{number}", f"C{number}", 100, "ana", True, 10))
        await store.claim(f"t{number}", "w1")
    statements: list[str] = []
    await store._write(lambda db: db.set_trace_callback(statements.append))
    statements.clear()
    try:
        yield store, statements
    finally:
        await store.close()


async def _append_one(store: SqliteStore, number: int, seq: int) -> None:
    await store.append(f"t{number}", 1, [entry(seq, f"c{seq}")])


def test_a_program_that_ends_without_closing_its_store_is_not_held_up(database: Path) -> None:
    program = f"from {__name__} import end_without_closing; end_without_closing({str(database)!r})"
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "the writer left\n", "")
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("SELECT beat FROM worker").fetchall() == [(1,)]


def end_without_closing(database: str) -> None:
    """End the event loop while a beat is waiting for the file."""
    store = SqliteStore(database)

    async def play() -> None:
        writing = asyncio.create_task(store.beat("w1", 1))
        await asyncio.sleep(0.1)
        writing.cancel()

    with asyncio.Runner() as runner:
        runner.run(store.open())
        with _somebody_else_writing(Path(database)):
            runner.run(play())
            runner.close()
    (writer,) = [thread for thread in threading.enumerate() if thread.name == "store-writer"]
    writer.join()
    print("the writer left")


# Bad days


def test_a_file_that_somebody_else_keeps_fails_and_recovers(database: Path) -> None:
    async def play() -> None:
        store = SqliteStore(database, busy_timeout=0.05)
        await store.open()
        epoch = await store.claim("t1", "w1")
        with _somebody_else_writing(database):
            with pytest.raises(StoreFailed, match="locked"):
                await store.append("t1", epoch, [entry(1, "c1")])
            assert await store.entries("t1") == []
        await store.append("t1", epoch, [entry(1, "c1")])
        await store.close()

    asyncio.run(play())


def test_who_needs_what_is_damaged_fails_alone_and_the_store_remembers_it(database: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{database}") as store:
            await store.check_damage()
            assert store.damage is None
        with closing(sqlite3.connect(database)) as db:
            (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'summary'").fetchone()
            (size,) = db.execute("PRAGMA page_size").fetchone()
        with database.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
        async with open_store(f"sqlite:///{database}") as store:
            ends = await asyncio.gather(store.summary("t1"), store.table("t1"), return_exceptions=True)
            assert [type(end) for end in ends] == [StoreDamaged, TableRow]
            assert store.damage == str(ends[0])
            epoch = await store.claim("t1", "w1")
            await store.append("t1", epoch, [entry(1, "c1")])
        async with open_store(f"sqlite:///{database}") as store:
            assert store.damage is None
            with pytest.raises(StoreDamaged, match="damaged"):
                await store.check_damage()

    asyncio.run(play())


def test_a_check_that_is_under_way_holds_no_closing_up(database: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{database}") as store:
            checking = asyncio.create_task(store.check_damage())
            await asyncio.sleep(0)
            with pytest.raises(StoreFailed, match="being checked already"):
                await store.check_damage()
        ends = await asyncio.gather(checking, return_exceptions=True)
        assert type(ends[0]) in (type(None), StoreFailed)

    asyncio.run(play())


def test_one_server_at_a_time_uses_a_file_and_others_may_look_at_it(database: Path) -> None:
    async def play() -> None:
        serving, second = SqliteStore(database), SqliteStore(database)
        await serving.open(Worker("w1"))
        with pytest.raises(StoreInUse, match="the only server"):
            await second.open(Worker("w1"))
        async with open_store(f"sqlite:///{database}") as guest:
            assert await guest.table("t1") is not None
        await serving.close()
        await second.open(Worker("w1"))
        await second.close()
        assert list(database.parent.iterdir()) == [database]

    asyncio.run(play())


@pytest.mark.parametrize("size", [10, 1_000_000])
def test_a_full_disk_acknowledges_nothing_and_loses_nothing(database: Path, size: int) -> None:
    """A small entry fails when it is committed, a large one when it is written already."""

    async def play() -> None:
        async with open_store(f"sqlite:///{database}") as store:
            epoch = await store.claim("t1", "w1")
            await store.append("t1", epoch, [entry(1, "c1")])
            body = b"x" * size
            with _disk_full_at(database.with_name(f"{database.name}-wal").stat().st_size):
                writing = [store.append("t1", epoch, [entry(2 + at, f"d{at}", body=body)]) for at in range(40)]
                ends = await asyncio.gather(*writing, return_exceptions=True)
                assert StoreFailed in map(type, ends)
                assert None not in ends
                assert await store.entries("t1") == [entry(1, "c1")]
            await store.append("t1", epoch, [entry(2, "c2", body=body)])
        async with open_store(f"sqlite:///{database}") as store:
            assert await store.entries("t1") == [entry(1, "c1"), entry(2, "c2", body=body)]

    asyncio.run(play())


def test_a_full_disk_fails_requests_one_by_one_too(database: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{database}") as store:
            epoch = await store.claim("t1", "w1")
            with _disk_full_at(database.with_name(f"{database.name}-wal").stat().st_size):
                for _ in range(5):
                    with pytest.raises(StoreFailed, match="nothing was acknowledged"):
                        await store.append("t1", epoch, [entry(1, "c1")])
            await store.append("t1", epoch, [entry(1, "c1")])

    asyncio.run(play())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with Ana, Ben and the table t1."""
    folder = tmp_path / "database"
    folder.mkdir()
    asyncio.run(_create_database(f"sqlite:///{folder / 'cambio.db'}"))
    return folder / "cambio.db"


async def _create_database(url: str) -> None:
    async with open_store(url) as store:
        await add_people_and_tables(store)


async def _check_database(url: str) -> None:
    async with open_store(url) as store:
        assert await store.table("t1") is not None


@contextmanager
def _somebody_else_writing(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")


@contextmanager
def _disk_full_at(size: int) -> Iterator[None]:
    """No file grows beyond this."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
