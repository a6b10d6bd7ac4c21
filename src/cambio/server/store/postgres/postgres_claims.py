"""Claims of many tables in one statement: when a worker is gone, another one gets all of its tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncpg.pool import PoolConnectionProxy as Connection

from ..errors import HeldElsewhere, NoSuchTable
from .membership import CHANNEL
from .postgres_workers import find_holder

# One that is being purged keeps its epoch, so that whoever holds it can't write to it any more. Nobody takes a table
# from a worker that lives. Rows are locked in the order of their keys, so that no two statements wait for each other.
# The others are told in the same statement: `postgres_appends` says why.
_CLAIM = """
    WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::text[]) AS wanted (id, claimant)
    ), free AS (
        SELECT "table".id, claimant FROM "table" JOIN wanted USING (id)
        WHERE NOT is_purged
            AND NOT EXISTS (SELECT 1 FROM worker WHERE worker.id = owner AND owner <> claimant AND is_alive(worker))
        ORDER BY "table".id FOR NO KEY UPDATE OF "table"
    ), claimed AS (
        UPDATE "table" SET owner = claimant, epoch = epoch + 1 FROM free WHERE "table".id = free.id
        RETURNING "table".id, epoch, claimant
    )
    SELECT id, epoch, pg_notify($3, id || ' ' || claimant) FROM claimed
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """A worker wants to hold a table from now on."""

    table_id: str
    owner: str


async def claim_together(claims: Sequence[Claim], db: Connection) -> dict[str, int]:
    """The epochs of those tables, each claimed once, that can be had."""
    ids, owners = [claim.table_id for claim in claims], [claim.owner for claim in claims]
    return {table_id: epoch for table_id, epoch, _ in await db.fetch(_CLAIM, ids, owners, CHANNEL)}


async def claim_table(claim: Claim, db: Connection) -> int:
    """The epoch, or why the table can't be had."""
    epoch = (await claim_together([claim], db)).get(claim.table_id)
    if epoch is None:
        holder = await find_holder(claim.table_id, db)
        raise HeldElsewhere(claim.table_id, holder.worker) if holder is not None else NoSuchTable(claim.table_id)
    return epoch
