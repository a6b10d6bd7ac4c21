"""The command cambio migrate, and what servers of another version say to a database."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from cambio.cli import main
from cambio.server.store.migrations.revisions import HEAD
from cambio.server.store.workers import Worker

from .later_cambio import LATER
from .schemas import check_kept, empty_database, make_old_database, make_old_file, query, rows_of, run_statements
from .server_process import serving
from .stores import open_store

REVISION = "SELECT version_num FROM alembic_version"
#: Seconds for a command, and for a server to refuse to start.
TIMEOUT = 60.0
NOW, LATER_CAMBIO = "cambio", "tests.server.later_cambio"


class Ended(NamedTuple):
    status: int
    said: str
    complained: str


def run(url: str, *arguments: str) -> Ended:
    """A command on that database."""
    with redirect_stdout(StringIO()) as said, redirect_stderr(StringIO()) as complained:
        status = main([*arguments, "--database", url])
    return Ended(status, said.getvalue(), complained.getvalue())


def run_process(url: str, *arguments: str, program: str = LATER_CAMBIO) -> Ended:
    """A command in a process of its own, on that database."""
    ended = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def refuse_to_serve(url: str, program: str = NOW) -> str:
    """The one line in which a server says why it does not start."""
    ended = run_process(url, "serve", "--port=0", program=program)
    assert (ended.status, ended.said) == (1, ""), ended
    (line,) = ended.complained.splitlines()
    assert line.startswith("cambio: expected "), line
    return line


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database from before there were revisions."""
    if request.param == "postgresql":
        return make_old_database()
    make_old_file(tmp_path / "cambio.db")
    return f"sqlite:///{tmp_path / 'cambio.db'}"


def test_a_database_is_brought_up_to_date_and_it_is_said_from_where_to_where(old_url: str) -> None:
    before = rows_of(old_url)
    told = "version 9" if old_url.startswith("sqlite") else "no revision"
    checked = run(old_url, "migrate", "--check")
    assert checked == Ended(
        1,
        f"not up to date: found {told}, and this program needs revision {HEAD} (cambio migrate brings it there)\n",
        "",
    )
    assert rows_of(old_url) == before
    assert run(old_url, "migrate") == Ended(0, f"brought up to date: from {told} to revision {HEAD}\n", "")
    assert run(old_url, "migrate", "--check") == Ended(0, f"up to date: revision {HEAD}\n", "")
    assert run(old_url, "migrate") == Ended(0, f"up to date already: revision {HEAD}\n", "")
    check_kept(before, old_url)


def test_a_later_cambio_takes_its_revision_and_the_one_of_today_refuses_what_comes_of_it(old_url: str) -> None:
    assert run(old_url, "migrate").status == 0
    before = rows_of(old_url)
    if not old_url.startswith("sqlite"):
        line = refuse_to_serve(old_url, program=LATER_CAMBIO)
        assert f"revision {LATER}, but found revision {HEAD}: bring it up to date by cambio migrate" in line
    assert run_process(old_url, "migrate", "--check").status == 1
    migrated = run_process(old_url, "migrate")
    assert migrated == Ended(0, f"brought up to date: from revision {HEAD} to revision {LATER}\n", "")
    after = rows_of(old_url)
    assert [row[:-1] for row in after.pop("person")] == before.pop("person")
    assert query(old_url, "SELECT greeting FROM person ORDER BY id")[0] == ("Hello Ana",)
    assert after.pop("medal") == [] and after == before
    for command in (("migrate",), ("migrate", "--check")):
        refused = run(old_url, *command)
        assert (refused.status, refused.said) == (1, "")
        assert f"revision {HEAD} or older, but found revision {LATER}: update this program" in refused.complained
    assert "update this program" in refuse_to_serve(old_url)


