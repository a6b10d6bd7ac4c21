"""Tests of the tests: whichever guard of the log or of who lives is taken away, a test notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import asyncpg
import pytest
from asyncpg.pool import PoolConnectionProxy as Connection

from cambio.server.store.errors import AlreadyThere
from cambio.server.store.postgres import group_commit, postgres_appends
from cambio.server.store.postgres.postgres_appends import Append, append_or_refuse
from tests.server import postgres_databases
from tests.server import test_postgres_store as tests
from tests.server.postgres_databases import new_database
from tests.server.store_contract import CLAUSES

#: Seconds after which a frozen worker's table should have been claimed.
PATIENCE = 4.0
#: Who lives, by the beat alone and by the lock alone.
BY_BEAT = "worker.seen > clock_timestamp() - INTERVAL '2 seconds'"
BY_LOCK = """EXISTS (
    SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND (classid::bigint << 32) | objid::bigint = lock_of_worker(worker.id)
)"""
IS_ALIVE = "CREATE OR REPLACE FUNCTION is_alive(worker worker) RETURNS BOOLEAN LANGUAGE SQL STABLE AS $$ SELECT {} $$"


@dataclass(frozen=True)
class Mutation:
    """What is done to a guard: to the database that a test begins with, or to the statement that appends."""

    statement: str = ""
    #: What is replaced in the append, and by what.
    old: str = ""
    new: str = ""


LAST_CHECK = """
            AND new.last = (SELECT coalesce(max(seq), 0) FROM event WHERE event.table_id = new.table_id)"""
MUTATIONS = {
    "the epoch in the append": Mutation(old=" AND held.epoch = new.epoch"),
    "the last number in the append": Mutation(old=LAST_CHECK),
    "the lock of the table's row": Mutation(old=" FOR SHARE"),
    "the strength of the row's lock": Mutation(old="FOR SHARE", new="FOR KEY SHARE"),
    "the primary key of entries": Mutation("ALTER TABLE event DROP CONSTRAINT event_pkey"),
    "the index of commands": Mutation("DROP INDEX event_by_command"),
    "the lock of who lives": Mutation(IS_ALIVE.format(BY_BEAT)),
    "the beat of who lives": Mutation(IS_ALIVE.format(BY_LOCK)),
}


def clause(name: str) -> Callable[[], None]:
    def check() -> None:
        asyncio.run(_await(CLAUSES[name](new_database())))

    return check


async def _await(work: Awaitable[None]) -> None:
    await work


#: The tests that hold each guard in its place.
CHECKS: dict[str, tuple[Callable[[], None], ...]] = {
    "the epoch in the append": (clause("whoever_held_the_table_before_is_fenced"),),
    "the last number in the append": (clause("the_log_has_no_gaps_and_no_second_thoughts"),),
    "the lock of the table's row": (
        tests.test_an_append_waits_for_a_claim_that_is_being_made_and_is_fenced_by_it,
        tests.test_a_claim_waits_for_an_append_that_is_being_written,
    ),
    "the strength of the row's lock": (
        tests.test_an_append_waits_for_a_claim_that_is_being_made_and_is_fenced_by_it,
        tests.test_a_claim_waits_for_an_append_that_is_being_written,
    ),
    "the primary key of entries": (
        tests.test_of_two_appends_of_one_epoch_that_are_written_at_once_the_second_one_waits_and_is_refused,
    ),
    "the index of commands": (clause("a_repeated_command_is_refused_with_its_place_in_the_log"),),
    "the lock of who lives": (tests.test_a_table_of_a_worker_that_has_crashed_is_claimed_within_a_second,),
    "the beat of who lives": (tests.test_a_table_of_a_worker_whose_heart_stands_still_is_claimed_within_three_seconds,),
}
CASES = [(guard, check) for guard, checks in CHECKS.items() for check in checks]


async def _execute(url: str, statement: str) -> None:
    db = await asyncpg.connect(url)
    try:
        await db.execute(statement)
    finally:
        await db.close()


def take_away(guard: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on tests begin with a database, or append by a statement, that lacks the guard."""
    mutation = MUTATIONS[guard]
    if mutation.old:
        assert postgres_appends._INSERT.count(mutation.old) == 1, "the append reads otherwise now"
        monkeypatch.setattr(postgres_appends, "_INSERT", postgres_appends._INSERT.replace(mutation.old, mutation.new))

    def make_database() -> str:
        url = postgres_databases.new_database()
        if mutation.statement:
            asyncio.run(_execute(url, mutation.statement))
        return url

    for name in (__name__, tests.__name__):
        monkeypatch.setattr(f"{name}.new_database", make_database)
    monkeypatch.setattr(tests.claim_as_soon_as_possible, "__defaults__", (PATIENCE,))


@pytest.mark.parametrize(("guard", "check"), CASES)
def test_a_test_fails_when_a_guard_is_gone(
    guard: str, check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    take_away(guard, monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check()


def test_every_guard_has_a_test() -> None:
    assert set(CHECKS) == set(MUTATIONS)


def test_a_test_fails_when_an_append_by_itself_ignores_the_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    async def append_under_any_epoch(append: Append, db: Connection) -> None:
        current = await db.fetchval(postgres_appends._EPOCH, append.table_id)
        await append_or_refuse(append if current is None else replace(append, epoch=current), db)

    monkeypatch.setattr(group_commit, "append_or_refuse", append_under_any_epoch)
    with pytest.raises(pytest.fail.Exception, match="Fenced"):
        clause("whoever_held_the_table_before_is_fenced")()
    with pytest.raises(AlreadyThere):
        clause("a_fenced_worker_is_not_told_of_repeated_commands")()
