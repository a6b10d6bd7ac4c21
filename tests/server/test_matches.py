"""Whole matches over real sockets: people and bots, on roads where everything goes wrong that can."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cambio.game import Game
from cambio.notation import replay
from cambio.rules import PRESETS
from cambio.server.client import Guest, RequestFailed
from cambio.server.protocol import messages
from cambio.server.tables import log_entries

from .player_clients import (
    Ledger,
    Player,
    ReplayedLog,
    check_ledger,
    check_sequence,
    check_welcome,
    endings,
    fetch_welcomes,
    present,
    replay_log,
)
from .server_process import MANY_FAULTS, NO_FAULTS, FaultCounts, FaultyProxy, Server, serving
from .stores import open_store
from .verdicts import judge_again

T = TypeVar("T")

#: Seconds for the longest of all tests here.
TEST_TIMEOUT = 240.0
#: For each preset how many people play with which bots, and how the match is made longer than a round.
LINE_UPS: dict[str, tuple[int, list[str], dict[str, object]]] = {
    "classic": (4, [], {"match.rounds": 3}),
    "flip": (3, ["casual"], {"match.rounds": 2}),
    "cambia": (2, ["solid", "beginner"], {"match.rounds": 2}),
    "stick": (3, ["expert"], {"match.rounds": 2}),
    "camp": (2, ["random"], {"match.target": 30}),
    "cabo": (2, ["solid"], {"match.rounds": 2}),
    "cabo1": (2, [], {"match.target": 30}),
    "golf": (3, [], {"match.rounds": 2}),
    "tamalou": (2, ["casual"], {"match.rounds": 2}),
    "kabul": (2, ["beginner"], {"match.rounds": 2}),
}


def played(story: Coroutine[Any, Any, T]) -> T:
    """Let something happen, in good time."""

    async def in_time() -> T:
        async with asyncio.timeout(TEST_TIMEOUT):
            return await story

    return asyncio.run(in_time())


# An evening in bad weather


@dataclass
class Evening:
    """A match that is over: what everybody heard, what was archived, and the books."""

    books: ReplayedLog
    ledgers: list[Ledger]
    rail: Ledger
    archived: list[Game]
    mishaps: list[FaultCounts]
    #: What the server tells about the end, before and after it was started anew.
    last: messages.TableInfo
    welcomes: list[tuple[str, messages.Welcome]]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Evening]:
    """One evening for each preset, all of them on one server at the same time."""
    return played(_evenings(tmp_path_factory.mktemp("evenings")))


async def _evenings(folder: Path) -> dict[str, Evening]:
    # A round's end is seen until everybody has said that they have seen it, however busy the machine is.
    async with serving(folder, grace=400, scores=10_000) as server:
        matches = (_match(server, preset, number) for number, preset in enumerate(LINE_UPS))
        ended = dict(zip(LINE_UPS, await asyncio.gather(*matches), strict=True))
        assert await server.stop() == 0
        # From now on nobody is played for, so that everybody is told the same.
        server.settings["grace"] = 600_000
        await server.start()
        evenings = {preset: await _evening(server, *match) for preset, match in ended.items()}
        assert server.complaints() == []
    return evenings


async def _match(server: Server, preset: str, seed: int) -> tuple[str, list[Guest], list[Player], list[FaultyProxy]]:
    people, bots, changes = LINE_UPS[preset]
    async with AsyncExitStack() as stack:
        roads = [await stack.enter_async_context(FaultyProxy(server, 10 * seed + each)) for each in range(people + 1)]
        guests = [await Guest.sign_in(road.base, f"{preset}-{each}") for each, road in enumerate(roads)]
        table_id = await guests[0].open_table(rules=preset, changes=changes, seats=people + len(bots), bots=bots)
        players = [
            await stack.enter_async_context(present(guest, table_id, seed=100 * seed + each))
            for each, guest in enumerate(guests)
        ]
        for road in roads:
            road.faults = MANY_FAULTS
        for player in players[1:-1]:
            assert isinstance(await player.ask(messages.Sit), messages.Done)
        assert isinstance(await players[0].ask(messages.Start), messages.Done)
        await asyncio.gather(*(player.play_match() for player in players))
        for road in roads:
            road.faults = NO_FAULTS
    for guest in guests:
        guest.base = server.base
    return table_id, guests, players, roads


async def _evening(
    server: Server, table_id: str, guests: list[Guest], players: list[Player], roads: list[FaultyProxy]
) -> Evening:
    welcomes = await fetch_welcomes(guests, table_id)
    async with open_store(server.database) as store:
        books = replay_log(await store.entries(table_id))
    games = (await guests[0].request("GET", "/api/games"))["games"]
    archived = [replay(await guests[0].game(game["id"])) for game in reversed(games)]
    return Evening(
        books,
        [player.ledger for player in players],
        players[-1].ledger,
        archived,
        [road.fault_counts for road in roads],
        players[0].info,
        welcomes,
    )


@pytest.fixture(params=list(LINE_UPS))
def evening(request: pytest.FixtureRequest, evenings: dict[str, Evening]) -> Evening:
    return evenings[request.param]


def test_every_preset_has_its_evening() -> None:
    assert set(LINE_UPS) == set(PRESETS)


def test_all_mishaps_happened(evenings: dict[str, Evening]) -> None:
    mishaps = [each for evening in evenings.values() for each in evening.mishaps]
    for kind in ("tears", "doubles", "swaps", "echoes"):
        assert sum(getattr(each, kind) for each in mishaps) >= 5, kind


def test_the_match_is_played_to_its_end(evening: Evening) -> None:
    assert evening.books.table.stage == "over"
    assert evening.last.stage == "over"
    assert len(evening.books.rounds) >= 2 or evening.books.table.rules["match.target"]


def test_what_the_server_tells_of_each_round_is_what_its_file_replays_to(evening: Evening) -> None:
    ended = endings(evening.books)
    # Whoever comes back when the next round has been dealt hears what happened, but not how the table stood at the end.
    told = [
        (message.table.round, message.table.ending)
        for ledger in evening.ledgers
        for _, message in ledger.heard
        if message.table is not None and message.table.ending is not None
    ]
    assert {number for number, _ in told} == set(range(1, len(ended) + 1))
    assert all(ending == ended[number - 1] for number, ending in told)
    assert [game.outcome() for game in evening.archived] == [game.outcome() for game in evening.books.rounds]
    assert [game.record for game in evening.archived] == [game.record for game in evening.books.rounds]


def test_the_last_thing_everybody_was_told_is_what_the_log_adds_up_to(evening: Evening) -> None:
    match = evening.books.table.match
    assert match is not None
    standing = match.standing()
    assert standing is not None
    assert (evening.last.tally, evening.last.winners) == (match.tally, standing.winners)


def test_the_log_has_no_gap_and_no_command_twice(evening: Evening) -> None:
    check_sequence(evening.books)


def test_everybody_was_told_every_number_and_nothing_but_what_the_log_says(evening: Evening) -> None:
    for ledger in evening.ledgers:
        check_ledger(evening.books, ledger)
        numbers = sorted({told.seq for _, told in ledger.heard})
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert evening.books.last_move <= numbers[-1] == ledger.seq


def test_some_commands_are_done_and_some_refused(evenings: dict[str, Evening]) -> None:
    """Or the ledgers would prove nothing."""
    ledgers = [ledger for evening in evenings.values() for ledger in evening.ledgers]
    assert sum(len(ledger.done()) for ledger in ledgers) > 200
    assert sum(len(ledger.refused()) for ledger in ledgers) > 20


def test_the_rail_sees_no_face_that_is_not_on_the_table(evening: Evening) -> None:
    for seat, told in evening.rail.heard:
        assert (seat, told.yours) == ("rail", None)
        for event in told.events:
            assert event.card is None or len(event.sees) == len(evening.books.table.sitters)


def test_a_server_that_starts_anew_tells_the_same_table(evening: Evening) -> None:
    for person, welcome in evening.welcomes:
        check_welcome(evening.books, welcome, person)
        assert welcome.table.archived == evening.last.archived


def test_every_verdict_in_the_log_can_be_computed_again(evening: Evening) -> None:
    for verdict, key in evening.books.verdicts:
        assert judge_again(verdict, key) == verdict


# One thing after another


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody for long; but two who come one after the other meet, however busy the machine."""
    server = Server(tmp_path_factory.mktemp("house"), grace=300, quick_wait=3000)
    try:
        asyncio.run(server.start())
        yield server
        assert server.complaints() == []
    finally:
        asyncio.run(server.kill())


