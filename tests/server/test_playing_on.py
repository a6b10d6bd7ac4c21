"""Playing on from a replay: a table that stands as the round stood, tells only what the seat knew, and never counts."""

from __future__ import annotations

import asyncio
import random
import re
from collections import deque
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cambio import PRESETS, Game
from cambio.core.engine.cards import FACES
from cambio.events import UNSEEN
from cambio.notation import replay, write
from cambio.places import RAIL, Seat
from cambio.server import codec
from cambio.server.client import Guest
from cambio.server.protocol import messages
from cambio.server.store.contract import Entry
from cambio.server.tables import projection
from cambio.server.tables.snapshots.table_snapshot import capture, encode, restore
from cambio.server.tables.table_log import replay_log
from cambio.view import GAP
from tests.replay.watched_rounds import bot_round

from .fingerprints import fingerprint
from .player_clients import Player, present
from .raw_client import Answer, LocalServer, RawClient, Socket, new_id, play_out, run, running_server
from .server_process import find_free_port, serving
from .test_replays import finished_game
from .test_restarts import restarted, until_asleep

CARD = re.compile(rf'"({"|".join(FACES)})"')


def stood_at(game: Game, step: int) -> Game:
    again = game.from_the_start()
    for actor, action in game.record[:step]:
        again.play(actor, action)
    return again


async def play_on(guest: RawClient, game: Game, step: int, seat: Seat = "a", **how: Any) -> str:
    answer = await ask_to_play_on(guest, game, step, seat, **how)
    assert answer.status == 201, answer
    assert answer.json().keys() == {"table", "seat"} and answer.json()["seat"] == seat
    return str(answer.json()["table"])


async def ask_to_play_on(guest: RawClient, game: Game, step: int, seat: Seat = "a", **how: Any) -> Answer:
    wanted = {"text": write(game), "step": step, "seat": seat, "level": "beginner", **how}
    return await guest.post("/api/replay/play-on", wanted)


async def game_at(target: LocalServer, table_id: str) -> Game:
    game = (await target.registry.live_table(table_id)).table.game
    assert game is not None
    return game


async def entries_of(target: LocalServer, table_id: str) -> list[Entry]:
    return await target.registry.store.entries(table_id)


# The position


