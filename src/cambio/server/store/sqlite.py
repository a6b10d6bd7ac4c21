"""The embedded store: one SQLite file, and no other service.

Two clerks keep the file. One writes. The other reads, so that a long look at the archive holds up no move; it begins to
read after it was asked, and so it sees everything that had been acknowledged by then.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from sqlite3 import Connection
from tempfile import TemporaryDirectory
from typing import TypeVar

from .contract import (
    AlreadyThere,
    Entry,
    Fenced,
    Finished,
    Moment,
    NoSuchPerson,
    NoSuchTable,
    OutOfOrder,
    Person,
    Player,
    Store,
    StoreError,
    StoreFailed,
    TableRow,
    Taken,
    check_batch,
)
from .sqlite_schema import bring_up_to_date
from .sqlite_writer import CLOSED, SqliteWriter

T = TypeVar("T")

#: So much of the file the writing clerk keeps in memory.
CACHE_KIB = 8 * 1024
#: So many pages the write-ahead log has before they are carried over into the file.
LOG_PAGES = 4000


class SqliteStore(Store):
    """A store in one file, or in a temporary one that is gone when it is closed. Open and use it in one event loop.

    `patience` says for how many seconds to wait for another program that is writing to the file.
    """

    def __init__(self, path: str | PathLike[str] | None = None, *, patience: float = 5.0) -> None:
        self._path = path
        self._patience = patience
        self._folder: TemporaryDirectory[str] | None = None
        self._hired: list[SqliteWriter] = []
        self._writer: SqliteWriter | None = None
        self._reader: SqliteWriter | None = None

    async def open(self) -> None:
        if self._hired:
            raise StoreFailed("the store is open already: close it before it is opened again")
        connect = partial(_connect, self._file(), self._patience)
        try:
            # The reader comes second: it expects to find the schema.
            self._writer = await self._hire("store-writer", "BEGIN IMMEDIATE", partial(connect, _prepare_to_write))
            self._reader = await self._hire("store-reader", "BEGIN", partial(connect, _prepare_to_read))
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        for writer in self._hired:
            await writer.dismiss()
        self._hired.clear()
        self._writer = self._reader = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    async def create_table(self, table: TableRow) -> None:
        await self._write(partial(_create_table, table))

    async def table(self, table_id: str) -> TableRow | None:
        return await self._read(partial(_table, f"{_TABLE} WHERE id = ?", (table_id,)))

    async def table_by_code(self, code: str, now: Moment) -> TableRow | None:
        return await self._read(partial(_table, _TABLE_BY_CODE, (code, now)))

    async def claim(self, table_id: str, owner: str) -> int:
        return await self._write(partial(_claim, table_id, owner))

    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        # Entries are taken as they are now: the caller may change its list while this waits.
        batch = tuple(entries)
        check_batch(table_id, batch)
        await self._write(partial(_append, table_id, epoch, batch))

    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        return await self._read(partial(_entry_of, table_id, actor, cmd_id))

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        return await self._read(partial(_entries, table_id, after))

    async def archive(self, finished: Finished) -> None:
        await self._write(partial(_archive, finished))

    async def finished(self, finished_id: str) -> Finished | None:
        return await self._read(partial(_finished, finished_id))

    async def finished_of(self, person_id: str, limit: int, before: str | None = None) -> list[Finished]:
        if limit < 0:
            raise ValueError(f"expected a number of rounds, but found {limit}")
        return await self._read(partial(_finished_of, person_id, limit, before))

    async def add_person(self, person: Person) -> None:
        await self._write(partial(_add_person, person))

    async def rename(self, person_id: str, name: str) -> None:
        await self._write(partial(_rename, person_id, name))

    async def add_session(self, token_hash: bytes, person_id: str, created: Moment) -> None:
        await self._write(partial(_add_session, token_hash, person_id, created))

    async def person_of_session(self, token_hash: bytes) -> Person | None:
        return await self._read(partial(_person_of_session, token_hash))

    async def end_session(self, token_hash: bytes) -> None:
        await self._write(partial(_end_session, token_hash))

    async def beat(self, owner: str, now: Moment) -> None:
        await self._write(partial(_beat, owner, now))

    async def last_beat(self) -> Moment | None:
        return await self._read(_last_beat)

    async def _hire(self, name: str, begin: str, connect: Callable[[], Connection]) -> SqliteWriter:
        writer = SqliteWriter(name, begin, connect)
        self._hired.append(writer)
        await writer.ready
        return writer

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await _present(self._writer).ask(work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await _present(self._reader).ask(work)

    def _file(self) -> Path:
        if self._path is None:
            self._folder = TemporaryDirectory(prefix="cambio-")
            return Path(self._folder.name, "cambio.db")
        # An absolute path can't be mistaken for one of SQLite's special names.
        return Path(self._path).absolute()


def _present(writer: SqliteWriter | None) -> SqliteWriter:
    if writer is None:
        raise StoreFailed(CLOSED)
    return writer


def _connect(path: Path, patience: float, prepare: Callable[[Connection], None]) -> Connection:
    try:
        db = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            _promise_durability(db)
            prepare(db)
        except BaseException:
            db.close()
            raise
    except sqlite3.Error as error:
        raise StoreFailed(f"expected a database file that can be read and written at {path}, but: {error}") from error
    return db


def _promise_durability(db: Connection) -> None:
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError(f"this file system allows no write-ahead log, only {mode!r}")
    db.execute("PRAGMA synchronous = FULL")
    # On a Mac, a plain flush may leave the data in the drive's own cache.
    db.execute("PRAGMA fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")


def _prepare_to_write(db: Connection) -> None:
    # The pages that busy tables write to stay at hand, and so does what a refused request has to undo.
    db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    db.execute("PRAGMA temp_store = MEMORY")
    # Busy tables write to the same pages again and again: of a longer log, fewer of them have to be carried over.
    db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    bring_up_to_date(db)


def _prepare_to_read(db: Connection) -> None:
    db.execute("PRAGMA query_only = ON")


def _insert(db: Connection, sql: str, values: tuple[object, ...], *, taken: StoreError, missing: StoreError) -> None:
    try:
        db.execute(sql, values)
    except sqlite3.IntegrityError as broken:
        if broken.sqlite_errorname in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"):
            raise taken from broken
        if broken.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
            raise missing from broken
        raise


# Tables

_TABLE = 'SELECT id, code, code_expires, host, is_public, created FROM "table"'
_TABLE_BY_CODE = f"{_TABLE} WHERE code = ? AND code_expires > ?"


def _create_table(table: TableRow, db: Connection) -> None:
    if _table(_TABLE_BY_CODE, (table.code, table.created), db) is not None:
        raise Taken(f"the code {table.code} opens another table")
    _insert(
        db,
        'INSERT INTO "table" (id, code, code_expires, host, is_public, created) VALUES (?, ?, ?, ?, ?, ?)',
        (table.id, table.code, table.code_expires, table.host, table.is_public, table.created),
        taken=Taken(f"there is a table {table.id} already"),
        missing=NoSuchPerson(table.host),
    )


def _table(query: str, values: tuple[object, ...], db: Connection) -> TableRow | None:
    row = db.execute(query, values).fetchone()
    if row is None:
        return None
    table_id, code, code_expires, host, is_public, created = row
    return TableRow(table_id, code, code_expires, host, bool(is_public), created)


def _claim(table_id: str, owner: str, db: Connection) -> int:
    db.execute('UPDATE "table" SET owner = ?, epoch = epoch + 1 WHERE id = ?', (owner, table_id))
    epoch, _ = _epoch_and_last(table_id, db)
    return epoch


def _epoch_and_last(table_id: str, db: Connection) -> tuple[int, int]:
    """Who may write, and how far the log goes; asked in one, because after every statement the thread has to wait for
    its turn.
    """
    row: tuple[int, int] | None = db.execute(_EPOCH_AND_LAST, (table_id,)).fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return row


# The log

_EPOCH_AND_LAST = """
    SELECT epoch, (SELECT coalesce(max(seq), 0) FROM event WHERE table_id = "table".id) FROM "table" WHERE id = ?
