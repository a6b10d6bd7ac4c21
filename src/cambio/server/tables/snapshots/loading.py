"""Waking a table: its snapshot and the entries after that; or the whole log, where there is no snapshot to be used."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ...logs import digest, log
from ...store.contract import Snapshot
from ...store.errors import NoSuchTable
from ...store.table_store import TableStore
from ..table_log import replay_log
from ..table_state import TableState
from ..updates import Update
from .table_snapshot import UnreadableSnapshot, restore


@dataclass(frozen=True)
class LoadedTable:
    """A table with its latest updates, and the last entry that its snapshot in the store knows of; 0: it has none."""

    table: TableState
    updates: deque[Update]
    snapshot_seq: int = 0


async def load_table(store: TableStore, table_id: str) -> LoadedTable:
    """The table as all its entries have made it; NoSuchTable if there is none."""
    snapshot = await store.snapshot(table_id)
    if snapshot is not None:
        try:
            return await _load_from(store, snapshot)
        except UnreadableSnapshot as error:
            log("snapshot ignored", table=digest(table_id), reason=str(error))
    entries = await store.entries(table_id)
    if not entries:
        # Servers used to open tables step by step: one that was killed in between left a table without anything.
        raise NoSuchTable(table_id)
    return LoadedTable(*replay_log(entries))


async def _load_from(store: TableStore, snapshot: Snapshot) -> LoadedTable:
    table, updates = restore(snapshot.body)
    if table.seq != snapshot.seq:
        raise UnreadableSnapshot(f"it is said to be of entry {snapshot.seq}, but is of entry {table.seq}")
    rows = await store.entries(snapshot.table_id, after=snapshot.seq)
    try:
        return LoadedTable(*replay_log(rows, table, updates), snapshot.seq)
    except Exception as error:
        # What the log says is true, so it is the snapshot that does not fit to it.
        raise UnreadableSnapshot(f"the log does not go on from it ({type(error).__name__})") from error
