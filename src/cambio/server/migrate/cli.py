"""The command cambio migrate."""

from __future__ import annotations

import argparse
import asyncio
import sys

from ..setting_flags import DATABASE, add_settings, read_settings
from ..store.errors import StoreError
from ..store.migrations.revisions import HEAD, FoundSchema, Standing

EXAMPLES = """examples:
  cambio migrate --config /etc/cambio/cambio.toml
  cambio migrate --check                          exit status 1 if there is something to do
  DATABASE_URL=postgresql://cambio@db/cambio cambio migrate
"""


def add_migrate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    migrate = commands.add_parser(
        "migrate",
        help="bring a server's database up to date",
        description="Give a database the schema that this version of Cambio needs, all or nothing. A server does that "
        "itself for a SQLite file and for an empty database; of PostgreSQL it refuses an older one, since others may "
        "still use it. Take a backup first. Exit status: 0 if the database is up to date.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    migrate.add_argument(
        "--check", action="store_true", help="change nothing, and say whether there is something to do"
    )
    add_settings(migrate, DATABASE)
    migrate.set_defaults(run=run_migrate)


def run_migrate(options: argparse.Namespace) -> int:
    try:
        url = read_settings(options).database
        return asyncio.run(_check(url) if options.check else _upgrade(url))
    except (StoreError, ValueError) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1


async def _check(url: str) -> int:
    from .upgrades import find

    found = await find(url)
    found.check_not_newer()
    if found.standing is Standing.CURRENT:
        print(f"up to date: {found.told}")
        return 0
    print(
        f"not up to date: found {found.told}, and this program needs revision {HEAD} (cambio migrate brings it there)"
    )
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
