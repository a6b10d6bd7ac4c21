"""The checker: what clients were told, what the log says, and what tables make of it are one and the same.

- Every command that was acknowledged is in the log, once, as the entry that its answer named; none that was refused is.
- Entries are numbered without a gap, and none twice; epochs never go down along a log.
- What was asked after something else had been acknowledged comes after it in the log.
- Each client was told every number once and in order, and of each what the log says.
- A table that is read from its snapshot, one that is read from its log, and what a new client is told are the same.
- Every finished round is in the archive, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import asyncpg

from cambio.notation import replay
from cambio.server.client import Guest
from cambio.server.store.contract import Store
from cambio.server.tables.snapshots.loading import load_table
from tests.server.fingerprints import fingerprint
from tests.server.player_clients import (
    ReplayedLog,
    check_ledger,
    check_sequence,
    check_welcome,
    fetch_welcomes,
    replay_log,
)

from .roving_clients import Acknowledged, TimedLedger


@dataclass(frozen=True)
class CheckedTable:
    """What a table came to."""

    entries: int
    epochs: int
    rounds: int


async def check_table(
    table_id: str, ledgers: Sequence[TimedLedger], guests: Sequence[Guest], store: Store, url: str
) -> CheckedTable:
    """Compare everything that is known of a table; AssertionError says what does not fit together."""
    welcomes = await fetch_welcomes(guests, table_id)
    numbers = await read_epochs(table_id, url)
    check_epochs(numbers)
    log = replay_log(await store.entries(table_id))
    check_sequence(log)
    loaded = await load_table(store, table_id)
    assert fingerprint(loaded.table) == fingerprint(log.table), "the snapshot tells of another table than the log"
    for person, welcome in welcomes:
        check_welcome(log, welcome, person)
    for ledger in ledgers:
        check_ledger(log, ledger)
        check_numbers(ledger)
    check_order([each for ledger in ledgers for each in ledger.acknowledged])
    await _check_archive(store, log, guests[0].person, table_id)
    return CheckedTable(len(log.rows), numbers[-1][1], len(log.rounds))


async def read_epochs(table_id: str, url: str) -> list[tuple[int, int]]:
    """The number and the epoch of each entry, in the order in which they are told."""
    db = await asyncpg.connect(url)
    try:
        rows = await db.fetch("SELECT seq, epoch FROM event WHERE table_id = $1 ORDER BY seq, epoch", table_id)
    finally:
        await db.close()
    return [(row["seq"], row["epoch"]) for row in rows]


def check_epochs(numbers: Sequence[tuple[int, int]]) -> None:
    assert [seq for seq, _ in numbers] == list(range(1, len(numbers) + 1)), "the log has a gap, or a number twice"
    for (_, earlier), (seq, later) in pairwise(numbers):
        assert later >= earlier, f"entry {seq} was written under epoch {later}, after epoch {earlier}"


def check_numbers(ledger: TimedLedger) -> None:
    """Nobody is told the same of a table twice on one connection, and nothing is left out."""
    assert ledger.repeated == [], f"{ledger.name} was told {ledger.repeated} more than once"


def check_order(acknowledged: Sequence[Acknowledged]) -> None:
    """Of two commands, one that was asked when the other had been acknowledged comes after that one."""
    by_answer = sorted(acknowledged, key=lambda each: each.answered)
    latest, index = 0, 0
    for each in sorted(acknowledged, key=lambda each: each.asked):
        while index < len(by_answer) and by_answer[index].answered < each.asked:
            latest = max(latest, by_answer[index].seq)
            index += 1
        assert each.seq > latest, f"entry {each.seq} was asked for after entry {latest} had been acknowledged"
    entries = [each.seq for each in acknowledged]
    assert len(set(entries)) == len(entries), "two commands were acknowledged as the same entry"


async def _check_archive(store: Store, log: ReplayedLog, person: str, table_id: str) -> None:
    kept = await store.finished_of(person, limit=len(log.rounds) + 1)
    texts = [finished.text for finished in reversed(kept) if finished.table_id == table_id]
    replayed = [replay(text) for text in texts]
    assert [game.record for game in replayed] == [game.record for game in log.rounds]