#: Every card counts the same, and that is what matches; a card lies on the pile from the beginning.
ALL_MATCH = " ".join(
    (
        "camp",
        "deal.opening=yes",
        "snap.match=value",
        *(f"deck.values.{rank}=0" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]),
    )
)


class Company(AsyncExitStack):
    """People at one table, the host first; whoever is there for long goes when the block ends."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = server
        self.table_id = ""

    async def guest(self, name: str) -> Guest:
        return await Guest.sign_in(self.server.base, name)

    async def host(self, name: str = "Ana", **wanted: Any) -> Player:
        guest = await self.guest(name)
        self.table_id = await guest.open_table(**wanted)
        return await self.comes(guest)

    async def comes(self, guest: Guest, name: str = "") -> Player:
        return await self.enter_async_context(present(guest, self.table_id, name=name))

    async def sits(self, name: str) -> Player:
        player = await self.comes(await self.guest(name))
        assert isinstance(await player.ask(messages.Sit), messages.Done)
        return player

    async def two_begin(self, rules: str = "cambia", **wanted: Any) -> tuple[Player, Player]:
        """Ana and Ben are ready, and a card lies on the pile."""
        ana = await self.host(rules=rules, seats=2, **wanted)
        ben = await self.sits("Ben")
        assert isinstance(await ana.ask(messages.Start), messages.Done)
        for player in (ana, ben):
            await player.at_table.until(lambda player=player: "ready" in player.legal)  # type: ignore[misc]
            assert isinstance(await player.act("ready"), messages.Done)
        await ana.at_table.until(lambda: "draw" in ana.legal)
        return ana, ben

    async def watch_once(self) -> messages.Welcome:
        """What somebody is told who comes in now and only watches."""
        ((_person, welcome),) = await fetch_welcomes([await self.guest("Eva")], self.table_id)
        return welcome

    async def books(self) -> ReplayedLog:
        async with open_store(self.server.database) as store:
            return replay_log(await store.entries(self.table_id))


def sitter(player: Player, seat: str) -> messages.SeatInfo:
    return next(each for each in player.info.seats if each.seat == seat)


def bodies(books: ReplayedLog, *kinds: type[log_entries.Body]) -> list[log_entries.AnyBody]:
    return [body for row in books.rows if isinstance(body := log_entries.decode(row.body), kinds)]


class TestRelaxedTables:
    def test_a_whole_match(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(rules="camp", changes={"match.rounds": 1}, options={"relaxed": True}, seats=4)
                people = [ana, await company.sits("Ben"), await company.sits("Cleo")]
                assert isinstance(await ana.ask(messages.SeatBot, "casual"), messages.Done)
                assert isinstance(await ana.ask(messages.Start), messages.Done)
                for player in people:
                    # Whoever does not snap says so, and nobody has to wait.
                    player.PASSES = 1.0
                    player.CALLS = 0.4
                await asyncio.gather(*(player.play_match() for player in people))
                books = await company.books()
                check_sequence(books)
                for player in people:
                    check_ledger(books, player.ledger)
                assert {verdict.relaxed_after is None for verdict, _ in books.verdicts} <= {False}

        played(story())

    def test_a_draw_waits_until_everybody_has_snapped_or_passed(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana, ben = await company.two_begin(options={"relaxed": True})
                drawing = asyncio.create_task(ana.act("draw"))
                await asyncio.sleep(0.5)
                assert not drawing.done()
                assert ben.at_table.board is not None
                assert isinstance(await ben.ask(messages.Pass, ben.at_table.board.window), messages.Done)
                assert isinstance(await drawing, messages.Done)

        played(story())

    def test_who_drops_out_of_a_race_and_comes_back_is_told_its_verdict(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana, ben = await company.two_begin(options={"relaxed": True})
                drawing = asyncio.create_task(ana.act("draw"))
                await asyncio.sleep(0.1)
                await ana.at_table.drop()
                await ana.at_table.until(lambda: ana.ledger.welcomes == 2)
                await asyncio.sleep(0.1)
                assert ben.at_table.board is not None
                assert isinstance(await ben.ask(messages.Pass, ben.at_table.board.window), messages.Done)
                async with asyncio.timeout(2):
                    assert isinstance(await drawing, messages.Done)

        played(story())

    def test_who_does_not_come_first_by_seat_order_pays_nothing(self, registry: Server) -> None:
        """Every card matches, and a late snap costs a card: but both have committed in time."""

        async def story() -> None:
            async with Company(registry) as company:
                ana, ben = await company.two_begin(ALL_MATCH, options={"relaxed": True})
                window = ana.at_table.board.window if ana.at_table.board is not None else None
                answers = await asyncio.gather(*(each.act(f"snap {each.seat}1 #{window}") for each in (ana, ben)))
                (refused,) = (answer for answer in answers if isinstance(answer, messages.Refused))
                assert refused.code == "seat_order"
                assert [judged.seat for judged in refused.race] in (["a", "b"], ["b", "a"])
                events = [event.to_json() for told in (await company.books()).events.values() for event in told]
                assert {event["event"] for event in events} & {"snapped", "late", "penalised"} == {"snapped"}

        played(story())

    @pytest.mark.parametrize(("snaps", "span"), [("race", None), ("calm", 3_000), ("relaxed", 6_000)])
    def test_whoever_comes_in_is_told_how_much_of_the_time_to_snap_is_left(
        self, registry: Server, snaps: str, span: int | None
    ) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana, _ben = await company.two_begin(options={"snaps": snaps})
                assert ana.at_table.board is not None
                first = ana.at_table.board.commit_left
                await asyncio.sleep(0.3)
                later = await company.watch_once()
                assert later.board is not None
                if span is None:
                    assert (first, later.board.commit_left) == (None, None)
                else:
                    assert first is not None and later.board.commit_left is not None
                    assert 0 < later.board.commit_left <= first - 250 < first <= span

        played(story())


class TestClocks:
    def test_whoever_lets_the_clock_run_out_twice_is_played_for_until_they_act(self, tmp_path: Path) -> None:
        async def story() -> None:
            async with serving(tmp_path, pace=0.5) as server, Company(server) as company:
                ana = await company.host(rules="classic", seats=2, options={"clock": 1})
                ben = await company.sits("Ben")
                assert isinstance(await ana.ask(messages.Start), messages.Done)
                ana.CALLS = 0.0
                await ana.play_until(lambda: sitter(ana, "b").has_stand_in)
                # Twice the clock decides, and then somebody else.
                lines = bodies(await company.books(), log_entries.Played, log_entries.StoodIn)
                taken_over = lines.index(log_entries.StoodIn("b"))
                assert (
                    sum(isinstance(line, log_entries.Played) and line.by_stand_in for line in lines[:taken_over]) == 2
                )
                await ana.play_until(lambda: "draw" in ben.legal)
                assert isinstance(await ben.act("draw"), messages.Done)
                await ana.at_table.until(lambda: not sitter(ana, "b").has_stand_in)

        played(story())

    def test_a_table_where_nobody_does_anything_comes_to_its_end(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(rules="cambia", seats=2, options={"clock": 1}, bots=["casual"], start=True)
                await ana.until_stage("over", 30)
                check_sequence(await company.books())

        played(story())


class TestAbsence:
    def test_who_is_away_for_too_long_is_played_for_and_gets_the_seat_back(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(rules="classic", seats=2, options={"clock": 0})
                guest = await company.guest("Ben")
                async with present(guest, company.table_id) as ben:
                    assert isinstance(await ben.ask(messages.Sit), messages.Done)
                    assert isinstance(await ana.ask(messages.Start), messages.Done)
                await ana.at_table.until(lambda: sitter(ana, "b").has_stand_in)
                await ana.play_until(lambda: len(ana.at_table.events) > 12)
                async with present(guest, company.table_id, name="Ben-again") as ben:
                    assert ben.seat == "b"
                    await ana.at_table.until(lambda: not sitter(ana, "b").has_stand_in)
                    assert ben.ledger.had_stand_in == [True]
                    await ben.at_table.drop()
                    await ana.at_table.until(lambda: ben.ledger.had_stand_in == [True, False])
                    await asyncio.gather(ana.play_match(), ben.play_match())

        played(story())

    def test_who_is_back_in_time_keeps_the_seat(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana, ben = await company.two_begin("classic")
                await ben.at_table.drop()
                await ana.at_table.until(lambda: ben.ledger.welcomes == 2)
                await asyncio.sleep(0.5)
                assert bodies(await company.books(), log_entries.StoodIn) == []

        played(story())

    def test_the_only_person_may_drop_out_and_come_back_at_any_moment(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(rules="flip", seats=3, bots=["expert", "casual"], start=True)
                ana.CALLS = 0.4
                playing = asyncio.create_task(ana.play_match())
                while not playing.done():
                    await asyncio.wait([playing], timeout=0.23)
                    await ana.at_table.drop()
                await playing
                check_ledger(await company.books(), ana.ledger)

        played(story())

    def test_a_seat_that_is_not_taken_up_again_after_a_restart_is_played_for(self, tmp_path: Path) -> None:
        async def story() -> None:
            async with serving(tmp_path, grace=300) as server, Company(server) as company:
                ana = await company.host(rules="classic", seats=2, options={"clock": 0})
                async with present(await company.guest("Ben"), company.table_id) as ben:
                    assert isinstance(await ben.ask(messages.Sit), messages.Done)
                    assert isinstance(await ana.ask(messages.Start), messages.Done)
                    await server.kill()
                await server.start()
                await asyncio.wait_for(ana.play_match(), 20)

        played(story())


class TestLeaving:
    def test_the_host_removes_players_before_the_match_and_nobody_else_does(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(seats=3)
                ben, cleo = await company.sits("Ben"), await company.sits("Cleo")
                refused = await ben.ask(messages.Remove, "c")
                assert isinstance(refused, messages.Refused) and refused.code == "not_host"
                assert isinstance(await ana.ask(messages.Remove, "c"), messages.Done)
                await cleo.at_table.until(lambda: cleo.seat == "rail")
                assert isinstance(await ana.ask(messages.Start), messages.Done)
                refused = await ana.ask(messages.Remove, "b")
                assert isinstance(refused, messages.Refused) and refused.code == "started"

        played(story())

    def test_the_next_one_is_host_when_the_host_leaves(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(seats=3)
                ben = await company.sits("Ben")
                assert isinstance(await ana.ask(messages.Leave), messages.Done)
                await ben.at_table.until(lambda: ben.info.host == "b")
                assert ana.seat == "rail"
                assert isinstance(await ben.ask(messages.SeatBot, "casual"), messages.Done)
                assert isinstance(await ben.ask(messages.Start), messages.Done)
                await ben.play_match()
                await ana.until_stage("over")

        played(story())

    def test_a_host_who_goes_away_before_the_match_gives_up_seat_and_office(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = await guest.open_table(seats=2)
                async with present(guest, company.table_id):
                    ben = await company.sits("Ben")
                await ben.at_table.until(lambda: ben.info.host == "b" and not sitter(ben, "a").is_taken)

        played(story())

    def test_who_leaves_the_match_is_played_for_and_may_come_back(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana, ben = await company.two_begin("classic")
                assert isinstance(await ana.ask(messages.Leave), messages.Done)
                await ben.play_until(lambda: len(ben.at_table.events) > 20)
                assert sitter(ben, "a").has_stand_in
                await ana.at_table.drop()
                await ben.at_table.until(lambda: not sitter(ben, "a").has_stand_in)
                await asyncio.gather(ana.play_match(), ben.play_match())

        played(story())


class TestQuickPlay:
    def test_two_who_come_at_the_same_time_meet_and_bots_fill_the_table(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = (await guest.request("POST", "/api/quick", {"rules": "stick"}))["table"]
                ana = await company.comes(guest)
                guest = await company.guest("Ben")
                assert (await guest.request("POST", "/api/quick", {"rules": "stick"}))["table"] == company.table_id
                ben = await company.comes(guest)
                assert {ana.seat, ben.seat} == {"a", "b"}
                await asyncio.gather(ana.until_stage("playing"), ben.until_stage("playing"))
                assert [seat.level for seat in ana.info.seats] == [None, None, "casual", "casual"]
                await asyncio.gather(ana.play_match(), ben.play_match())

        played(story())

    def test_two_meet_at_a_table_so_large_that_it_needs_a_second_pack(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                wanted = {"rules": "stick", "seats": 8}
                guest = await company.guest("Ana")
                company.table_id = (await guest.request("POST", "/api/quick", wanted))["table"]
                ana = await company.comes(guest)
                assert ana.info.rules == "stick deck.decks=2"
                guest = await company.guest("Ben")
                assert (await guest.request("POST", "/api/quick", wanted))["table"] == company.table_id

        played(story())


class TestRematches:
    def test_the_same_players_play_again_and_every_round_is_archived(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = await guest.open_table(rules="classic", seats=2)
                ana, ben = await company.comes(guest), await company.sits("Ben")
                assert isinstance(await ana.ask(messages.Start), messages.Done)
                archived = []
                for _ in range(2):
                    await asyncio.gather(ana.play_match(), ben.play_match())
                    assert ana.info.archived is not None
                    archived.append(replay(await guest.game(ana.info.archived)))
                    assert isinstance(await ben.ask(messages.Rematch), messages.Done)
                    assert ana.info.stage == "over"
                    assert isinstance(await ana.ask(messages.Rematch), messages.Done)
                    await ana.until_stage("playing")
                rounds = (await company.books()).rounds
                assert [game.record for game in archived] == [game.record for game in rounds]

        played(story())

    def test_a_match_that_is_not_over_has_no_rematch(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(seats=2, bots=["casual"], start=True)
                refused = await ana.ask(messages.Rematch)
                assert isinstance(refused, messages.Refused) and refused.code == "not_over"

        played(story())


class TestRestarts:
    def test_everybody_is_told_and_play_goes_on(self, tmp_path: Path) -> None:
        async def story() -> None:
            async with serving(tmp_path) as server, Company(server) as company:
                ana, ben = await company.two_begin("cambia")
                ana.CALLS = 0.0
                playing = asyncio.gather(ana.play_match(), ben.play_match())
                await ana.at_table.until(lambda: (ana.at_table.seq or 0) > 12)
                assert await server.stop() == 0
                for player in (ana, ben):
                    assert [(bye.code, bye.retry is not None) for bye in player.ledger.byes] == [("restart", True)]
                await server.start()
                await playing
                books = await company.books()
                for player in (ana, ben):
                    check_ledger(books, player.ledger)
                assert server.complaints() == []

        played(story())


class TestTwoSockets:
    def test_one_person_plays_on_either_and_hears_everything_on_both(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = await guest.open_table(rules="cambia", seats=2, bots=["solid"], start=True)
                desk, phone = await company.comes(guest, "desk"), await company.comes(guest, "phone")
                assert (desk.seat, phone.seat) == ("a", "a")
                await asyncio.gather(desk.play_match(), phone.play_match())
                books = await company.books()
                check_sequence(books)
                for player in (desk, phone):
                    check_ledger(books, player.ledger)

        played(story())

    def test_the_same_command_from_both_is_done_once(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = await guest.open_table(rules="classic", seats=2, bots=["solid"], start=True)
                desk, phone = await company.comes(guest, "desk"), await company.comes(guest, "phone")
                await asyncio.gather(*(each.at_table.until(lambda: "ready" in desk.legal) for each in (desk, phone)))
                answers = await asyncio.gather(*(each.at_table.act("ready", cmd_id="one") for each in (desk, phone)))
                assert isinstance(answers[0], messages.Done) and answers[0] == answers[1]
                check_sequence(await company.books())

        played(story())

    def test_a_seat_is_away_only_when_both_are_closed(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                guest = await company.guest("Ana")
                company.table_id = await guest.open_table(rules="classic", seats=2)
                ben = await company.sits("Ben")
                async with present(guest, company.table_id) as ana:
                    assert isinstance(await ana.ask(messages.Start), messages.Done)
                    async with present(guest, company.table_id, name="phone"):
                        pass
                    await asyncio.sleep(0.5)
                    assert not sitter(ben, "a").has_stand_in
                await ben.at_table.until(lambda: sitter(ben, "a").has_stand_in)

        played(story())


class TestRepetition:
    def test_a_command_is_answered_as_before_however_long_ago_it_was_given(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(rules="classic", changes={"match.rounds": 40}, seats=2, bots=["random"])
                assert isinstance(await ana.ask(messages.Start), messages.Done)
                await ana.at_table.until(lambda: "ready" in ana.legal)
                first = await ana.act("ready", "first")
                assert isinstance(first, messages.Done)
                await ana.play_until(lambda: len(ana.ledger.done()) > 80)
                assert await ana.act("ready", "first") == first

        played(story())

    def test_a_refusal_is_repeated_even_if_the_command_would_be_lawful_by_now(self, registry: Server) -> None:
        async def story() -> None:
            async with Company(registry) as company:
                ana = await company.host(seats=2)
                early = await ana.at_table.command(messages.Start("early"))
                assert isinstance(early, messages.Refused)
                assert isinstance(await ana.ask(messages.SeatBot, "casual"), messages.Done)
                assert await ana.at_table.command(messages.Start("early")) == early
                assert isinstance(await ana.ask(messages.Start), messages.Done)

        played(story())

    def test_a_table_that_does_not_exist_is_told_at_once(self, registry: Server) -> None:
        async def story() -> None:
            guest = await Guest.sign_in(registry.base, "Ana")
            with pytest.raises(RequestFailed) as turned:
                async with guest.connect("nowhere"):
                    pass
            assert turned.value.status == 404

        played(story())
