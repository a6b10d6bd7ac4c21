"""Forgetting a person: their name goes from tables and from the archive, and what others have of their games stays.
An operator may put another name in its place in the same way.

Nothing is lost if this ends halfway: it may be done once more, until the person's sessions end at last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from ...notation import rename_seats
from ...places import Seat
from ..store.contract import Entry, Finished, Store, TableSummary
from . import log_entries
from .log_entries import Renamed, Sat
from .table_log import SummaryBody

#: What a forgotten person is called.
SOMEBODY = "somebody"
#: Rounds, and tables, that one step looks at.
ROUNDS, TABLES = 100, 500


async def forget_in_archive(store: Store, person_id: str, name: str = SOMEBODY) -> None:
    """Rename the person in all finished rounds, page by page."""
    before: str | None = None
    while page := await store.finished_of(person_id, ROUNDS, before):
        texts = await asyncio.to_thread(_without_names, page, person_id, name)
        await store.forget_in_rounds(person_id, name, texts)
        before = page[-1].id


def _without_names(rounds: Sequence[Finished], person_id: str, name: str) -> dict[str, str]:
    """The texts of rounds by their ids."""
    return {each.id: rename_seats(each.text, _other_names(each, person_id, name)) for each in rounds}


def _other_names(finished: Finished, person_id: str, name: str) -> dict[Seat, str]:
    return {player.seat: name for player in finished.players if player.person_id == person_id}


async def forget_in_logs(store: Store, person_id: str, name: str = SOMEBODY) -> None:
    """Rename the person in the log of every table where they ever sat."""
    after: str | None = ""
    while after is not None:
        tables, after = await store.tables_naming(person_id, after, TABLES)
        for table_id in tables:
            entries = await store.entries(table_id)
            changed = (_change_entry(entry, person_id, name) for entry in entries)
            bodies = {entry.seq: body for entry, body in zip(entries, changed, strict=True) if body is not None}
            summary = await store.summary(table_id)
            rewritten = (summary.seq, _change_summary(summary, person_id, name)) if summary is not None else None
            await store.forget_in_table(table_id, bodies, rewritten)


def _change_entry(entry: Entry, person_id: str, name: str) -> bytes | None:
    """The body without the person's name; None if it has none."""
    # Most entries are moves, which need not be read.
    if b'"name"' not in entry.body:
        return None
    body = log_entries.decode(entry.body)
    is_named = (isinstance(body, Sat) and body.person == person_id) or (
        isinstance(body, Renamed) and entry.actor == person_id
    )
    changes: dict[str, Any] = {"name": name}
    return log_entries.encode(msgspec.structs.replace(body, **changes)) if is_named else None


def _change_summary(summary: TableSummary, person_id: str, name: str) -> bytes:
    body = msgspec.json.decode(summary.body, type=SummaryBody)
    seat = summary.seats.get(person_id)
    names = {player.name for player in body.players if player.seat == seat}
    players = tuple(
        msgspec.structs.replace(player, name=name) if player.seat == seat else player for player in body.players
    )
    host = name if body.host in names else body.host
    return msgspec.json.encode(msgspec.structs.replace(body, players=players, host=host))
