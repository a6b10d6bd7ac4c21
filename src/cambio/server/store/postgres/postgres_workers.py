"""The SQL about workers on PostgreSQL: who holds a table, who else lives, and what all of them know."""

from __future__ import annotations

import secrets

from asyncpg.pool import PoolConnectionProxy as Connection

from ..workers import Holder, Peer, Worker

_HOLDER = """
    SELECT owner, address, is_alive(worker), beat,
        coalesce(1000 * extract(epoch FROM clock_timestamp() - seen), 0)::float
    FROM "table" LEFT JOIN worker ON worker.id = owner
    WHERE "table".id = $1 AND NOT is_purged
"""
_CLAIMED_BY_OTHERS = 'SELECT id FROM "table" WHERE id = ANY ($1::text[]) AND owner <> $2'
_PEERS = "SELECT id, address, lobby FROM worker WHERE id <> $1 AND is_alive(worker) ORDER BY id"
_KEEP_LOBBY = "UPDATE worker SET lobby = $2 WHERE id = $1"
_ADD_TICKET_KEY = "INSERT INTO secret (name, value) VALUES ('tickets', $1) ON CONFLICT (name) DO NOTHING"
_TICKET_KEY = "SELECT value FROM secret WHERE name = 'tickets'"


async def find_holder(table_id: str, db: Connection) -> Holder | None:
    row = await db.fetchrow(_HOLDER, table_id)
    if row is None or row["owner"] is None:
        return None
    owner, address, is_alive, beat, silence = row
    return Holder(Worker(owner, address or ""), bool(is_alive), beat, silence)


async def find_claimed_by_others(table_ids: list[str], owner: str, db: Connection) -> list[str]:
    return [row[0] for row in await db.fetch(_CLAIMED_BY_OTHERS, table_ids, owner)]


async def find_peers(owner: str, db: Connection) -> list[Peer]:
    return [Peer(Worker(worker_id, address), lobby) for worker_id, address, lobby in await db.fetch(_PEERS, owner)]


async def keep_lobby(owner: str, lobby: bytes, db: Connection) -> None:
    await db.execute(_KEEP_LOBBY, owner, lobby)


async def find_shared_secret(db: Connection) -> bytes:
    """Of the first worker that asks."""
    await db.execute(_ADD_TICKET_KEY, secrets.token_bytes(32))
    return bytes(await db.fetchval(_TICKET_KEY))
