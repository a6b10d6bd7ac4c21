"""The countdown between two rounds: everybody is told it, who wants may end it or make it longer, nobody for ever."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from cambio.places import RAIL, Seat
from cambio.server import codec
from cambio.server.protocol import messages

from .worlds import Advance, Come, Company, Disconnect, Ear, Send, World, play, registry, seated

SCORES, STAY = 20_000, 60_000
THREE = Company(seats=3)


@asynccontextmanager
async def after_a_round(company: Company = THREE, rules: str = "camp") -> AsyncIterator[World]:
    """A table whose first round has just ended."""
    async with registry(company) as closed:
        closed.settings = replace(closed.settings, scores=SCORES, stay=STAY)
        await closed.open()
        try:
            world = await seated(closed, rules, 0, None, company)
            await play(world, random.Random(4), 0.5)
            assert world.live_table.table.stage in ("scores", "over")
            yield world
        finally:
            await closed.close()


def run(story: Callable[[World], Awaitable[None]]) -> None:
    async def tell() -> None:
        async with after_a_round() as world:
            await story(world)

    asyncio.run(tell())


def heard(ear: Ear) -> list[messages.Countdown]:
    decoded = [codec.decode_server(text) for _, text in ear.heard]
    return [message for message in decoded if isinstance(message, messages.Countdown)]


async def ask(world: World, seat: Seat, command: messages.TableCommand) -> messages.FromServer:
    await world.take(Send(seat, command))
    answers = [codec.decode_server(text) for _, text in world.ears[seat].heard]
    return next(
        answer
        for answer in reversed(answers)
        if isinstance(answer, messages.Done | messages.Refused) and answer.cmd_id == command.cmd_id
    )


def test_everybody_is_told_how_long_the_scores_stay_and_then_the_next_round_is_dealt() -> None:
    async def story(world: World) -> None:
        for ear in world.ears.values():
            assert heard(ear) == [messages.Countdown(SCORES)]
        await world.take(Advance(SCORES - 1))
        assert world.live_table.table.stage == "scores"
        await world.take(Advance(1))
        assert world.live_table.table.stage == "playing"

    run(story)


def test_where_nobody_has_a_clock_the_scores_stay_until_somebody_wants_to_go_on() -> None:
    async def tell() -> None:
        async with after_a_round(replace(THREE, clock=0)) as world:
            await world.take(Advance(10 * SCORES))
            assert world.live_table.table.stage == "scores"
            assert heard(world.ears["b"]) == []
            # Nobody else can hold up whoever wants to go on.
            await ask(world, "a", messages.Next("n1"))
            assert heard(world.ears["b"]) == [messages.Countdown(SCORES, ("a",))]
            await world.take(Advance(SCORES))
            assert world.live_table.table.stage == "playing"

    asyncio.run(tell())


def test_another_match_begins_when_everybody_wants_it_or_the_countdown_ends() -> None:
    async def tell() -> None:
        async with after_a_round(rules="camp match.rounds=1") as world:
            assert world.live_table.table.stage == "over"
            await world.take(Advance(10 * SCORES))
            assert heard(world.ears["b"]) == []
            await ask(world, "a", messages.Rematch("r1"))
            assert world.live_table.table.stage == "over"
            assert heard(world.ears["b"]) == [messages.Countdown(SCORES, ("a",))]
            await ask(world, "b", messages.Rematch("r2"))
            await world.take(Advance(SCORES - 1))
            assert world.live_table.table.stage == "over"
            await world.take(Advance(1))
            assert world.live_table.table.stage == "playing"

    asyncio.run(tell())


def test_the_next_round_is_dealt_at_once_when_everybody_who_is_there_wants_it() -> None:
    async def story(world: World) -> None:
        await ask(world, "a", messages.Next("n1"))
        assert heard(world.ears[RAIL])[-1].ready == ("a",)
        await ask(world, "b", messages.Next("n2"))
        assert world.live_table.table.stage == "scores"
        # Who has gone is not waited for.
        await world.take(Disconnect("c"))
        assert world.live_table.table.stage == "playing"

    run(story)


def test_more_time_is_given_once_to_each_and_told_to_all() -> None:
    async def story(world: World) -> None:
        await world.take(Advance(SCORES - 1000))
        await ask(world, "b", messages.Next("n1"))
        assert isinstance(await ask(world, "b", messages.Stay("s1")), messages.Done)
        for ear in world.ears.values():
            assert heard(ear)[-1] == messages.Countdown(STAY, stayed=("b",))
        refused = await ask(world, "b", messages.Stay("s2"))
        assert isinstance(refused, messages.Refused) and refused.code == "stayed"
        # Whoever asks later gives everybody as much again, but adds nothing to what is left.
        await world.take(Advance(10_000))
        await ask(world, "c", messages.Stay("s3"))
        assert heard(world.ears["a"])[-1] == messages.Countdown(STAY, stayed=("b", "c"))
        await world.take(Advance(STAY - 1))
        assert world.live_table.table.stage == "scores"
        await world.take(Advance(1))
        assert world.live_table.table.stage == "playing"
        late = await ask(world, "a", messages.Stay("s4"))
        assert isinstance(late, messages.Refused) and late.code == "not_now"

    run(story)


def test_coming_and_going_makes_the_countdown_no_longer() -> None:
    async def story(world: World) -> None:
        await world.take(Advance(5000))
        await world.take(Disconnect("c"))
        await world.take(Advance(5000))
        await world.take(Come("c", None))
        assert heard(world.ears["c"])[-1] == messages.Countdown(SCORES - 10_000)
        await world.take(Advance(10_000))
        assert world.live_table.table.stage == "playing"

    run(story)


def test_scores_that_nobody_has_seen_stay_in_full() -> None:
    async def story(world: World) -> None:
        await ask(world, "a", messages.Stay("s1"))
        for ear in (*world.ears.values(), world.prod):
            await world.live_table.leave(ear)
        await world.settle()
        world.clock.time += 10 * STAY
        await world.take(Come("a", None))
        assert world.live_table.table.stage == "scores"
        assert heard(world.ears["a"])[-1] == messages.Countdown(SCORES, stayed=("a",))

    run(story)