@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_stands_as_the_round_of_a_file_stood_and_is_played_to_its_end(preset: str) -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            played, rng = bot_round(preset, 4), random.Random(preset)
            seat, step = rng.choice(played.seats), rng.randint(1, len(played.record) // 2)
            before = stood_at(played, step)
            table_id = await play_on(ana, played, step, seat)
            game = await game_at(target, table_id)
            assert (game.record, game.events, game.deck) == (before.record, before.events, before.deck)
            assert [game.view(each) for each in game.seats] == [before.view(each) for each in game.seats]
            assert (game.dealer, game.starter) == (played.dealer, played.starter)
            assert game.rules == played.rules.but("match.rounds=1")
            async with ana.at(table_id) as sock:
                (welcome,) = [each for each in sock.heard if isinstance(each, messages.Welcome)]
                assert welcome.you == seat and welcome.table.played_on == messages.PlayedOn(step)
                assert [info.level for info in welcome.table.seats if info.seat != seat] == ["beginner"] * (
                    len(played.seats) - 1
                )
                assert welcome.board is not None and welcome.board.top == before.view().top
                assert welcome.board.turn == before.view().turn
                await play_out(sock)
                assert sock.table.ending is not None and sock.table.archived is None

    run(story())


def test_cards_dealt_anew_are_others_but_for_those_that_the_seat_knows() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            played = bot_round("cambia", 4)
            step = len(played.record) // 2
            before = stood_at(played, step)
            decks = set()
            for _ in range(3):
                game = await game_at(target, await play_on(ana, played, step, "b", cards="anew"))
                decks.add(tuple(game.deck))
                assert game.view("b") == before.view("b")
                assert [event.seen_by("b") for event in game.events] == [event.seen_by("b") for event in before.events]
            assert len(decks) == 3 and tuple(before.deck) not in decks

    run(story())


def test_a_round_of_the_archive_is_played_on_by_those_who_played_it_alone() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            game_id = await finished_game(ana)
            wanted = {"step": 3, "seat": "b", "level": "beginner", "cards": "same"}
            for visitor, path in ((eve, game_id), (ana, "nothing")):
                assert (await visitor.post(f"/api/games/{path}/play-on", wanted)).code == "no_game"
            assert (await RawClient(target).post(f"/api/games/{game_id}/play-on", wanted)).status == 401
            answer = await ana.post(f"/api/games/{game_id}/play-on", wanted)
            assert answer.status == 201
            async with ana.at(answer.json()["table"]) as sock:
                assert sock.table.played_on == messages.PlayedOn(3, game_id)

    run(story())


def test_what_cannot_be_played_on_is_refused_with_a_sentence() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            played = bot_round("cambia", 4)
            last = len(played.record)
            for step in (last, last + 1):
                assert (await ask_to_play_on(ana, played, step)).code == "round_is_over"
            assert (await ask_to_play_on(ana, played, 3, "z")).code == "viewpoint"
            assert (await ask_to_play_on(ana, stood_at(played, 9), 3)).code == "not_over"
            assert (await ask_to_play_on(ana, played, 3, text="cambio 1\n")).code == "notation"
            assert (await ask_to_play_on(ana, played, 3, level="wizard")).status == 422
            assert (await ask_to_play_on(ana, played, 3, cards="mine")).status == 422
            assert (await ask_to_play_on(ana, played, -1)).status == 422
            nine = Game("camp deck.decks=3", 9, seed=1)
            for seat in nine.seats:
                nine.play(seat, "ready")
            rng = random.Random(1)
            while not nine.is_over:
                legal = nine.legal(nine.turn, snaps=False) if nine.turn else []
                nine.play(*((nine.turn, rng.choice(legal)) if legal and nine.turn else ("dealer", "close")))
            assert (await ask_to_play_on(ana, nine, 12)).status == 422

    run(story())


def test_tables_to_play_on_at_are_limited_as_replays_and_as_tables_are() -> None:
    async def story() -> None:
        played = bot_round("cambia", 4)
        async with running_server(replays_per_minute=2) as target:
            ana = await target.guest("Ana")
            for _ in range(2):
                await play_on(ana, played, 3)
            assert (await ask_to_play_on(ana, played, 3)).code == "requests"
        async with running_server(open_tables_per_person=1) as target:
            ana = await target.guest("Ana")
            await play_on(ana, played, 3)
            assert (await ask_to_play_on(ana, played, 3)).code == "tables"

    run(story())


# Nothing of it counts


def test_a_round_that_was_played_on_is_in_nobodys_games_matches_or_figures() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            game_id = await finished_game(ana)
            lists = ("/api/games", "/api/matches", "/api/statistics")
            before = [(await ana.get(path)).body for path in lists]
            wanted = {"step": 2, "seat": "a", "level": "beginner"}
            table_id = (await ana.post(f"/api/games/{game_id}/play-on", wanted)).json()["table"]
            async with ana.at(table_id) as sock:
                unfinished = (await ana.get("/api/me/tables")).json()["unfinished"]
                assert [(each["table"], each["is_played_on"]) for each in unfinished] == [(table_id, True)]
                await play_out(sock)
                await sock.ask(messages.Rematch(new_id()))
            mine = (await ana.get("/api/me/tables")).json()
            assert table_id not in [each["table"] for kind in mine.values() for each in kind]
            assert [(await ana.get(path)).body for path in lists] == before
            async with ana.at(table_id) as sock:
                assert sock.table.stage == "over" and sock.table.archived is None
            assert [(await ana.get(path)).body for path in lists] == before

    run(story())


def test_nobody_else_can_join_and_nothing_follows_the_round() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            table_id = await play_on(ana, bot_round("cambia", 4), 3)
            told = (await ana.get(f"/api/tables/{table_id}")).json()
            assert told["code"] is None
            row = await target.registry.store.table(table_id)
            assert row is not None and (await eve.get(f"/api/codes/{row.code}")).code == "no_code"
            assert (await eve.get("/api/tables")).json() == {"tables": []}
            async with eve.at(table_id, sit=True) as watching:
                assert [each.you for each in watching.heard if isinstance(each, messages.Welcome)] == [RAIL]
            async with ana.at(table_id) as sock:
                await play_out(sock)
                for command in (messages.Rematch(new_id()), messages.Next(new_id())):
                    refused = await sock.ask(command)
                    assert isinstance(refused, messages.Refused) and refused.code == "not_now"
                assert not [each for each in sock.heard if isinstance(each, messages.Shuffle)]

    run(story())


def test_the_same_position_is_begun_again_at_another_table() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            played = bot_round("cambia", 4)
            table_id = await play_on(ana, played, 9, "b", cards="anew")
            first = await game_at(target, table_id)
            start = [*first.record]
            async with ana.at(table_id) as sock:
                await play_out(sock)
            for visitor, path in ((eve, table_id), (ana, await ana.open_table(seats=2, bots=["beginner"]))):
                assert (await visitor.post(f"/api/tables/{path}/again")).code == "no_table"
            assert (await ana.post("/api/tables/nothing/again")).code == "no_table"
            answer = await ana.post(f"/api/tables/{table_id}/again")
            assert answer.status == 201 and answer.json()["seat"] == "b" and answer.json()["table"] != table_id
            second = await game_at(target, answer.json()["table"])
            assert (second.deck, second.record) == (first.deck, start)
            async with ana.at(answer.json()["table"]) as sock:
                assert sock.table.played_on == messages.PlayedOn(9, None, is_anew=True)
                await play_out(sock)

    run(story())


# What is told


@pytest.mark.parametrize("cards", ["same", "anew"])
def test_the_player_is_told_what_the_seat_knew_and_no_other_card(cards: str) -> None:
    """Of the hands: the pile was seen by all."""

    async def story() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            for seed, preset in enumerate(("cambia", "kabul", "camp")):
                played = bot_round(preset, seed)
                step = 2 * len(played.record) // 3
                for seat in played.seats:
                    table_id = await play_on(ana, played, step, seat, cards=cards)
                    game = await game_at(target, table_id)
                    seen = game.view(seat)
                    async with ana.at(table_id) as sock:
                        check_told(sock, seen.hands, allowed(game, seat))
                    async with eve.at(table_id) as watching:
                        check_told(watching, {}, allowed(game, RAIL))
                    # A client that says it came before the table began is told no more.
                    async with ana.at(table_id, last_seq=1) as sock:
                        assert faces_in(sock) <= allowed(game, seat)

    run(story())


def allowed(game: Game, viewer: Seat) -> set[str]:
    """Every face that the viewer has been told of."""
    return {card for event in game.events if (card := getattr(event.seen_by(viewer), "card", None)) is not None}


def faces_in(sock: Socket) -> set[str]:
    return {face for text in sock.texts for face in CARD.findall(text)}


def check_told(sock: Socket, hands: Mapping[Seat, tuple[str, ...]], faces: set[str]) -> None:
    (welcome,) = [each for each in sock.heard if isinstance(each, messages.Welcome)]
    assert welcome.known == {
        f"{seat}{slot}": face
        for seat, hand in hands.items()
        for slot, face in enumerate(hand, start=1)
        if face not in (GAP, UNSEEN)
    }
    assert faces_in(sock) <= faces


def test_a_table_that_is_not_played_on_tells_nothing_that_a_seat_should_remember() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(seats=2, bots=["beginner"], start=True, options={"aids": "tracking"})
            async with ana.at(table_id) as sock:
                await sock.act("peek a3")
            async with ana.at(table_id) as sock:
                (welcome,) = [each for each in sock.heard if isinstance(each, messages.Welcome)]
                assert welcome.known == {} and welcome.table.played_on is None

    run(story())


# Restarts


def test_a_table_that_is_played_on_is_the_sum_of_its_log_and_equals_its_snapshot() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await play_on(ana, bot_round("kabul", 2), 12, "b", cards="anew")
            async with ana.at(table_id) as sock:
                for _ in range(6):
                    await sock.hear(messages.Told)
            rows = await entries_of(target, table_id)
            read, updates = replay_log(rows)
            restored, _ = restore(encode(capture(read, updates)))
            assert fingerprint(restored) == fingerprint(read)
            assert restored.continued == read.continued is not None
            for seat in (*read.sitters, RAIL):
                assert codec.encode(projection.table_info(restored)) == codec.encode(projection.table_info(read))
                assert projection.known_faces(restored, seat) == projection.known_faces(read, seat)
            # From every entry on, a snapshot and the rest of the log make the same table.
            for length in range(len(rows) - 6, len(rows)):
                part, known = replay_log(rows[:length])
                table, _ = replay_log(rows[length:], restore(encode(capture(part, known)))[0], deque())
                assert fingerprint(table) == fingerprint(read)

    run(story())


def test_a_table_that_is_played_on_goes_on_after_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cambio.db'}"
    played = bot_round("cambia", 4)
    step = len(played.record) // 2

    async def story() -> None:
        async with restarted(database) as server:
            ana = await server.guest()
            table_id = await play_on(ana, played, step, "b")
            before = stood_at(played, step)
        for _ in range(2):
            async with restarted(database) as server:
                ana.target = server
                game = await game_at(server, table_id)
                assert game.record[:step] == before.record
                async with ana.at(table_id) as sock:
                    assert sock.table.played_on == messages.PlayedOn(step)
                    for _ in range(2):
                        await sock.hear(messages.Told)
                await until_asleep(server)
        async with restarted(database) as server:
            ana.target = server
            async with ana.at(table_id) as sock:
                await play_out(sock)
            assert (await ana.get("/api/games")).json() == {"games": []}

    run(story())


def has_come_to(player: Player, seq: int) -> bool:
    return (player.at_table.seq or 0) >= seq


def has_been_welcomed(player: Player, before: int) -> bool:
    return player.ledger.welcomes > before


def test_a_table_that_is_played_on_survives_kills(tmp_path: Path) -> None:
    played = bot_round("cambia", 4)
    wanted = {"text": write(played), "step": 6, "seat": "b", "level": "beginner", "cards": "anew"}

    async def story() -> None:
        async with serving(tmp_path, port=find_free_port()) as server:
            ana = await Guest.sign_in(server.base, "Ana")
            table_id = (await ana.request("POST", "/api/replay/play-on", wanted))["table"]
            async with present(ana, table_id, seed=1) as player:
                player.CALLS = 0.0
                for _ in range(2):
                    goal = (player.at_table.seq or 0) + 4
                    await player.play_until(partial(has_come_to, player, goal))
                    await server.kill()
                    before = player.ledger.welcomes
                    await server.start()
                    await player.at_table.until(partial(has_been_welcomed, player, before))
                    assert has_come_to(player, goal) and player.at_table.board is not None
                    assert player.info.played_on == messages.PlayedOn(6, None, is_anew=True)
                player.CALLS = 1.0
                await player.play_until(lambda: player.info.stage == "over")

    asyncio.run(asyncio.wait_for(story(), 120))


def test_a_window_that_was_open_at_the_step_opens_in_full_when_the_player_comes() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            played = bot_round("stick", 3)
            step = next(n for n in range(6, len(played.record)) if stood_at(played, n).view().window is not None)
            table_id = await play_on(ana, played, step)
            await game_at(target, table_id)
            target.skip(60_000)
            async with ana.at(table_id) as sock:
                assert sock.board.window is not None
                window = (await target.registry.live_table(table_id))._live_round.race.window
                assert window is not None and target.registry.clock.now() - window.since < 10_000

    run(story())


def test_the_file_of_a_round_that_was_played_on_says_what_the_archive_would_have() -> None:
    """The game at the table is an ordinary one: written down and read again, it is the same."""

    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await play_on(ana, bot_round("cabo", 2), 5)
            async with ana.at(table_id) as sock:
                await play_out(sock)
            game = await game_at(target, table_id)
            assert replay(write(game)).events == game.events

    run(story())
