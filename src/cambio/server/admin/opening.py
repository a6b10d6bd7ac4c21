"""Opening a store as its operator: beside a server, and never so that it changes what a server expects."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from ..store.contract import Store
from ..store.migrations.revisions import HEAD, Standing
from ..store.sqlite.sqlite_revision import find_schema
from ..store.urls import make_store


class AdminError(Exception):
    """What was asked for can't be done, in a sentence; nothing has changed."""


@asynccontextmanager
async def open_as_operator(url: str) -> AsyncIterator[Store]:
    """The store at an address, for as long as the block lasts."""
    store = make_store(url)
    check_file(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def check_file(url: str) -> None:
    """A file that is not there is not made, and an older one is brought up to date by a server alone."""
    if not url.startswith("sqlite:"):
        return
    path = Path(url.removeprefix("sqlite:///"))
    if not path.is_file():
        raise AdminError(f"expected a database at {path}, but there is none: name it by --database or --config")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            found = find_schema(db)
    except sqlite3.Error as error:
        raise AdminError(f"expected a database of Cambio at {path}, but: {error}") from error
    if found.standing is not Standing.CURRENT:
        raise AdminError(
            f"expected a database of revision {HEAD}, but {path} has {found.told}: "
            "use the Cambio that its server runs, or start the server with this one first"
        )
