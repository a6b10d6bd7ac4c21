"""Nothing grows for ever: what has expired is purged in small steps, what is needed stays, and the file shrinks."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from cambio.server import purge
from cambio.server.client import Guest
from cambio.server.http import connection
from cambio.server.protocol import messages
from cambio.server.settings import Settings
from cambio.server.store.contract import Finished, Player, Snapshot, Store
from cambio.server.store.errors import Fenced, NoSuchPerson, NoSuchTable, StoreLost
from cambio.server.store.purging import ExpiredTable, PurgeStep, TableCutoffs
from cambio.server.store.sqlite import sqlite_space
from cambio.server.store.sqlite.sqlite_steps import STEPS
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.store.urls import make_store
from cambio.server.tables.table_registry import TableRegistry

from .long_logs import MANY_ROUNDS, add_people, add_table, make_log
from .raw_client import FAST_SETTINGS, LocalServer, RawClient, SkippableClock, run, running_server
from .server_process import serving
from .store_contract import entry
from .stores import open_store

DAY = 24 * 3_600_000
#: Before everything, and after it.
NEVER, ALWAYS = -1, 2**52


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge, "STEP_PAUSE", 0)


async def exists(target: LocalServer, table_id: str) -> bool:
    return await target.registry.store.table(table_id) is not None


async def sleep_at_once(target: LocalServer) -> None:
    """Until no table is in memory."""
    async with asyncio.timeout(8):
        while target.registry._live_tables:
            target.skip(100_000)
            for live_table in target.registry._live_tables.values():
                # So that it looks at its alarms again.
                await live_table.dismiss_newcomer("nobody's")
            await asyncio.sleep(0.02)


async def skip_days(target: LocalServer, days: float) -> None:
    target.skip(int(days * DAY))
    await target.registry.purge.sweep()


# Sessions and guests


def test_a_session_that_is_used_lasts_on_and_its_cookie_with_it() -> None:
    async def play() -> None:
        async with running_server(guest_days=0) as target:
            ana = await target.guest("Ana")
            for _ in range(4):
                await skip_days(target, 300)
                answer = await ana.get("/api/session")
                assert answer.json()["name"] == "Ana"
                # The browser forgets it no earlier than the server does.
                assert f"max-age={365 * 24 * 3600}" in answer.header("set-cookie").lower()
                assert answer.header("set-cookie").startswith(ana.cookie)

    run(play())


def test_a_session_that_nobody_uses_ends_and_is_purged() -> None:
    async def play() -> None:
        async with running_server(guest_days=0) as target:
            ana, ben = await target.guests("Ana", "Ben")
            target.skip(200 * DAY)
            assert (await ben.get("/api/session")).json()["name"] == "Ben"
            target.skip(200 * DAY)
            assert (await ana.get("/api/session")).json()["name"] is None, "before it is purged, too"
            assert "set-cookie" not in dict((await ana.get("/api/session")).headers)
            assert (await target.registry.purge.sweep())["sessions"] == 1
            assert (await ben.get("/api/session")).json()["name"] == "Ben"

    run(play())


def test_guests_without_games_go_and_those_with_a_seat_or_a_round_or_a_visit_stay() -> None:
    async def play() -> None:
        async with running_server(empty_table_days=0, session_days=10) as target:
            gone, seated, played, visiting = await target.guests("Gone", "Seated", "Played", "Visiting")
            store = target.registry.store
            table_id = await seated.open_table()
            players = (Player(played.person, "a", "Played"),)
            await store.archive(Finished("round", table_id, "match", 1, 5, "cambia", players, "text"))
            target.skip(25 * DAY)
            again = await target.guest("Again")
            assert (await visiting.get("/api/session")).json()["name"] is None, "the session is over"
            await skip_days(target, 10)
            left = await _people(store, gone, seated, played, visiting, again)
            assert left == {"Seated", "Played", "Again"}
            assert (await gone.post("/api/session", {"name": "Back"})).status == 201

    run(play())


async def _people(store: Store, *visitors: RawClient) -> set[str]:
    """Those of them whom the store knows."""
    found = set()
    for visitor in visitors:
        with suppress(NoSuchPerson):
            await store.rename(visitor.person, visitor.name)
            found.add(visitor.name)
    return found


def test_a_guest_who_was_purged_while_cached_is_nobody() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            await skip_days(target, 32)
            assert (await ana.get("/api/session")).json()["name"] is None
            assert (await ana.post("/api/tables", {})).code == "no_session"

    run(play())


# Tables


def test_tables_go_after_their_times_and_the_archive_stays() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            unvisited, lobby = await ana.open_table(), await ana.open_table()
            lesson = (await ana.post("/api/tables", {"lesson": 1})).json()["table"]
            begun, over = await ana.open_table(), await ana.open_table()
            for table_id in (lobby, lesson):
                async with ana.at(table_id):
                    pass
            rounds = await _play_matches(target, ana, begun, over)
            await sleep_at_once(target)
            expected = {unvisited: 2, lobby: 2, lesson: 2, over: 90, begun: 180}
            days = 0
            for day in (1, 3, 89, 91, 179, 181):
                await skip_days(target, day - days)
                days = day
                for table_id, kept in expected.items():
                    assert await exists(target, table_id) == (day < kept), (day, kept)
                # So that Ana is still known.
                assert (await ana.get("/api/session")).json()["name"] == "Ana"
            assert [game["id"] for game in (await ana.get("/api/games")).json()["games"]] == rounds
            assert b"call" in (await ana.get(f"/api/games/{rounds[0]}.cambio")).body
            assert (await ana.get("/api/me/tables")).json() == {"unfinished": [], "finished": []}
            assert (await ana.post(f"/api/tables/{over}/ticket")).code == "no_table"
            assert (await ana.get(f"/api/tables/{over}")).code == "no_table"

    run(play())


async def _play_matches(target: LocalServer, ana: RawClient, begun: str, over: str) -> list[str]:
    """One match that has begun, and one that is over; returns its rounds in the archive."""
    for table_id in (begun, over):
        async with ana.at(table_id) as socket:
            await socket.ask(messages.SeatBot("bot", "beginner"))
            await socket.ask(messages.Start("start"))
            await socket.ask(messages.Act("ready", "ready"))
            if table_id == over:
                await socket.hear(messages.Told, lambda told: told.yours is not None and "call" in told.yours.legal)
                await socket.ask(messages.Act("call", "call"))
                await socket.hear(messages.Told, lambda told: told.table is not None and told.table.stage == "over")
    return [game["id"] for game in (await ana.get("/api/games")).json()["games"]]


def test_a_table_where_somebody_is_stays_whatever_its_age(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody is taken for gone because the clock jumps.
    monkeypatch.setattr(connection, "PONG_TIMEOUT", math.inf)

    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table()
            async with ana.at(table_id) as socket:
                await skip_days(target, 400)
                assert await exists(target, table_id)
                assert isinstance(await socket.ask(messages.SeatBot("bot", "beginner")), messages.Done)

    run(play())


def test_a_table_that_is_claimed_after_it_was_found_is_not_purged(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            await add_table(store, "t1", make_log(30, MANY_ROUNDS))
            found, _ = await _find(store)
            epoch = await store.claim("t1", "somebody")
            assert [await store.purge_table(table) for table in found] == [False]
            await store.append("t1", epoch, [entry(31)])
            # And whoever comes after it was purged finds nothing, and can't write.
            found, _ = await _find(store)
            assert [await store.purge_table(table) for table in found] == [True]
            with pytest.raises(NoSuchTable):
                await store.claim("t1", "somebody")
            with pytest.raises(Fenced):
                await store.append("t1", epoch, [entry(32)])

    asyncio.run(play())


async def _find(store: Store, owner: str = "us", alive: int = ALWAYS) -> tuple[list[ExpiredTable], str | None]:
    return await store.find_expired_tables(TableCutoffs(ALWAYS, ALWAYS, ALWAYS), owner, alive, "", 10)


def test_another_servers_table_is_left_to_it_while_it_lives(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            await add_table(store, "t1", make_log(30, MANY_ROUNDS))
            epoch = await store.claim("t1", "other")
            await store.beat("other", 1000)
            assert await _find(store, "us", alive=1000) == ([], "t1")
            assert await _find(store, "us", alive=1001) == ([ExpiredTable("t1", epoch)], "t1")
            assert await _find(store, "other", alive=1000) == ([ExpiredTable("t1", epoch)], "t1")

    asyncio.run(play())


def test_a_purge_that_was_interrupted_goes_on_and_nobody_sees_half_a_table(tmp_path: Path) -> None:
    async def play() -> None:
        store = make_store(f"sqlite:///{tmp_path / 'cambio.db'}")
        registry = TableRegistry(store, Settings(purge_interval=0), SkippableClock())
        await registry.open()
        await add_people(store, "ana", "ben")
        await add_table(store, "t1", make_log(300, MANY_ROUNDS))
        await store.keep_snapshot(Snapshot("t1", 10, b"some"))
        found, _ = await _find(store)
        assert await store.purge_table(found[0])
        assert await store.purge_entries("t1", 100) == 100
        with pytest.raises(NoSuchTable):
            await registry.live_table("t1")
        assert await store.table("t1") is None
        assert (await registry.purge.sweep())["entries"] == 200
        assert await store.entries("t1") == []
        await registry.close()
        with closing(sqlite3.connect(tmp_path / "cambio.db")) as db:
            for table in ("table", "event", "summary", "seated", "snapshot"):
                assert db.execute(f'SELECT count(*) FROM "{table}"').fetchone() == (0,), table  # noqa: S608
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []

    asyncio.run(play())


def test_entries_of_a_table_that_is_not_purged_are_never_taken(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            await add_table(store, "t1", make_log(30, MANY_ROUNDS))
            assert await store.purge_entries("t1", 100) == 0
            assert len(await store.entries("t1")) == 30

    asyncio.run(play())


def test_codes_that_have_expired_are_forgotten() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            opened = (await ana.post("/api/tables", {})).json()
            await skip_days(target, 0.5)
            assert (await ana.get(f"/api/codes/{opened['code']}")).status == 200
            await skip_days(target, 0.6)
            row = await target.registry.store.table(opened["table"])
            assert row is not None and row.code == ""
            assert (await ana.get(f"/api/tables/{opened['table']}")).json()["code"] is None
            assert (await ana.get(f"/api/codes/{opened['code']}")).code == "no_code"

    run(play())


def test_rounds_in_the_archive_stay_unless_their_time_is_set() -> None:
    async def play() -> None:
        for days, left in ((0, 1), (400, 0)):
            async with running_server(archive_days=days, session_days=0) as target:
                ana = await target.guest("Ana")
                table_id = await ana.open_table()
                at, players = target.registry.clock.wall(), (Player(ana.person, "a", "Ana"),)
                finished = Finished("round", table_id, "match", 1, at, "cambia", players, "text")
                await target.registry.store.archive(finished)
                await skip_days(target, 399)
                assert (await ana.get("/api/games/round.cambio")).body == b"text"
                assert not await exists(target, table_id)
                await skip_days(target, 2)
                assert len((await ana.get("/api/games")).json()["games"]) == left

    run(play())


# Small steps


class WatchedStore(SqliteStore):
    """The real store, which remembers how much each step purged."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.steps: list[int] = []

    async def purge_sessions(self, before: int, after: str, limit: int) -> PurgeStep:
        step = await super().purge_sessions(before, after, limit)
        self.steps.append(step.purged)
        return step

    async def purge_entries(self, table_id: str, limit: int) -> int:
        self.steps.append(await super().purge_entries(table_id, limit))
        return self.steps[-1]


