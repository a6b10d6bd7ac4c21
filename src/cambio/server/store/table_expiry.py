"""Which tables have expired, by what any store knows of them."""

from __future__ import annotations

from typing import NamedTuple

from .contract import Timestamp
from .purging import TableCutoffs


class TableAge(NamedTuple):
    """What decides about a table."""

    id: str
    epoch: int
    #: It is being purged; with its entries gone, its row stays as long as the archive has a round of it.
    is_purged: bool
    has_rounds: bool
    #: Another worker that lives holds it.
    is_held: bool
    #: Of its summary, if it has one: the entry that it tells about, whether its match is over, and if there is one.
    summary_seq: int | None
    is_over: bool | None
    has_match: bool | None
    #: Its last entry, if it has any, and when that was written, or else when the table was opened.
    last_seq: int | None
    last: Timestamp


def has_expired(table: TableAge, cutoffs: TableCutoffs) -> bool:
    if table.is_purged:
        return table.last_seq is not None or not table.has_rounds
    if table.is_held:
        return False
    if table.summary_seq is None:
        # Nobody has ever come to a table that was claimed for its opening alone.
        return table.last < (cutoffs.empty if table.epoch <= 1 else cutoffs.abandoned)
    if table.summary_seq != table.last_seq:
        # After a crash nobody knows what the entries after the summary have changed.
        return table.last < cutoffs.abandoned
    if not table.has_match:
        return table.last < cutoffs.empty
    return table.last < (cutoffs.finished if table.is_over else cutoffs.abandoned)