"""
_COMMAND = "SELECT seq FROM event WHERE table_id = ? AND actor = ? AND cmd_id = ?"


def _append(table_id: str, epoch: int, entries: tuple[Entry, ...], db: Connection) -> None:
    current, last = _epoch_and_last(table_id, db)
    if epoch != current:
        raise Fenced(table_id, epoch, current)
    for entry in entries:
        if entry.cmd_id is not None:
            _check_command(table_id, entry, db)
    if entries and entries[0].seq != last + 1:
        raise OutOfOrder(table_id, expected=last + 1, came=entries[0].seq)
    db.executemany(
        "INSERT INTO event (table_id, seq, epoch, cmd_id, actor, body, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, entry.seq, epoch, entry.cmd_id, entry.actor, entry.body, entry.at) for entry in entries],
    )


def _check_command(table_id: str, entry: Entry, db: Connection) -> None:
    row = db.execute(_COMMAND, (table_id, entry.actor, entry.cmd_id)).fetchone()
    if row is not None:
        raise AlreadyThere(table_id, entry, seq=row[0])


def _entry_of(table_id: str, actor: str, cmd_id: str, db: Connection) -> int | None:
    row = db.execute(_COMMAND, (table_id, actor, cmd_id)).fetchone()
    return None if row is None else int(row[0])


def _entries(table_id: str, after: int, db: Connection) -> list[Entry]:
    query = "SELECT seq, cmd_id, actor, body, at FROM event WHERE table_id = ? AND seq > ? ORDER BY seq"
    return [Entry(*row) for row in db.execute(query, (table_id, after))]


# The archive

_FINISHED = "SELECT table_id, round, finished, rules, text FROM finished WHERE id = ?"
_PLAYERS = "SELECT person_id, seat, name FROM player WHERE finished_id = ? ORDER BY seat"
# Who had two seats in a round finds it once.
_HISTORY = """
    SELECT finished_id FROM player WHERE person_id = ? AND (finished, finished_id) < (?, ?)
    GROUP BY finished, finished_id ORDER BY finished DESC, finished_id DESC LIMIT ?
