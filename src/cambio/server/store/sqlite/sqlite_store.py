"""The embedded store: one SQLite file, and no other service.

One thread writes to the file, and another one reads, so that a long look at the archive holds up no move. The reader's
transaction begins after it was asked, and so it sees everything that had been acknowledged by then.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from os import PathLike
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory
from typing import TypeVar

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
from ..errors import StoreDamaged, StoreFailed, StoreLost
from ..matches import ListedMatch, MatchFilter, MatchKey, PlayedMatch
from ..personal_data import SessionDates
from ..purging import ExpiredTable, PurgeStep, TableCutoffs
from ..shares import Share
from ..statistics import RoundFigures, Statistics
from ..workers import Holder, Worker
from . import sqlite_daily_deals as daily_deals
from . import sqlite_matches as matches
from . import sqlite_personal_data as personal
from . import sqlite_purge as purge
from . import sqlite_queries as queries
from . import sqlite_shares as shares
from . import sqlite_space as space
from . import sqlite_statistics as statistics
from .sqlite_appends import make_append
from .sqlite_connection import connect_to, prepare_to_read, prepare_to_write
from .sqlite_damage import DamageCheck
from .sqlite_files import DatabaseFiles, ServerLock
from .sqlite_operations import SqliteOperations
from .sqlite_thread import CLOSED, SqliteThread
from .sqlite_workers import SingleWorker

T = TypeVar("T")

#: How long the next writes gather after several have come at once: a commit costs far more than an entry does, so a
#: busy server makes fewer and larger ones.
GATHERING_SECONDS = 0.004


class SqliteStore(daily_deals.SqliteDailyDeals, SqliteOperations, SingleWorker, Store):
    """A store in one file, or in a temporary one that is gone when it is closed. Open and use it in one event loop.

    `busy_timeout` says for how many seconds to wait for another program that is writing to the file. A file from before
    files could shrink is rewritten when it is opened, if it is small, or if it is to be compacted.
    """

    def __init__(
        self, path: str | PathLike[str] | None = None, *, busy_timeout: float = 5.0, is_compacting: bool = False
    ) -> None:
        self._path = path
        self._is_compacting = is_compacting
        self._file_in_use = Path()
        self._busy_timeout = busy_timeout
        self._folder: TemporaryDirectory[str] | None = None
        self._threads: list[SqliteThread] = []
        self._writer: SqliteThread | None = None
        self._reader: SqliteThread | None = None
        self._lock: ServerLock | None = None
        self._files: DatabaseFiles | None = None
        self._check: DamageCheck | None = None

    async def open(self, worker: Worker | None = None) -> None:
        if self._threads:
            raise StoreFailed("the store is open already: close it before it is opened again")
        name = self._name()
        # Links are followed here, so that all who use the database agree about its other files.
        self._file_in_use = database = Path(os.path.realpath(name))
        connect = partial(connect_to, database, self._busy_timeout)
        try:
            if worker is not None:
                self._lock = ServerLock(database)
                self._lock.acquire()
            self._files = files = DatabaseFiles(name, database, self._lock)
            # The reader comes second: it expects to find the schema.
            prepare = partial(prepare_to_write, self._is_compacting)
            self._writer = await self._start(
                SqliteThread(
                    "store-writer",
                    "BEGIN IMMEDIATE",
                    partial(connect, prepare),
                    partial(_confirm, files),
                    gathering=GATHERING_SECONDS,
                )
            )
            self._reader = await self._start(
                SqliteThread("store-reader", "BEGIN", partial(connect, prepare_to_read), _nothing_more)
            )
            files.remember()
            self._check, self.damage = DamageCheck(database), None
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._check is not None:
            await self._check.stop()
        for thread in self._threads:
            await thread.stop()
        self._threads.clear()
        self._writer = self._reader = self._files = self._check = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    async def create_table(
        self, table: TableRow, owner: str | None = None, entries: Sequence[Entry] = (), daily: DailyDeal | None = None
    ) -> int:
        batch = tuple(entries)
        check_batch(table.id, batch)
        if daily is not None:
            return await self._write(partial(daily_deals.create_daily_table, daily, table, owner, batch))
        return await self._write(partial(queries.create_table, table, owner, batch))

    async def table(self, table_id: str) -> TableRow | None:
        return await self._read(partial(queries.find_table, table_id))

    async def table_by_code(self, code: str, now: Timestamp) -> TableRow | None:
        return await self._read(partial(queries.find_table_by_code, code, now))

    async def count_open_tables(self, host: str, since: Timestamp, limit: int) -> int:
        return await self._read(partial(queries.count_open_tables, host, since, limit))

    async def claim(self, table_id: str, owner: str) -> int:
        return await self._write(partial(queries.claim_table, table_id, owner))

    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        # Entries are taken as they are now: the caller may change its list while this waits.
        batch = tuple(entries)
        check_batch(table_id, batch)
        await self._write(make_append(table_id, epoch, batch))

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        return await self._read(partial(queries.find_entry, table_id, actor, cmd_id))

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        return await self._read(partial(queries.read_entries, table_id, after))

    async def summarize(self, summary: TableSummary) -> None:
        await self._write(partial(queries.keep_summary, summary))

    async def summary(self, table_id: str) -> TableSummary | None:
        return await self._read(partial(queries.find_summary, table_id))

    async def tables_of(self, person_id: str, *, are_over: bool, limit: int) -> list[SeatAtTable]:
        check_limit(limit, "tables")
        return await self._read(partial(queries.find_tables_of, person_id, are_over, limit))

    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        await self._write(partial(queries.keep_snapshot, snapshot))

    async def snapshot(self, table_id: str) -> Snapshot | None:
        return await self._read(partial(queries.find_snapshot, table_id))

    async def archive(
        self, finished: Finished, figures: Sequence[RoundFigures] = (), daily: DailyResult | None = None
    ) -> None:
        await self._write(partial(daily_deals.archive_with_result, finished, tuple(figures), daily))

    async def finished(self, finished_id: str) -> Finished | None:
        return await self._read(partial(queries.find_round, finished_id))

    async def finished_of(self, person_id: str, limit: int, before: str | None = None) -> list[Finished]:
        check_limit(limit, "rounds")
        return await self._read(partial(queries.find_rounds_of, person_id, limit, before))

    async def keep_match(self, match: PlayedMatch) -> None:
        await self._write(partial(matches.keep_match, match))

    async def match(self, match_id: str) -> PlayedMatch | None:
        return await self._read(partial(matches.find_match, match_id))

    async def rounds_of_match(self, match_id: str) -> list[Finished]:
        return await self._read(partial(matches.find_rounds_of_match, match_id))

    async def matches_of(
        self, person_id: str, limit: int, before: MatchKey | None = None, wanted: MatchFilter = ALL_MATCHES
    ) -> list[ListedMatch]:
        check_limit(limit, "matches")
        return await self._read(partial(matches.find_matches_of, person_id, limit, before, wanted))

    async def statistics_of(self, person_id: str, book: str | None = None) -> Statistics:
        return await self._read(partial(statistics.find_statistics, person_id, book))

    async def add_person(self, person: Person) -> None:
        await self._write(partial(queries.add_person, person))

    async def rename(self, person_id: str, name: str) -> None:
        await self._write(partial(queries.rename_person, person_id, name))

    async def add_session(self, token_hash: bytes, person_id: str, created: Timestamp) -> None:
        await self._write(partial(queries.add_session, token_hash, person_id, created))

    async def session(self, token_hash: bytes) -> StoredSession | None:
        return await self._read(partial(queries.find_session, token_hash))

    async def use_session(self, token_hash: bytes, now: Timestamp) -> bool:
        return await self._write(partial(queries.use_session, token_hash, now))

    async def end_session(self, token_hash: bytes) -> None:
        await self._write(partial(queries.end_session, token_hash))

    async def sessions_of(self, person_id: str) -> list[SessionDates]:
        return await self._read(partial(personal.find_sessions, person_id))

    async def tables_naming(self, person_id: str, after: str, limit: int) -> tuple[list[str], str | None]:
        return await self._read(partial(personal.find_tables_naming, person_id, after, limit))

    async def forget_in_rounds(self, person_id: str, name: str, texts: Mapping[str, str]) -> None:
        await self._write(partial(personal.forget_in_rounds, person_id, name, dict(texts)))

    async def forget_in_table(
        self, table_id: str, bodies: Mapping[int, bytes], summary: tuple[int, bytes] | None
    ) -> None:
        await self._write(partial(personal.forget_in_table, table_id, dict(bodies), summary))

    async def forget_person(self, person_id: str, name: str) -> None:
        await self._write(partial(personal.forget_person, person_id, name))

    async def add_share(self, share: Share) -> Share | None:
        return await self._write(partial(shares.add_share, share))

    async def share(self, token: str) -> Share | None:
        return await self._read(partial(shares.find_share, token))

    async def shares_of(self, person_id: str, finished_id: str | None = None) -> list[Share]:
        return await self._read(partial(shares.find_shares, person_id, finished_id))

    async def revoke_share(self, token: str, finished_id: str, person_id: str) -> bool:
        return await self._write(partial(shares.revoke_share, token, finished_id, person_id))

    async def purge_sessions(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._write(partial(purge.purge_sessions, before, after, limit))

    async def purge_guests(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._write(partial(purge.purge_guests, before, after, limit))

    async def purge_codes(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._write(partial(purge.purge_codes, before, after, limit))

    async def purge_rounds(self, before: Timestamp, after: str, limit: int) -> PurgeStep:
        return await self._write(partial(purge.purge_rounds, before, after, limit))

    async def purge_workers(self, before: Timestamp) -> int:
        return await self._write(partial(purge.purge_workers, before))

    async def find_expired_tables(
        self, cutoffs: TableCutoffs, owner: str, alive: Timestamp, after: str, limit: int
    ) -> tuple[list[ExpiredTable], str | None]:
        return await self._read(partial(purge.find_expired_tables, cutoffs, owner, alive, after, limit))

    async def purge_table(self, expired: ExpiredTable) -> bool:
        return await self._write(partial(purge.purge_table, expired))

    async def purge_entries(self, table_id: str, limit: int) -> int:
        return await self._write(partial(purge.purge_entries, table_id, limit))

    async def reclaim_space(self, pages: int) -> int:
        return await self._write(partial(space.reclaim_pages, pages))

    async def shrink(self) -> None:
        if self._writer is None:
            raise StoreFailed(CLOSED)
        # By its name another file would be found.
        self.check_place()
        await asyncio.to_thread(space.checkpoint, self._file_in_use, self._busy_timeout)

    async def holder(self, table_id: str) -> Holder | None:
        return await self._read(partial(queries.find_holder, table_id))

    async def beat(self, owner: str, now: Timestamp) -> None:
        await self._write(partial(queries.record_beat, owner, now))

    async def last_beat(self) -> Timestamp | None:
        return await self._read(queries.find_last_beat)

    def check_place(self) -> None:
        if self._files is not None:
            self._files.check_all()

    async def check_damage(self) -> None:
        if self._check is None:
            raise StoreFailed(CLOSED)
        # By its name another file would be found.
        self.check_place()
        try:
            await self._check.run()
        except StoreDamaged as error:
            self.check_place()
            self.damage = str(error)
            raise

    async def _start(self, thread: SqliteThread) -> SqliteThread:
        """It is stopped with the store, even if it does not get ready."""
        self._threads.append(thread)
        await thread.ready
        return thread

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._writer, work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._reader, work)

    async def _run(self, thread: SqliteThread | None, work: Callable[[Connection], T]) -> T:
        if thread is None:
            raise StoreFailed(CLOSED)
        try:
            return await thread.run(work)
        except StoreDamaged as error:
            self.damage = str(error)
            raise

    def _name(self) -> Path:
        if self._path is None:
            try:
                self._folder = TemporaryDirectory(prefix="cambio-")
            except OSError as error:
                raise StoreFailed(f"expected a place for temporary files, but: {error.strerror}") from error
            return Path(self._folder.name, "cambio.db")
        # An absolute path can't be mistaken for one of SQLite's special names.
        return Path(self._path).absolute()


def _confirm(files: DatabaseFiles, db: Connection) -> None:
    """A commit is acknowledged only if its files are still found by their names."""
    try:
        files.check_committed()
    except StoreLost:
        # What was acknowledged before may be in the log alone. Now all of it is in the database, whichever is gone.
        with suppress(sqlite3.Error):
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        raise


def _nothing_more(_db: Connection) -> None:
    """Reading needs no confirmation."""
