"""Replays over REST: for those who played the round, of rounds that are over, and at nobody's cost."""

from __future__ import annotations

import asyncio
import gzip
import random
import time

import msgspec
import pytest

from cambio import Game
from cambio.events import UNSEEN
from cambio.notation import replay, write, write_match
from cambio.places import RAIL
from cambio.replay import ALL, TABLE
from cambio.server.http.archive import replay_maker
from cambio.server.http.archive.replay_maker import ReplayMaker
from cambio.server.http.request_checks import Problem
from cambio.server.protocol.messages import Board, Yours
from cambio.server.protocol.replay_messages import Replay
from cambio.server.tables import projection
from cambio.server.tables.live_round import make_finished
from cambio.server.tables.log_entries import Played
from cambio.view import GAP, View
from tests.random_play import random_decision
from tests.replay.watched_rounds import random_round
from tests.test_match_notation import small_match
from tests.test_notation import small_game

from .raw_client import LocalServer, RawClient, play_out, run, running_server
from .test_table_state import Log
from .verdicts import verdict_between

AMONG_BOTS = {"rules": "cambia match.rounds=1", "seats": 2, "bots": ["beginner"], "start": True}


def decode(body: bytes) -> Replay:
    return msgspec.json.decode(body, type=Replay)


async def finished_game(ana: RawClient) -> str:
    """The id of a round that Ana has played."""
    table_id = await ana.open_table(**AMONG_BOTS)
    async with ana.at(table_id) as sock:
        await play_out(sock)
        while not (games := (await ana.get("/api/games")).json()["games"]):
            await asyncio.sleep(0.01)
    return str(games[0]["id"])


def make(text: str, viewpoint: str) -> Replay:
    return decode(asyncio.run(ReplayMaker().make(text, viewpoint, compressed=False)))


# Who gets it


def test_those_who_played_a_round_see_it_again_from_every_viewpoint_and_others_find_none() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            game_id = await finished_game(ana)
            text = (await ana.get(f"/api/games/{game_id}.cambio")).body.decode()
            for viewpoint in (TABLE, "a", "b", ALL):
                answer = await ana.get(f"/api/games/{game_id}/replay?as={viewpoint}")
                assert answer.status == 200 and answer.header("cache-control") == "private, no-store"
                told = decode(answer.body)
                assert (told.viewpoint, told.viewpoints) == (viewpoint, (TABLE, "a", "b", ALL))
                assert len(told.steps) == len(replay(text).record) + 1
                assert [seat.name for seat in told.seats][:1] == ["Ana"]
                assert told.you == "a" and told.shared is None
                same = await ana.post(f"/api/replay?as={viewpoint}", {"text": text})
                assert decode(same.body) == msgspec.structs.replace(told, you=None)
            for path, document, expected in (
                (f"/api/games/{game_id}/replay", None, "a"),
                ("/api/replay", {"text": text}, TABLE),
            ):
                by_default = await ana.request("POST" if document else "GET", path, document)
                assert decode(by_default.body).viewpoint == expected
            for visitor, path in ((eve, game_id), (ana, "nothing"), (RawClient(target), game_id)):
                file = await visitor.get(f"/api/games/{path}.cambio")
                for viewpoint in (TABLE, "a", ALL, "?"):
                    answer = await visitor.get(f"/api/games/{path}/replay?as={viewpoint}")
                    assert (answer.status, answer.problem()) == (file.status, file.problem())
            for viewpoint in ("c", "rail", ""):
                assert (await ana.get(f"/api/games/{game_id}/replay?as={viewpoint}")).code == "viewpoint"

    run(play())


def test_a_round_that_is_under_way_is_refused_by_every_route() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(**AMONG_BOTS)
            async with ana.at(table_id) as sock:
                await sock.act("ready")
                live = await target.registry.live_table(table_id)
                assert live is not None and live.table.game is not None
                for name in (table_id, live.table.round_name()):
                    for viewpoint in (TABLE, "a", ALL):
                        answer = await ana.get(f"/api/games/{name}/replay?as={viewpoint}")
                        assert (answer.status, answer.code) == (404, "no_game")
                await refuse_files(target, live.table.game)

    run(play())


