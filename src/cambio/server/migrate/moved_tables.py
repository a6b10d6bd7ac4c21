"""Which columns of a SQLite file go where in PostgreSQL, and in which order: as both databases say themselves.

What a file has must have a place, or nothing is moved. What PostgreSQL alone has is derived from the row where
`DERIVED` says so, or else begins as its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from graphlib import TopologicalSorter
from sqlite3 import Connection
from typing import Any, TypeAlias

import asyncpg

from .reports import MoveFailed

#: Columns that only PostgreSQL has, by what SQLite knows instead. The order of rounds is that of the rows.
DERIVED = {("finished", "number"): "rowid", ("worker", "seen"): "beat"}
#: What each database has for itself.
OWN = ("alembic_version", "sqlite_sequence", "sqlite_stat1")
_EPOCH, _MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)
_COLUMNS = """
    SELECT relname::text AS "table", attname::text AS "column", typname::text AS kind, attidentity <> '' AS is_numbered,
        attnotnull AND NOT atthasdef AND attidentity = '' AS is_needed
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_type ON pg_type.oid = atttypid
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
    ORDER BY relname, attnum
"""
_REFERENCES = """
    SELECT own.relname::text AS "table", other.relname::text AS other
    FROM pg_constraint JOIN pg_class AS own ON own.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
    WHERE contype = 'f' AND own.relnamespace = current_schema()::regnamespace
"""
Convert: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True)
class MovedColumn:
    name: str
    #: What it is in SQLite: a column of the same name, or an expression.
    source: str
    #: The type in PostgreSQL.
    kind: str
    #: PostgreSQL counts it up by itself: it has to go on after what is moved.
    is_numbered: bool


@dataclass(frozen=True)
class MovedTable:
    name: str
    columns: tuple[MovedColumn, ...]

    @property
    def read_source(self) -> str:
        return f'SELECT {", ".join(each.source for each in self.columns)} FROM "{self.name}"'  # noqa: S608

    @property
    def read_target(self) -> str:
        return f'SELECT {", ".join(_quote(each.name) for each in self.columns)} FROM "{self.name}"'  # noqa: S608

    def to_postgres(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row of SQLite as PostgreSQL takes it."""
        return self._convert(row, _TO_POSTGRES)

    def from_postgres(self, record: asyncpg.Record) -> tuple[Any, ...]:
        """A row of PostgreSQL as SQLite has it."""
        return self._convert(tuple(record), _FROM_POSTGRES)

    @cached_property
    def _special(self) -> list[tuple[int, str]]:
        return [(place, each.kind) for place, each in enumerate(self.columns) if each.kind in _TO_POSTGRES]

    def _convert(self, row: tuple[Any, ...], how: Mapping[str, Convert]) -> tuple[Any, ...]:
        if not self._special:
            return row
        values = list(row)
        for place, kind in self._special:
            if values[place] is not None:
                values[place] = how[kind](values[place])
        return tuple(values)


#: Types that the two databases have different values of.
_TO_POSTGRES: Mapping[str, Convert] = {"bool": bool, "timestamptz": lambda at: _EPOCH + at * _MILLISECOND}
_FROM_POSTGRES: Mapping[str, Convert] = {"bool": int, "timestamptz": lambda at: (at - _EPOCH) // _MILLISECOND}


async def plan_move(source: Connection, target: asyncpg.Connection) -> list[MovedTable]:
    """Every table of the file, those first that others refer to."""
    there: dict[str, list[asyncpg.Record]] = {}
    for column in await target.fetch(_COLUMNS):
        there.setdefault(column["table"], []).append(column)
    order: TopologicalSorter[str] = TopologicalSorter(dict.fromkeys(there, ()))
    for reference in await target.fetch(_REFERENCES):
        order.add(reference["table"], reference["other"])
    here = _columns_of(source)
    _check_places(here, {name: {column["column"] for column in columns} for name, columns in there.items()})
    return [MovedTable(name, _match(name, here[name], there[name])) for name in order.static_order() if name in here]


def _columns_of(source: Connection) -> dict[str, list[str]]:
    names = source.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    return {
        name: [row[1] for row in source.execute(f'PRAGMA table_info("{name}")')] for (name,) in names if name not in OWN
    }


def _check_places(here: Mapping[str, list[str]], there: Mapping[str, set[str]]) -> None:
    named = [(table, column) for table, columns in here.items() for column in columns]
    lost = [f"{table}.{column}" for table, column in named if column not in there.get(table, ())]
    if lost:
        raise MoveFailed(f"expected a place for everything in PostgreSQL, but there is none for {', '.join(lost)}")


def _match(table: str, here: list[str], there: list[asyncpg.Record]) -> tuple[MovedColumn, ...]:
    columns = []
    for column in there:
        name = column["column"]
        source = _quote(name) if name in here else DERIVED.get((table, name))
        if source is not None:
            columns.append(MovedColumn(name, source, column["kind"], column["is_numbered"]))
        elif column["is_needed"]:
            raise MoveFailed(f"expected to know {table}.{name}, which PostgreSQL needs, but the file does not tell it")
    return tuple(columns)


def _quote(name: str) -> str:
    return f'"{name}"'
