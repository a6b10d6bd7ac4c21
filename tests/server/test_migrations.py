"""Revisions of the schema on both databases: nothing is lost on the way, and all ways lead to the same schema."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from cambio.server.store.errors import NewerStore, OlderStore, StoreError, StoreFailed
from cambio.server.store.migrations import alembic_upgrade
from cambio.server.store.migrations.alembic_upgrade import upgrade_postgres, upgrade_sqlite
from cambio.server.store.migrations.revisions import HEAD, REVISIONS
from cambio.server.store.postgres.postgres_revision import LOCK_SCHEMA
from cambio.server.store.sqlite.sqlite_steps import HAS_REVISION, STEPS, UPGRADES

from .filled_stores import SESSIONS
from .schemas import (
    check_kept,
    empty_database,
    make_old_database,
    make_old_file,
    postgres_catalog,
    query,
    rows_of,
    run_statements,
    sqlite_catalog,
    tables_of,
)
from .stores import open_store

REVISION = "SELECT version_num FROM alembic_version"


def open_once(url: str) -> None:
    async def go() -> None:
        async with open_store(url):
            pass

    asyncio.run(go())


def upgrade_file(path: Path, to: str = "head") -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        upgrade_sqlite(db, to)
        assert not db.in_transaction


def upgrade_database(url: str, to: str = "head") -> None:
    asyncio.run(upgrade_postgres(url, LOCK_SCHEMA, to))


# The history


def test_revisions_are_one_history_and_all_of_them_are_known_without_alembic() -> None:
    config = Config()
    config.set_main_option("script_location", str(alembic_upgrade.FOLDER))
    scripts = list(ScriptDirectory.from_config(config).walk_revisions())
    assert tuple(script.revision for script in reversed(scripts)) == REVISIONS
    assert [script.down_revision for script in scripts] == [*reversed(REVISIONS[:-1]), None]
    for script in scripts:
        assert Path(script.path).name.startswith(f"r{script.revision}_")


def test_a_start_that_has_nothing_to_migrate_does_not_load_alembic(tmp_path: Path) -> None:
    """On a new file, and on one that is up to date."""
    program = (
        "import asyncio, sys; from cambio.server.store.urls import make_store\n"
        "asyncio.run(make_store(sys.argv[1]).open())\n"
        "assert not {'alembic', 'sqlalchemy'} & set(sys.modules)"
    )
    for url in (f"sqlite:///{tmp_path}/cambio.db", empty_database()):
        for _ in range(2):
            subprocess.run([sys.executable, "-c", program, url], check=True)


# SQLite


def test_a_file_from_before_there_were_revisions_keeps_all_that_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "cambio.db"
    url = f"sqlite:///{path}"
    make_old_file(path)
    before = rows_of(url)
    assert all(before.values()), "there is a row in every table"
    for revision in REVISIONS:
        upgrade_file(path, revision)
        assert query(url, REVISION) == [(revision,)]
        check_kept(before, url)
    open_once(url)
    assert query(url, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("version", range(1, len(STEPS) + 1))
def test_files_of_every_earlier_version_get_the_schema_of_a_new_file(version: int, tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    with closing(sqlite3.connect(old)) as db:
        for number, step in enumerate(STEPS[:version], start=1):
            for statement in step:
                db.execute(statement)
            if number in UPGRADES:
                UPGRADES[number](db)
        db.execute("INSERT INTO person (id, name, created) VALUES ('ana', 'Ana', 1)")
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    for path in (old, new):
        open_once(f"sqlite:///{path}")
    assert sqlite_catalog(old) == sqlite_catalog(new)
    assert query(f"sqlite:///{old}", "SELECT * FROM person") == [("ana", "Ana", 1)]
    assert query(f"sqlite:///{old}", REVISION) == query(f"sqlite:///{new}", REVISION) == [(HEAD,)]


def test_a_revision_that_fails_leaves_a_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "cambio.db"
    make_old_file(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE notice")
        db.execute("PRAGMA user_version = 7")
        db.commit()
    before = rows_of(f"sqlite:///{path}")
    # The table of a later step is there already.
    with pytest.raises(StoreFailed, match="already exists"):
        open_once(f"sqlite:///{path}")
    assert rows_of(f"sqlite:///{path}") == before
    assert query(f"sqlite:///{path}", "PRAGMA user_version") == [(7,)]
    assert "alembic_version" not in sqlite_catalog(path)


def test_programs_from_before_there_were_revisions_refuse_a_file_that_has_one(tmp_path: Path) -> None:
    """They compare the file's version with the number of steps that they know."""
    open_once(f"sqlite:///{tmp_path / 'cambio.db'}")
    assert query(f"sqlite:///{tmp_path / 'cambio.db'}", "PRAGMA user_version") == [(HAS_REVISION,)]
    assert len(STEPS) < HAS_REVISION


# PostgreSQL


def test_a_database_from_before_there_were_revisions_keeps_all_that_is_in_it() -> None:
    url = make_old_database()
    before = rows_of(url)
    assert all(before.values()), "there is a row in every table"
    for revision in REVISIONS:
        upgrade_database(url, revision)
        assert query(url, REVISION) == [(revision,)]
        check_kept(before, url)

    async def look() -> str:
        async with open_store(url) as store:
            session = await store.session(SESSIONS["ben"])
            assert session is not None
            return session.person.id

    assert asyncio.run(look()) == "ben"


def test_a_database_that_was_migrated_has_the_schema_of_a_new_one() -> None:
    old, new = make_old_database(), empty_database()
    upgrade_database(old)
    open_once(new)
    assert postgres_catalog(old) == postgres_catalog(new)
    assert tables_of(new) and query(new, REVISION) == [(HEAD,)]


def refusal_of(url: str) -> StoreError:
    with pytest.raises(StoreError) as refused:
        open_once(url)
    return refused.value


def test_a_store_does_not_open_what_another_version_may_use() -> None:
    url = make_old_database()
    before = postgres_catalog(url)
    older = refusal_of(url)
    assert isinstance(older, OlderStore) and "by cambio migrate" in str(older)
    assert postgres_catalog(url) == before
    upgrade_database(url)
    run_statements(url, "UPDATE alembic_version SET version_num = '9999'")
    newer = refusal_of(url)
    assert isinstance(newer, NewerStore) and "update this program" in str(newer)


def test_workers_that_start_at_once_on_an_empty_database_all_find_the_schema() -> None:
    url = empty_database()

    async def start() -> None:
        async with asyncio.TaskGroup() as starting:
            for _ in range(6):
                starting.create_task(_open(url))

    asyncio.run(start())
    assert query(url, REVISION) == [(HEAD,)]


async def _open(url: str) -> None:
    async with open_store(url):
        await asyncio.sleep(0)


def test_two_who_migrate_at_once_do_it_once() -> None:
    url = make_old_database()

    async def migrate() -> None:
        async with asyncio.TaskGroup() as migrating:
            for _ in range(3):
                migrating.create_task(upgrade_postgres(url, LOCK_SCHEMA))

    asyncio.run(migrate())
    assert query(url, REVISION) == [(HEAD,)]


def test_a_database_of_another_program_is_not_taken_for_one_of_cambio() -> None:
    url = empty_database()
    run_statements(url, "CREATE TABLE person (id TEXT); CREATE TABLE event (id TEXT)")
    with pytest.raises(StoreFailed, match="expected a database of Cambio, but it has no table ban"):
        upgrade_database(url)
    assert tables_of(url) == ["event", "person"]
    assert query(url, "SELECT to_regclass('alembic_version')") == [(None,)]
