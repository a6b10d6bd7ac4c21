"""Daily rounds at real live tables, whose person plays by a script and whose clock a test sets."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from cambio.actions import Snap
from cambio.game import Game
from cambio.server.daily.days import day_of
from cambio.server.daily.deal_tables import DealTables
from cambio.server.protocol import messages
from cambio.server.settings import Settings
from cambio.server.store.contract import Person
from cambio.server.store.daily_deals import DailyDeal
from cambio.server.tables.table_registry import TableRegistry

from .worlds import Advance, BusyStore, Company, Ear, ManualClock, Send, World

#: Milliseconds between two looks of the person at the table, and looks before which they have decided.
A_LOOK, MOST_LOOKS = 100, 24
SETTINGS = Settings(linger=1e9, grace=1e9, window=3000, pace=1)


@asynccontextmanager
async def open_registry(folder: Path, clock: ManualClock) -> AsyncIterator[TableRegistry]:
    registry = TableRegistry(BusyStore(folder / "cambio.db"), SETTINGS, clock)
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()


@dataclass
class Scripted:
    """A person who does the same wherever the same has been done before."""

    seed: str

    def waits(self, game: Game) -> int:
        """How many looks pass before they act."""
        return self._chance("looks", game).choice([1, 4, 13, MOST_LOOKS])

    def choose(self, game: Game) -> str | None:
        chance = self._chance("action", game)
        snaps = [action for action in game.legal("a") if isinstance(action, Snap)]
        if snaps and chance.random() < 0.15:
            return str(chance.choice(snaps))
        legal = [str(action) for action in game.legal("a", snaps=False)]
        if "call" in legal and (game.table.lap < 6 or len(legal) == 1):
            legal = [action for action in legal if action != "call"] or legal
        return ("call" if "call" in legal and game.table.lap >= 6 else chance.choice(legal)) if legal else None

    def _chance(self, purpose: str, game: Game) -> random.Random:
        """In which order players got ready makes no difference."""
        own = sum(actor == "a" for actor, _ in game.record)
        return random.Random(f"{self.seed} {purpose} {own} {game.table.discard_number}")


async def play_daily(
    folder: Path, person: Person, book: str, script: Scripted, restarts: Collection[int] = ()
) -> list[str]:
    """A whole round as the log has it, by a server that is started anew whenever so many actions have been played."""
    clock, left = ManualClock(), sorted(restarts)
    async with open_registry(folder, clock) as registry:
        await registry.store.add_person(person)
        # All servers of a test have the same deals.
        await registry.store.daily_key(script.seed)
    while True:
        async with open_registry(folder, clock) as registry:
            deal = DailyDeal(day_of(clock.wall()), book)
            table_id = await DealTables(registry).open(person, deal)
            world = await come_to(registry, table_id, person, clock)
            await _play_on(world, script, left)
            if world.game.is_over:
                return [f"{actor} {action}" for actor, action in world.game.record]
            left.pop(0)


async def come_to(registry: TableRegistry, table_id: str, person: Person, clock: ManualClock) -> World:
    live_table = await registry.live_table(table_id)
    ear = Ear(person.id, clock)
    world = World(Company(), registry, live_table, clock, {"a": ear}, ear)
    await live_table.arrive(ear, None)
    await world.settle()
    return world


async def _play_on(world: World, script: Scripted, restarts: list[int]) -> None:
    """Until the round is over, or the next restart is due."""
    seen, looks, said = -1, 0, -1
    for number in range(4000):
        game = world.game
        if game.is_over or (restarts and len(game.record) >= restarts[0]):
            return
        if len(game.record) != seen:
            seen, looks = len(game.record), 0
        looks += 1
        may_act = "a" in world.live_table.table.deciders() or "a" in world.live_table.table.snappers()
        if may_act and said != seen and looks >= script.waits(game):
            said, action = seen, script.choose(game)
            if action is not None:
                await world.take(Send("a", messages.Act(f"c{seen}-{number}", action, claimed=300.0)))
                continue
        await world.take(Advance(A_LOOK))
    raise AssertionError("expected a round that ends")
