"""A person's matches: listed page by page, had as one file each, by nobody else, and without a card that is in play."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from cambio.notation import read_match, replay, replay_match
from cambio.server.http.archive.downloads import LONGEST_NAME, disposition, file_name
from cambio.server.http.archive.matches import MATCHES_ON_A_PAGE
from cambio.server.protocol import messages
from cambio.server.protocol.table_options import Options
from cambio.server.store.contract import Finished, Person, Player, TableRow
from cambio.server.store.matches import MatchFilter, MatchPlayer, PlayedMatch
from cambio.server.tables.log_entries import AnyBody, BotSat, Opened, Played, Renamed, Started
from cambio.server.tables.table_state import LONGEST_THOUGHT, TableState

from .raw_client import LocalServer, RawClient, Socket, new_id, play_out, run, running_server
from .stores import open_store

FACE = re.compile(r"\b(10|[2-9AJQKX])[cdhsrb]\b")
TWO_ROUNDS: dict[str, Any] = {"rules": "cambia match.rounds=2", "seats": 2, "bots": ["beginner"], "start": True}


async def matches_of(client: RawClient, query: str = "") -> list[dict[str, Any]]:
    answer = await client.get(f"/api/matches{query}")
    assert answer.status == 200, answer
    found: list[dict[str, Any]] = answer.json()["matches"]
    return found


async def file_of(client: RawClient, match_id: str) -> str:
    answer = await client.get(f"/api/matches/{match_id}.cambio")
    assert answer.status == 200, answer
    return answer.body.decode()


async def play_round(sock: Socket) -> None:
    """Until the scores, or the end of the match."""
    while sock.table.stage == "playing":
        if sock.yours.legal:
            await sock.act("call" if "call" in sock.yours.legal else sock.yours.legal[0])
        else:
            await sock.hear(messages.Told)


def test_a_match_is_one_file_and_a_rematch_is_another() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(**TWO_ROUNDS)
            async with ana.at(table_id) as sock:
                await play_out(sock)
                tally, winners = sock.table.tally, set(sock.table.winners)
                (over,) = await matches_of(ana)
                await sock.ask(messages.Rematch(new_id()))
                await sock.hear(messages.Told, lambda told: told.table is not None and told.table.round == 1)
                await play_round(sock)
                running, again = await matches_of(ana)
            assert again == over
            assert (over["table"], over["you"], over["rules"]) == (table_id, "a", TWO_ROUNDS["rules"])
            assert (over["book"], over["is_over"], over["rounds"], over["minutes"]) == ("cambia", True, 2, 0)
            assert over["began"] <= over["at"] <= running["began"] <= running["at"]
            assert {each["seat"]: each["tally"] for each in over["players"]} == tally
            assert {each["seat"] for each in over["players"] if each["has_won"]} == winners
            assert over["players"][0]["name"] == "Ana"
            archived = [game["id"] for game in (await ana.get("/api/games")).json()["games"]]
            rounds = [each["id"] for match in (over, running) for each in match["archived"]]
            assert rounds == archived[::-1] and [each["number"] for each in over["archived"]] == [1, 2]
            assert [each["is_bot"] for each in over["players"]] == [False, True]
            assert (running["is_over"], running["rounds"], running["id"] != over["id"]) == (False, 1, True)
            assert not any(each["has_won"] for each in running["players"])
            await compare_files(ana, over, running)

    run(play())


async def compare_files(ana: RawClient, over: dict[str, Any], running: dict[str, Any]) -> None:
    """Both matches replay to their lists, and to the rounds of the archive."""
    games = [game["id"] for game in (await ana.get("/api/games")).json()["games"]]
    texts = [(await ana.get(f"/api/games/{game}.cambio")).body.decode() for game in reversed(games)]
    whole, begun = [replay_match(await file_of(ana, each["id"])) for each in (over, running)]
    archived = [replay(text).events for text in texts]
    assert [game.events for game in (*whole.games, *begun.games)] == archived
    assert whole.match.is_over and not begun.match.is_over
    for replayed, listed in ((whole, over), (begun, running)):
        assert replayed.match.tally == {each["seat"]: each["tally"] for each in listed["players"]}


def test_a_download_is_named_by_the_day_and_the_players() -> None:
    async def play() -> None:
        async with running_server() as target:
            zoe = await target.guest("Zoë/李")
            async with zoe.at(await zoe.open_table(**TWO_ROUNDS)) as sock:
                await play_out(sock)
                bot = sock.table.seats[1].name
            (match,) = await matches_of(zoe)
            day = date.fromtimestamp(match["at"] / 1000).isoformat()
            answer = await zoe.get(f"/api/matches/{match['id']}.cambio")
            plain, named = re.findall(r"filename.?=\"?(?:UTF-8'')?([^\";]*)", answer.header("content-disposition"))
            assert unquote(named) == f"{day} Zoë_李, {bot}.cambio" and plain == f"{day} Zoe__, {bot}.cambio"
            assert answer.header("cache-control") == "private, no-store"
            assert read_match(answer.body.decode()).tags == {"date": day}
            (_, first) = (await zoe.get("/api/games")).json()["games"]
            answer = await zoe.get(f"/api/games/{first['id']}.cambio")
            assert unquote(answer.header("content-disposition")).endswith(f"''{day} Zoë_李, {bot} (round 1).cambio")

    run(play())


@pytest.mark.parametrize(
    "names",
    [['"; filename="evil.exe', "a\r\nset-cookie: x=1"], ["\u202excod.exe", "CON"], ["字" * 24] * 8, [""], ["..."]],
)
def test_no_name_of_a_player_spoils_a_download(names: list[str]) -> None:
    name = file_name(1_763_380_800_000, names, 3)
    assert name.endswith(" (round 3).cambio") and len(name.encode()) <= LONGEST_NAME
    assert name.isprintable() and not set(name) & set('<>:"/\\|?*')
    header = disposition(name)
    assert header.isascii() and header.isprintable() and header.count('"') == 2


def test_whoever_takes_another_name_during_a_match_has_it_in_the_list_and_in_all_of_the_file() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            async with ana.at(await ana.open_table(**TWO_ROUNDS)) as sock:
                await play_round(sock)
                await sock.ask(messages.Rename(new_id(), "Anna"))
                assert (await matches_of(ana))[0]["players"][0]["name"] == "Anna"
                await play_out(sock)
            (match,) = await matches_of(ana)
            text = await file_of(ana, match["id"])
            assert read_match(text).names["a"] == "Anna" and "Ana\n" not in text
            assert replay_match(text).match.is_over

    run(play())


# Secrecy


def test_a_running_match_tells_nothing_but_who_plays_and_the_rounds_that_are_over() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            async with ana.at(await ana.open_table(**TWO_ROUNDS)) as sock:
                await sock.act("ready")
                await sock.hear(messages.Told, lambda told: told.yours is not None and "draw" in told.yours.legal)
                await sock.act("draw")
                (match,) = await matches_of(ana)
                assert (match["rounds"], match["is_over"]) == (0, False)
                assert {each["tally"] for each in match["players"]} == {0}
                answer = await ana.get(f"/api/matches/{match['id']}.cambio")
                assert (answer.status, answer.code) == (404, "no_match")
                await play_round(sock)
                finished = await file_of(ana, match["id"])
                await sock.hear(messages.Told, lambda told: told.table is not None and told.table.round == 2)
                await sock.act("ready")
                assert await file_of(ana, match["id"]) == finished
                assert finished.count("\nround ") == 1
                body = (await ana.get("/api/matches")).body.decode()
                assert not FACE.search(body), body

    run(play())


def test_a_match_is_there_for_those_who_play_it_and_for_nobody_else() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            table_id = await ana.open_table(**TWO_ROUNDS)
            async with ana.at(table_id) as sock, eve.at(table_id):
                await play_out(sock)
            (match,) = await matches_of(ana)
            assert await matches_of(eve) == []
            answers = [await eve.get(f"/api/matches/{name}.cambio") for name in (match["id"], "0" * 32)]
            assert answers[0].code == "no_match" and answers[0].problem() == answers[1].problem()
            for path in ("/api/matches", f"/api/matches/{match['id']}.cambio"):
                assert (await target.request("GET", path)).code == "no_session"

    run(play())


def test_a_lesson_is_no_match() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            async with ana.at(await ana.open_table(lesson=1)) as sock:
                await sock.act("ready")
                assert await matches_of(ana) == []

    run(play())


def test_a_match_whose_first_round_is_gone_has_no_file() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table()
            players = (Player(ana.person, "a", "Ana"),)
            await target.registry.store.archive(Finished("r2", table_id, "m1", 2, 5, "cambia", players, "text"))
            assert (await ana.get("/api/matches/m1.cambio")).code == "not_whole"

    run(play())


# Pages and filters


async def add_matches(target: LocalServer, ana: RawClient, count: int) -> None:
    table_id = await ana.open_table()
    for number in range(count):
        bot = MatchPlayer(None if number % 3 else ana.person, "b", "Bo", 7, has_won=False)
        players = (MatchPlayer(ana.person, "a", "Ana", number, has_won=number % 5 == 0), bot)
        rules = "camp" if number % 2 else "cambia snap.penalty=1"
        match = PlayedMatch(f"m{number}", table_id, rules, number, number * 10, 90_000, 3, True, players)
        await target.registry.store.keep_match(match)


def test_matches_come_page_by_page_and_filtered() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            await add_matches(target, ana, 70)
            newest_first = [f"m{number}" for number in reversed(range(70))]
            found, query = [], ""
            for size in (MATCHES_ON_A_PAGE, MATCHES_ON_A_PAGE, 70 - 2 * MATCHES_ON_A_PAGE):
                page = (await ana.get(f"/api/matches{query}")).json()
                found += [match["id"] for match in page["matches"]]
                assert len(page["matches"]) == size
                query = f"?before={page['next']}"
            assert found == newest_first and page["next"] is None
            assert page["matches"][0]["minutes"] == 2
            for query, holds in (
                ("?book=camp", lambda number: number % 2),
                ("?people=true", lambda number: number % 3 == 0),
                ("?won=1", lambda number: number % 5 == 0),
                ("?book=cambia&people=1&won=true", lambda number: number % 30 == 0),
                ("?book=golf", lambda number: False),
            ):
                expected = [f"m{number}" for number in reversed(range(70)) if holds(number)]
                assert [match["id"] for match in await matches_of(ana, query)] == expected[:MATCHES_ON_A_PAGE], query

    run(play())


@pytest.mark.parametrize(
    "query",
    ["before=x", "before=.", "before=1e9.m1", "before=" + "9" * 40 + ".m", "won=perhaps", "book=chess", "foo=1"],
)
def test_a_list_that_there_can_not_be_is_refused_with_a_sentence(query: str) -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            answer = await ana.get(f"/api/matches?{query}")
            assert answer.status == 422 and answer.json()["sentence"]

    run(play())


# Time


def test_the_length_of_a_match_is_that_of_its_play_and_long_pauses_do_not_count() -> None:
    opened = Opened("cambia match.rounds=1", 2, Options(), "ana")
    table = TableState.from_opening(opened)
    at = 0

    def write(body: AnyBody, after: int) -> None:
        nonlocal at
        at += after
        table.apply(table.seq + 1, "table", None, body, at)

    write(opened, 5)
    for seat in "ab":
        write(BotSat(seat, "casual", seat), 60_000)
    write(Started(("a", "b"), "x"), 60_000)
    assert (table.began, table.scored, table.played) == (180_005, 180_005, 0)
    for after, (actor, action) in (
        (1000, ("a", "ready")),
        # Everybody goes to bed.
        (9 * 3_600_000, ("b", "ready")),
        (2000, ("a", "call")),
        (3000, ("b", "draw")),
        (4000, ("b", "throw")),
    ):
        write(Played(actor, action), after)
    while table.stage == "playing":
        assert table.game is not None
        actor = next(actor for actor in (*table.game.seats, "dealer") if table.game.legal(actor, snaps=False))
        write(Played(actor, str(table.game.legal(actor, snaps=False)[-1])), 0)
    assert (table.began, table.scored, table.played) == (180_005, at, 10_000 + LONGEST_THOUGHT)
    write(Renamed("a", "Ana"), 1000)
    assert (table.scored, table.played) == (at - 1000, 10_000 + LONGEST_THOUGHT)
    write(Started(("a", "b"), "y"), 1000)
    assert (table.began, table.scored, table.played) == (at, at, 0)


# Speed

GAMES = 10_000


def test_the_first_page_of_ten_thousand_games_comes_at_once(tmp_path: Path) -> None:
    async def play() -> dict[str, float]:
        async with open_store(f"sqlite:///{tmp_path / 'large.db'}") as store:
            for name in ("ana", "ben"):
                await store.add_person(Person(name, name, 1))
            await store.create_table(TableRow("t1", "C1", 100, "ana", True, 10))
            await asyncio.gather(*(store.keep_match(a_match(number)) for number in range(GAMES)))
            times = {}
            for name, wanted in FILTERS.items():
                start = time.perf_counter()
                assert len(await store.matches_of("ana", 31, None, wanted)) == (31 if name != "none" else 0)
                times[name] = time.perf_counter() - start
            return times

    times = asyncio.run(play())
    print({name: f"{1000 * seconds:.1f} ms" for name, seconds in times.items()})
    assert max(times.values()) < 0.1, times
    with closing(sqlite3.connect(tmp_path / "large.db")) as db:
        asked = (
            "SELECT match_id FROM match_player WHERE person_id = 'ana' AND (at, match_id) < (9, '') AND book = 'camp'"
        )
        (plan,) = db.execute(f"EXPLAIN QUERY PLAN {asked} GROUP BY at, match_id ORDER BY at DESC, match_id DESC")
        assert "COVERING INDEX match_history" in plan[3]


FILTERS = {
    "all": MatchFilter(),
    "book": MatchFilter(book="camp"),
    "rare": MatchFilter("camp", only_people=True, only_won=True),
    "none": MatchFilter(book="golf"),
}


def a_match(number: int) -> PlayedMatch:
    """Most are by cambia against a bot; the rare ones are old."""
    is_rare = number < 100
    players = (
        MatchPlayer("ana", "a", "Ana", 3, has_won=is_rare),
        MatchPlayer("ben" if is_rare or number % 2 else None, "b", "Ben", 4, has_won=not is_rare),
        MatchPlayer("ben", "c", "Ben", 4, has_won=False),
    )
    rules = "camp" if is_rare or number % 7 == 0 else "cambia"
    return PlayedMatch(f"{number:032}", "t1", rules, number, number, 1, 1, True, players)
