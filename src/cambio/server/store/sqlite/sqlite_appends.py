"""Appends to the logs of many tables in one statement.

After every statement the writing thread has to wait for the interpreter's lock, for milliseconds when the event loop is
busy. So what would take several statements for each append is one for all of them: it writes an entry only if its table
is at that epoch and the log ends where the append begins, and commands that are there already are found by their index.

A statement is carried out as a whole or not at all, but it doesn't say which of the appends has failed, and why:
`append_entries` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from sqlite3 import Connection

from ..contract import Entry
from .sqlite_queries import append_entries

#: Entries that one statement writes at most: there is a prepared statement for each number of them.
MAX_ROWS = 64

# Where the epoch or the last entry is another one, the join finds no epoch, and an entry without one is refused.
_INSERT = """
    INSERT INTO event (table_id, seq, epoch, cmd_id, actor, body, at)
    WITH new (table_id, epoch, last, seq, cmd_id, actor, body, at) AS (VALUES {rows})
    SELECT new.table_id, new.seq, "table".epoch, new.cmd_id, new.actor, new.body, new.at
    FROM new LEFT JOIN "table" ON "table".id = new.table_id AND "table".epoch = new.epoch
        AND new.last = (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = new.table_id)
"""
_ROW = "(?, ?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Append:
    """An append of a few entries, which can be carried out alone or together with those to other tables."""

    table_id: str
    epoch: int
    entries: tuple[Entry, ...]

    def __call__(self, db: Connection) -> None:
        append_entries(self.table_id, self.epoch, self.entries, db)


def make_append(table_id: str, epoch: int, entries: tuple[Entry, ...]) -> Callable[[Connection], None]:
    # One without entries asks for the epoch alone: it would have no row that could be refused.
    if 0 < len(entries) <= MAX_ROWS:
        return Append(table_id, epoch, entries)
    return partial(append_entries, table_id, epoch, entries)


def append_together(appends: Sequence[Append], db: Connection) -> None:
    """Write appends, each to a table of its own; if one of them is to be refused, raise an error and write nothing."""
    values: list[object] = []
    for append in appends:
        table = append.table_id, append.epoch, append.entries[0].seq - 1
        for entry in append.entries:
            values += (*table, entry.seq, entry.cmd_id, entry.actor, entry.body, entry.at)
    db.execute(_insert(sum(len(append.entries) for append in appends)), values)


@cache
def _insert(rows: int) -> str:
    return _INSERT.format(rows=", ".join([_ROW] * rows))
