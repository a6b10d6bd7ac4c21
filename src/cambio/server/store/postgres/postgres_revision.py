"""Which schema a database of PostgreSQL has. An empty one gets the whole schema; an older one is left to its operator.

Workers that start at once look one after the other, and so the first one makes the schema and the others find it.
Nobody can use a database that is empty, so whoever comes first may fill it. But beside a worker of this version others
of the version before may still run on the older schema: when they are gone only the operator knows, who calls `cambio
migrate`.
"""

from __future__ import annotations

from typing import TypeAlias

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from ..migrations.revisions import BEFORE_REVISIONS, STAMP, VERSION_TABLE, FoundSchema, Standing
from .postgres_schema import SCHEMA

AnyConnection: TypeAlias = asyncpg.Connection | PoolConnectionProxy
#: Held until the end of a transaction by whoever changes the schema.
LOCK_SCHEMA = "SELECT pg_advisory_xact_lock(hashtextextended('cambio schema', 0))"
# Read as rows: `to_regclass` may still answer from a cache what was so before another transaction ended.
_FIND = """
    SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relname IN ('person', 'alembic_version') AND nspname = ANY (current_schemas(false))
"""


async def find_schema(db: AnyConnection) -> FoundSchema:
    tables = {row["relname"] for row in await db.fetch(_FIND)}
    if "person" not in tables:
        return FoundSchema(Standing.EMPTY, "no schema")
    revision = await db.fetchval("SELECT version_num FROM alembic_version") if len(tables) > 1 else None
    if revision is None:
        return BEFORE_REVISIONS
    return FoundSchema.at(revision)


async def create_schema_if_empty(db: AnyConnection) -> FoundSchema:
    """What was found before, in the transaction of whoever asks."""
    found = await find_schema(db)
    if found.standing is Standing.EMPTY:
        await db.execute(LOCK_SCHEMA)
        found = await find_schema(db)
    if found.standing is Standing.EMPTY:
        for statement in (*SCHEMA, VERSION_TABLE, STAMP):
            await db.execute(statement)
    return found


async def prepare_schema(db: AnyConnection) -> None:
    """Leave the schema of this program; or raise `NewerStore` or `OlderStore`."""
    found = await create_schema_if_empty(db)
    found.check_current()
