"""The store for many workers: PostgreSQL, by a pool of connections.

Every request is a transaction of its own; appends of one worker share theirs, and so do its claims.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from asyncpg import Pool
from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import (
    ALL_MATCHES,
    Entry,
    Finished,
    Person,
    SeatAtTable,
    Snapshot,
    Store,
    StoredSession,
    TableRow,
    TableSummary,
    Timestamp,
    check_batch,
    check_limit,
)
from ..daily_deals import DailyDeal, DailyResult
from ..errors import StoreFailed
from ..matches import ListedMatch, MatchFilter, MatchKey, PlayedMatch
from ..personal_data import SessionDates
from ..purging import ExpiredTable, PurgeStep, TableCutoffs
from ..statistics import RoundFigures, Statistics
from ..workers import Holder, Listener, Peer, Worker
from . import postgres_matches as matches
from . import postgres_personal_data as personal
from . import postgres_purge as purge
from . import postgres_queries as queries
from . import postgres_statistics as statistics
from . import postgres_workers as workers
from .group_commit import CLOSED, GroupCommit
from .membership import Membership
from .postgres_appends import Append
from .postgres_claims import Claim
from .postgres_connections import borrowing, close_pool, open_pool, run_in_transaction
from .postgres_daily_deals import PostgresDailyDeals, archive_with_result, create_daily_table
from .postgres_errors import translating
from .postgres_operations import PostgresOperations
from .postgres_revision import prepare_schema
from .postgres_shares import PostgresShares

T = TypeVar("T")


class PostgresStore(PostgresDailyDeals, PostgresShares, PostgresOperations, Store):
    """A store that any number of workers share. Open and use it in one event loop."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: Pool | None = None
        self._writer: GroupCommit | None = None
        self._closing: asyncio.Task[None] | None = None
        self._worker: str | None = None
        self._membership: Membership | None = None
        self._listeners: list[Listener] = []

    async def open(self, worker: Worker | None = None) -> None:
        if self._pool is not None:
            raise StoreFailed("the store is open already: close it before it is opened again")
        try:
            with translating():
                self._pool = await open_pool(self._url)
            await self._run(prepare_schema)
            if worker is not None:
                self._worker = worker.id
                self._membership = Membership(self._url, worker, self._tell_claim)
                await self._membership.enter()
        except Exception:
            await self.close()
            raise
        self._writer = GroupCommit(self._pool)

    async def close(self) -> None:
        writer, membership, pool = self._writer, self._membership, self._pool
        self._writer = self._membership = self._pool = None
        if pool is not None:
            self._closing = asyncio.create_task(_close(writer, membership, pool))
        if self._closing is not None:
            # Whoever closes may be cancelled: what was asked before is still written.
            await asyncio.shield(self._closing)

    async def create_table(
        self, table: TableRow, owner: str | None = None, entries: Sequence[Entry] = (), daily: DailyDeal | None = None
    ) -> int:
        batch = tuple(entries)
        check_batch(table.id, batch)
        if daily is not None:
            return await self._run(partial(create_daily_table, daily, table, owner, batch))
        return await self._run(partial(queries.create_table, table, owner, batch))

    async def table(self, table_id: str) -> TableRow | None:
        return await self._ask(partial(queries.find_table, table_id))

    async def table_by_code(self, code: str, now: Timestamp) -> TableRow | None:
        return await self._ask(partial(queries.find_table_by_code, code, now))

    async def count_open_tables(self, host: str, since: Timestamp, limit: int) -> int:
        return await self._ask(partial(queries.count_open_tables, host, since, limit))

    async def claim(self, table_id: str, owner: str) -> int:
        if self._membership is not None:
            # Whoever is not known to live would lose the table to the next one who asks for it.
            await self._membership.enter()
        # An append that was asked for before is still written, and one that is asked for later finds the new epoch.
        return await self._log_writer().claim(Claim(table_id, owner))

    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        # Entries are taken as they are now: the caller may change its list while this waits.
        batch = tuple(entries)
        check_batch(table_id, batch)
        await self._log_writer().append(Append(table_id, epoch, batch))

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        return await self._ask(partial(queries.find_entry, table_id, actor, cmd_id))

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        return await self._ask(partial(queries.read_entries, table_id, after))

    async def summarize(self, summary: TableSummary) -> None:
        await self._run(partial(queries.keep_summary, summary))

    async def summary(self, table_id: str) -> TableSummary | None:
        return await self._run(partial(queries.find_summary, table_id))

    async def tables_of(self, person_id: str, *, are_over: bool, limit: int) -> list[SeatAtTable]:
        check_limit(limit, "tables")
        return await self._run(partial(queries.find_tables_of, person_id, are_over, limit))

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        await self._ask(partial(queries.keep_snapshot, snapshot))

    async def snapshot(self, table_id: str) -> Snapshot | None:
        return await self._ask(partial(queries.find_snapshot, table_id))

    async def archive(
        self, finished: Finished, figures: Sequence[RoundFigures] = (), daily: DailyResult | None = None
    ) -> None:
        await self._run(partial(archive_with_result, finished, tuple(figures), daily))

    async def finished(self, finished_id: str) -> Finished | None:
        return await self._run(partial(queries.find_round, finished_id))

    async def finished_of(self, person_id: str, limit: int, before: str | None = None) -> list[Finished]:
        check_limit(limit, "rounds")
        return await self._run(partial(queries.find_rounds_of, person_id, limit, before))

    async def keep_match(self, match: PlayedMatch) -> None:
        await self._run(partial(matches.keep_match, match))

    async def match(self, match_id: str) -> PlayedMatch | None:
        return await self._run(partial(matches.find_match, match_id))

    async def rounds_of_match(self, match_id: str) -> list[Finished]:
        return await self._run(partial(matches.find_rounds_of_match, match_id))

    async def matches_of(
        self, person_id: str, limit: int, before: MatchKey | None = None, wanted: MatchFilter = ALL_MATCHES
    ) -> list[ListedMatch]:
        check_limit(limit, "matches")
        return await self._run(partial(matches.find_matches_of, person_id, limit, before, wanted))

    async def statistics_of(self, person_id: str, book: str | None = None) -> Statistics:
        return await self._run(partial(statistics.find_statistics, person_id, book))

    async def add_person(self, person: Person) -> None:
        await self._ask(partial(queries.add_person, person))

    async def rename(self, person_id: str, name: str) -> None:
        await self._ask(partial(queries.rename_person, person_id, name))

    async def add_session(self, token_hash: bytes, person_id: str, created: Timestamp) -> None:
        await self._ask(partial(queries.add_session, token_hash, person_id, created))

    async def session(self, token_hash: bytes) -> StoredSession | None:
        return await self._ask(partial(queries.find_session, token_hash))

    async def use_session(self, token_hash: bytes, now: Timestamp) -> bool:
        return await self._ask(partial(queries.use_session, token_hash, now))

    async def end_session(self, token_hash: bytes) -> None:
        await self._ask(partial(queries.end_session, token_hash))

    async def sessions_of(self, person_id: str) -> list[SessionDates]:
        return await self._run(partial(personal.find_sessions, person_id))

    async def tables_naming(self, person_id: str, after: str, limit: int) -> tuple[list[str], str | None]:
        return await self._run(partial(personal.find_tables_naming, person_id, after, limit))

    async def forget_in_rounds(self, person_id: str, name: str, texts: Mapping[str, str]) -> None:
        await self._run(partial(personal.forget_in_rounds, person_id, name, dict(texts)))

    async def forget_in_table(
        self, table_id: str, bodies: Mapping[int, bytes], summary: tuple[int, bytes] | None
    ) -> None:
        await self._run(partial(personal.forget_in_table, table_id, dict(bodies), summary))

    async def forget_person(self, person_id: str, name: str) -> None:
        await self._run(partial(personal.forget_person, person_id, name))

    async def purge_sessions(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._run(partial(purge.purge_sessions, before, after, limit))

    async def purge_guests(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._run(partial(purge.purge_guests, before, after, limit))

    async def purge_codes(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._run(partial(purge.purge_codes, before, after, limit))

    async def purge_rounds(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._run(partial(purge.purge_rounds, before, after, limit))

    async def purge_workers(self, before: Timestamp) -> int:
        return await self._run(partial(purge.purge_workers, before))

    async def find_expired_tables(
        self, cutoffs: TableCutoffs, owner: str, alive: Timestamp, after: str, limit: int
    ) -> tuple[list[ExpiredTable], str | None]:
        return await self._run(partial(purge.find_expired_tables, cutoffs, owner, alive, after, limit))

    async def purge_table(self, expired: ExpiredTable) -> bool:
        return await self._run(partial(purge.purge_table, expired))

    async def purge_entries(self, table_id: str, limit: int) -> int:
        return await self._run(partial(purge.purge_entries, table_id, limit))

    async def reclaim_space(self, pages: int) -> int:  # noqa: ARG002
        """PostgreSQL vacuums by itself."""
        return 0

    async def shrink(self) -> None:
        """PostgreSQL vacuums by itself."""

    async def holder(self, table_id: str) -> Holder | None:
        return await self._ask(partial(workers.find_holder, table_id))

    def on_claim(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def _tell_claim(self, table_id: str | None) -> None:
        for listener in self._listeners:
            listener(table_id)

    async def claimed_by_others(self, table_ids: Sequence[str], owner: str) -> list[str]:
        return await self._ask(partial(workers.find_claimed_by_others, list(table_ids), owner))

    async def tell_lobby(self, owner: str, lobby: bytes) -> None:
        await self._ask(partial(workers.keep_lobby, owner, lobby))

    async def peers(self, owner: str) -> list[Peer]:
        return await self._ask(partial(workers.find_peers, owner))

    async def shared_secret(self) -> bytes:
        return await self._run(workers.find_shared_secret)

    async def retire(self) -> None:
        if self._membership is not None:
            await self._membership.close()

    async def beat(self, owner: str, now: Timestamp) -> None:
        if self._membership is not None and owner == self._worker:
            await self._membership.beat(now)
        else:
            await self._run(partial(queries.record_beat, owner, now))

    async def last_beat(self) -> Timestamp | None:
        return await self._ask(queries.find_last_beat)

    def check_place(self) -> None:
        """Where PostgreSQL keeps its files is its own affair."""

    async def check_damage(self) -> None:
        """PostgreSQL checks its pages itself, where its cluster was made so."""

    def _log_writer(self) -> GroupCommit:
        if self._writer is None:
            raise StoreFailed(CLOSED)
        return self._writer

    async def _ask(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Work of one statement, which is a transaction by itself."""
        if self._pool is None:
            raise StoreFailed(CLOSED)
        with translating():
            async with borrowing(self._pool) as db:
                return await work(db)

    async def _run(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Work of several statements, in a transaction."""
        return await self._ask(lambda db: run_in_transaction(db, work))


async def _close(writer: GroupCommit | None, membership: Membership | None, pool: Pool) -> None:
    if writer is not None:
        await writer.close()
    if membership is not None:
        await membership.close()
    await close_pool(pool)
