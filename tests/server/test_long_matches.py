"""Long matches: whoever comes to one is welcomed in few words, and is told what happened before when they ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cambio.places import RAIL
from cambio.server.protocol import messages
from cambio.server.tables.projection import ROUNDS_TOLD, STORY_LENGTH, told_events
from cambio.server.tables.table_log import replay_log

from .long_logs import MANY_ROUNDS, ONE_ROUND, add_table, make_log
from .raw_client import LocalServer, RawClient, Socket, running_server

#: Bytes of a welcome, however long the match is.
LONGEST_WELCOME = 9_000


@asynccontextmanager
async def long_table(length: int, rules: str) -> AsyncIterator[tuple[LocalServer, RawClient, RawClient]]:
    """A server with a table of Ana's and Ben's, and somebody who watches."""
    async with running_server() as target:
        ana, ben, cleo = await target.guests("Ana", "Ben", "Cleo")
        people = (ana.person, ben.person)
        await add_table(target.registry.store, "long", make_log(length, rules, people), people)
        yield target, ana, cleo


async def hear_whole_story(socket: Socket, welcome: messages.Welcome) -> list[messages.GameEvent]:
    """All of the round, part by part, from its end to its beginning."""
    story, start = list(welcome.story), welcome.story_start
    while start:
        await socket.say(messages.Earlier(welcome.table.round, start))
        part: messages.Story = await socket.hear(messages.Story)
        assert 0 < len(part.events) <= STORY_LENGTH
        assert part.start + len(part.events) == start
        story[:0], start = part.events, part.start
    return story


@pytest.mark.parametrize("rules", [ONE_ROUND, MANY_ROUNDS])
def test_the_welcome_of_a_long_match_is_small(rules: str) -> None:
    async def play() -> None:
        sizes = []
        for length in (60, 640, 3000):
            async with long_table(length, rules) as (_, ana, _), ana.at("long") as socket:
                sizes.append(len(next(text for text in socket.texts if '"welcome"' in text)))
        assert max(sizes) < LONGEST_WELCOME, sizes

    asyncio.run(play())


def test_earlier_parts_of_a_round_are_told_on_demand_to_players_and_watchers_alike() -> None:
    async def play() -> None:
        async with long_table(640, ONE_ROUND) as (target, ana, cleo):
            table, _ = replay_log(await target.registry.store.entries("long"))
            assert table.game is not None
            for viewer in (ana, cleo):
                async with viewer.at("long") as socket:
                    welcome = next(each for each in socket.heard if isinstance(each, messages.Welcome))
                    assert len(welcome.story) == STORY_LENGTH
                    story = await hear_whole_story(socket, welcome)
            # What only one seat saw then is told to nobody now, not even to that seat.
            assert tuple(story) == told_events(table.game.events, RAIL, table.stand_ins)
            assert not [event for event in story if event.event == "drew" and event.card is not None]

    asyncio.run(play())


def test_another_round_has_no_earlier_part_and_nobody_asks_without_being_welcomed() -> None:
    async def play() -> None:
        async with long_table(640, ONE_ROUND) as (_, ana, _), ana.at("long") as socket:
            await socket.say(messages.Earlier(2, 30))
            assert await socket.hear(messages.Story) == messages.Story(2, 30)
            await socket.say(messages.Earlier(1, 0))
            assert await socket.hear(messages.Story) == messages.Story(1, 0)
            await socket.send('{"type": "earlier", "round": 1, "before": -1}')
            assert (await socket.hear(messages.Problem)).code == "malformed"
        async with long_table(60, ONE_ROUND) as (_, ana, _), ana.open_socket() as socket:
            await socket.say(messages.Earlier(1, 30))
            assert (await socket.hear(messages.Bye)).code == "no_hello"

    asyncio.run(play())


def test_the_tally_of_a_long_match_tells_its_latest_rounds_and_how_many_there_were_before() -> None:
    async def play() -> None:
        async with long_table(3000, MANY_ROUNDS) as (target, ana, _), ana.at("long") as socket:
            table, _ = replay_log(await target.registry.store.entries("long"))
            assert table.match is not None
            welcome = next(each for each in socket.heard if isinstance(each, messages.Welcome))
            assert len(welcome.table.rounds) == ROUNDS_TOLD
            assert welcome.table.rounds_before + ROUNDS_TOLD == len(table.match.outcomes)
            assert [each.scores for each in welcome.table.rounds] == [
                dict(each.scores) for each in table.match.outcomes[-ROUNDS_TOLD:]
            ]

    asyncio.run(play())


def test_a_table_remembers_nothing_of_those_who_came_only_to_look() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(seats=2, bots=["beginner"], start=True)
            async with ana.at(table_id):
                subscribers = (await target.registry.live_table(table_id)).subscribers
                for number in range(20):
                    visitor = await target.guest(f"Visitor {number}")
                    async with visitor.at(table_id) as socket:
                        await socket.say(messages.Pong("any", 3))
                async with asyncio.timeout(5):
                    while len(subscribers.viewers) > 1:
                        await asyncio.sleep(0.02)
                assert set(subscribers.latencies) == {ana.person}
                assert set(subscribers.confirmed) <= {ana.person}

    asyncio.run(play())
