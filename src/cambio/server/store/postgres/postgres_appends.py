"""Appends to the logs of many tables in one statement, which is the whole transaction.

The statement holds the rows of its tables as they are now until it has committed, so that nobody claims one in between:
it writes an entry only if its table is at that epoch and the log ends where the append begins. Where one of them is to
be refused it writes nothing; `append_or_refuse` says why.

No lock is held from one statement to the next: a worker that is frozen in between would keep it, and others out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg
from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import Entry
from ..errors import AlreadyThere, Fenced, NoSuchTable, OutOfOrder

#: How often an append is looked at that is refused without a reason that lasts.
TRIES = 3
# Rows are locked in the order of their keys, so that two statements never wait for each other. Where the epoch or the
# last entry is another one, the join finds no epoch, and an entry without one is refused.
_INSERT = """
    WITH held AS (
        SELECT id, epoch FROM "table" WHERE id = ANY ($9::text[]) ORDER BY id FOR SHARE
    )
    INSERT INTO event (table_id, seq, epoch, cmd_id, actor, body, at)
    SELECT new.table_id, new.seq, held.epoch, new.cmd_id, new.actor, new.body, new.at
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bytea[], $8::bigint[])
            AS new (table_id, epoch, last, seq, cmd_id, actor, body, at)
        LEFT JOIN held ON held.id = new.table_id AND held.epoch = new.epoch
            AND new.last = (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = new.table_id)
"""
_EPOCH = 'SELECT epoch FROM "table" WHERE id = $1'
_LAST = "SELECT coalesce(max(seq), 0) FROM event WHERE table_id = $1"
COMMAND = "SELECT seq FROM event WHERE table_id = $1 AND actor = $2 AND cmd_id = $3"
_ADD_ENTRY = """
    INSERT INTO event (table_id, seq, epoch, cmd_id, actor, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
"""


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for one table."""

    table_id: str
    epoch: int
    entries: tuple[Entry, ...]


async def append_together(appends: Sequence[Append], db: Connection) -> None:
    """Write appends, each to a table of its own and none empty, or nothing of all of them."""
    rows = [
        (append.table_id, append.epoch, append.entries[0].seq - 1, *_columns(entry))
        for append in appends
        for entry in append.entries
    ]
    await db.execute(_INSERT, *zip(*rows, strict=True), [append.table_id for append in appends])


async def append_or_refuse(append: Append, db: Connection) -> None:
    """Say why an append can't be written; or write it, if that has changed meanwhile."""
    await _check(append, db)
    for tries_left in reversed(range(TRIES if append.entries else 0)):
        try:
            await append_together([append], db)
        except asyncpg.IntegrityConstraintViolationError:
            if not tries_left:
                raise
            await _check(append, db)
        else:
            return


async def append_first(append: Append, db: Connection) -> None:
    """Write the first entries of a table that the caller's transaction has made, so that nobody else sees it yet."""
    await _check(append, db)
    await db.executemany(
        _ADD_ENTRY,
        [(append.table_id, entry.seq, append.epoch, *_columns(entry)[1:]) for entry in append.entries],
    )


async def _check(append: Append, db: Connection) -> None:
    """Look at everything in the order in which the contract tells it."""
    table_id, epoch = append.table_id, append.epoch
    current = await db.fetchval(_EPOCH, table_id)
    if current is None:
        raise NoSuchTable(table_id)
    if epoch != current:
        raise Fenced(table_id, epoch, current)
    for entry in append.entries:
        if entry.cmd_id is not None:
            seq = await db.fetchval(COMMAND, table_id, entry.actor, entry.cmd_id)
            if seq is not None:
                raise AlreadyThere(table_id, entry.actor, entry.cmd_id, seq)
    last = await db.fetchval(_LAST, table_id)
    if append.entries and append.entries[0].seq != last + 1:
        raise OutOfOrder(table_id, expected=last + 1, came=append.entries[0].seq)


def _columns(entry: Entry) -> tuple[object, ...]:
    return entry.seq, entry.cmd_id, entry.actor, entry.body, entry.at
