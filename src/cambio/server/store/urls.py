"""Stores by their address."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from .contract import Store
from .errors import UnknownStore

#: How an address of PostgreSQL begins.
POSTGRES = ("postgresql://", "postgres://")
#: What it needs besides.
NEEDS_EXTRA = (
    "expected asyncpg, by which PostgreSQL is reached, but it is not installed: pip install 'cambio-game[postgres]'"
)


def make_store(url: str, *, is_compacting: bool = False) -> Store:
    """The store at an address, not opened yet; after `sqlite:///` comes a path as it is, and no path is a store that
    lasts until it is closed.

    >>> make_store("mysql://localhost/cambio")
    Traceback (most recent call last):
    ...
    cambio.server.store.errors.UnknownStore: expected a store like sqlite:///path/to/file, \
sqlite:// (kept only while the server runs) or postgresql://host/database, but found one that begins with 'mysql:': \
set DATABASE_URL to one of these
    """
    path = url.removeprefix("sqlite:///")
    if url == "sqlite://" or path not in ("", url):
        # Commands that need no store need nothing of what a store needs.
        from .sqlite.sqlite_store import SqliteStore

        return SqliteStore() if url == "sqlite://" else SqliteStore(path, is_compacting=is_compacting)
    if url.startswith(POSTGRES):
        return _make_postgres_store(url)
    # The rest of an address may hold a password.
    begins = f"{url.partition(':')[0]}:" if ":" in url else ""
    raise UnknownStore(
        "expected a store like sqlite:///path/to/file, sqlite:// (kept only while the server runs) or "
        f"postgresql://host/database, but found one that begins with {begins!r}: set DATABASE_URL to one of these"
    )


def is_url(url: str) -> bool:
    """Whether host and port can be read.

    >>> is_url("postgresql://[::1]:5432/cambio"), is_url("postgresql://[::1"), is_url("postgresql://db:no/cambio")
    (True, False, False)
    """
    try:
        urlsplit(url).port  # noqa: B018  (reading it is the check)
    except ValueError:
        return False
    return True


def sqlite_path(url: str) -> Path:
    """Where a database lies; links are followed, as the server does."""
    path = url.removeprefix("sqlite:///")
    if path in ("", url):
        raise ValueError("expected a database that is kept, like sqlite:///path/to/file, but found another one")
    return Path(path).resolve()


def _make_postgres_store(url: str) -> Store:
    if not is_url(url):
        raise UnknownStore(
            "expected an address of PostgreSQL like postgresql://user@host:5432/database, but found one whose host or "
            "port can't be read: set DATABASE_URL to one like that"
        )
    try:
        from .postgres.postgres_store import PostgresStore
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise UnknownStore(NEEDS_EXTRA) from None
    return PostgresStore(url)