def test_no_step_takes_more_than_a_few_rows(tmp_path: Path) -> None:
    async def play() -> None:
        store = WatchedStore(tmp_path / "cambio.db")
        registry = TableRegistry(store, Settings(**{**FAST_SETTINGS, "purge_interval": 0}), SkippableClock())
        await registry.open()
        await add_people(store, "ana", "ben")
        for number in range(300):
            await store.add_session(f"session {number}".encode(), "ana", 5)
        await add_table(store, "t1", make_log(500, MANY_ROUNDS))
        counts = await registry.purge.sweep()
        assert (counts["sessions"], counts["entries"], counts["tables"]) == (300, 500, 1)
        assert max(store.steps) <= 50
        await registry.close()

    asyncio.run(play())


def test_a_real_server_purges_by_itself_while_people_play(tmp_path: Path) -> None:
    day = 1 / 86_400

    async def play() -> None:
        async with serving(tmp_path, empty_table_days=day, purge_interval=0.2) as server:
            ana = await Guest.sign_in(server.base, "Ana")
            mine = await ana.open_table(seats=2, bots=["beginner"])
            async with ana.connect(mine) as table:
                others = [await ana.open_table() for _ in range(20)]
                await asyncio.sleep(1.5)
                for attempt in range(100):
                    tables = await _count(server.folder / "cambio.db")
                    if tables == 1:
                        break
                    await asyncio.sleep(0.1)
                    assert attempt < 99, tables
                assert isinstance(await table.command(messages.Start("start")), messages.Done)
                assert others
            assert server.complaints() == []

    asyncio.run(play())