async def refuse_files(target: LocalServer, game: Game) -> None:
    assert not game.is_over
    for text in (write(game), *(write(game, viewer=seat) for seat in game.seats)):
        for viewpoint in (TABLE, *game.seats, ALL):
            answer = await target.request("POST", f"/api/replay?as={viewpoint}", {"text": text})
            assert (answer.status, answer.code) == (422, "not_over")


def test_a_players_own_copy_has_two_viewpoints() -> None:
    own = write(small_game(), viewer="b")
    whole = write(small_game())
    for viewpoint in (TABLE, "b"):
        told = make(own, viewpoint)
        assert told.viewpoints == (TABLE, "b")
        assert told.steps == make(whole, viewpoint).steps
    for viewpoint in ("a", ALL):
        with pytest.raises(Problem, match="seat b's own copy"):
            make(own, viewpoint)


# What it tells


@pytest.mark.parametrize("preset", ["cambia", "camp", "flip", "cabo"])
def test_a_replay_shows_the_table_as_it_was_shown_live(preset: str) -> None:
    """The same boards, and the same private parts but for what might have been done."""
    chance = random.Random(preset)
    log = Log(f"{preset} match.rounds=1", 3).seat("ana", "ben", "cleo").start()
    boards: list[Board | None] = []
    own: dict[str, list[Yours]] = {seat: [] for seat in log.table.sitters}
    views: list[dict[str, View]] = []
    while True:
        boards.append(projection.board(log.table))
        for seat, shown in own.items():
            yours = projection.yours(log.table, seat)
            assert yours is not None
            shown.append(Yours(held=yours.held, looks=yours.looks))
        game = log.table.game
        assert game is not None
        views.append({viewer: game.view(viewer) for viewer in (*game.seats, RAIL)})
        if log.table.stage == "over":
            break
        actor, action = random_decision(game, chance, call_chance=1 / 30)
        race = verdict_between(game.seats, str(action)) if str(action).startswith("snap") else None
        log.write("ana", Played(actor, str(action), race=race))
    text = make_finished("table", log.table).text
    for viewpoint in (TABLE, *game.seats, ALL):
        told = make(text, viewpoint)
        assert [step.board for step in told.steps] == boards
        assert [step.yours for step in told.steps] == own.get(viewpoint, [None] * len(boards))
        assert [event for step in told.steps for event in step.events] == [
            projection.tell_event(
                event if viewpoint == ALL else event.seen_by(RAIL if viewpoint == TABLE else viewpoint)
            )
            for event in game.events
        ]
        if viewpoint != ALL:
            seen = [each[{TABLE: RAIL}.get(viewpoint, viewpoint)] for each in views]
            assert [step.board.shown | step.faces for step in told.steps] == list(map(known_faces, seen))
            assert [step.held for step in told.steps] == [None if each.held == UNSEEN else each.held for each in seen]
        raced = {step.number: [reaction.seat for reaction in step.race] for step in told.steps if step.race}
        assert raced == {at: [each.seat for each in race.reactions] for at, race in log.table.races.items()}


def known_faces(seen: View) -> dict[str, str]:
    places = [(f"{seat}{slot}", face) for seat, hand in seen.hands.items() for slot, face in enumerate(hand, start=1)]
    return {place: face for place, face in places if face not in (GAP, UNSEEN)}


def test_rounds_of_a_matchs_file_are_shown_one_by_one() -> None:
    games = small_match(2)
    text = write_match(games, names={"a": "Ana", "b": "Ben"})
    own = write_match(games, names={"a": "Ana", "b": "Ben"}, viewer="b")
    alone = {viewpoint: [make(write(game), viewpoint).steps for game in games] for viewpoint in (TABLE, "b", ALL)}

    async def play() -> None:
        async with running_server() as target:
            for number in (1, 2):
                for file, viewpoint in ((text, ALL), (text, TABLE), (own, "b"), (own, TABLE)):
                    path = f"/api/replay?as={viewpoint}&round={number}"
                    told = decode((await target.request("POST", path, {"text": file})).body)
                    assert (told.round, told.rounds) == (number, 2)
                    assert told.steps == alone[viewpoint][number - 1]
            by_default = await target.request("POST", "/api/replay", {"text": text})
            assert decode(by_default.body).round == 1
            for number in (0, 3, -1, 10**30):
                answer = await target.request("POST", f"/api/replay?round={number}", {"text": text})
                assert answer.status == 422 and answer.code in ("no_round", "malformed")
            line = text.splitlines().index("round 2") + 2
            for bad, sentence in (
                (text.replace("round 2", "round 3"), "expected 'round 2'"),
                ("\n".join(text.splitlines()[:line]), "cut off"),
            ):
                answer = await target.request("POST", "/api/replay?round=2", {"text": bad})
                assert answer.code == "notation" and sentence in answer.json()["sentence"]

    run(play())


