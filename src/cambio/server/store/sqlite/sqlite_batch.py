"""Requests to a SQLite file that share one transaction: each is carried out or refused as if it were alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from sqlite3 import Connection
from typing import Any

from .sqlite_appends import MAX_ROWS, Append, append_together

#: Errors of one request, which is undone alone. Any other error is the database's, and fails the whole batch.
_REQUEST_ERRORS = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.ProgrammingError)


class Request:
    """Work for a thread, which notes its result or its error; the event loop then completes the future."""

    __slots__ = ("_future", "error", "result", "work")

    def __init__(self, work: Callable[[Connection], object], future: asyncio.Future[Any]) -> None:
        self.work = work
        self._future = future
        self.result: object = None
        self.error: Exception | None = None

    def complete(self) -> None:
        if self._future.done():
            return  # Whoever waited for it has been cancelled.
        if self.error is not None:
            self._future.set_exception(self.error)
        else:
            self._future.set_result(self.result)


def commit_batch(db: Connection, begin: str, batch: Sequence[Request]) -> None:
    """Run all requests in their order and commit them as one; what it raises has failed all of them."""
    groups = list(_group_appends(batch))
    # Most batches are appends alone. Then their statement is the whole transaction: it begins and commits by itself.
    if len(groups) == 1 and _append_group(db, groups[0]):
        return
    db.execute(begin)
    for group in groups:
        _run_group(db, group)
    db.execute("COMMIT")


def _group_appends(batch: Sequence[Request]) -> Iterator[Sequence[Request]]:
    """The batch in its order: neighbours stay together if one statement can append for all of them."""
    group: list[Request] = []
    tables: set[str] = set()
    rows = 0
    for request in batch:
        append = request.work if isinstance(request.work, Append) else None
        # Two appends to the same table depend on each other, and so the second one needs a statement of its own.
        if group and (
            append is None or not tables or append.table_id in tables or rows + len(append.entries) > MAX_ROWS
        ):
            yield group
            group, tables, rows = [], set(), 0
        group.append(request)
        if append is not None:
            tables.add(append.table_id)
            rows += len(append.entries)
    if group:
        yield group


def _run_group(db: Connection, group: Sequence[Request]) -> None:
    if _append_group(db, group):
        return
    if len(group) == 1:
        _run_alone(db, group[0])
        return
    # Some append is to be refused: the others are still written in few statements.
    middle = len(group) // 2
    _run_group(db, group[:middle])
    _run_group(db, group[middle:])


def _append_group(db: Connection, group: Sequence[Request]) -> bool:
    """Whether these are appends, and all of them could be written; if not, nothing has changed."""
    appends = [request.work for request in group if isinstance(request.work, Append)]
    if not appends:
        return False
    try:
        append_together(appends, db)
    except Exception as error:
        if not _is_of_request(error):
            raise
        return False
    return True


def _run_alone(db: Connection, request: Request) -> None:
    """Within a savepoint, so that only its own changes are undone if it fails."""
    db.execute("SAVEPOINT request")
    try:
        request.result = request.work(db)
    except Exception as error:
        if not _is_of_request(error):
            raise
        request.error = error
        db.execute("ROLLBACK TO request")
    db.execute("RELEASE request")


def _is_of_request(error: Exception) -> bool:
    return isinstance(error, _REQUEST_ERRORS) or not isinstance(error, sqlite3.Error)