async def _count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute('SELECT count(*) FROM "table"').fetchone()[0])


# The file


def test_the_file_shrinks_after_a_purge(tmp_path: Path) -> None:
    path = tmp_path / "cambio.db"
    rows = make_log(400, MANY_ROUNDS)

    async def play() -> tuple[int, int]:
        store = make_store(f"sqlite:///{path}")
        registry = TableRegistry(store, Settings(purge_interval=0), SkippableClock())
        await registry.open()
        await add_people(store, "ana", "ben")
        for number in range(40):
            await add_table(store, f"t{number}", rows)
        await store.shrink()
        before = path.stat().st_size
        await registry.purge.sweep()
        after = path.stat().st_size
        await registry.close()
        return before, after

    before, after = asyncio.run(play())
    assert before > 2_000_000
    assert after < before / 10, (before, after)


def make_old_file(path: Path, tables: int, rows: Sequence[Any]) -> None:
    """A file from before files could shrink, of the schema before snapshots."""
    with closing(sqlite3.connect(path)) as db:
        for statement in (statement for step in STEPS[:3] for statement in step):
            db.execute(statement)
        db.execute("INSERT INTO person VALUES ('ana', 'Ana', 1)")
        db.execute("INSERT INTO session VALUES (x'00', 'ana', 1)")
        for number in range(tables):
            db.execute(
                'INSERT INTO "table" (id, code, code_expires, host, is_public, created, epoch) '
                "VALUES (?, 'CODE', 100, 'ana', 1, 10, 4)",
                (f"t{number}",),
            )
            db.executemany(
                "INSERT INTO event VALUES (?, ?, 4, ?, ?, ?, ?)",
                [(f"t{number}", row.seq, row.cmd_id, row.actor, row.body, row.at) for row in rows],
            )
        db.execute("PRAGMA user_version = 3")
        db.commit()


