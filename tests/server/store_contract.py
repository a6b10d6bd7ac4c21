"""The contract of a store: what every one of them has to do, whatever it is made of. Each clause is a test."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from cambio.server.store.contract import (
    ALL_MATCHES,
    Entry,
    Finished,
    Person,
    Player,
    SeatAtTable,
    Snapshot,
    Store,
    TableRow,
    TableSummary,
)
from cambio.server.store.daily_deals import DailyDeal, DailyResult, DailyScore, DailyTry
from cambio.server.store.errors import (
    AlreadyThere,
    AlreadyTried,
    Fenced,
    NoSuchPerson,
    NoSuchTable,
    OutOfOrder,
    StoreError,
    StoreFailed,
    Taken,
)
from cambio.server.store.matches import ListedMatch, MatchFilter, MatchKey, MatchPlayer, PlayedMatch
from cambio.server.store.personal_data import SessionDates
from cambio.server.store.purging import ExpiredTable
from cambio.server.store.shares import Share
from cambio.server.store.statistics import MatchCount, PointsSpan, RoundCount, RoundFigures, Statistics
from cambio.server.store.urls import make_store
from tests.server.stores import open_store

#: Given the address of a store that is empty at first.
Clause: TypeAlias = Callable[[str], Awaitable[None]]
CLAUSES: dict[str, Clause] = {}

ANA = Person("ana", "Ana", created=1)
BEN = Person("ben", "Ben 🂡 O'Clubs", created=2)
TABLE = TableRow("t1", "C1", code_expires=100, host="ana", is_public=True, created=10)
ROOT = Path(__file__).parents[2]


def clause_of_address(test: Clause) -> Clause:
    """A clause about opening and closing."""
    CLAUSES[test.__name__] = test
    return test


def clause(test: Callable[[Store], Awaitable[None]]) -> Callable[[Store], Awaitable[None]]:
    """A clause about an open store with Ana, Ben and the table t1, which nobody has claimed."""

    async def play(url: str) -> None:
        async with open_store(url) as store:
            await add_people_and_tables(store)
            await test(store)

    CLAUSES[test.__name__] = play
    return test


async def add_people_and_tables(store: Store, tables: int = 1) -> None:
    await store.add_person(ANA)
    await store.add_person(BEN)
    for number in range(1, tables + 1):
        await store.create_table(replace(TABLE, id=f"t{number}", code=f"C{number}"))


async def person_of(store: Store, token_hash: bytes) -> Person | None:
    session = await store.session(token_hash)
    return None if session is None else session.person


def entry(seq: int, cmd_id: str | None = None, *, actor: str = "ana", body: bytes = b"{}") -> Entry:
    return Entry(seq, cmd_id, actor, body, at=1_700_000_000_000 + seq)


def finished(number: int, *, at: int = 1000, person: str = "ana") -> Finished:
    players = (Player(person, "a", "Ana"), Player(None, "b", "a bot"))
    return Finished(f"f{number}", "t1", "m1", number, at, "classic", players, "cambio 1\nseat a: Ana …\n")


# Tables


@clause
async def a_table_is_found_by_its_id(store: Store) -> None:
    private = replace(TABLE, id="t2", code="C2", is_public=False)
    await store.create_table(private)
    assert await store.table("t1") == TABLE
    assert await store.table("t2") == private
    assert await store.table("t3") is None


@clause
async def a_table_is_found_by_its_code_until_it_expires(store: Store) -> None:
    assert await store.table_by_code("C1", now=99) == TABLE
    assert await store.table_by_code("C1", now=100) is None
    assert await store.table_by_code("C2", now=99) is None


@clause
async def a_code_opens_one_table_at_a_time(store: Store) -> None:
    with pytest.raises(Taken, match="C1 opens another table"):
        await store.create_table(replace(TABLE, id="t2", created=99))
    later = replace(TABLE, id="t2", created=100, code_expires=200)
    await store.create_table(later)
    assert await store.table_by_code("C1", now=150) == later


@clause
async def a_table_comes_with_its_first_entries_and_its_owner_or_not_at_all(store: Store) -> None:
    other = replace(TABLE, id="t2", code="C2")
    with pytest.raises(OutOfOrder):
        await store.create_table(other, "w1", [entry(2)])
    assert await store.table("t2") is None
    assert await store.create_table(other, "w1", [entry(1), entry(2)]) == 1
    assert await store.entries("t2") == [entry(1), entry(2)]
    await store.append("t2", 1, [entry(3)])


@clause
async def no_two_tables_have_the_same_id(store: Store) -> None:
    with pytest.raises(Taken, match="t1"):
        await store.create_table(replace(TABLE, code="C2"))


@clause
async def a_table_has_a_host_whom_the_store_knows(store: Store) -> None:
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.create_table(replace(TABLE, id="t2", code="C2", host="carl"))


# Claims


@clause
async def every_claim_begins_a_new_epoch(store: Store) -> None:
    assert [await store.claim("t1", "w1"), await store.claim("t1", "w1")] == [1, 2]


@clause
async def a_table_that_is_not_there_cannot_be_held(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="t9"):
        await store.claim("t9", "w1")
    with pytest.raises(NoSuchTable, match="t9"):
        await store.append("t9", 1, [entry(1)])


@clause
async def whoever_held_the_table_before_is_fenced(store: Store) -> None:
    older = await store.claim("t1", "w1")
    await store.append("t1", older, [entry(1)])
    newer = await store.claim("t1", "w2")
    with pytest.raises(Fenced, match="epoch 2, but epoch 1 wrote") as fenced:
        await store.append("t1", older, [entry(2, "c", body=b"old")])
    assert (fenced.value.table_id, fenced.value.epoch, fenced.value.current) == ("t1", older, newer)
    await store.append("t1", newer, [entry(2, "c", body=b"new")])
    assert await store.entries("t1") == [entry(1), entry(2, "c", body=b"new")]


@clause
async def an_epoch_that_has_not_begun_is_fenced_too(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    with pytest.raises(Fenced):
        await store.append("t1", epoch + 1, [entry(1)])
    assert await store.entries("t1") == []


@clause
async def a_claim_fences_nobody_at_other_tables(store: Store) -> None:
    await store.create_table(replace(TABLE, id="t2", code="C2"))
    epoch = await store.claim("t1", "w1")
    await store.claim("t2", "w2")
    await store.claim("t2", "w2")
    await store.append("t1", epoch, [entry(1)])


# The log


@clause
async def entries_are_read_as_they_were_written(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    written = [
        entry(1, "c1", body=b'{"is":"opened"}'),
        entry(2, actor="table", body=b""),
        entry(3, "c1", actor="bot:nerve", body=bytes(range(256)) * 100),
    ]
    await store.append("t1", epoch, written[:1])
    await store.append("t1", epoch, written[1:])
    assert await store.entries("t1") == written
    assert await store.entries("t1", after=2) == written[2:]
    assert await store.entries("t1", after=3) == []
    assert await store.entries("t9") == []


@clause
async def a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [entry(1, "c1")])
    with pytest.raises(AlreadyThere):
        await store.append("t1", epoch, [entry(2, "c2"), entry(3, "c1"), entry(4, "c4")])
    assert await store.entries("t1") == [entry(1, "c1")]
    await store.append("t1", epoch, [entry(2, "c2")])


@clause
async def a_repeated_command_is_refused_with_its_place_in_the_log(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [entry(1), entry(2, "c1"), entry(3)])
    # Whether it comes as the next entry, or as the very batch that was stored.
    for batch in ([entry(4, "c1")], [entry(1), entry(2, "c1"), entry(3)]):
        with pytest.raises(AlreadyThere, match="'c1' of ana already, as entry 2") as there:
            await store.append("t1", epoch, batch)
        assert (there.value.table_id, there.value.seq) == ("t1", 2)
    assert len(await store.entries("t1")) == 3


@clause
async def commands_are_counted_by_actor_and_table(store: Store) -> None:
    await store.create_table(replace(TABLE, id="t2", code="C2"))
    for table_id in ("t1", "t2"):
        epoch = await store.claim(table_id, "w1")
        await store.append(table_id, epoch, [entry(1, "c1"), entry(2, "c1", actor="ben"), entry(3, "")])
        assert len(await store.entries(table_id)) == 3


@clause
async def entries_without_a_command_never_collide(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [entry(1), entry(2)])
    await store.append("t1", epoch, [entry(3)])
    assert [line.seq for line in await store.entries("t1")] == [1, 2, 3]


@clause
async def a_fenced_worker_is_not_told_of_repeated_commands(store: Store) -> None:
    older = await store.claim("t1", "w1")
    await store.append("t1", older, [entry(1, "c1")])
    await store.claim("t1", "w2")
    with pytest.raises(Fenced):
        await store.append("t1", older, [entry(2, "c1")])


@clause
async def the_log_has_no_gaps_and_no_second_thoughts(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [entry(1)])
    for batch, expected, came in (
        ([entry(3)], 2, 3),
        ([entry(1)], 2, 1),
        ([entry(0)], 2, 0),
        ([entry(2), entry(4)], 3, 4),
        ([entry(2), entry(2)], 3, 2),
        ([entry(2), entry(3), entry(2)], 4, 2),
    ):
        with pytest.raises(OutOfOrder, match=f"is {expected}, but {came} came") as order:
            await store.append("t1", epoch, batch)
        assert (order.value.table_id, order.value.expected, order.value.came) == ("t1", expected, came)
    assert await store.entries("t1") == [entry(1)]


@clause
async def a_command_stands_once_in_a_batch(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    with pytest.raises(ValueError, match="each command once"):
        await store.append("t1", epoch, [entry(1, "c1"), entry(2, "c1")])
    assert await store.entries("t1") == []


@clause
async def an_empty_batch_asks_only_whether_the_table_is_still_held(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [])
    await store.claim("t1", "w2")
    with pytest.raises(Fenced):
        await store.append("t1", epoch, [])


@clause
async def a_batch_is_written_as_it_was_when_it_was_given(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    batch = [entry(1)]
    writing = asyncio.create_task(store.append("t1", epoch, batch))
    await asyncio.sleep(0)
    batch.append(entry(2))
    await writing
    assert await store.entries("t1") == [entry(1)]


@clause
async def what_is_no_entry_spoils_nobody_elses(store: Store) -> None:
    await store.create_table(replace(TABLE, id="t2", code="C2"))
    epochs = [await store.claim(table_id, "w1") for table_id in ("t1", "t2")]
    ends = await asyncio.gather(
        store.append("t1", epochs[0], [replace(entry(1), at=2**80)]),
        store.append("t2", epochs[1], [entry(1)]),
        return_exceptions=True,
    )
    assert isinstance(ends[0], Exception) and ends[1] is None
    assert await store.entries("t1") == []
    assert await store.entries("t2") == [entry(1)]


# Many at once


@clause_of_address
async def two_hundred_tables_write_at_once_and_keep_their_order(url: str) -> None:
    tables = [f"t{number}" for number in range(1, 201)]

    async def play(store: Store, table_id: str) -> None:
        epoch = await store.claim(table_id, "w1")
        for seq in range(1, 20, 2):
            await store.append(table_id, epoch, [entry(seq, f"c{seq}"), entry(seq + 1, body=table_id.encode())])

    async with open_store(url) as store:
        await add_people_and_tables(store, tables=200)
        await asyncio.gather(*(play(store, table_id) for table_id in tables))
    async with open_store(url) as store:
        for table_id in tables:
            expected = [(entry(seq, f"c{seq}"), entry(seq + 1, body=table_id.encode())) for seq in range(1, 20, 2)]
            assert await store.entries(table_id) == [line for pair in expected for line in pair]


@clause_of_address
async def more_requests_than_there_is_room_for_wait_their_turn(url: str) -> None:
    tables = [f"t{number}" for number in range(1, 101)]
    async with open_store(url) as store:
        await add_people_and_tables(store, tables=100)
        epochs = {table_id: await store.claim(table_id, "w1") for table_id in tables}
        # Tasks of one table start in this order, and none overtakes another, even while they wait to be queued.
        writing = [
            asyncio.create_task(store.append(table_id, epochs[table_id], [entry(seq)]))
            for seq in range(1, 61)
            for table_id in tables
        ]
        await asyncio.gather(*writing)
        for table_id in tables:
            assert [line.seq for line in await store.entries(table_id)] == list(range(1, 61))


@clause
async def of_two_who_write_the_same_entry_one_is_refused(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    ends = await asyncio.gather(
        *(store.append("t1", epoch, [entry(1, f"c{number}")]) for number in range(10)), return_exceptions=True
    )
    assert sorted(type(end).__name__ for end in ends) == ["NoneType", *["OutOfOrder"] * 9]
    assert len(await store.entries("t1")) == 1


@clause
async def what_was_acknowledged_is_read(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    for seq in range(1, 101):
        await store.append("t1", epoch, [entry(seq)])
        assert [line.seq for line in await store.entries("t1", after=seq - 1)] == [seq]


@clause
async def whoever_is_cancelled_takes_nobody_along(store: Store) -> None:
    await store.create_table(replace(TABLE, id="t2", code="C2"))
    epochs = {table_id: await store.claim(table_id, "w1") for table_id in ("t1", "t2")}
    for seq in range(1, 51):
        cancelled = asyncio.create_task(store.append("t1", epochs["t1"], [entry(seq)]))
        patient = asyncio.create_task(store.append("t2", epochs["t2"], [entry(seq)]))
        await asyncio.sleep(0)
        cancelled.cancel()
        await patient
        assert (await store.entries("t2"))[-1] == entry(seq)
        # Whoever was cancelled doesn't know how it ended, and has to look.
        await asyncio.gather(cancelled, return_exceptions=True)
        if len(await store.entries("t1")) < seq:
            await store.append("t1", epochs["t1"], [entry(seq)])


@clause_of_address
async def what_is_asked_at_once_ends_as_if_it_were_asked_in_turn(url: str) -> None:
    async with open_store(url) as store:
        await add_people_and_tables(store, tables=2 * TABLES_ASKED)
        steps = _random_steps(random.Random(1), 3000)
        at_once = [_take_step(store, step, first_table=1) for step in steps]
        in_turn = [_take_step(store, step, first_table=1 + TABLES_ASKED) for step in steps]
        ends = await asyncio.gather(*at_once), [await request for request in in_turn]
        logs = [await store.entries(f"t{number}") for number in range(1, 2 * TABLES_ASKED + 1)]
    assert ends[0] == ends[1]
    assert logs[:TABLES_ASKED] == logs[TABLES_ASKED:]
    counts = Counter(end[0] for end in ends[0])
    assert counts.keys() == {"int", "NoneType", "NoSuchTable", "Fenced", "AlreadyThere", "OutOfOrder"}
    assert counts["NoneType"] > 2000


TABLES_ASKED = 20
#: The number of a table, and its epoch and the entries if they are to be appended, or None if it is to be claimed.
_Step: TypeAlias = tuple[int, tuple[int, list[Entry]] | None]


def _random_steps(rng: random.Random, count: int) -> list[_Step]:
    """Appends that mostly follow the log, and some that are to be refused; and a claim now and then."""
    steps: list[_Step] = []
    epochs, lasts = [0] * TABLES_ASKED, [0] * TABLES_ASKED
    for number in rng.choices(range(TABLES_ASKED), k=count):
        last = lasts[number]
        shift, is_fenced, is_repeated, is_unknown, is_claimed = (rng.random() < 0.03 for _ in range(5))
        seqs = range(last + 1 + shift, last + 1 + shift + rng.choice((0, 1, 1, 1, 2, 3, 100)))
        entries = [entry(seq, f"c{seq}") for seq in seqs]
        if is_repeated and entries and last:
            entries[-1] = replace(entries[-1], cmd_id=f"c{rng.randint(1, last)}")
        if is_unknown:
            steps.append((3 * TABLES_ASKED, (1, entries)))
        elif is_claimed:
            steps.append((number, None))
            epochs[number] += 1
        else:
            steps.append((number, (epochs[number] - is_fenced, entries)))
            if not (shift or is_fenced or (is_repeated and last)):
                lasts[number] += len(entries)
    return steps


async def _take_step(store: Store, step: _Step, first_table: int) -> tuple[str, ...]:
    """How it ends, in words that are the same for all tables."""
    number, append = step
    table_id = f"t{first_table + number}"
    try:
        end = await (store.append(table_id, *append) if append is not None else store.claim(table_id, "w1"))
    except StoreError as error:
        return type(error).__name__, str(error).replace(table_id, "the table")
    return type(end).__name__, str(end)


# Summaries


def summary(table_id: str, seq: int = 1, *, at: int = 1000, is_over: bool = False, **seats: str) -> TableSummary:
    return TableSummary(table_id, seq, at, is_over, True, seats or {"ana": "a"}, b"{}")


@clause
async def a_person_finds_their_tables_the_latest_first(store: Store) -> None:
    for number in range(2, 6):
        await store.create_table(replace(TABLE, id=f"t{number}", code=f"C{number}"))
    both = summary("t2", at=30, ana="a", ben="b")
    await store.summarize(summary("t1", at=10))
    await store.summarize(both)
    await store.summarize(summary("t3", at=20, is_over=True))
    await store.summarize(summary("t4", at=40, ben="a"))
    found = await store.tables_of("ana", are_over=False, limit=10)
    assert [each.summary for each in found] == [both, summary("t1", at=10)]
    assert [each.seat for each in await store.tables_of("ben", are_over=False, limit=10)] == ["a", "b"]
    assert [each.summary.table_id for each in await store.tables_of("ana", are_over=True, limit=10)] == ["t3"]
    assert len(await store.tables_of("ana", are_over=False, limit=1)) == 1
    assert await store.tables_of("carl", are_over=False, limit=10) == []


@clause
async def a_summary_replaces_the_one_before(store: Store) -> None:
    await store.summarize(summary("t1", 3, ana="a", ben="b"))
    await store.summarize(summary("t1", 4, is_over=True, ben="b"))
    assert await store.tables_of("ana", are_over=False, limit=10) == []
    assert await store.tables_of("ana", are_over=True, limit=10) == []
    (found,) = await store.tables_of("ben", are_over=True, limit=10)
    assert found.summary == summary("t1", 4, is_over=True, ben="b")
    assert await store.summary("t1") == found.summary
    assert await store.summary("t2") is None


@clause
async def a_summary_that_comes_late_changes_nothing(store: Store) -> None:
    """A worker that has lost the table may still tell what it knew."""
    await store.summarize(summary("t1", 4, ana="a", ben="b"))
    await store.summarize(summary("t1", 3))
    assert len(await store.tables_of("ben", are_over=False, limit=10)) == 1


@clause
async def a_summary_is_current_until_the_log_goes_on(store: Store) -> None:
    epoch = await store.claim("t1", "here")
    await store.append("t1", epoch, [entry(1)])
    await store.summarize(summary("t1", 1))
    assert await store.tables_of("ana", are_over=False, limit=1) == [SeatAtTable("a", summary("t1", 1), True)]
    await store.append("t1", epoch, [entry(2)])
    assert await store.tables_of("ana", are_over=False, limit=1) == [SeatAtTable("a", summary("t1", 1), False)]


@clause
async def a_summary_is_about_a_table_and_people_whom_the_store_knows(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="t9"):
        await store.summarize(summary("t9"))
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.summarize(summary("t1", carl="a"))
    assert await store.tables_of("carl", are_over=False, limit=1) == []


# The archive


@clause
async def a_finished_round_is_kept(store: Store) -> None:
    await store.archive(finished(1))
    assert await store.finished("f1") == finished(1)
    assert await store.finished("f2") is None


@clause
async def a_round_is_not_kept_without_its_players(store: Store) -> None:
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.archive(finished(1, person="carl"))
    assert await store.finished("f1") is None


@clause
async def a_command_is_found_by_who_gave_it_and_how_they_called_it(store: Store) -> None:
    epoch = await store.claim("t1", "here")
    await store.append("t1", epoch, [entry(1, cmd_id="x"), entry(2)])
    assert await store.entry_of("t1", "ana", "x") == 1
    assert await store.entry_of("t1", "ben", "x") is None
    assert await store.entry_of("t1", "ana", "y") is None


@clause
async def a_round_is_kept_once(store: Store) -> None:
    await store.archive(finished(1))
    for again in (finished(1), replace(finished(2), id="f1")):
        with pytest.raises(Taken, match="archive"):
            await store.archive(again)
    assert await store.finished("f2") is None


@clause
async def a_seat_has_one_player(store: Store) -> None:
    crowded = (Player("ana", "a", "Ana"), Player("ben", "a", "Ben"))
    with pytest.raises(Taken, match="seat a"):
        await store.archive(replace(finished(1), players=crowded))
    assert await store.finished("f1") is None


@clause
async def a_round_was_played_at_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="t9"):
        await store.archive(replace(finished(1), table_id="t9"))


@clause
async def a_persons_rounds_come_newest_first_page_by_page(store: Store) -> None:
    # Three of them were finished in the same moment, and the pages must not lose one.
    times = {1: 50, 2: 70, 3: 70, 4: 70, 5: 60}
    for number, at in times.items():
        await store.archive(finished(number, at=at))
    await store.archive(finished(6, at=99, person="ben"))
    newest_first = ["f4", "f3", "f2", "f5", "f1"]
    assert [found.id for found in await store.finished_of("ana", limit=9)] == newest_first
    paged, before = [], None
    while page := await store.finished_of("ana", limit=2, before=before):
        paged += [found.id for found in page]
        before = page[-1].id
    assert paged == newest_first
    assert await store.finished_of("ben", limit=9) == [finished(6, at=99, person="ben")]


@clause
async def a_history_without_a_page_is_empty(store: Store) -> None:
    await store.archive(finished(1))
    assert await store.finished_of("carl", limit=9) == []
    assert await store.finished_of("ana", limit=0) == []
    assert await store.finished_of("ana", limit=9, before="f9") == []
    with pytest.raises(ValueError, match="-1"):
        await store.finished_of("ana", limit=-1)


@clause
async def who_had_two_seats_finds_the_round_once(store: Store) -> None:
    alone = replace(finished(1), players=(Player("ana", "a", "Ana"), Player("ana", "b", "Ana's left hand")))
    await store.archive(alone)
    assert await store.finished_of("ana", limit=9) == [alone]


# Matches


def played(number: int, *, at: int = 1000, rules: str = "classic", won: str = "", **people: str | None) -> PlayedMatch:
    """A match of Ana and a bot, unless it says who plays in which seat; over if somebody has won."""
    seats = people or {"a": "ana", "b": None}
    players = tuple(
        MatchPlayer(person, seat, person or "a bot", number + index, seat in won)
        for index, (seat, person) in enumerate(seats.items())
    )
    return PlayedMatch(f"m{number}", "t1", rules, at - 500, at, 400, number, bool(won), players)


async def matches_found(store: Store, person: str = "ana", wanted: MatchFilter = ALL_MATCHES) -> list[str]:
    return [each.match.id for each in await store.matches_of(person, limit=99, wanted=wanted)]


@clause
async def a_match_is_kept_and_replaced_by_what_is_newer(store: Store) -> None:
    assert await store.match("m1") is None
    await store.keep_match(played(1, at=10))
    assert await store.match("m1") == played(1, at=10)
    newer = replace(played(2, at=30, won="b"), id="m1")
    await store.keep_match(newer)
    await store.keep_match(replace(played(1, at=20), id="m1"))
    assert await store.match("m1") == newer
    assert await store.matches_of("ana", limit=9) == [ListedMatch(newer, True, {})]
    old = replace(played(4), began=None, played=None)
    await store.keep_match(old)
    assert await store.match("m4") == old


@clause
async def a_match_is_about_a_table_and_people_whom_the_store_knows(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="t9"):
        await store.keep_match(replace(played(1), table_id="t9"))
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.keep_match(played(1, a="carl"))
    assert await store.match("m1") is None


@clause
async def a_persons_matches_come_newest_first_page_by_page(store: Store) -> None:
    # Three of them ended in the same moment, and the pages must not lose one.
    for number, at in {1: 50, 2: 70, 3: 70, 4: 70, 5: 60}.items():
        await store.keep_match(played(number, at=at))
    await store.keep_match(played(6, at=99, a="ben", b=None))
    newest_first = ["m4", "m3", "m2", "m5", "m1"]
    assert await matches_found(store) == newest_first
    assert await matches_found(store, "ben") == ["m6"]
    paged, before = [], None
    while page := await store.matches_of("ana", limit=2, before=before):
        paged += [each.match.id for each in page]
        before = page[-1].match.key
    assert paged == newest_first


@clause
async def a_page_goes_on_where_it_ended_though_matches_go_on(store: Store) -> None:
    for number in range(1, 6):
        await store.keep_match(played(number, at=number))
    page = await store.matches_of("ana", limit=2)
    # The last match of the page gets another round, and comes to the top.
    await store.keep_match(played(4, at=99))
    following = await store.matches_of("ana", limit=9, before=page[-1].match.key)
    assert [each.match.id for each in following] == ["m3", "m2", "m1"]


@clause
async def matches_are_filtered_by_rule_book_company_and_result(store: Store) -> None:
    await store.keep_match(played(1, at=1, rules="cambia snap.penalty=1", won="a"))
    await store.keep_match(played(2, at=2, rules="cambia", won="b", a="ana", b="ben"))
    await store.keep_match(played(3, at=3, rules="camp", won="ab", a="ana", b="ben"))
    await store.keep_match(played(4, at=4, rules="camp", a="ana", b="ben", c=None))
    assert await matches_found(store) == ["m4", "m3", "m2", "m1"]
    assert await matches_found(store, wanted=MatchFilter(book="cambia")) == ["m2", "m1"]
    assert await matches_found(store, wanted=MatchFilter(only_people=True)) == ["m3", "m2"]
    assert await matches_found(store, wanted=MatchFilter(only_won=True)) == ["m3", "m1"]
    assert await matches_found(store, "ben", MatchFilter(only_won=True)) == ["m3", "m2"]
    every = MatchFilter("camp", only_people=True, only_won=True)
    assert await matches_found(store, wanted=every) == ["m3"]
    assert await matches_found(store, wanted=MatchFilter(book="golf")) == []


@clause
async def a_list_of_matches_without_a_page_is_empty(store: Store) -> None:
    await store.keep_match(played(1))
    assert await matches_found(store, "carl") == []
    assert await store.matches_of("ana", limit=0) == []
    assert await store.matches_of("ana", limit=9, before=MatchKey(0, "")) == []
    with pytest.raises(ValueError, match="-1"):
        await store.matches_of("ana", limit=-1)


@clause
async def who_has_two_seats_finds_the_match_once(store: Store) -> None:
    await store.keep_match(played(1, a="ana", b="ana"))
    assert await matches_found(store) == ["m1"]


@clause
async def the_rounds_of_a_match_are_found_in_their_order(store: Store) -> None:
    rounds = {number: finished(number, at=number) for number in (3, 1, 2, 10)}
    for each in rounds.values():
        await store.archive(each)
    await store.archive(replace(finished(4), match_id="m2"))
    assert await store.rounds_of_match("m1") == [rounds[number] for number in (1, 2, 3, 10)]
    assert await store.rounds_of_match("m9") == []


@clause
async def a_list_of_matches_names_the_rounds_in_the_archive(store: Store) -> None:
    await store.keep_match(played(1))
    for number in (2, 1):
        await store.archive(finished(number))
    await store.archive(replace(finished(4), match_id="m2"))
    (listed,) = await store.matches_of("ana", limit=9)
    assert listed == ListedMatch(played(1), True, {1: "f1", 2: "f2"})


@clause
async def a_match_goes_with_its_last_round_or_with_its_table(store: Store) -> None:
    for number, match_id in ((1, "m1"), (2, "m1"), (3, "m2"), (4, "m3")):
        await store.archive(replace(finished(number, at=number * 10), match_id=match_id))
    for number in (1, 2, 3):
        await store.keep_match(played(number, at=number * 10, won="" if number == 3 else "a"))
    await store.keep_match(played(5, at=5, a="ana", b="ben"))
    # The first round of m1 has expired, but not its last one.
    assert (await store.purge_rounds(15, "", 100)).purged == 0
    assert (await store.purge_rounds(35, "", 100)).purged == 3
    assert await store.finished("f1") is None and await store.finished("f4") is not None
    assert await matches_found(store) == ["m3", "m5"]
    assert (await store.purge_guests(10**12, "", 100)).purged == 0
    assert await store.purge_table(ExpiredTable("t1", 0))
    assert await store.purge_entries("t1", 100) == 0
    (left,) = await store.matches_of("ana", limit=9)
    assert (left.match.id, left.has_table) == ("m3", False)
    assert (await store.purge_rounds(10**12, "", 100)).purged == 1
    assert await store.purge_entries("t1", 100) == 0
    assert await matches_found(store) == []
    assert (await store.purge_guests(10**12, "", 100)).purged == 2


# Statistics


@clause
async def results_are_counted_by_rule_book_and_by_the_strongest_bot(store: Store) -> None:
    await store.keep_match(played(1, at=1, rules="cambia snap.penalty=1", won="a"))
    await store.keep_match(played(2, at=2, rules="cambia", won="b"))
    await store.keep_match(played(3, at=3, rules="camp", won="ab", a="ana", b="ben"))
    await store.keep_match(played(4, at=4, rules="camp", won="a", a="ana", b="ana"))
    # One that is not over does not count, nor does anybody else's.
    await store.keep_match(played(5, at=5))
    await store.keep_match(played(6, at=6, won="a", a="ben", b=None))
    levels = {"b": "casual", "c": "expert", "d": "beginner"}
    bots = tuple(MatchPlayer(None, seat, seat, 3, seat == "c", level) for seat, level in levels.items())
    against_bots = replace(played(7, at=7, won="c"), players=(MatchPlayer("ana", "a", "Ana", 9, False), *bots))
    await store.keep_match(against_bots)
    assert await store.match("m7") == against_bots
    told = await store.statistics_of("ana")
    assert set(told.results) == {
        MatchCount("cambia", True, None, matches=2, wins=1),
        MatchCount("camp", False, None, matches=2, wins=2),
        MatchCount("classic", True, "expert", matches=1, wins=0),
    }
    assert (await store.statistics_of("ana", "camp")).results == (MatchCount("camp", False, None, 2, 2),)
    assert (await store.statistics_of("carl")).results == ()


@clause
async def streaks_are_matches_won_one_after_the_other(store: Store) -> None:
    async def streaks(results: str) -> tuple[int, int]:
        for number, result in enumerate(results, start=1):
            won = "a" if result == "w" else "b"
            await store.keep_match(replace(played(1, at=number, won=won), id=f"{results}{number}"))
        told = await store.statistics_of("ana")
        for number, _ in enumerate(results, start=1):
            await store.keep_match(replace(played(1, at=99, won="b", a="ben"), id=f"{results}{number}", rounds=9))
        return told.streak, told.longest_streak

    assert await streaks("") == (0, 0)
    assert await streaks("ww") == (2, 2)
    assert await streaks("wwwlwwl") == (0, 3)
    assert await streaks("lwlww") == (2, 2)


def figures(points: int = 5, won: int = 0, **counts: Any) -> RoundFigures:
    return RoundFigures("a", "ana", points, bool(won), **counts)


@clause
async def figures_of_rounds_are_added_up(store: Store) -> None:
    assert await store.statistics_of("ana") == Statistics((), 0, 0, RoundCount(), None, 0, ())
    first = replace(figures(points=4, won=1, right_calls=1, right_snaps=2, late_snaps=1), reactions=(300, 900))
    await store.archive(finished(1, at=10), [first, replace(figures(points=40), seat="b", person_id="ben")])
    await store.archive(finished(2, at=20), [replace(figures(wrong_calls=1, wrong_snaps=3), reactions=(500,))])
    await store.archive(finished(3, at=30))
    await store.archive(
        replace(finished(4, at=40), rules="camp", match_id="m2"), [replace(figures(points=-1), reactions=(1,))]
    )
    told = await store.statistics_of("ana", finished(1).book)
    assert told.rounds == RoundCount(2, 1, 1, 1, 2, 3, 1)
    assert (told.reaction, told.reactions) == (500, 3)
    assert told.points == (PointsSpan(10, 10, 1, 4), PointsSpan(20, 20, 1, 5))
    everything = await store.statistics_of("ana")
    assert (everything.rounds.rounds, everything.reactions, len(everything.points)) == (3, 4, 3)
    assert (await store.statistics_of("ben")).points == (PointsSpan(10, 10, 1, 40),)
    with pytest.raises(Taken):
        await store.archive(finished(1, at=10), [first])
    # With a round its figures go.
    assert (await store.purge_rounds(35, "", 100)).purged == 3
    assert (await store.statistics_of("ana")).rounds.rounds == 1


@clause
async def points_over_a_long_time_are_told_in_a_bounded_number_of_spans(store: Store) -> None:
    for number in range(150):
        await store.archive(finished(number, at=number), [figures(points=number)])
    spans = (await store.statistics_of("ana")).points
    assert len(spans) == 60 and sum(span.rounds for span in spans) == 150
    assert spans[0] == PointsSpan(0, 2, 3, 1) and spans[-1] == PointsSpan(148, 149, 2, 148.5)


# People and sessions


@clause
async def a_person_can_be_renamed(store: Store) -> None:
    await store.add_session(b"ana's", "ana", created=5)
    await store.add_session(b"ben's", "ben", created=5)
    await store.rename("ben", "Benedict; DROP TABLE person")
    assert await person_of(store, b"ben's") == replace(BEN, name="Benedict; DROP TABLE person")
    assert await person_of(store, b"ana's") == ANA
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.rename("carl", "Carl")


@clause
async def no_two_people_have_the_same_id(store: Store) -> None:
    with pytest.raises(Taken, match="ana"):
        await store.add_person(replace(ANA, name="Another Ana"))
    await store.add_session(b"hash", "ana", created=5)
    assert await person_of(store, b"hash") == ANA


@clause
async def a_session_is_one_person_until_it_ends(store: Store) -> None:
    await store.add_session(b"\x00\xff hash", "ana", created=5)
    await store.add_session(b"another", "ana", created=6)
    assert await person_of(store, b"\x00\xff hash") == ANA
    await store.end_session(b"\x00\xff hash")
    await store.end_session(b"\x00\xff hash")
    assert await person_of(store, b"\x00\xff hash") is None
    assert await person_of(store, b"another") == ANA


@clause
async def whoever_is_forgotten_has_no_name_session_or_figures(store: Store) -> None:
    await store.add_session(b"one", "ana", 5)
    await store.add_session(b"two", "ana", 3)
    await store.add_session(b"other", "ben", 4)
    assert await store.sessions_of("ana") == [SessionDates(b"two", 3, 3), SessionDates(b"one", 5, 5)]
    await store.archive(finished(1), [figures(points=3)])
    await store.archive(finished(2, person="ben"), [replace(figures(), person_id="ben")])
    await store.keep_match(played(1, a="ana", b="ben", won="b"))
    await store.forget_in_rounds("ana", "somebody", {"f1": "another text"})
    await store.forget_person("ana", "somebody")
    await store.forget_person("ana", "somebody")
    assert await store.session(b"one") is None and await store.sessions_of("ana") == []
    assert await store.session(b"other") is not None
    kept, other = await store.finished("f1"), await store.finished("f2")
    assert kept is not None and (kept.text, kept.players[0].name) == ("another text", "somebody")
    assert kept.players[1].name == "a bot"
    assert other == finished(2, person="ben")
    match = await store.match("m1")
    assert match is not None and [each.name for each in match.players] == ["somebody", "ben"]
    assert (await store.statistics_of("ana")).rounds == RoundCount()
    assert (await store.statistics_of("ben")).rounds.rounds == 1


@clause
async def a_table_that_names_somebody_is_found_and_rewritten(store: Store) -> None:
    for number in (2, 3, 4):
        await store.create_table(replace(TABLE, id=f"t{number}", code=f"C{number}", host="ben"))
    epoch = await store.claim("t2", "w1")
    await store.append("t2", epoch, [Entry(1, "c1", "ben", b"sat", 0), Entry(2, "c2", "ana", b"sat ana", 0)])
    epoch = await store.claim("t3", "w1")
    await store.append("t3", epoch, [Entry(1, None, "table", b'{"person":"ana"}', 0)])
    assert await store.tables_naming("ana", "", 3) == (["t1", "t2", "t3"], "t3")
    assert await store.tables_naming("ana", "t3", 3) == ([], "t4")
    assert await store.tables_naming("ana", "t4", 3) == ([], None)
    await store.summarize(summary("t2", 2, ana="a"))
    await store.keep_snapshot(Snapshot("t2", 2, b"with a name"))
    await store.forget_in_table("t2", {2: b"sat"}, (1, b"too old"))
    assert [entry.body for entry in await store.entries("t2")] == [b"sat", b"sat"]
    assert await store.snapshot("t2") is None and await store.summary("t2") == summary("t2", 2, ana="a")
    await store.forget_in_table("t2", {}, (2, b"no name"))
    told = await store.summary("t2")
    assert told is not None and told.body == b"no name"


@clause
async def a_session_is_nobody_elses(store: Store) -> None:
    await store.add_session(b"hash", "ana", created=5)
    with pytest.raises(Taken):
        await store.add_session(b"hash", "ben", created=5)
    with pytest.raises(NoSuchPerson, match="carl"):
        await store.add_session(b"other", "carl", created=5)
    assert await person_of(store, b"hash") == ANA


# Links to finished rounds


@clause
async def a_link_is_made_once_for_a_person_a_round_and_a_scope(store: Store) -> None:
    for number, person in ((1, "ana"), (2, "ana"), (3, "ben")):
        await store.archive(finished(number, person=person))
    first = Share("t-1", "f1", "ana", "table", 7)
    assert await store.add_share(first) == first
    assert await store.add_share(Share("t-2", "f1", "ana", "table", 8)) == first
    others = [Share("t-3", "f1", "ana", "a", 9), Share("t-4", "f2", "ana", "table", 10)]
    assert [await store.add_share(each) for each in others] == others
    assert await store.share("t-1") == first and await store.share("t-2") is None
    assert await store.shares_of("ana", "f1") == [first, others[0]]
    assert await store.shares_of("ana") == [first, *others] and await store.shares_of("ben") == []


@clause
async def only_those_who_played_a_round_have_links_to_it(store: Store) -> None:
    await store.archive(finished(1))
    for finished_id, person_id in (("f1", "ben"), ("f1", "carl"), ("f2", "ana")):
        assert await store.add_share(Share("t-1", finished_id, person_id, "all", 7)) is None
    assert await store.share("t-1") is None


@clause
async def a_link_is_revoked_by_its_maker_alone_and_made_anew_with_another_token(store: Store) -> None:
    both = replace(finished(1), players=(Player("ana", "a", "Ana"), Player("ben", "b", "Ben")))
    await store.archive(both)
    link = Share("t-1", "f1", "ana", "all", 7)
    assert await store.add_share(link) == link
    for token, finished_id, person_id in (("t-1", "f1", "ben"), ("t-1", "f2", "ana"), ("t-2", "f1", "ana")):
        assert not await store.revoke_share(token, finished_id, person_id)
    assert await store.share("t-1") == link
    assert await store.revoke_share("t-1", "f1", "ana")
    assert not await store.revoke_share("t-1", "f1", "ana")
    assert await store.share("t-1") is None and await store.shares_of("ana", "f1") == []
    again = Share("t-3", "f1", "ana", "all", 8)
    assert await store.add_share(again) == again


@clause
async def links_go_with_their_round_and_with_their_maker(store: Store) -> None:
    both = (Player("ana", "a", "Ana"), Player("ben", "b", "Ben"))
    for number in (1, 2):
        await store.archive(replace(finished(number, at=number * 10), match_id=f"m{number}", players=both))
        for person in ("ana", "ben"):
            await store.add_share(Share(f"{person}-{number}", f"f{number}", person, "all", 5))
    assert (await store.purge_rounds(15, "", 100)).purged == 1
    assert await store.share("ana-1") is None and await store.share("ben-1") is None
    await store.forget_person("ana", "somebody")
    assert await store.share("ana-2") is None and await store.shares_of("ana") == []
    assert [each.token for each in await store.shares_of("ben")] == ["ben-2"]


# Liveness


@clause
async def the_last_beat_is_that_of_whoever_lived_longest(store: Store) -> None:
    assert await store.last_beat() is None
    await store.beat("w1", 1000)
    await store.beat("w2", 3000)
    await store.beat("w1", 2000)
    assert await store.last_beat() == 3000
    await store.beat("w1", 4000)
    assert await store.last_beat() == 4000


# Opening and closing


@clause_of_address
async def everything_is_there_after_a_restart(url: str) -> None:
    async with open_store(url) as store:
        await add_people_and_tables(store)
        epoch = await store.claim("t1", "w1")
        await store.append("t1", epoch, [entry(1, "c1")])
        await store.archive(finished(1))
        await store.add_session(b"hash", "ben", created=5)
        await store.beat("w1", 1000)
    async with open_store(url) as store:
        assert await store.table("t1") == TABLE
        assert await store.entries("t1") == [entry(1, "c1")]
        assert await store.finished_of("ana", limit=9) == [finished(1)]
        assert await person_of(store, b"hash") == BEN
        assert await store.last_beat() == 1000
        assert await store.claim("t1", "w2") == epoch + 1
        with pytest.raises(Fenced):
            await store.append("t1", epoch, [entry(2)])


@clause_of_address
async def closing_finishes_what_was_asked_before(url: str) -> None:
    async with open_store(url) as store:
        await add_people_and_tables(store)
        epoch = await store.claim("t1", "w1")
        # More than a store lets in at a time.
        writing = [asyncio.create_task(store.append("t1", epoch, [entry(seq)])) for seq in range(1, 6001)]
        await asyncio.sleep(0)
    await asyncio.gather(*writing)
    async with open_store(url) as store:
        assert [line.seq for line in await store.entries("t1")] == list(range(1, 6001))


@clause_of_address
async def a_closed_store_refuses_and_may_be_closed_again(url: str) -> None:
    store = make_store(url)
    await store.close()
    with pytest.raises(StoreFailed, match="open it first"):
        await store.last_beat()
    await store.open()
    with pytest.raises(StoreFailed, match="open already"):
        await store.open()
    await add_people_and_tables(store)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreFailed, match="closed"):
        await store.beat("w1", 1)
    await asyncio.gather(closing, store.close())
    await store.close()
    with pytest.raises(StoreFailed, match="closed"):
        await store.entries("t1")
    await store.open()
    assert await store.table("t1") == TABLE
    await store.close()


@clause_of_address
async def closing_goes_on_when_whoever_closes_is_cancelled(url: str) -> None:
    store = make_store(url)
    await store.open()
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    await store.close()
    with pytest.raises(StoreFailed, match="closed"):
        await store.last_beat()


@clause_of_address
async def no_thread_outlives_the_store(url: str) -> None:
    before = set(threading.enumerate())
    async with open_store(url) as store:
        await add_people_and_tables(store)
    assert set(threading.enumerate()) <= before


@clause_of_address
async def two_workers_at_one_store_fence_each_other(url: str) -> None:
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(open_store(url)) for _ in range(2)]
        await add_people_and_tables(one)
        older = await one.claim("t1", "w1")
        await one.append("t1", older, [entry(1)])
        newer = await other.claim("t1", "w2")
        with pytest.raises(Fenced):
            await one.append("t1", older, [entry(2)])
        await other.append("t1", newer, [entry(2)])
        assert await one.entries("t1") == [entry(1), entry(2)]


# Durability

TABLES_OF_A_WORKER = 8


@clause_of_address
async def what_was_acknowledged_outlives_a_killed_worker(url: str) -> None:
    async with open_store(url) as store:
        await add_people_and_tables(store, tables=TABLES_OF_A_WORKER)
    acknowledged: dict[str, list[str]] = defaultdict(list)
    for _ in range(10):
        for ack in acks_of_a_killed_worker(url):
            table_id, seq = ack.split()
            acknowledged[table_id].append(seq)
        async with open_store(url) as store:
            for table_id, seqs in acknowledged.items():
                log = await store.entries(table_id)
                assert [line.seq for line in log] == list(range(1, len(log) + 1))
                assert len({line.cmd_id for line in log}) == len(log)
                assert {line.body for line in log} >= {f"{table_id} {seq}".encode() for seq in seqs}
    assert sum(map(len, acknowledged.values())) >= 100


def acks_of_a_killed_worker(url: str) -> list[str]:
    """Let a worker write until it is killed, at some moment after its first acknowledgement."""
    program = f"from {__name__} import write_until_killed; write_until_killed({url!r})"
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
        killer = threading.Timer(60, worker.kill)
        killer.start()
        assert worker.stdout is not None
        first = worker.stdout.readline()
        killer.cancel()
        killer = threading.Timer(random.uniform(0, 0.15), worker.kill)
        killer.start()
        # A worker that was killed may leave half a line behind.
        rest = worker.stdout.read()
        killer.join()
    return [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


def write_until_killed(url: str) -> None:
    """Carry on with every table at once, and say so after each entry."""
    asyncio.run(_write_until_killed(url))


async def _write_until_killed(url: str) -> None:
    async with open_store(url) as store:
        await asyncio.gather(*(_write_to(store, f"t{number}") for number in range(1, TABLES_OF_A_WORKER + 1)))


async def _write_to(store: Store, table_id: str) -> None:
    epoch = await store.claim(table_id, "w1")
    seq = len(await store.entries(table_id))
    while True:
        seq += 1
        await store.append(table_id, epoch, [entry(seq, f"c{seq}", body=f"{table_id} {seq}".encode())])
        os.write(1, f"{table_id} {seq}\n".encode())


# Snapshots


@clause
async def a_table_has_its_newest_snapshot(store: Store) -> None:
    assert await store.snapshot("t1") is None
    await store.keep_snapshot(Snapshot("t1", 5, b"five"))
    await store.keep_snapshot(Snapshot("t1", 7, b"seven"))
    await store.keep_snapshot(Snapshot("t1", 6, b"six"))
    assert await store.snapshot("t1") == Snapshot("t1", 7, b"seven")


@clause
async def a_table_that_there_is_not_has_no_snapshot(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        await store.keep_snapshot(Snapshot("t9", 1, b""))
    assert await store.snapshot("t9") is None


# Daily deals

TODAY = DailyDeal("2026-11-17", "cambia")
SCORE = DailyScore(5, 5, 1, True, "right", 2, 0, 7, had_stand_in=False)


async def begin_daily(store: Store, number: int, person: str = "ana", deal: DailyDeal = TODAY) -> str:
    table = TableRow(f"d{number}", f"D{number}", code_expires=100, host=person, is_public=False, created=10)
    await store.create_table(table, "worker", [entry(1, actor=person)], deal)
    return table.id


async def end_daily(store: Store, number: int, person: str = "ana", deal: DailyDeal = TODAY, at: int = 1000) -> None:
    table_id = await begin_daily(store, number, person, deal)
    ended = replace(finished(number, at=at, person=person), table_id=table_id)
    await store.archive(ended, (), DailyResult(deal, person, person.title(), SCORE))


@clause
async def all_daily_deals_come_from_the_first_key(store: Store) -> None:
    assert await store.daily_key("one") == "one"
    assert await store.daily_key("other") == "one"


@clause
async def a_person_has_one_try_at_a_daily_deal(store: Store) -> None:
    first, second = await asyncio.gather(begin_daily(store, 1), begin_daily(store, 2), return_exceptions=True)
    assert {type(first), type(second)} == {str, AlreadyTried}
    (table_id,) = [each for each in (first, second) if isinstance(each, str)]
    (refused,) = [each for each in (first, second) if isinstance(each, AlreadyTried)]
    assert refused.table_id == table_id
    assert await store.daily_tries_of("ana") == [DailyTry(TODAY, "ana", table_id)]
    # Nothing is left of the table that was refused.
    assert {await store.table(other) is not None for other in ("d1", "d2")} == {True, False}
    await begin_daily(store, 3, "ben")
    await begin_daily(store, 4, "ana", DailyDeal("2026-11-17", "camp"))
    await begin_daily(store, 5, "ana", DailyDeal("2026-11-18", "cambia"))
    days = [(each.deal.day, each.deal.book) for each in await store.daily_tries_of("ana")]
    assert days == [("2026-11-18", "cambia"), ("2026-11-17", "cambia"), ("2026-11-17", "camp")]
    assert len(await store.daily_tries_of("ana", "2026-11-17")) == 2


@clause
async def the_result_of_a_daily_deal_is_written_with_its_round(store: Store) -> None:
    await end_daily(store, 1)
    await begin_daily(store, 2, "ben")
    result = DailyTry(TODAY, "ana", "d1", "Ana", 1000, finished(1).id, SCORE)
    assert await store.daily_tries_of("ana") == [result] == await store.daily_results(TODAY, 10)
    assert await store.daily_try_of_round(finished(1).id) == result
    assert await store.daily_try_of_round("another") is None
    assert await store.count_daily_results(TODAY.day, 1001) == {"cambia": 1}
    assert await store.count_daily_results(TODAY.day, 1000) == await store.count_daily_results("2026-11-18", 9999) == {}
    assert await store.daily_texts(TODAY, 10) == {finished(1).id: finished(1).text}
    with pytest.raises(Taken):
        other = replace(SCORE, points=99)
        await store.archive(replace(finished(1), table_id="d1"), (), DailyResult(TODAY, "ana", "Ana", other))
    assert await store.daily_tries_of("ana") == [result]


@clause
async def results_come_the_earliest_first(store: Store) -> None:
    await end_daily(store, 1, "ana", at=2000)
    await end_daily(store, 2, "ben", at=1000)
    assert [each.person_id for each in await store.daily_results(TODAY, 10)] == ["ben", "ana"]
    assert [each.person_id for each in await store.daily_results(TODAY, 1)] == ["ben"]
    assert len(await store.daily_texts(TODAY, 1)) == 1


@clause
async def whoever_is_forgotten_has_no_daily_results(store: Store) -> None:
    await end_daily(store, 1, "ana")
    await end_daily(store, 2, "ben")
    await store.forget_person("ana", "somebody")
    assert await store.daily_tries_of("ana") == []
    assert [each.name for each in await store.daily_results(TODAY, 10)] == ["Ben"]


@clause
async def a_daily_try_goes_with_its_table_and_a_result_with_its_round(store: Store) -> None:
    await end_daily(store, 1, "ana")
    await begin_daily(store, 2, "ben")
    for table_id in ("d1", "d2"):
        epoch = await store.claim(table_id, "worker")
        assert await store.purge_table(ExpiredTable(table_id, epoch))
        while await store.purge_entries(table_id, 50):
            pass
    assert await store.daily_tries_of("ben") == [] and len(await store.daily_tries_of("ana")) == 1
    # The result refers to somebody.
    await store.purge_guests(10**6, "", 50)
    assert len(await store.daily_results(TODAY, 10)) == 1
    assert (await store.purge_rounds(5000, "", 50)).purged == 1
    assert await store.daily_results(TODAY, 10) == []