def test_a_revision_that_fails_in_the_middle_leaves_no_trace(old_url: str) -> None:
    assert run(old_url, "migrate").status == 0
    # The last statement of the later revision finds its table there already.
    if old_url.startswith("sqlite"):
        query(old_url, "CREATE TABLE medal (name TEXT)")
    else:
        run_statements(old_url, "CREATE TABLE medal (name TEXT)")
    before = rows_of(old_url)
    failed = run_process(old_url, "migrate")
    assert failed.status == 1 and "already exists" in failed.complained and len(failed.complained.splitlines()) == 1
    assert rows_of(old_url) == before and query(old_url, REVISION) == [(HEAD,)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_empty_database_is_set_up(kind: str, tmp_path: Path) -> None:
    url = empty_database() if kind == "postgresql" else f"sqlite:///{tmp_path / 'new.db'}"
    checked = run(url, "migrate", "--check")
    assert checked.status == 1 and checked.said.startswith("not up to date: found no "), checked
    assert not list(tmp_path.iterdir())
    assert run(url, "migrate") == Ended(0, f"set up: revision {HEAD}\n", "")
    assert query(url, REVISION) == [(HEAD,)]


def test_nothing_is_migrated_beside_a_server_that_uses_the_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cambio.db'}"
    make_old_file(tmp_path / "cambio.db")

    async def serve() -> Ended:
        from cambio.server.store.sqlite.sqlite_files import ServerLock

        lock = ServerLock(tmp_path / "cambio.db")
        lock.acquire()
        try:
            return await asyncio.to_thread(run, url, "migrate")
        finally:
            lock.release()

    refused = asyncio.run(serve())
    assert refused.status == 1 and "expected to be the only server" in refused.complained
    assert query(url, "PRAGMA user_version") == [(9,)]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite://", "a database that is kept"),
        ("mysql://ana:hunter2@db/cambio", "a database that is kept"),
        ("postgresql://ana:hunter2@127.0.0.1:1/cambio", "PostgreSQL did not answer"),
    ],
)
def test_what_cannot_be_migrated_is_told_in_one_line_without_its_password(url: str, why: str) -> None:
    for flags in ([], ["--check"]):
        refused = run(url, "migrate", *flags)
        assert refused.status == 1 and why in refused.complained and "hunter2" not in refused.complained
        assert len(refused.complained.splitlines()) == 1


# Servers


def test_a_server_refuses_a_database_of_postgresql_that_is_not_its_own_and_leaves_it_alone() -> None:
    url = make_old_database()
    before = rows_of(url)
    assert f"revision {HEAD}, but found no revision: bring it up" in refuse_to_serve(url)
    assert run(url, "migrate").status == 0
    run_statements(url, "UPDATE alembic_version SET version_num = '9999'")
    line = refuse_to_serve(url)
    assert f"revision {HEAD} or older, but found revision 9999: update this program" in line
    check_kept(before, url)


def test_a_server_refuses_a_file_of_a_later_revision(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cambio.db'}"
    assert run_process(url, "migrate").status == 0
    assert query(url, REVISION) == [(LATER,)]
    assert f"found revision {LATER}: update this program" in refuse_to_serve(url)


def test_two_servers_that_start_at_once_on_an_empty_database_both_serve(tmp_path: Path) -> None:
    url = empty_database()
    folders = [tmp_path / "one", tmp_path / "other"]

    async def start(folder: Path) -> None:
        folder.mkdir()
        async with serving(folder, database=url) as server:
            assert server.complaints() == []
            assert await server.stop() == 0

    async def start_both() -> None:
        await asyncio.gather(*map(start, folders))

    asyncio.run(start_both())
    assert query(url, REVISION) == [(HEAD,)]


def test_operators_are_told_to_migrate_by_their_other_commands() -> None:
    url = make_old_database()
    found = run(url, "doctor", "--port=0")
    assert found.status == 1 and "cambio migrate" in found.said
    listed = run(url, "admin", "people")
    assert listed.status == 1 and "bring it up to date by cambio migrate" in listed.complained


def test_a_worker_that_runs_goes_on_while_a_later_revision_is_taken() -> None:
    """A revision only adds, so that those who know nothing of it can still write."""
    url = empty_database()

    async def play() -> None:
        async with open_store(url) as store:
            await store.close()
            await store.open(Worker("w1"))
            migrated = await asyncio.to_thread(run_process, url, "migrate")
            assert migrated.status == 0, migrated
            await store.beat("w1", 1)
            from .store_contract import add_people_and_tables

            await add_people_and_tables(store)
            assert await store.table("t1") is not None

    asyncio.run(play())
