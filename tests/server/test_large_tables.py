"""Tables with hundreds of cards: they hold up nobody else, and where they would, they are not opened."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from cambio.bots.styles import STYLES
from cambio.core import is_compiled
from cambio.errors import RulesError
from cambio.load.run import CLOSE_DELAY
from cambio.load.sockets import Address, Requests
from cambio.rules import PRESETS, Rules
from cambio.server import table_costs
from cambio.server.protocol import messages
from cambio.server.table_costs import COMPILED, INTERPRETED, STEP_LIMIT, check_costs, estimate_step, most_cards
from cambio.server.tables.table_state import MOST_SEATS
from cambio.server.time_slice import TimeSlice
from tests.load import large_tables
from tests.load.large_tables import LEVEL, RULES, SEATS, LargeTable
from tests.server.raw_client import new_id, run, running_server

#: Seconds of computing that the event loop may do between two looks at it; the list of all pairs took several times as
#: long for one discard.
LONGEST_BLOCK = 0.15
#: Cards on the large table, and seconds for it to be played after that.
CARDS, PLAY_TIME = 220, 1.5
ENGINES = {"compiled": COMPILED, "interpreted": INTERPRETED}


async def watch_loop(blocks: list[float]) -> None:
    """Note how long this thread has computed between two turns of the event loop: waiting for a core does not count."""
    while True:
        before = time.thread_time()
        await asyncio.sleep(0.001)
        blocks.append(time.thread_time() - before)


@pytest.mark.skipif(not is_compiled(), reason="an interpreted engine has a limit of its own, below")
def test_a_table_with_hundreds_of_cards_and_seven_experts_never_holds_the_event_loop_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(large_tables, "CARDS", CARDS)

    async def story() -> None:
        async with running_server(pace=0.05) as target:
            address = Address("127.0.0.1", target.port)
            requests = Requests(address)
            table, blocks = LargeTable(requests), list[float]()
            await table.open()
            await table.join()
            watching = asyncio.create_task(watch_loop(blocks))
            async with asyncio.timeout(20):
                while table.cards < CARDS:
                    await asyncio.sleep(0.02)
            moves = target.registry.metrics.moves._value.get()
            await asyncio.sleep(PLAY_TIME)
            watching.cancel()
            assert target.registry.metrics.moves._value.get() > moves, "the large table is being played"
            assert max(blocks) < LONGEST_BLOCK
            table.leave()
            await requests.close()
            await asyncio.sleep(CLOSE_DELAY)

    run(story())


def test_a_task_that_has_spent_its_slice_lets_others_run() -> None:
    async def story() -> None:
        others: list[int] = []

        async def count_turns() -> None:
            while True:
                others.append(1)
                await asyncio.sleep(0)

        counting = asyncio.create_task(count_turns())
        spent, unspent = TimeSlice(0), TimeSlice(60)
        for _ in range(10):
            await unspent.yield_if_spent()
        assert not others
        for _ in range(10):
            await spent.yield_if_spent()
        assert len(others) == 10
        counting.cancel()

    run(story())


# What a table may cost


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("preset", PRESETS)
def test_no_rule_book_is_refused_at_any_size_nor_with_a_third_pack(preset: str, engine: str) -> None:
    rules = PRESETS[preset]
    for seats in range(2, min(MOST_SEATS, rules["deal.max_seats"]) + 1):
        for packs in (rules.suited_to(seats), rules.but("deck.decks=3")):
            assert estimate_step(packs, seats, STYLES, ENGINES[engine]) <= STEP_LIMIT


def test_a_compiled_engine_is_quick_enough_for_the_largest_table_that_there_is() -> None:
    largest = Rules.parse("camp deck.decks=8 deck.jokers=4 deal.cards=12 snap.penalty=10")
    assert most_cards(largest, MOST_SEATS) == 448
    assert estimate_step(largest, MOST_SEATS, STYLES, COMPILED) <= STEP_LIMIT / 2


def test_hands_that_can_not_grow_are_cheap_however_many_packs_there_are() -> None:
    assert most_cards(Rules.parse("camp deck.decks=8 snap.penalty=0 snap.late_penalty=0"), 8) == 32
    assert most_cards(Rules.parse("camp deck.decks=8 snap.hand_limit=10"), 8) == 80
    kept = "classic deck.decks=8 turn.exchange=equal turn.mismatch="
    assert most_cards(Rules.parse(f"{kept}keep"), 8) == 432
    assert most_cards(Rules.parse(f"{kept}discard"), 8) == 32


def test_what_would_hold_up_everybody_is_refused_by_the_options_that_make_it_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_costs, "COSTS", INTERPRETED)
    with pytest.raises(RulesError, match=r"deck\.decks=8 and snap\.penalty=10 may leave 416 cards") as refused:
        check_costs(Rules.parse(RULES), SEATS, [LEVEL])
    assert refused.value.options == ("deck.decks", "snap.penalty", "bots")
    check_costs(Rules.parse(RULES), SEATS, ["casual"])
    check_costs(Rules.parse(RULES), SEATS, [])


def test_the_lobby_refuses_it_in_both_languages_and_a_bot_that_would_come_later_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_costs, "COSTS", INTERPRETED)
    wanted: dict[str, Any] = {"rules": RULES, "seats": SEATS, "bots": [LEVEL]}

    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest()
            for language, words in (("en", "Use fewer packs"), ("es", "Usa menos barajas")):
                answer = await ana.post("/api/tables", wanted, headers={"Accept-Language": language})
                assert (answer.status, answer.code) == (422, "rules")
                assert words in answer.json()["sentence"]
                assert set(answer.json()["fields"]) == {"deck.decks", "snap.penalty", "bots"}
            assert (await ana.post("/api/quick", {"rules": RULES, "level": LEVEL, "seats": SEATS})).status == 422
            async with ana.at(await ana.open_table(**wanted | {"bots": ["casual"]})) as sock:
                refused = await sock.ask(messages.SeatBot(new_id(), LEVEL))
                assert isinstance(refused, messages.Refused) and refused.code == "costly"
                assert isinstance(await sock.ask(messages.SeatBot(new_id(), "casual")), messages.Done)

    run(story())
