"""The contract of a store towards operators: lists, bans, and notices of what has changed. Each clause is a test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cambio.server.logs import digest
from cambio.server.store.bans import Ban
from cambio.server.store.contract import Person, Store, TableSummary
from cambio.server.store.errors import Fenced, NoSuchTable
from cambio.server.store.operations import NOTICES_KEPT, Change, FoundPerson, TableStage

from .store_contract import TABLE, clause, entry, finished

BEN_IS_OUT = Ban("ben", False, until=2000, reason="insults", created=1000)
HOUSEHOLD = Ban("2001:db8:1:2::/64", True, until=3000, reason="", created=1001)


async def changes(store: Store, after: int = 0) -> list[tuple[str, str]]:
    return [(each.change, each.subject) for each in await store.notices(after)]


@clause
async def a_ban_lasts_until_its_end(store: Store) -> None:
    assert await store.bans(0) == []
    await store.add_ban(BEN_IS_OUT)
    await store.add_ban(HOUSEHOLD)
    assert await store.bans(1500) == [HOUSEHOLD, BEN_IS_OUT]
    assert await store.bans(2000) == [HOUSEHOLD]
    assert await store.bans(3000) == []


@clause
async def a_second_ban_replaces_the_first(store: Store) -> None:
    await store.add_ban(BEN_IS_OUT)
    longer = replace(BEN_IS_OUT, until=9000, reason="again", created=1100)
    await store.add_ban(longer)
    assert await store.bans(1500) == [longer]


@clause
async def a_ban_is_lifted_once(store: Store) -> None:
    await store.add_ban(BEN_IS_OUT)
    await store.add_ban(HOUSEHOLD)
    assert await store.lift_ban("ben", 1500)
    assert await store.bans(1500) == [HOUSEHOLD]
    assert not await store.lift_ban("ben", 1500)
    assert not await store.lift_ban(HOUSEHOLD.subject, 3000)


@clause
async def every_change_of_bans_is_noticed(store: Store) -> None:
    assert await store.last_notice() == 0
    await store.add_ban(BEN_IS_OUT)
    last = await store.last_notice()
    assert await changes(store) == [(Change.BANS, "ben")] and last > 0
    await store.lift_ban("ben", 1500)
    assert await changes(store, last) == [(Change.BANS, "ben")]
    assert await store.last_notice() > last and await changes(store, await store.last_notice()) == []


@clause
async def notices_are_forgotten_after_some_days_and_their_numbers_never_come_again(store: Store) -> None:
    for subject in ("one", "two"):
        await store.post_notice(Change.FORGET, subject, 1000)
    last = await store.last_notice()
    await store.post_notice(Change.FORGET, "three", 1001 + NOTICES_KEPT)
    assert await changes(store) == [(Change.FORGET, "three")]
    assert await store.last_notice() > last


@clause
async def all_sessions_of_a_person_end_and_each_is_noticed(store: Store) -> None:
    for number, person in enumerate(("ana", "ben", "ana")):
        await store.add_session(bytes([number]) * 32, person, 10)
    assert await store.end_sessions("ana", 1000) == 2
    assert sorted(await changes(store)) == [(Change.SESSION, "00" * 32), (Change.SESSION, "02" * 32)]
    assert await store.session(bytes(32)) is None and await store.session(b"\1" * 32) is not None
    assert await store.end_sessions("ana", 1000) == 0


@clause
async def a_table_that_is_closed_is_none_any_more_whoever_holds_it(store: Store) -> None:
    epoch = await store.claim("t1", "w1")
    await store.append("t1", epoch, [entry(1)])
    await store.archive(finished(1))
    assert await store.close_table("t1", 1000)
    assert await changes(store) == [(Change.TABLE, "t1")]
    assert await store.table("t1") is None and await store.table_by_code("C1", 11) is None
    assert await store.finished("f1") is not None
    with pytest.raises(Fenced):
        await store.append("t1", epoch, [entry(2)])
    with pytest.raises(NoSuchTable):
        await store.claim("t1", "w1")
    assert not await store.close_table("t1", 1000) and not await store.close_table("t9", 1000)
    assert len(await store.notices(0)) == 1


@clause
async def a_person_is_called_otherwise_in_every_list(store: Store) -> None:
    await store.archive(finished(1))
    await store.add_session(bytes(32), "ana", 10)
    assert await store.call_otherwise("ana", "Nobody's Friend", 1000)
    (player, _) = (await store.finished_of("ana", 1))[0].players
    session = await store.session(bytes(32))
    assert player.name == "Nobody's Friend" and session is not None and session.person.name == player.name
    assert await changes(store) == [(Change.NAME, "ana")]
    assert not await store.call_otherwise("eve", "x", 1000)


@clause
async def people_are_listed_by_when_they_came_last(store: Store) -> None:
    await store.add_person(Person("cem", "ÇEM 100%", created=500))
    await store.add_session(bytes(32), "ana", 900)
    await store.add_session(b"\1" * 32, "ana", 800)
    assert await store.latest_people(None, 9) == [
        FoundPerson("ana", "Ana", 1, used=900, sessions=2),
        FoundPerson("cem", "ÇEM 100%", 500, used=None, sessions=0),
        FoundPerson("ben", "Ben 🂡 O'Clubs", 2, used=None, sessions=0),
    ]
    assert [each.id for each in await store.latest_people(None, 1)] == ["ana"]


@clause
async def people_are_found_by_a_part_of_their_name_their_id_or_their_digest(store: Store) -> None:
    await store.add_person(Person("cem", "CEM 100%", created=500))
    for text, found in (("AN", ["ana"]), ("ben", ["ben"]), (digest("cem"), ["cem"]), ("0%", ["cem"]), ("_", [])):
        assert [each.id for each in await store.latest_people(text, 9)] == found, text


@clause
async def sessions_are_listed_by_their_last_use(store: Store) -> None:
    await store.add_session(bytes(32), "ana", 10)
    await store.add_session(b"\1" * 32, "ben", 20)
    await store.use_session(bytes(32), 30)
    listed = await store.latest_sessions(9)
    assert [(each.token_hash, each.person_id, each.created, each.used) for each in listed] == [
        (bytes(32), "ana", 10, 30),
        (b"\1" * 32, "ben", 20, 20),
    ]
    assert len(await store.latest_sessions(1)) == 1


@clause
async def tables_are_listed_by_when_they_were_played_last(store: Store) -> None:
    for number in range(2, 5):
        await store.create_table(replace(TABLE, id=f"t{number}", code=f"C{number}", created=10 + number))
    await store.summarize(TableSummary("t2", 3, 900, is_over=False, has_match=True, seats={}, body=b"x"))
    await store.summarize(TableSummary("t3", 3, 800, is_over=True, has_match=True, seats={}, body=b"y"))
    listed = await store.latest_tables(None, 9)
    assert [(each.id, each.stage, each.at, each.body) for each in listed] == [
        ("t2", TableStage.PLAYING, 900, b"x"),
        ("t3", TableStage.OVER, 800, b"y"),
        ("t4", TableStage.WAITING, 14, None),
        ("t1", TableStage.WAITING, 10, None),
    ]
    assert (listed[0].host, listed[0].host_name, listed[0].is_public) == ("ana", "Ana", True)
    assert [each.id for each in await store.latest_tables(TableStage.WAITING, 1)] == ["t4"]
    for named in ("t3", "C3", digest("t3")):
        assert [each.id for each in await store.latest_tables(None, 9, named)] == ["t3"]
    await store.close_table("t3", 1000)
    assert await store.latest_tables(TableStage.OVER, 9) == []
