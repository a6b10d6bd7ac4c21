"""Snapshots: waking a table costs no more after years than after a round, and the log remains the only truth."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from cambio.places import RAIL
from cambio.rules import PRESETS
from cambio.server import codec
from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from cambio.server.store.contract import Entry, Snapshot
from cambio.server.store.sqlite.sqlite_store import SqliteStore
from cambio.server.tables import projection
from cambio.server.tables.commands import command_checks
from cambio.server.tables.log_entries import Announced, BotSat, Dealt, Played, Returned, Shuffle, Started, StoodIn
from cambio.server.tables.snapshots import periodic, table_snapshot
from cambio.server.tables.snapshots.loading import LoadedTable, load_table
from cambio.server.tables.snapshots.table_snapshot import UnreadableSnapshot, capture, encode, restore
from cambio.server.tables.subscribers import _make_message
from cambio.server.tables.table_log import replay_log
from cambio.server.tables.updates import UPDATES_KEPT

from .fingerprints import fingerprint
from .long_logs import MANY_ROUNDS, ONE_ROUND, USUAL, add_people, add_table, make_log
from .server_process import serving
from .stores import open_store
from .test_table_state import Log
from .verdicts import verdict_between


class CountingStore(SqliteStore):
    """The real store, which counts the entries that are read."""

    read = 0

    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        rows = await super().entries(table_id, after)
        self.read += len(rows)
        return rows


def told_to_all(loaded: LoadedTable) -> list[bytes]:
    """Everything that a table can tell each viewer, byte for byte."""
    table = loaded.table
    texts = []
    for seat in (*table.sitters, RAIL):
        welcome = messages.Welcome(
            messages.VERSION,
            seat,
            table.seq,
            projection.table_info(table),
            projection.board(table),
            projection.yours(table, seat),
            projection.story(table).events,
            heads=table.heads(),
        )
        texts.append(codec.encode(welcome))
        texts += [codec.encode(_make_message(update, seat, update.events)) for update in loaded.updates]
    return texts


def snapshot_of(rows: Sequence[Entry]) -> bytes:
    return encode(capture(*replay_log(rows)))


def play_on(log: Log, chance: random.Random) -> None:
    """Anything that may happen next."""
    if log.table.stage == "scores":
        # Some rounds are dealt as they were before shuffles could be checked.
        log.write("table", Announced({"b": "b0" * 32}))
        log.write("table", Dealt(chance.choice([None, Shuffle({"b": "b0" * 32})])))
        return
    game = log.table.game
    assert game is not None
    actor = chance.choice([actor for actor in (*game.seats, "dealer") if game.legal(actor)])
    person = log.table.people().get(actor, "table")
    by_stand_in = chance.random() < 0.2
    action = str(chance.choice(game.legal(actor)))
    race = verdict_between(game.seats, action) if action.startswith("snap") else None
    log.write(person, Played(actor, action, by_stand_in, race), cmd_id=f"{len(log.rows)}")
    if chance.random() < 0.05 and log.table.is_played_by_person("b"):
        log.write("table", StoodIn("b"))
        log.write("ben", Returned("b"))


# What a snapshot holds


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_tells_everybody_what_the_log_tells_and_goes_on_like_it(preset: str, seed: int) -> None:
    chance = random.Random(seed)
    log = Log(f"{preset} match.rounds=2", 3).seat("ana", "ben")
    log.write("table", BotSat("c", "casual", "Carl"))
    taken: list[tuple[int, bytes]] = []
    log.write("ana", Started(("a", "b", "c"), secret=f"{seed}", shuffle=chance.choice([None, Shuffle()])))
    while log.table.stage != "over":
        play_on(log, chance)
        if chance.random() < 0.1 or log.table.stage != "playing":
            replayed = LoadedTable(*replay_log(log.rows))
            taken.append((log.table.seq, snapshot_of(log.rows)))
            restored = LoadedTable(*restore(taken[-1][1]))
            assert told_to_all(restored) == told_to_all(replayed)
            assert fingerprint(restored.table) == fingerprint(log.table)
            assert restored.table.round_key() == log.table.round_key()
            assert restored.table.proof == log.table.proof
    whole = LoadedTable(*replay_log(log.rows))
    for seq, snapshot in taken:
        resumed = LoadedTable(*replay_log(log.rows[seq:], *restore(snapshot)))
        assert told_to_all(resumed) == told_to_all(whole)
        soon = replay_log(log.rows[seq : seq + 2], *restore(snapshot))[0]
        assert fingerprint(soon) == fingerprint(replay_log(log.rows[: seq + 2])[0])
        assert resumed.table.highlights == whole.table.highlights


def test_a_table_that_waits_for_players_has_a_snapshot_too() -> None:
    log = Log().seat("ana", "ben")
    restored = LoadedTable(*restore(snapshot_of(log.rows)))
    assert fingerprint(restored.table) == fingerprint(log.table)
    assert command_checks.check_command(restored.table, "ana", "Ana", messages.Start("x"))


def test_a_snapshot_of_another_version_and_a_damaged_one_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = snapshot_of(make_log(60, ONE_ROUND))
    for damaged in (b"", snapshot[:40], snapshot[:-1], snapshot + b"x", snapshot[:-9] + b"?" + snapshot[-8:]):
        with pytest.raises(UnreadableSnapshot):
            restore(damaged)
    monkeypatch.setattr(table_snapshot, "HEADER", b"cambio 99 snapshot 7\n")
    with pytest.raises(UnreadableSnapshot, match="another version"):
        restore(snapshot)


# Waking a table


def test_waking_reads_the_entries_after_the_snapshot_only(tmp_path: Path) -> None:
    rows = make_log(500, ONE_ROUND)

    async def wake() -> None:
        store = CountingStore(tmp_path / "cambio.db")
        await store.open()
        await add_people(store, "ana", "ben")
        await add_table(store, "t1", rows)
        snapshot = snapshot_of(rows[:480])
        await store.keep_snapshot(Snapshot("t1", 480, snapshot))
        loaded = await load_table(store, "t1")
        assert store.read == 20
        assert told_to_all(loaded) == told_to_all(LoadedTable(*replay_log(rows)))
        assert len(loaded.updates) == UPDATES_KEPT
        await store.close()

    asyncio.run(wake())


@pytest.mark.parametrize("how", ["other version", "damaged", "other entry", "another table's"])
def test_a_snapshot_that_can_not_be_used_is_ignored_and_the_log_is_read(how: str, tmp_path: Path) -> None:
    rows, others = make_log(300, MANY_ROUNDS), make_log(250, MANY_ROUNDS, ("ana", "ben", "cleo"))
    good = snapshot_of(rows[:250])
    body = {
        "other version": good.replace(b"snapshot", b"snapshoT"),
        "damaged": good[:-5] + b"oops!",
        "other entry": snapshot_of(rows[:100]),
        "another table's": snapshot_of(others),
    }[how]

    async def wake() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            await add_table(store, "t1", rows)
            await store.keep_snapshot(Snapshot("t1", 250, body))
            loaded = await load_table(store, "t1")
            assert told_to_all(loaded) == told_to_all(LoadedTable(*replay_log(rows)))
            assert loaded.snapshot_seq == 0, "so the next snapshot replaces it soon"

    asyncio.run(wake())


def test_a_table_of_ten_thousand_entries_wakes_about_as_fast_as_one_of_a_hundred(tmp_path: Path) -> None:
    """Where a round is over now and then: the round that is played is part of a snapshot."""

    async def wake() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'cambio.db'}") as store:
            await add_people(store, "ana", "ben")
            for table_id, length in (("short", 100), ("long", 10_000)):
                rows = make_log(length, MANY_ROUNDS)
                await add_table(store, table_id, rows)
                snapshot = snapshot_of(rows[:-50])
                await store.keep_snapshot(Snapshot(table_id, length - 50, snapshot))
            times: dict[str, list[float]] = {"short": [], "long": []}
            for _ in range(7):
                for table_id, taken in times.items():
                    started = time.perf_counter()
                    await load_table(store, table_id)
                    taken.append(time.perf_counter() - started)
            started = time.perf_counter()
            replay_log(await store.entries("long"))
            whole = time.perf_counter() - started
            # Reading the whole log takes a hundred times as long as a hundred entries do.
            assert min(times["long"]) < 10 * min(times["short"])
            assert min(times["long"]) < whole / 5

    asyncio.run(wake())


# Real servers


def test_a_killed_server_wakes_a_long_table_by_its_snapshot_and_knows_old_commands(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as server:
            ana, ben = [await Guest.sign_in(server.base, name) for name in ("Ana", "Ben")]
            people = (ana.person, ben.person)
            rows = make_log(640, ONE_ROUND, people)
            async with open_store(server.database) as store:
                await add_table(store, "long", rows, people)
            async with ana.connect("long") as first, ben.connect("long") as second:
                await _play_one(first, second)
                async with asyncio.timeout(10):
                    while _snapshot_seq(server.folder / "cambio.db") < len(rows):
                        await asyncio.sleep(0.05)
                await server.kill()
                await server.start()
                await first.until(lambda: first.reconnects > 0)
                await second.until(lambda: second.reconnects > 0)
                await _play_one(first, second)
                old = next(row for row in rows if row.actor == ana.person and row.cmd_id is not None)
                assert await first.command(messages.Act(old.cmd_id or "", "ready")) == messages.Done(
                    old.cmd_id or "", old.seq
                )
                assert first.table is not None and first.table.stage == "playing"
            assert server.complaints() == []

    asyncio.run(play())


async def _play_one(*tables: TableConnection) -> None:
    """Whoever has the turn does what leads on."""
    for table in tables:
        action = next((each for each in USUAL if each in table.legal), None)
        if action is not None:
            assert isinstance(await table.act(action), messages.Done)
            return
    raise AssertionError("expected somebody to have something to decide")


def test_a_snapshot_is_taken_beside_the_table_and_replaces_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from .raw_client import running_server

    monkeypatch.setattr(periodic, "INTERVAL", 10)
    path = tmp_path / "cambio.db"

    async def play() -> None:
        async with running_server(database=f"sqlite:///{path}") as target:
            ana = await target.guest()
            table_id = await ana.open_table(rules="cambia", seats=2, bots=["solid"], start=True)
            async with ana.at(table_id) as socket:
                for number in range(4):
                    await socket.say(messages.Act(f"c{number}", "ready"))
                    await socket.say(messages.Act(f"d{number}", "draw"))
                    await socket.say(messages.Act(f"t{number}", "throw"))
                    await asyncio.sleep(0.2)
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT count(*) FROM snapshot").fetchone() == (1,)
        assert _snapshot_seq(path) >= 10

    asyncio.run(play())


def _snapshot_seq(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        row = db.execute("SELECT seq FROM snapshot").fetchone()
    return 0 if row is None else int(row[0])
