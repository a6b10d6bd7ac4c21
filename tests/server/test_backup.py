"""Backups: a checked copy of everything while the server runs, and the way back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cambio.cli import main
from cambio.server.backup.postgres_backup import _environment
from cambio.server.backup.reports import BackupFailed
from cambio.server.backup.sqlite_backup import check_copy, count_rows
from cambio.server.store.contract import Person
from cambio.server.store.migrations.revisions import HEAD
from cambio.server.store.sqlite.sqlite_steps import HAS_REVISION
from cambio.server.store.workers import Worker
from cluster.local_postgres import find_programs

from .postgres_databases import new_database
from .schemas import check_kept, empty_database, make_old_database, rows_of, run_statements, tables_of
from .store_contract import add_people_and_tables, entry
from .stores import open_store

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A command: its exit status, and all that it has said."""

    def run_command(*arguments: object) -> tuple[int, str]:
        status = main([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run_command


def make_database(url: str, people: int = 0) -> None:
    async def make() -> None:
        async with open_store(url) as store:
            await add_people_and_tables(store)
            for number in range(people):
                await store.add_person(Person(f"p{number}", f"Guest {number}", created=number))

    asyncio.run(make())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "cambio.db"
    make_database(f"sqlite:///{path}")
    return path


# SQLite


def test_a_backup_is_a_whole_database_of_one_file(database: Path, tmp_path: Path, run: Run) -> None:
    copy = tmp_path / "copy.db"
    status, said = run("backup", "--database", f"sqlite:///{database}", copy)
    assert status == 0 and f"backed up to {copy}" in said and "2 person" in said, said
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert db.execute("PRAGMA user_version").fetchone() == (HAS_REVISION,)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.db"]


def test_a_backup_beside_a_busy_server_is_of_one_moment(database: Path, tmp_path: Path, run: Run) -> None:
    """Moves go on meanwhile, and none of them waits."""

    async def play() -> list[int]:
        counts = []
        async with open_store(f"sqlite:///{database}") as store:
            epoch = await store.claim("t1", "w1")
            written = 0
            for number in range(5):
                backup = asyncio.create_task(
                    asyncio.to_thread(
                        main, ["backup", "--database", f"sqlite:///{database}", f"{tmp_path}/{number}.db"]
                    )
                )
                while not backup.done():
                    await store.append("t1", epoch, [entry(written + 1)])
                    written += 1
                assert await backup == 0
                with closing(sqlite3.connect(tmp_path / f"{number}.db")) as db:
                    last, rows = db.execute(
                        "SELECT coalesce(max(seq), 0), count(*) FROM event WHERE table_id = 't1'"
                    ).fetchone()
                    assert last == rows <= written
                    counts.append(rows)
        return counts

    counts = asyncio.run(play())
    assert counts == sorted(counts) and counts[-1] > counts[0]


def test_a_backup_replaces_no_file(database: Path, tmp_path: Path, run: Run) -> None:
    there = tmp_path / "there.db"
    there.write_text("precious")
    status, said = run("backup", "--database", f"sqlite:///{database}", there)
    assert status == 1 and "is there already" in said and there.read_text() == "precious"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///{folder}/none.db", "expected a database at"),
        ("sqlite://", "expected a database that is kept"),
        ("mysql://ana:hunter2@db/x", "expected a database that is kept"),
    ],
)
def test_what_is_no_database_is_not_backed_up(url: str, said: str, tmp_path: Path, run: Run) -> None:
    status, told = run("backup", "--database", url.format(folder=tmp_path), tmp_path / "copy.db")
    assert status == 1 and said in told and "hunter2" not in told
    assert not list(tmp_path.iterdir())


def test_a_file_of_another_program_is_not_backed_up(tmp_path: Path, run: Run) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE note (text)")
    status, said = run("backup", "--database", f"sqlite:///{other}", tmp_path / "copy.db")
    assert status == 1 and "found version 0" in said
    other.write_text("no database at all, whatever its name" * 100)
    status, said = run("backup", "--database", f"sqlite:///{other}", tmp_path / "copy.db")
    assert status == 1 and "not a database" in said


