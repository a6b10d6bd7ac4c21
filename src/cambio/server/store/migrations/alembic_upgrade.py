"""Taking revisions by Alembic. Loading it takes longer than most of a server's start: import this only if it is due."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, NullPool, StaticPool, create_engine
from sqlalchemy.exc import DBAPIError

from ..errors import StoreFailed

FOLDER = Path(__file__).parent
#: Folders with revisions.
VERSIONS = [FOLDER / "versions"]
#: Seconds to wait for a table that somebody uses: whoever comes for it after a revision waits with it.
LOCK_TIMEOUT = 10
BUSY = (
    f"expected to change the schema within {LOCK_TIMEOUT} seconds, but somebody keeps a table busy: "
    "nothing has changed; try again, or stop the servers first"
)


def take_revisions(connection: Connection, to: str = "head") -> None:
    """Those that the database lacks, in the transaction that the connection is in."""
    config = Config()
    config.set_main_option("script_location", _escape(FOLDER))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(_escape, VERSIONS)))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _escape(folder: Path) -> str:
    """A path as it is: in a file of settings a percent sign would name another one."""
    return str(folder).replace("%", "%%")


def upgrade_sqlite(db: SqliteConnection, to: str = "head") -> None:
    """All or nothing; the connection is in no transaction before and after."""
    engine = create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool, pool_reset_on_return=None)
    try:
        with engine.connect() as connection:
            # As a writer, so that two programs don't both take a revision.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            take_revisions(connection, to)
            connection.commit()
    except DBAPIError as error:
        # Whoever opens files knows what SQLite itself says.
        if error.orig is None:
            raise
        raise error.orig from error


async def upgrade_postgres(url: str, lock: str, to: str = "head") -> None:
    """All or nothing, and one program at a time: `lock` is the statement that waits for the others."""
    import asyncpg
    from sqlalchemy.ext.asyncio import create_async_engine

    # The driver reads the address, as it does for servers.
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=partial(asyncpg.connect, url), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql(lock)
            await connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}s'")
            await connection.run_sync(take_revisions, to)
    except DBAPIError as error:
        cause = error.orig and error.orig.__cause__
        if isinstance(cause, asyncpg.LockNotAvailableError):
            raise StoreFailed(BUSY) from error
        raise cause or error from error
    finally:
        await engine.dispose()