def auto_vacuum_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA auto_vacuum").fetchone()[0])


def test_a_small_old_file_is_rewritten_when_it_is_opened_and_a_large_one_when_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = make_log(200, MANY_ROUNDS)
    small, large = tmp_path / "small.db", tmp_path / "large.db"
    for path in (small, large):
        make_old_file(path, 10, rows)

    async def open_once(path: Path, *, is_compacting: bool = False) -> None:
        store = SqliteStore(path, is_compacting=is_compacting)
        await store.open()
        assert len(await store.entries("t3")) == len(rows)
        session = await store.session(b"\x00")
        assert session is not None and session.used > 1_600_000_000_000, "its time begins now"
        assert await store.reclaim_space(10) >= 0
        await store.close()

    asyncio.run(open_once(small))
    assert auto_vacuum_of(small) == sqlite_space.INCREMENTAL
    monkeypatch.setattr(sqlite_space, "SMALL_FILE", 10_000)
    asyncio.run(open_once(large))
    assert auto_vacuum_of(large) == 0
    asyncio.run(open_once(large, is_compacting=True))
    assert auto_vacuum_of(large) == sqlite_space.INCREMENTAL


def test_shrinking_makes_no_new_file_where_the_old_one_was_taken_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana")
            (tmp_path / "cambio.db").rename(tmp_path / "elsewhere.db")
            with pytest.raises(StoreLost):
                await store.shrink()
            assert not (tmp_path / "cambio.db").exists()

    asyncio.run(play())


# Limits


def test_tables_and_guests_are_limited_by_person_and_by_address() -> None:
    async def play() -> None:
        async with running_server(tables_per_address=3, guests_per_address=3) as target:
            ana, ben = await target.guests("Ana", "Ben")
            assert [(await ana.post("/api/tables", {})).status for _ in range(2)] == [201, 201]
            assert (await ben.post("/api/tables", {})).status == 201
            refused = await ben.post("/api/tables", {})
            assert (refused.status, refused.code) == (429, "tables")
            assert (await ben.post("/api/tables", {"lesson": 1})).status == 429
            assert (await ben.post("/api/quick", {})).status == 429
            await target.guest("Cleo")
            fourth = await target.request("POST", "/api/session", {"name": "Dan"})
            assert (fourth.status, fourth.code) == (429, "guests")
            # Whoever is known already may have another name.
            assert (await ben.post("/api/session", {"name": "Benedict"})).status == 200
        async with running_server(open_tables_per_person=2) as target:
            ana = await target.guest("Ana")
            assert [(await ana.post("/api/tables", {})).status for _ in range(3)] == [201, 201, 429]
            assert (await ana.post("/api/tables", {"lesson": 1})).status == 201
            target.skip(25 * 3_600_000)
            assert (await ana.post("/api/tables", {})).status == 201

    run(play())


def test_an_evening_with_friends_meets_no_limit() -> None:
    """Eight friends behind one address, with the limits that servers have: each opens a few tables and reloads."""

    async def play() -> None:
        usual = {name: getattr(Settings(), name) for name in FAST_SETTINGS if "_per_" in name}
        async with running_server(**usual) as target:
            friends = [await target.guest(f"Friend {number}") for number in range(8)]
            for _ in range(4):
                for friend in friends:
                    assert (await friend.post("/api/tables", {})).status == 201
                target.skip(30 * 60_000)

    run(play())