"""
_END_OF_TIME = (2**63 - 1, "")


def _archive(finished: Finished, db: Connection) -> None:
    _insert(
        db,
        "INSERT INTO finished (id, table_id, round, finished, rules, text) VALUES (?, ?, ?, ?, ?, ?)",
        (finished.id, finished.table_id, finished.round, finished.finished, finished.rules, finished.text),
        taken=Taken(f"round {finished.round} of table {finished.table_id} is in the archive, or its id {finished.id}"),
        missing=NoSuchTable(finished.table_id),
    )
    for player in finished.players:
        _insert(
            db,
            "INSERT INTO player (finished_id, seat, person_id, name, finished) VALUES (?, ?, ?, ?, ?)",
            (finished.id, player.seat, player.person_id, player.name, finished.finished),
            taken=Taken(f"two players had seat {player.seat} in round {finished.id}"),
            missing=NoSuchPerson(player.person_id),
        )


def _finished(finished_id: str, db: Connection) -> Finished | None:
    row = db.execute(_FINISHED, (finished_id,)).fetchone()
    if row is None:
        return None
    table_id, number, at, rules, text = row
    players = tuple(Player(*player) for player in db.execute(_PLAYERS, (finished_id,)))
    return Finished(finished_id, table_id, number, at, rules, players, text)


def _finished_of(person_id: str, limit: int, before: str | None, db: Connection) -> list[Finished]:
    page_end = db.execute("SELECT finished, id FROM finished WHERE id = ?", (before,)).fetchone()
    if before is not None and page_end is None:
        return []
    rows = db.execute(_HISTORY, (person_id, *(page_end or _END_OF_TIME), limit)).fetchall()
    found = [_finished(finished_id, db) for (finished_id,) in rows]
    return [finished for finished in found if finished is not None]


# People and sessions

_PERSON_OF_SESSION = """
    SELECT person.id, name, person.created FROM person JOIN session ON person.id = person_id WHERE token_hash = ?
"""


def _add_person(person: Person, db: Connection) -> None:
    _insert(
        db,
        "INSERT INTO person (id, name, created) VALUES (?, ?, ?)",
        (person.id, person.name, person.created),
        taken=Taken(f"there is a person {person.id} already"),
        missing=NoSuchPerson(person.id),
    )


def _rename(person_id: str, name: str, db: Connection) -> None:
    if db.execute("UPDATE person SET name = ? WHERE id = ?", (name, person_id)).rowcount == 0:
        raise NoSuchPerson(person_id)


def _person_of_session(token_hash: bytes, db: Connection) -> Person | None:
    row = db.execute(_PERSON_OF_SESSION, (token_hash,)).fetchone()
    return None if row is None else Person(*row)


def _add_session(token_hash: bytes, person_id: str, created: Moment, db: Connection) -> None:
    _insert(
        db,
        "INSERT INTO session (token_hash, person_id, created) VALUES (?, ?, ?)",
        (token_hash, person_id, created),
        taken=Taken("this session has begun already"),
        missing=NoSuchPerson(person_id),
    )


def _end_session(token_hash: bytes, db: Connection) -> None:
    db.execute("DELETE FROM session WHERE token_hash = ?", (token_hash,))


# Liveness


def _beat(owner: str, now: Moment, db: Connection) -> None:
    db.execute(
        "INSERT INTO worker (id, beat) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET beat = excluded.beat", (owner, now)
    )


def _last_beat(db: Connection) -> Moment | None:
    (beat,) = db.execute("SELECT max(beat) FROM worker").fetchone()
    return None if beat is None else int(beat)