def test_a_match_is_as_long_as_it_may_be_and_its_rounds_are(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_match(small_match(2), names={"a": "Ana", "b": "Ben"})
    assert make(text, TABLE).rounds == 2
    for bound in ("LONGEST_MATCH", "LONGEST_TEXT"):
        with monkeypatch.context() as bounded:
            bounded.setattr(replay_maker, bound, 300)
            with pytest.raises(Problem, match="too long"):
                make(text, TABLE)
    # However many rounds a file says that it has.
    began = time.perf_counter()
    with pytest.raises(Problem, match="line"):
        make("cambio match 1\n" + "\n".join(f"round {number}\nend" for number in range(1, 20_000)), TABLE)
    assert time.perf_counter() - began < 2


def test_an_answer_is_compressed_for_those_who_take_it() -> None:
    async def play() -> None:
        async with running_server() as target:
            text = write(small_game())
            plain = await target.request("POST", "/api/replay?as=all", {"text": text})
            small = await target.request(
                "POST", "/api/replay?as=all", {"text": text}, headers={"Accept-Encoding": "gzip, br"}
            )
            assert plain.header("content-encoding") == "" and small.header("content-encoding") == "gzip"
            assert gzip.decompress(small.body) == plain.body and 4 * len(small.body) < len(plain.body)
            assert small.header("vary") == "accept-encoding"

    run(play())


# What it costs


def test_files_that_are_none_or_too_long_are_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write(small_game())
    for bad, code in (
        ("", "notation"),
        ("cambio 1", "notation"),
        (text.replace("a throw =3c", "a throw =4c"), "notation"),
        (text.replace("rules: cambia", f"rules: cambia {'x' * 4_000}"), "too_long"),
        (text + "\n" * replay_maker.LONGEST_TEXT, "too_long"),
        ("\n".join(text.splitlines()[:13] + ["a draw"] * 3_001 + ["end"]), "too_long"),
    ):
        with pytest.raises(Problem) as problem:
            make(bad, TABLE)
        assert (problem.value.status, problem.value.code) == (422, code)
    monkeypatch.setattr(replay_maker, "MOST_CARDS_TOLD", 100)
    with pytest.raises(Problem, match="too long to be shown"):
        make(text, TABLE)


def test_a_players_own_copy_that_would_have_to_be_guessed_is_not_guessed_for_long() -> None:
    """Cards that everybody saw are left open in it, so it is no copy of a finished round."""
    own = write(small_game(), viewer="b")
    lines = [line for line in own.splitlines() if not line.startswith("end")]
    deck = next(index for index, line in enumerate(lines) if line.startswith("deck:"))
    lines[deck] = "deck: " + " ".join(["??"] * 20)
    with pytest.raises(Problem) as problem:
        make("\n".join([*lines, "end"]), TABLE)
    assert problem.value.code == "notation"


def test_a_long_replay_lets_others_run_and_only_so_many_wait() -> None:
    text = write(next(game for game in map(random_round, range(99)) if len(game.record) > 100))

    async def play() -> None:
        maker = ReplayMaker()
        turns = 0
        making = asyncio.create_task(maker.make(text, ALL, compressed=True))
        while not making.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 5
        waiting = [asyncio.create_task(maker.make(text, ALL, compressed=True)) for _ in range(replay_maker.MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="try again soon"):
            await maker.make(text, ALL, compressed=True)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert decode(gzip.decompress(await maker.make(text, TABLE, compressed=True))).viewpoint == TABLE

    asyncio.run(play())


def test_an_address_may_look_at_so_many_rounds_a_minute() -> None:
    async def play() -> None:
        async with running_server(replays_per_minute=3) as target:
            text = write(small_game())
            answers = [await target.request("POST", "/api/replay", {"text": text}) for _ in range(4)]
            assert [answer.status for answer in answers] == [200, 200, 200, 429]
            target.skip(60_000)
            assert (await target.request("POST", "/api/replay", {"text": text})).status == 200

    run(play())
