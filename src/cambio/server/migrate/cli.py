"""The command cambio migrate."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from ..setting_flags import DATABASE, add_settings, read_settings
from ..store.errors import StoreError
from ..store.migrations.revisions import HEAD, FoundSchema, Standing
from ..store.urls import POSTGRES, make_store, sqlite_path
from .reports import Compared, MoveFailed

EXAMPLES = """examples:
  cambio migrate --config /etc/cambio/cambio.toml
  cambio migrate --check                          exit status 1 if there is something to do
  DATABASE_URL=postgresql://cambio@db/cambio cambio migrate --from sqlite:///cambio.db
  DATABASE_URL=postgresql://cambio@db/cambio cambio migrate --from sqlite:///cambio.db --check
"""
#: Digits of a digest that people read.
SHOWN = 12


def add_migrate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    migrate = commands.add_parser(
        "migrate",
        help="bring a server's database up to date, or move from SQLite to PostgreSQL",
        description="Give a database the schema that this version of Cambio needs, all or nothing. A server does that "
        "itself for a SQLite file and for an empty database; of PostgreSQL it refuses an older one, since others may "
        "still use it. Take a backup first. With --from, everything in a SQLite file is moved to an empty database of "
        "PostgreSQL and compared there, all or nothing; the file stays as it is. "
        "Exit status: 0 if the database is up to date, or everything was moved.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    migrate.add_argument(
        "--from", dest="source", metavar="SQLITE", help="move everything from there, like sqlite:///cambio.db"
    )
    migrate.add_argument(
        "--check",
        action="store_true",
        help="change nothing, and say whether there is something to do; with --from, whether both have the same rows",
    )
    add_settings(migrate, DATABASE)
    migrate.set_defaults(run=run_migrate)


def run_migrate(options: argparse.Namespace) -> int:
    try:
        url = read_settings(options).database
        if options.source is not None:
            return asyncio.run(_move(options.source, url, is_checking=options.check))
        return asyncio.run(_check(url) if options.check else _upgrade(url))
    except (StoreError, MoveFailed, ValueError) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1


async def _check(url: str) -> int:
    from .upgrades import find

    found = await find(url)
    found.check_not_newer()
    if found.standing is Standing.CURRENT:
        print(f"up to date: {found.told}")
        return 0
    advice = "cambio migrate brings it there"
    print(f"not up to date: found {found.told}, and this program needs revision {HEAD} ({advice})")
    return 1


async def _upgrade(url: str) -> int:
    from .upgrades import bring_up_to_date

    print(_describe(await bring_up_to_date(url)))
    return 0


def _describe(found: FoundSchema) -> str:
    match found.standing:
        case Standing.EMPTY:
            return f"set up: revision {HEAD}"
        case Standing.CURRENT:
            return f"up to date already: {found.told}"
        case _:
            return f"brought up to date: from {found.told} to revision {HEAD}"


async def _move(source: str, url: str, *, is_checking: bool) -> int:
    if not url.startswith(POSTGRES):
        raise ValueError("expected a database of PostgreSQL to move to, by DATABASE_URL, but found another one")
    path = sqlite_path(source)
    # Says what is missing, if asyncpg is.
    make_store(url)
    from .move import check_same, compare_with_postgres, move_to_postgres

    work = compare_with_postgres if is_checking else move_to_postgres
    try:
        compared = await work(path, url, _tell_progress)
    finally:
        _end_progress()
    _print_tables(compared)
    check_same(compared)
    if is_checking:
        print("both databases have the same rows")
    else:
        print(f"moved from {path}, and compared with it; it is as it was: keep it as a backup, and serve it no more")
    return 0


def _print_tables(compared: Sequence[Compared]) -> None:
    width = max(len(each.table) for each in compared)
    for each in sorted(compared, key=lambda each: each.table):
        verdict = "same" if each.is_same else f"NOT the same: {each.source.rows} rows {each.source.digest[:SHOWN]}"
        print(f"{each.table:{width}}  {each.target.rows:>9} rows  {each.target.digest[:SHOWN]}  {verdict}")


def _tell_progress(doing: str, table: str, rows: int) -> None:
    """One line that is written again and again, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{doing} {table}: {rows} rows", end="", file=sys.stderr, flush=True)


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
