"""Databases on a PostgreSQL that each process of tests starts when it first needs one, and stops when it ends."""

from __future__ import annotations

import asyncio
import atexit
from contextlib import ExitStack
from functools import cache
from itertools import count

import asyncpg

from cluster.local_postgres import LocalPostgres, running_postgres

from .stores import open_store

_numbers = count(1)


#: An empty database with the schema, which others are copied from: that is quicker than making it each time.
TEMPLATE = "cambio_template"


@cache
def shared_postgres() -> LocalPostgres:
    """What it writes needs not outlive the machine: nobody pulls the plug in these tests."""
    stack = ExitStack()
    atexit.register(stack.close)
    server = stack.enter_context(running_postgres(is_durable=False))
    asyncio.run(_make_template(server))
    return server


async def _make_template(server: LocalPostgres) -> None:
    await _run(server, f"CREATE DATABASE {TEMPLATE}")
    async with open_store(server.url(TEMPLATE)):
        pass


async def create_database(server: LocalPostgres, template: str = "") -> str:
    """The address of an empty database, or of a copy of another one."""
    name = f"cambio_{next(_numbers)}"
    await _run(server, f"CREATE DATABASE {name} {template and f'TEMPLATE {template}'}")
    return server.url(name)


async def _run(server: LocalPostgres, statement: str) -> None:
    db = await asyncpg.connect(server.url())
    try:
        await db.execute(statement)
    finally:
        await db.close()


def new_database() -> str:
    return asyncio.run(create_database(shared_postgres(), TEMPLATE))
