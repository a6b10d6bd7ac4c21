"""The database file on a bad day: servers that refuse to start, and what a running one does when its file is gone.

All of it with `cambio serve` in a process of its own, and players over real sockets.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from cambio.server.client import Guest, RequestFailed
from cambio.server.protocol import messages
from cambio.server.store.migrations.revisions import HEAD
from cambio.server.store.sqlite.sqlite_steps import HAS_REVISION

from .player_clients import Player, check_ledger, check_sequence, present, replay_log
from .server_process import Server, find_free_port, serving
from .stores import open_store

T = TypeVar("T")
#: Seconds for each test, and for a server to refuse to start.
TEST_TIMEOUT, START_TIMEOUT = 90.0, 40.0
#: Seconds in which a running server must notice what has happened to its files; it looks several times a second.
NOTICE_TIMEOUT = 3.0
#: Seconds for an answer that waits for nothing.
ANSWER_TIMEOUT = 2.0


def run(story: Coroutine[Any, Any, T]) -> T:
    async def in_time() -> T:
        async with asyncio.timeout(TEST_TIMEOUT):
            return await story

    return asyncio.run(in_time())


# Starting


def start_in_vain(database: str, **how: Any) -> str:
    """Start a server that refuses: the sentence in which it says why, and nothing else was said."""
    ended = subprocess.run(
        [sys.executable, "-m", "cambio", "serve", "--port=0", f"--database={database}"],
        capture_output=True,
        text=True,
        timeout=START_TIMEOUT,
        **how,
    )
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    lines: list[str] = ended.stderr.splitlines()
    assert len(lines) == 1, ended.stderr
    line = lines[0]
    assert line.startswith("cambio: expected "), line
    return line


def make_newer(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "newer.db")) as db:
        db.execute(f"PRAGMA user_version = {HAS_REVISION + 1}")
    return f"sqlite:///{folder / 'newer.db'}"


def make_letter(folder: Path) -> str:
    (folder / "letter.db").write_text("Dear Ana, this is no database, but it is long enough to look like one. " * 9)
    return f"sqlite:///{folder / 'letter.db'}"


def make_damaged(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "damaged.db")) as db:
        db.execute("CREATE TABLE person (id)")
    data = (folder / "damaged.db").read_bytes()
    (folder / "damaged.db").write_bytes(data[:100] + b"\xff" * (len(data) - 100))
    return f"sqlite:///{folder / 'damaged.db'}"


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (make_newer, f"revision {HEAD} or older, but found version {HAS_REVISION + 1}: update this program"),
        (make_letter, "file is not a database"),
        (make_damaged, "malformed"),
        (lambda folder: f"sqlite:///{folder / 'nowhere' / 'cambio.db'}", "there is no folder"),
        (lambda folder: f"sqlite:///{folder}", "unable to open"),
        (lambda _: "mysql://ana:secret@host/cambio", "a store like sqlite:///path/to/file"),
    ],
    ids=["newer", "letter", "damaged", "no folder", "folder", "scheme"],
)
def test_a_server_that_can_not_use_its_database_says_so_in_one_sentence(
    make: Callable[[Path], str], why: str, tmp_path: Path
) -> None:
    database = make(tmp_path)
    before = set(tmp_path.iterdir())
    sentence = start_in_vain(database)
    assert why in sentence
    assert "secret" not in sentence
    assert set(tmp_path.iterdir()) == before


def test_a_server_that_may_not_write_its_database_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    asyncio.run(_make_database(folder / "cambio.db"))
    (folder / "cambio.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        sentence = start_in_vain(f"sqlite:///{folder / 'cambio.db'}", preexec_fn=_obey_permissions)
    finally:
        folder.chmod(0o755)
    assert "Permission denied" in sentence
    assert "SQLite says: attempt to write a readonly" in start_in_vain(
        f"sqlite:///{folder / 'cambio.db'}", preexec_fn=_obey_permissions
    )


def _obey_permissions() -> None:
    """Root may write everything, unless it gives up the capability to."""
    change_capabilities, drop_from_bounding_set, override_permissions = ctypes.CDLL(None).prctl, 24, 1
    if os.geteuid() == 0 and change_capabilities(drop_from_bounding_set, override_permissions, 0, 0, 0) != 0:
        raise OSError("root can't be kept from writing here")


def test_a_server_on_a_full_disk_says_so(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def let_no_file_grow() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    database = f"sqlite:///{tmp_path / 'cambio.db'}"
    assert "SQLite says" in start_in_vain(database, preexec_fn=let_no_file_grow)


def test_a_server_whose_database_is_locked_says_so(tmp_path: Path) -> None:
    asyncio.run(_make_database(tmp_path / "cambio.db"))
    with _locked(tmp_path / "cambio.db"):
        assert "another program keeps it locked" in start_in_vain(f"sqlite:///{tmp_path / 'cambio.db'}")


def test_two_servers_never_share_a_database(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, port=find_free_port()) as server:
            guest = await Guest.sign_in(server.base, "Ana")
            (tmp_path / "link.db").symlink_to(tmp_path / "cambio.db")
            for database in (server.database, f"sqlite:///{tmp_path / 'link.db'}"):
                sentence = await asyncio.to_thread(start_in_vain, database)
                assert "expected to be the only server" in sentence
                assert "(process " in sentence
            assert (await ask_health(server)).status == 200
            await guest.open_table()
            # Whoever was killed can't release anything; the next one is not kept waiting all the same.
            for _ in range(2):
                await server.kill()
                await server.start()
            await guest.open_table()
            assert server.complaints() == []
            assert await server.stop() == 0
            assert {path.name for path in tmp_path.iterdir()} == {"server.log", "cambio.db", "link.db"}

    run(story())


# A running server whose files are gone


class Health(NamedTuple):
    """What a server says about itself, and how many seconds that took."""

    status: int
    document: dict[str, Any]
    seconds: float


async def ask_health(server: Server) -> Health:
    began = time.monotonic()
    try:
        document = await Guest(server.base).request("GET", "/healthz")
        return Health(200, document, time.monotonic() - began)
    except RequestFailed as failed:
        return Health(failed.status, failed.document, time.monotonic() - began)


async def until_health(server: Server, status: int, within: float) -> Health:
    """Ask until the answer has that status."""
    deadline = time.monotonic() + within
    while (health := await ask_health(server)).status != status:
        assert time.monotonic() < deadline, f"expected {status} within {within} seconds, but still: {health}"
        await asyncio.sleep(0.02)
    return health


@asynccontextmanager
async def playing(server: Server) -> AsyncIterator[tuple[list[Player], asyncio.Future[Any]]]:
    """Two people in the middle of a match, and that match."""
    ana, ben = [await Guest.sign_in(server.base, name) for name in ("Ana", "Ben")]
    table_id = await ana.open_table(rules="cambia", seats=2, options={"clock": 0})
    async with present(ana, table_id, seed=1) as host, present(ben, table_id, seed=2) as other:
        assert isinstance(await other.ask(messages.Sit), messages.Done)
        assert isinstance(await host.ask(messages.Start), messages.Done)
        players = [host, other]
        for player in players:
            player.CALLS = 0.0
        match = asyncio.gather(*(player.play_match() for player in players))
        await host.at_table.until(lambda: (host.at_table.seq or 0) > 20)
        try:
            yield players, match
        finally:
            match.cancel()
            await asyncio.gather(match, return_exceptions=True)


def acknowledged(players: list[Player]) -> set[str]:
    return {command for player in players for command in player.ledger.done()}


async def check_nothing_more_is_acknowledged(server: Server, players: list[Player]) -> None:
    """Something has just happened to the files: no command that is sent from now on is done, and all hear why."""
    asked = {command for player in players for command in player.ledger.asked}
    health = await until_health(server, 503, NOTICE_TIMEOUT)
    assert health.document["status"] == "failing"
    assert "was deleted, renamed, emptied or replaced while the server was running" in health.document["sentence"]
    for player in players:
        await player.at_table.until(lambda player=player: player.ledger.byes != [])  # type: ignore[misc]
        assert {bye.code for bye in player.ledger.byes} == {"store"}
        assert all(bye.retry is not None for bye in player.ledger.byes)
    # They come back again and again, and give their commands again.
    await asyncio.sleep(1)
    assert acknowledged(players) <= asked
    with pytest.raises(RequestFailed) as failed:
        await Guest.sign_in(server.base, "Cleo")
    assert (failed.value.status, failed.value.document["code"]) == (503, "store")
    assert (await ask_health(server)).status == 503
    lost = [line for line in map(json.loads, server.complaints()) if line["what"] == "the store is lost"]
    assert len(lost) == 1
    assert lost[0]["file"].startswith(str(server.folder))


async def check_ledgers(server: Server, players: list[Player]) -> None:
    async with open_store(server.database) as store:
        log = replay_log(await store.entries(players[0].at_table.table_id))
    check_sequence(log)
    for player in players:
        assert len(player.ledger.done()) > 3
        check_ledger(log, player.ledger)


def delete(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    other = file.with_name("other.db")
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE person (id)")
    other.replace(file)


@pytest.mark.parametrize("remove", [delete, replace])
def test_once_the_database_is_gone_nothing_more_is_acknowledged(remove: Callable[[Path], None], tmp_path: Path) -> None:
    """And what was acknowledged before is all there, in the file that has no name any more but is still open."""
    database = tmp_path / "cambio.db"

    async def story() -> None:
        async with serving(tmp_path, port=find_free_port()) as server:
            async with playing(server) as (players, _):
                remove(database)
                await check_nothing_more_is_acknowledged(server, players)
                saved = _find_open_file(server, database).read_bytes()
                await asyncio.sleep(1.5)
                assert _find_open_file(server, database).read_bytes() == saved
                await server.kill()
            for file in tmp_path.glob("cambio.db*"):
                file.unlink()
            database.write_bytes(saved)
            await server.start()
            await check_ledgers(server, players)

    run(story())


def _find_open_file(server: Server, file: Path) -> Path:
    """By which an operator gets at a file that the server has open."""
    assert server.process_id is not None
    descriptors = Path(f"/proc/{server.process_id}/fd")
    if not descriptors.is_dir():
        pytest.skip("this system does not show open files")
    return next(each for each in descriptors.iterdir() if str(each.readlink()) == f"{file} (deleted)")


def test_a_database_that_is_put_back_is_played_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server:
            async with playing(server) as (players, match):
                (tmp_path / "cambio.db").rename(tmp_path / "elsewhere.db")
                await check_nothing_more_is_acknowledged(server, players)
                (tmp_path / "elsewhere.db").rename(tmp_path / "cambio.db")
                await until_health(server, 200, 2 * NOTICE_TIMEOUT)
                for player in players:
                    player.CALLS = 0.5
                await match
            await check_ledgers(server, players)
            assert await server.stop() == 0

    run(story())


def test_what_was_acknowledged_outlives_the_log_beside_the_database(tmp_path: Path) -> None:
    """The latest moves are in the log alone: the server saves them when it notices that the log is gone."""

    async def story() -> None:
        async with serving(tmp_path, port=find_free_port()) as server:
            async with playing(server) as (players, _):
                (tmp_path / "cambio.db-wal").unlink()
                await check_nothing_more_is_acknowledged(server, players)
                await server.kill()
            await server.start()
            await check_ledgers(server, players)

    run(story())


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize(("ending", "remove"), [("", delete), ("", empty), ("-shm", delete), ("-lock", delete)])
def test_a_server_that_has_lost_a_file_stays_red_and_ends_in_good_order(
    ending: str, remove: Callable[[Path], None], tmp_path: Path
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server:
            guest = await Guest.sign_in(server.base, "Ana")
            file = tmp_path / f"cambio.db{ending}"
            remove(file)
            health = await until_health(server, 503, NOTICE_TIMEOUT)
            assert health.document["sentence"].startswith(f"{file.name} was deleted, renamed, emptied or replaced")
            with pytest.raises(RequestFailed, match="503 store"):
                await guest.open_table()
            assert (await ask_health(server)).status == 503
            assert await server.stop() == 0
            assert [json.loads(line)["what"] for line in server.complaints()] == ["the store is lost"]
            assert (tmp_path / "cambio.db").exists() == (ending != "" or remove is empty)

    run(story())


# Damage and locks


def test_damage_turns_the_server_red_before_anybody_meets_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server:
            guest = await Guest.sign_in(server.base, "Ana")
            for _ in range(3):
                await guest.open_table()
            assert await server.stop() == 0
            whole = (tmp_path / "cambio.db").read_bytes()
            _damage(tmp_path / "cambio.db", "event")
            await server.start()
            health = await until_health(server, 503, 10)
            assert "damaged" in health.document["sentence"]
            lines = [json.loads(line) for line in server.complaints()]
            assert [line["what"] for line in lines] == ["the store is damaged"]
            # It stays so, since nothing heals by itself.
            (tmp_path / "cambio.db").write_bytes(whole)
            assert (await ask_health(server)).status == 503

    run(story())


def test_damage_to_the_file_of_a_running_server_is_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server:
            guest = await Guest.sign_in(server.base, "Ana")
            await guest.open_table()
            assert await server.stop() == 0
            await server.start()
            assert (await ask_health(server)).status == 200
            # Whatever the server has in memory already, it looks at the file again.
            await asyncio.sleep(1)
            _damage(tmp_path / "cambio.db", "event_by_command")
            await until_health(server, 503, 30)

    run(story())


def test_a_locked_database_keeps_nobody_waiting_who_asks_how_the_server_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server:
            guest = await Guest.sign_in(server.base, "Ana")
            with _locked(tmp_path / "cambio.db"):
                statuses: list[int] = []
                deadline = time.monotonic() + 20
                while 503 not in statuses:
                    assert time.monotonic() < deadline
                    health = await ask_health(server)
                    assert health.seconds < ANSWER_TIMEOUT
                    statuses.append(health.status)
                    await guest.request("GET", "/api/levels")
                    await asyncio.sleep(0.1)
            await until_health(server, 200, 10)
            await guest.open_table()

    run(story())


# Opening a table


def test_a_table_is_opened_whole_or_not_at_all(tmp_path: Path) -> None:
    """A server that is killed leaves no table behind that nobody can come to."""

    async def story() -> None:
        rng = random.Random(4)
        async with serving(tmp_path, port=find_free_port()) as server:
            guests = [await Guest.sign_in(server.base, f"Ana{number}") for number in range(12)]
            for _ in range(4):
                opening = [asyncio.create_task(_open_tables(guest)) for guest in guests]
                await asyncio.sleep(rng.uniform(0.2, 0.4))
                await server.kill()
                await asyncio.gather(*opening)
                await server.start()
            async with open_store(server.database) as store:
                rows = _query(tmp_path / "cambio.db", 'SELECT id, epoch FROM "table"')
                assert len(rows) > 20
                for table_id, epoch in rows:
                    assert epoch == 1
                    assert [entry.seq for entry in await store.entries(table_id)] == [1, 2, 3]

    run(story())


async def _open_tables(guest: Guest) -> None:
    """Until the server is gone."""
    while True:
        try:
            await guest.open_table(seats=2, bots=["casual"])
        except (OSError, EOFError, RequestFailed, ValueError):
            return
        except Exception as error:
            if type(error).__module__ != "http.client":
                raise
            return


async def _make_database(file: Path) -> None:
    async with open_store(f"sqlite:///{file}") as store:
        await store.beat("w1", 1)


def _query(file: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(sql).fetchall()


def _damage(file: Path, table: str) -> None:
    """Overwrite the page where a table or an index begins."""
    ((page,),) = _query(file, f"SELECT rootpage FROM sqlite_schema WHERE name = '{table}'")  # noqa: S608
    ((size,),) = _query(file, "PRAGMA page_size")
    with file.open("r+b") as database:
        database.seek((page - 1) * size)
        database.write(b"\xff" * size)


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("COMMIT")
