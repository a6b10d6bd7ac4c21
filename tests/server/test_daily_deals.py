"""Daily deals over REST: one try, results that tell nothing too early, and days that end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cambio.notation import read
from cambio.replay import ALL
from cambio.rules import PRESETS
from cambio.server.daily import results
from cambio.server.daily.days import DAY, GRACE, HOUR, Streak, count_streak, day_before, day_of, start_of
from cambio.server.daily.secrecy import may_be_shared
from cambio.server.protocol import messages
from cambio.server.protocol.daily_messages import DailyComparison, DailyOverview, DailyResults
from cambio.server.store.daily_deals import DailyDeal, DailyScore, DailyTry
from cambio.server.store.errors import StoreFailed
from cambio.server.tables.table_log import TableLog
from cambio.verification import verify

from .raw_client import LocalServer, RawClient, Socket, new_id, play_out, run, running_server

BOOK = "cambia"
NOON = 12 * HOUR


def now_of(target: LocalServer) -> int:
    return target.registry.clock.wall()


def today_of(target: LocalServer) -> str:
    return day_of(now_of(target))


def skip_to(target: LocalServer, at: int) -> None:
    target.skip(at - now_of(target))


def skip_to_next_noon(target: LocalServer) -> str:
    """Far from midnight, whenever the test is run; the day before."""
    today = today_of(target)
    skip_to(target, start_of(today) + DAY + NOON)
    return today


async def begin(guest: RawClient, book: str = BOOK) -> str:
    answer = await guest.post(f"/api/daily/{book}")
    assert answer.status == 200, answer
    return str(answer.json()["table"])


async def play_daily(guest: RawClient, book: str = BOOK, play: Callable[[Socket], Any] = play_out) -> str:
    """The id of the round."""
    async with guest.at(await begin(guest, book)) as sock:
        await play(sock)
        assert sock.table.archived is not None
        return sock.table.archived


async def play_patiently(sock: Socket) -> None:
    """Draw and throw for a while, and only then call."""
    turns = 0
    async with asyncio.timeout(20):
        while sock.table.stage != "over":
            legal = sock.yours.legal if sock.table.stage == "playing" else ()
            if "call" in legal and turns > 4:
                await sock.act("call")
            elif legal:
                turns += "draw" in legal
                await sock.act(next((each for each in ("draw", "throw", "skip") if each in legal), legal[0]))
            else:
                await sock.hear(messages.Told)


async def overview_of(guest: RawClient) -> DailyOverview:
    answer = await guest.get("/api/daily")
    assert answer.status == 200, answer
    return msgspec.json.decode(answer.body, type=DailyOverview)


async def results_of(guest: RawClient, day: str, book: str = BOOK) -> DailyResults:
    answer = await guest.get(f"/api/daily/{day}/{book}")
    assert answer.status == 200, answer
    return msgspec.json.decode(answer.body, type=DailyResults)


# One try


def test_a_deal_is_begun_once_however_often_it_is_asked_for() -> None:
    async def play() -> None:
        async with running_server(tables_per_person=1, open_tables_per_person=1) as target:
            ana = await target.guest("Ana")
            tables = await asyncio.gather(*(begin(ana) for _ in range(6)))
            assert len({*tables}) == 1
            others = [await begin(ana, book) for book in PRESETS]
            assert len({*others}) == len(PRESETS) and tables[0] in others
            async with ana.at(tables[0]) as sock:
                assert (sock.table.stage, sock.table.daily) == ("playing", messages.DailyName(today_of(target), BOOK))
                assert [seat.level for seat in sock.table.seats] == [None, "casual", "solid", "expert"]
                await play_out(sock)
                refused = await sock.ask(messages.Rematch(new_id()))
                assert isinstance(refused, messages.Refused) and refused.code == "daily"
            assert await begin(ana) == tables[0]
            async with ana.at(tables[0]) as sock:
                assert sock.table.stage == "over"
            assert (await RawClient(target).post(f"/api/daily/{BOOK}")).code == "no_session"
            assert (await ana.post("/api/daily/whist")).code == "no_deal"

    run(play())


def test_everybody_has_the_same_cards_and_can_check_them_afterwards() -> None:
    async def play() -> None:
        async with running_server() as target:
            today = skip_to_next_noon(target)
            ana, ben = await target.guests("Ana", "Ben")
            promised = {each.book: each for each in (await overview_of(ana)).deals}
            texts = []
            for guest, how in ((ana, play_out), (ben, play_patiently)):
                game_id = await play_daily(guest, BOOK, how)
                texts.append((await guest.get(f"/api/games/{game_id}.cambio")).body.decode())
            first, second = map(read, texts)
            assert first.deck == second.deck and first.lines != second.lines
            assert today < today_of(target)
            for text, record in zip(texts, (first, second), strict=True):
                assert record.proof_tags["server commitment"] == promised[BOOK].commitment
                assert verify(text).holds
            skip_to_next_noon(target)
            after = {each.book: each for each in (await overview_of(ana)).deals}
            assert after[BOOK].commitment == promised[BOOK].next_commitment != promised[BOOK].commitment
            assert len({each.commitment for each in after.values()}) == len(PRESETS)
            game_id = await play_daily(ana)
            assert read((await ana.get(f"/api/games/{game_id}.cambio")).body.decode()).deck != first.deck

    run(play())


def test_a_deal_is_played_alone() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, eve = await target.guests("Ana", "Eve")
            table_id = await begin(ana)
            async with ana.at(table_id) as sock, eve.open_socket() as eves:
                await eves.say(messages.Hello(await eve.ticket(table_id), last_seq=None, sit=True))
                bye = await eves.read_bye()
                assert bye is not None and bye.code == "daily_alone"
                assert not any(isinstance(each, messages.Welcome) for each in eves.heard)
                await sock.act("ready")

    run(play())


def test_a_try_that_is_left_is_no_result_and_waits() -> None:
    async def play() -> None:
        async with running_server(linger=10) as target:
            today = skip_to_next_noon(target) and today_of(target)
            ana = await target.guest("Ana")
            table_id = await begin(ana)
            async with ana.at(table_id) as sock:
                await sock.act(sock.yours.legal[0])
            told = await results_of(ana, today)
            assert told.mine is not None and (told.mine.table, told.mine.score) == (table_id, None)
            assert (told.played, told.results) == (0, None)
            target.skip(5 * HOUR)
            assert await begin(ana) == table_id
            async with ana.at(table_id) as sock:
                assert sock.table.stage == "playing"
                await play_out(sock)
            told = await results_of(ana, today)
            assert told.mine is not None and told.mine.score is not None and told.played == 1
            assert not told.mine.score.had_stand_in

    run(play())


def test_a_result_is_kept_by_the_next_server_if_one_is_killed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with running_server(linger=10) as target:
            ana = await target.guest("Ana")
            table_id = await begin(ana)

            async def fail(*_: Any) -> None:
                raise StoreFailed("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(TableLog, "archive", fail)
                async with ana.at(table_id) as sock:
                    with pytest.raises(AssertionError, match="the socket was closed"):
                        await play_out(sock)
            assert (await results_of(ana, today_of(target))).played == 0
            async with ana.at(table_id) as sock:
                assert sock.table.stage == "over"
            told = await results_of(ana, today_of(target))
            assert told.mine is not None and told.mine.score is not None and told.played == 1

    run(play())


# Who sees what


def test_results_are_told_to_those_who_have_played() -> None:
    async def play() -> None:
        async with running_server() as target:
            skip_to_next_noon(target)
            today = today_of(target)
            ana, ben, eve = await target.guests("Ana", "Ben", "Eve")
            await play_daily(ana)
            await play_daily(ben, BOOK, play_patiently)
            for visitor in (eve, RawClient(target)):
                told = await results_of(visitor, today)
                assert (told.played, told.results, told.mine) == (2, None, None)
                assert [each.played for each in (await overview_of(visitor)).deals if each.book == BOOK] == [2]
            await begin(eve)
            assert (await results_of(eve, today)).results is None
            told = await results_of(ana, today)
            assert told.results is not None and {each.name for each in told.results} == {"Ana", "Ben"}
            assert [each.name for each in told.results if each.is_you] == ["Ana"]
            keys = [(each.score.place, each.score.score, each.score.points) for each in told.results]
            assert keys == sorted(keys)
            assert [each.rank for each in told.results] == [1, 2 if keys[0] != keys[1] else 1]
            assert not any(each.round for each in told.results)
            # The camp is another deal.
            assert (await results_of(ana, today, "camp")).results is None

    run(play())


async def watch_others(target: LocalServer, how: Callable[[Socket], Any]) -> tuple[list[bytes], bytes]:
    """All that Eve is told while Ana plays today's deal, and Ana's own result."""
    await target.registry.store.daily_key("the same in all worlds")
    skip_to(target, start_of("2031-05-05") + NOON)
    ana, eve = await target.guests("Ana", "Eve")
    game_id = await play_daily(ana, BOOK, how)
    today, heard = today_of(target), []
    paths = [
        "/api/daily",
        f"/api/daily/{today}/{BOOK}",
        f"/api/daily/{today}/{BOOK}/compare?round={game_id}",
        f"/api/daily/{today}/{BOOK}/{game_id}/replay?as=all",
        f"/api/daily/{today}/{BOOK}/{game_id}.cambio",
        f"/api/games/{game_id}.cambio",
        f"/api/games/{game_id}/replay",
    ]
    for visitor in (eve, RawClient(target)):
        for path in paths:
            answer = await visitor.get(path)
            # The time goes on meanwhile, whoever plays, and each request has an id of its own.
            heard.append(re.sub(rb'"left":\d+|"request":"\w+"', b"", answer.body) + str(answer.status).encode())
    own = (await ana.get(f"/api/daily/{today}/{BOOK}")).body
    return heard, own


def compare_worlds() -> bool:
    """Whether Eve can tell how Ana has played."""

    async def play() -> tuple[tuple[list[bytes], bytes], tuple[list[bytes], bytes]]:
        async with running_server() as target:
            here = await watch_others(target, play_out)
        async with running_server() as target:
            there = await watch_others(target, play_patiently)
        return here, there

    (here, own_here), (there, own_there) = run(play())
    assert own_here != own_there
    return here != there


def test_who_has_not_played_can_not_tell_how_others_did() -> None:
    assert not compare_worlds()


@pytest.mark.parametrize("leak", ["may_see_results", "is_open_to_all"])
def test_a_leak_of_results_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = results if leak == "may_see_results" else __import__("cambio.server.http.daily", fromlist=["daily"])
    monkeypatch.setattr(module, leak, lambda *_: True)
    assert compare_worlds()


# Days


def test_when_a_day_is_over_everybody_sees_everything() -> None:
    async def play() -> None:
        async with running_server() as target:
            skip_to_next_noon(target)
            today, store = today_of(target), target.registry.store
            ana, ben, eve = await target.guests("Ana", "Ben", "Eve")
            rounds = {guest.name: await play_daily(guest) for guest in (ana, ben)}
            of_ana = f"/api/daily/{today}/{BOOK}/{rounds['Ana']}"
            compared = f"/api/daily/{today}/{BOOK}/compare?round={rounds['Ana']}"
            assert not await may_be_shared(store, rounds["Ana"], now_of(target))
            links = f"/api/games/{rounds['Ana']}/shares"
            assert (await ana.post(links, {"scope": "all"})).code == "not_yet"
            assert await may_be_shared(store, "any other round", now_of(target))
            for wait in (0, start_of(today) + DAY + GRACE - HOUR // 2 - now_of(target)):
                target.skip(wait)
                for path in (f"{of_ana}/replay", f"{of_ana}.cambio", compared):
                    for visitor in (eve, ana):
                        assert (await visitor.get(path)).code == "no_game"
                assert (await results_of(eve, today)).results is None
            assert (await overview_of(eve)).open_day == day_before(today)
            target.skip(HOUR)
            assert (await overview_of(eve)).open_day == today
            assert await may_be_shared(store, rounds["Ana"], now_of(target))
            assert (await ana.post(links, {"scope": "all"})).status == 201
            for visitor in (eve, RawClient(target)):
                told = await results_of(visitor, today)
                assert told.results is not None and told.is_open and not told.is_today
                assert {each.name: each.round for each in told.results} == rounds
                replay = (await visitor.get(f"{of_ana}/replay?as={ALL}")).json()
                assert replay["viewpoint"] == ALL and replay["seats"][0]["name"] == "Ana"
                assert (await visitor.get(f"{of_ana}.cambio")).body.startswith(b"cambio 1")
                comparison = msgspec.json.decode((await visitor.get(compared)).body, type=DailyComparison)
                assert comparison.rounds == 2 and comparison.moments[0].players == 2
                assert {moment.step for moment in comparison.moments} <= {step["number"] for step in replay["steps"]}
            for path in (
                f"/api/daily/{today}/camp/{rounds['Ana']}/replay",
                f"/api/daily/{today}/{BOOK}/nothing/replay",
                f"/api/daily/{today}/{BOOK}/compare?round=nothing",
            ):
                assert (await eve.get(path)).code == "no_game"
            for day in (day_of(now_of(target) + DAY), "2026-02-30", "yesterday", "9999-12-31"):
                assert (await eve.get(f"/api/daily/{day}/{BOOK}")).code == "no_deal"

    run(play())


def test_a_round_that_ends_too_late_is_kept_but_does_not_count() -> None:
    async def play() -> None:
        async with running_server(linger=10) as target:
            skip_to_next_noon(target)
            today = today_of(target)
            ana, ben = await target.guests("Ana", "Ben")
            tables = [await begin(guest) for guest in (ana, ben)]
            skip_to(target, start_of(today) + DAY + HOUR // 2)
            assert await begin(ana) != tables[0]
            for guest, table_id in zip((ana, ben), tables, strict=True):
                async with guest.at(table_id) as sock:
                    await play_out(sock)
                target.skip(HOUR)
            for guest, is_late in ((ana, False), (ben, True)):
                told = await results_of(guest, today)
                assert told.mine is not None and told.mine.score is not None and told.mine.is_late == is_late
                assert told.results is not None and [each.name for each in told.results] == ["Ana"]
                assert (told.played, told.streak) == (1, 0 if is_late else 1)
            assert told.mine is not None
            alone = await ana.get(f"/api/daily/{today}/{BOOK}/compare?round={told.mine.round}")
            assert alone.json()["rounds"] == 2

    run(play())


def test_days_in_a_row_are_counted() -> None:
    def tries(*days: int) -> list[DailyTry]:
        score = DailyScore(5, 5, 1, True, None, 0, 0, 7, had_stand_in=False)
        found = []
        for day in days:
            text = day_of(start_of("2026-03-01") + day * DAY)
            found.append(DailyTry(DailyDeal(text, BOOK), "ana", "t", "Ana", start_of(text) + NOON, "r", score))
        return found

    def streak(today: int, *days: int) -> Streak:
        return count_streak(tries(*days), day_of(start_of("2026-03-01") + today * DAY))

    assert streak(0) == Streak(0, 0)
    assert streak(3, 3, 2, 2, 1) == Streak(3, 3)
    # Today is not over yet.
    assert streak(4, 3, 2, 1) == Streak(3, 3)
    assert streak(5, 3, 2, 1) == Streak(0, 3)
    assert streak(9, 9, 3, 2, 1) == Streak(1, 3)
    assert streak(31, 31, 30, 29) == Streak(3, 3)


def test_days_in_a_row_are_told() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            for number in (1, 2):
                skip_to_next_noon(target)
                await play_daily(ana, ("camp", "cabo")[number - 1])
                told = await overview_of(ana)
                assert (told.streak, told.longest_streak) == (number, number)
            skip_to_next_noon(target)
            skip_to_next_noon(target)
            told = await overview_of(ana)
            assert (told.streak, told.longest_streak) == (0, 2)

    run(play())


# People


def test_daily_results_are_in_a_copy_and_go_when_somebody_is_forgotten() -> None:
    async def play() -> None:
        async with running_server() as target:
            skip_to_next_noon(target)
            today = today_of(target)
            ana, ben = await target.guests("Ana", "Ben")
            ids = [await play_daily(guest) for guest in (ana, ben)]
            await begin(ana, "camp")
            copy = await ana.get("/api/me/copy")
            assert b"about.json" in copy.body and copy.status == 200
            assert (await ana.request("DELETE", "/api/me")).status == 200
            told = await results_of(ben, today)
            assert told.results is not None and [each.name for each in told.results] == ["Ben"]
            skip_to(target, start_of(today) + DAY + GRACE)
            told = await results_of(ben, today)
            assert told.results is not None and [each.round for each in told.results] == ids[1:]
            assert (await ben.get(f"/api/daily/{today}/{BOOK}/{ids[0]}/replay")).code == "no_game"
            # The round is in the list of games, as any match with bots is.
            assert [match["book"] for match in (await ben.get("/api/matches")).json()["matches"]] == [BOOK]

    run(play())
