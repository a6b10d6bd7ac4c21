"""Links to finished rounds on PostgreSQL."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from asyncpg.pool import PoolConnectionProxy as Connection

from ..shares import Share, Shares, hash_token

T = TypeVar("T")

# Who is forgotten meanwhile, or a round that is purged, is waited for: nothing refers to what is gone.
_ADD = """
    INSERT INTO share (token_hash, token, finished_id, person_id, scope, created)
    SELECT $1, $2, $3, $4, $5, $6
    WHERE EXISTS (SELECT 1 FROM player WHERE finished_id = $3 AND person_id = $4)
    ON CONFLICT (person_id, finished_id, scope) DO NOTHING
"""
_FIND = "SELECT token, finished_id, person_id, scope, created FROM share WHERE token_hash = $1"
_OF_PERSON = """
    SELECT token, finished_id, person_id, scope, created FROM share
    WHERE person_id = $1 AND finished_id = coalesce($2, finished_id) ORDER BY created, token_hash
"""
_REVOKE = "DELETE FROM share WHERE token_hash = $1 AND finished_id = $2 AND person_id = $3 RETURNING TRUE"


async def add_share(share: Share, db: Connection) -> Share | None:
    facts = (share.token, share.finished_id, share.person_id, share.scope, share.created)
    await db.execute(_ADD, hash_token(share.token), *facts)
    kept = await find_shares(share.person_id, share.finished_id, db)
    return next((each for each in kept if each.scope == share.scope), None)


async def find_share(token: str, db: Connection) -> Share | None:
    row = await db.fetchrow(_FIND, hash_token(token))
    return None if row is None else Share(*row)


async def find_shares(person_id: str, finished_id: str | None, db: Connection) -> list[Share]:
    return [Share(*row) for row in await db.fetch(_OF_PERSON, person_id, finished_id)]


async def revoke_share(token: str, finished_id: str, person_id: str, db: Connection) -> bool:
    return bool(await db.fetchval(_REVOKE, hash_token(token), finished_id, person_id))


class PostgresShares(Shares):
    """What a store on PostgreSQL does about links."""

    @abstractmethod
    async def _run(self, work: Callable[[Connection], Awaitable[T]]) -> T: ...

    async def add_share(self, share: Share) -> Share | None:
        return await self._run(partial(add_share, share))

    async def share(self, token: str) -> Share | None:
        return await self._run(partial(find_share, token))

    async def shares_of(self, person_id: str, finished_id: str | None = None) -> list[Share]:
        return await self._run(partial(find_shares, person_id, finished_id))

    async def revoke_share(self, token: str, finished_id: str, person_id: str) -> bool:
        return await self._run(partial(revoke_share, token, finished_id, person_id))
