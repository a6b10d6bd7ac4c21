"""What is kept about a person: they can take a copy of all of it, and be forgotten."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cambio.notation import read, rename_seats, replay
from cambio.server.http.archive.own_data import COPIES
from cambio.server.protocol import messages

from .raw_client import new_id, play_out, run, running_server

NAME = "Anastasia Unmistakable"
TWO_ROUNDS: dict[str, Any] = {"rules": "cambia match.rounds=2", "seats": 2, "bots": ["beginner"], "start": True}


def test_a_round_is_the_same_under_other_names() -> None:
    async def check() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            async with ana.at(await ana.open_table(**TWO_ROUNDS)) as sock:
                await play_out(sock)
            (game, _) = (await ana.get("/api/games")).json()["games"]
            text = (await ana.get(f"/api/games/{game['id']}.cambio")).body.decode()
            renamed = rename_seats(text, {"a": "somebody"})
            assert read(renamed).names["a"] == "somebody" and "Ana" not in renamed
            assert replay(renamed).events == replay(text).events
            assert rename_seats(renamed, {"a": "Ana"}) == text
            with pytest.raises(ValueError, match="name"):
                rename_seats(text, {"a": "x;y"})

    run(check())


def test_a_copy_has_everything_that_is_kept() -> None:
    async def check() -> None:
        async with running_server() as target:
            ana, eve = await target.guests(NAME, "Eve")
            async with ana.at(await ana.open_table(**TWO_ROUNDS)) as sock:
                await play_out(sock)
            answer = await ana.get("/api/me/copy")
            assert answer.status == 200 and answer.header("content-disposition").endswith('.zip"')
            copy = zipfile.ZipFile(io.BytesIO(answer.body))
            about = json.loads(copy.read("about.json"))
            assert about["name"] == NAME and len(about["sessions"]) == 1
            assert [len(match["archived"]) for match in about["matches"]] == [2]
            assert about["statistics"]["rounds"]["rounds"] == 2
            rounds = [name for name in copy.namelist() if name.startswith("rounds/")]
            assert len(rounds) == 2 and all(replay(copy.read(name).decode()).is_over for name in rounds)
            of_eve = zipfile.ZipFile(io.BytesIO((await eve.get("/api/me/copy")).body))
            assert of_eve.namelist() == ["about.json"] and NAME not in of_eve.read("about.json").decode()
            for _ in range(COPIES - 1):
                assert (await ana.get("/api/me/copy")).status == 200
            assert (await ana.get("/api/me/copy")).code == "copies"
            assert (await target.request("GET", "/api/me/copy")).code == "no_session"

    run(check())


def test_whoever_is_forgotten_is_named_nowhere_and_others_keep_their_games(tmp_path: Path) -> None:
    """In the database's file itself: after a match that is over, a lobby that was left again, and a round in play."""
    database = tmp_path / "cambio.db"

    async def check() -> None:
        async with running_server(database=f"sqlite:///{database}", scores=1e9) as target:
            ana, ben = await target.guests(NAME, "Ben")
            over = await ana.open_table(**TWO_ROUNDS | {"rules": "cambia match.rounds=1"})
            async with ana.at(over) as sock:
                await play_out(sock)
            lobby = await ben.open_table(seats=3)
            async with ana.at(lobby) as sock:
                await sock.ask(messages.Sit(new_id()))
                await sock.ask(messages.Rename(new_id(), f"{NAME[:20]} II"))
                await sock.ask(messages.Leave(new_id()))
            both = await ben.open_table(seats=2, rules="cambia match.rounds=2")
            async with ben.at(both) as bens:
                async with ana.at(both) as anas:
                    await anas.ask(messages.Sit(new_id()))
                    await bens.ask(messages.Start(new_id()))
                    await anas.hear(messages.Told, lambda told: told.table is not None and told.table.round == 1)
                    await ana.get("/api/me/tables")
                    answer = await ana.request("DELETE", "/api/me")
                    assert answer.status == 200, answer
                told = await bens.hear(
                    messages.Told,
                    lambda told: told.table is not None and any(seat.has_stand_in for seat in told.table.seats),
                )
                assert told.table is not None
                assert [seat.name for seat in told.table.seats] == ["Ben", "somebody"]
                assert (await ana.get("/api/me/tables")).code == "no_session"
                (match,) = (await ben.get("/api/matches")).json()["matches"]
                assert [player["name"] for player in match["players"]] == ["Ben", "somebody"]
                assert not any(player["is_bot"] for player in match["players"])

    run(check())
    check_nobody_is_named(database)


def check_nobody_is_named(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            for row in db.execute(f'SELECT * FROM "{table}"'):  # noqa: S608
                assert NAME[:20] not in repr(row), (table, row)
        assert db.execute("SELECT count(*) FROM figures").fetchone() == (0,)
