"""Findings: the results of a measurement as tables, data and charts, however they are then shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .statistics import Estimate

__all__ = ["Chart", "DataTable", "Dots", "Findings", "Matrix"]

#: Characters in the bar of a share.
BAR_WIDTH = 24


@dataclass(frozen=True)
class DataTable:
    """Rows of text under a head; perhaps a share for each row, which is drawn as a bar."""

    title: str  #: What it shows.
    head: Sequence[str]  #: The names of its columns.
    rows: Sequence[Sequence[str]]  #: Its cells.
    bars: Sequence[float] = ()  #: A share for each row.

    def as_text(self) -> str:
        """Aligned: the first column to the left, numbers to the right."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        lines = [_align(self.head, widths)]
        for number, row in enumerate(self.rows):
            bar = f"  {text_bar(self.bars[number])}" if self.bars else ""
            lines.append(_align(row, widths) + bar)
        return "\n".join([*([self.title] if self.title else []), *lines])


def _align(words: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(words, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(word.rjust(width) for word, width in others)]).rstrip()


def text_bar(share: float) -> str:
    """A share as a bar of text.

    >>> text_bar(0.5)
    '████████████············'
    """
    filled = round(BAR_WIDTH * min(1.0, max(0.0, share)))
    return "█" * filled + "·" * (BAR_WIDTH - filled)


@dataclass(frozen=True)
class Dots:
    """A chart: for each label a figure with its interval, and perhaps a line to compare them with."""

    title: str  #: What it shows.
    labels: Sequence[str]  #: What each figure is of.
    figures: Sequence[Estimate | None]  #: The figures with their intervals.
    unit: str = ""  #: What they are counted in.
    line: float | None = None  #: What they are compared with.
    line_label: str = ""  #: What that is called.


@dataclass(frozen=True)
class Matrix:
    """A chart: the share that each row wins against each column."""

    title: str  #: What it shows.
    names: Sequence[str]  #: Rows and columns.
    shares: Sequence[Sequence[float | None]]  #: Row by row, from 0 to 1.


Chart = Dots | Matrix  #: A chart of either kind.


@dataclass(frozen=True)
class Findings:
    """A document for programs, tables for people, rows for spreadsheets, charts."""

    title: str  #: What was measured, in a line.
    document: Mapping[str, Any]  #: Everything, as JSON can hold it.
    tables: Sequence[DataTable]  #: For people.
    rows: Sequence[Mapping[str, object]]  #: For spreadsheets.
    charts: Sequence[Chart]  #: For pictures.
    notes: Sequence[str] = ()  #: Sentences that go with them.
    is_interrupted: bool = False  #: Whether the run was ended early.
    #: What bots did wrong, in lines.
    faults: Sequence[str] = field(default=())

    def as_text(self) -> str:
        """Title, tables and notes, as the terminal shows them."""
        blocks = [self.title, *(table.as_text() for table in self.tables), *self.notes]
        return "\n\n".join(blocks)


def value_of(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


def interval_of(estimate: Estimate | None) -> list[float | None]:
    """The interval as data; an infinite bound is None."""
    if estimate is None:
        return [None, None]
    return [bound if abs(bound) != float("inf") else None for bound in estimate.ci95]


def percent(estimate: Estimate | None) -> str:
    return "-" if estimate is None else f"{estimate.value * 100:.1f} %"


def percents(estimate: Estimate | None) -> str:
    """The interval of a share."""
    return "-" if estimate is None else f"{estimate.low * 100:.1f} to {estimate.high * 100:.1f}"


def number(estimate: Estimate | None, digits: int = 2) -> str:
    return "-" if estimate is None else f"{estimate.value:.{digits}f}"


def with_interval(estimate: Estimate | None) -> str:
    return "-" if estimate is None else str(estimate)
