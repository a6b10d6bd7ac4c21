"""The export of single rounds: a row for each one, for whoever wants to count something else than the laboratory does.

A file whose name ends in .csv is text for every spreadsheet; one that ends in .parquet is for data frames, and smaller.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TextIO

from ..core.engine import constants
from ..core.players import round_columns
from ..core.players.round_stats import row_width, seat_column
from ..outcome import REASONS
from ..places import seat_named, seats_of
from .errors import LabError
from .matchup import Chunk, ChunkResult, Matchup

__all__ = ["RoundExport"]

CSV, PARQUET = ".csv", ".parquet"
#: A row of the export, by the names of its columns.
Row = Mapping[str, object]
#: What is told of each seat, by its name and the number of its column in the core.
OF_SEATS = {
    "points": round_columns.POINTS,
    "score": round_columns.SCORE,
    "right_snaps": round_columns.RIGHT_SNAPS,
    "wrong_snaps": round_columns.WRONG_SNAPS,
    "penalty_cards": round_columns.PENALTY_CARDS,
}


class RowWriter(Protocol):
    """Writes rows into a file; all of them have the same columns."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


class RoundExport:
    """Writes the rounds of a measurement as they are played: what was played before an interruption is there."""

    def __init__(self, file: str) -> None:
        """Refuse what can't be written before anything is played."""
        self._path = Path(file)
        kind = self._path.suffix.lower()
        if kind not in (CSV, PARQUET):
            raise LabError(f"--export: expected a name that ends in {CSV} or {PARQUET}, but found {file}")
        folder = self._path.absolute().parent
        if not folder.is_dir():
            raise LabError(f"{file} can't be written: there is no folder {folder}")
        self._writer_class = ParquetWriter if kind == PARQUET else CsvWriter
        if kind == PARQUET:
            import_pyarrow()
        self._writer: RowWriter | None = None

    def __enter__(self) -> RoundExport:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()

    def listen(self, number: int, chunk: Chunk, result: ChunkResult) -> None:
        """The rounds of a chunk, whose matchup keeps its rows."""
        rows = list(rows_of(number, chunk, result.rows))
        if rows and self._writer is None:
            self._writer = self._writer_class(self._path, list(rows[0]))
        if rows and self._writer is not None:
            self._writer.write(rows)


def rows_of(table: int, chunk: Chunk, rows: Sequence[int]) -> Iterator[Row]:
    """A row for each round of the chunk; tables are the line-ups of the run, in the order in which it reports them."""
    matchup = chunk.matchup
    width = row_width(matchup.seats)
    for index in range(len(rows) // width):
        deal, rotation = chunk.first + index // matchup.rotations, index % matchup.rotations
        yield _row(table, matchup, deal, rotation, rows[index * width : (index + 1) * width])


def _row(table: int, matchup: Matchup, deal: int, rotation: int, row: Sequence[int]) -> Row:
    seats = range(matchup.seats)
    caller = row[round_columns.CALLER]
    is_called = caller != constants.NOBODY
    is_knock = bool(row[round_columns.KNOCKED])
    found: dict[str, object] = {
        "table": table,
        "rules": str(matchup.rules),
        "seed": matchup.seed,
        "deal": deal,
        "rotation": rotation,
        "winners": "".join(seats_of(row[round_columns.WINNERS])),
        "ended": REASONS[row[round_columns.REASON]],
        "caller": seat_named(caller) if is_called else "",
        "caller_bot": bot_at(matchup, caller, rotation) if is_called else "",
        "call_lap": row[round_columns.CALL_LAP] if is_called and not is_knock else None,
        "knocked": int(is_knock),
        "right_call": row[round_columns.RIGHT_CALL],
        "wrong_call": row[round_columns.WRONG_CALL],
        "laps": row[round_columns.LAPS],
        "decisions": row[round_columns.DECISIONS],
        "reshuffles": row[round_columns.SHUFFLES],
    }
    for seat in seats:
        letter = seat_named(seat)
        found[f"bot_{letter}"] = bot_at(matchup, seat, rotation)
        for name, column in OF_SEATS.items():
            found[f"{name}_{letter}"] = row[seat_column(seat, column)]
    return found


def bot_at(matchup: Matchup, seat: int, rotation: int) -> str:
    """Who sits there in that rotation."""
    return matchup.bots[(seat + matchup.seats - rotation) % matchup.seats]


class CsvWriter:
    """Comma-separated text with a head."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self._file: TextIO = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.DictWriter(self._file, columns, lineterminator="\n")
        self._writer.writeheader()

    def write(self, rows: Sequence[Row]) -> None:
        self._writer.writerows(rows)

    def close(self) -> None:
        self._file.close()


class ParquetWriter:
    """Columns of numbers and words, compressed; a chunk of the run is a row group."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self._arrow, self._parquet = import_pyarrow()
        self._path = path
        self._columns = columns
        self._writer: Any = None
        self._schema: Any = None

    def write(self, rows: Sequence[Row]) -> None:
        if self._writer is None:
            arrow = self._arrow
            kinds = {
                name: arrow.string() if isinstance(rows[0][name], str) else arrow.int64() for name in self._columns
            }
            self._schema = arrow.schema(kinds)
            self._writer = self._parquet.ParquetWriter(self._path, self._schema)
        self._writer.write_table(self._arrow.Table.from_pylist(list(map(dict, rows)), schema=self._schema))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


def import_pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise LabError(
            f"--export of a {PARQUET} file needs pyarrow: pip install pyarrow, or export a {CSV} file"
        ) from None