def test_a_damaged_database_gives_no_backup(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "cambio.db"
    make_database(f"sqlite:///{path}", people=2000)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 4096 // 2 * 4096)
        file.write(os.urandom(4096 * 3))
    status, said = run("backup", "--database", f"sqlite:///{path}", tmp_path / "copy.db")
    assert status == 1 and ("damaged" in said or "malformed" in said), said
    assert not (tmp_path / "copy.db").exists() and not list(tmp_path.glob(".*unfinished"))


def test_a_copy_that_lacks_a_row_is_no_backup(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        rows = count_rows(db)
    check_copy(database, rows)
    with pytest.raises(BackupFailed, match="but the copy has"):
        check_copy(database, rows | {"person": rows["person"] + 1})


# And back


def test_a_backup_is_restored_in_the_place_of_what_was_there(database: Path, tmp_path: Path, run: Run) -> None:
    url, copy = f"sqlite:///{database}", tmp_path / "copy.db"
    assert run("backup", "--database", url, copy)[0] == 0

    async def change() -> None:
        async with open_store(url) as store:
            await store.rename("ana", "Mallory")

    async def name() -> str:
        async with open_store(url) as store:
            await store.add_session(b"x" * 32, "ana", 1)
            found = await store.session(b"x" * 32)
            assert found is not None
            return found.person.name

    asyncio.run(change())
    status, said = run("restore", "--database", url, copy)
    assert status == 0 and "what was there before is" in said
    (before,) = tmp_path.glob("cambio.db.before-*")
    assert asyncio.run(name()) == "Ana"
    with closing(sqlite3.connect(before)) as db:
        assert db.execute("SELECT name FROM person WHERE id = 'ana'").fetchone() == ("Mallory",)
    assert not (tmp_path / "cambio.db-lock").exists()


def test_nothing_is_restored_beside_a_running_server(database: Path, tmp_path: Path, run: Run) -> None:
    url, copy = f"sqlite:///{database}", tmp_path / "copy.db"
    assert run("backup", "--database", url, copy)[0] == 0

    async def serve() -> tuple[int, str]:
        async with open_store(url) as store:
            await store.close()
            await store.open(Worker("w1"))
            return run("restore", "--database", url, copy)

    status, said = asyncio.run(serve())
    assert status == 1 and "another one" in said and not list(tmp_path.glob("*before*"))


def test_a_backup_of_a_newer_version_is_not_restored(database: Path, tmp_path: Path, run: Run) -> None:
    newer = tmp_path / "newer.db"
    assert run("backup", "--database", f"sqlite:///{database}", newer)[0] == 0
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {HAS_REVISION + 1}")
    before = database.read_bytes()
    status, said = run("restore", "--database", f"sqlite:///{database}", newer)
    assert status == 1 and f"found version {HAS_REVISION + 1}" in said and database.read_bytes() == before


def test_a_backup_is_restored_where_nothing_was(database: Path, tmp_path: Path, run: Run) -> None:
    elsewhere = tmp_path / "new" / "cambio.db"
    elsewhere.parent.mkdir()
    status, said = run("restore", "--database", f"sqlite:///{elsewhere}", database)
    assert status == 0 and "before" not in said and elsewhere.is_file()


# PostgreSQL


def test_a_database_of_postgresql_goes_to_a_file_and_back(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{find_programs()}:{os.environ['PATH']}")
    url, copy = new_database(), tmp_path / "copy.dump"
    make_database(url)
    status, said = run("backup", "--database", url, copy)
    assert status == 0 and f"checked (revision {HEAD}, " in said and "tables with their rows" in said, said
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    status, said = run("restore", "--database", url, copy)
    assert status == 1 and "empty database" in said
    empty = _empty_database(url)
    status, said = run("restore", "--database", empty, copy)
    assert status == 0, said

    async def look() -> object:
        async with open_store(empty) as store:
            return await store.table("t1")

    assert asyncio.run(look()) is not None


def test_a_backup_of_postgresql_knows_its_revision(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{find_programs()}:{os.environ['PATH']}")
    newer, older = new_database(), make_old_database()
    run_statements(newer, "UPDATE alembic_version SET version_num = '9999'")
    for url, copy in ((newer, "newer.dump"), (older, "older.dump")):
        assert run("backup", "--database", url, tmp_path / copy)[0] == 0
    empty = empty_database()
    status, said = run("restore", "--database", empty, tmp_path / "newer.dump")
    assert status == 1 and f"revision {HEAD} or older, but found revision 9999: update this program" in said
    assert tables_of(empty) == []
    status, said = run("restore", "--database", empty, tmp_path / "older.dump")
    assert status == 0 and said.endswith("bring it up to date before a server starts: cambio migrate\n"), said
    assert run("migrate", "--database", empty)[0] == 0
    check_kept(rows_of(older), empty)


def _empty_database(url: str) -> str:
    import asyncpg

    async def create() -> str:
        db = await asyncpg.connect(url)
        await db.execute("CREATE DATABASE restored TEMPLATE template0")
        await db.close()
        return url.rpartition("/")[0] + "/restored"

    return asyncio.run(create())


def test_without_the_programs_of_postgresql_it_is_said_what_to_install(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("cambio.server.backup.postgres_backup.DEBIAN", tmp_path)
    status, said = run("backup", "--database", "postgresql://ana:hunter2@db/cambio", tmp_path / "x.dump")
    assert status == 1 and "postgresql-client" in said and "hunter2" not in said
    assert not list(tmp_path.iterdir())


def test_the_password_of_postgresql_is_no_argument(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name notes what it is called with."""
    program = tmp_path / "pg_dump"
    program.write_text(
        '#!/bin/sh\necho "$0 $@ $PGHOST" > "${0%/*}/seen"; echo "$PGPASSWORD" > "${0%/*}/told"; exit 3\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    status, said = run("backup", "--database", "postgresql://ana:hunter2@db.example/cambio", tmp_path / "x.dump")
    assert status == 1 and "exit status 3" in said and "hunter2" not in said
    assert "hunter2" not in (tmp_path / "seen").read_text() and "db.example" in (tmp_path / "seen").read_text()
    assert (tmp_path / "told").read_text().strip() == "hunter2"
    assert _environment("postgresql:///cambio?host=/run/postgresql") == {
        "PGDATABASE": "cambio",
        "PGHOST": "/run/postgresql",
    }
