"""How lists are printed: a table for people, JSON for programs."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

#: How many characters of a text a table shows.
WIDEST = 60


def format_rows(rows: Sequence[Mapping[str, Any]], *, is_json: bool, nothing: str) -> str:
    """Rows of the same keys, or the sentence that there are none. Ids are for programs alone."""
    if is_json:
        return json.dumps(rows, indent=2, ensure_ascii=False)
    if not rows:
        return nothing
    keys = [key for key in rows[0] if key != "id"]
    head = [key.upper() for key in keys]
    cells = [[_shorten(_show(key, row[key])) for key in keys] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *cells))
    return "\n".join(line.rstrip() for line in lines)


#: Keys of times in milliseconds, which people read as dates.
TIMES = ("at", "created", "opened", "used", "until")


def _show(key: str, value: Any) -> str:
    if value is None:
        return "-"
    if key in TIMES:
        return show_time(value)
    return ", ".join(value) if isinstance(value, list) else str(value)


def show_time(milliseconds: int) -> str:
    """In UTC.

    >>> show_time(0)
    '1970-01-01 00:00'
    """
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))


def _shorten(text: str) -> str:
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
