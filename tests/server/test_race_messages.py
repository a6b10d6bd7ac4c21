"""What messages tell about a snap race: who took part and how fast, but no card that the rules don't show."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from tests.server.raw_client import run, running_server
from tests.server.real_races import OPTIONS, RULES


async def race(second: str) -> tuple[list[messages.Told], str]:
    """Two people act on one discard at the same time; what they and a spectator were told about it, and who won."""
    told: list[messages.FromServer] = []
    async with running_server() as target, AsyncExitStack() as stack:
        base = f"http://127.0.0.1:{target.port}"
        guests = [await Guest.sign_in(base, name) for name in ("Ada", "Ben", "Cleo")]
        table_id = await guests[0].open_table(rules="stick", changes=RULES, seats=2, options=OPTIONS)
        players: list[TableConnection] = [
            await stack.enter_async_context(guest.connect(table_id, on_message=told.append)) for guest in guests
        ]
        await players[1].command(messages.Sit("sit"))
        await players[0].command(messages.Start("start"))
        one, other = sorted(players[:2], key=lambda player: "draw" not in player.legal)
        await one.act("draw")
        await one.act("throw")
        while "skip" in one.legal:
            await one.act("skip")
        await other.until(lambda: other.board is not None and other.board.window is not None)
        assert one.board is not None
        window = one.board.window
        told.clear()
        await asyncio.gather(
            one.act(f"snap {one.you}3 #{window}"), other.act(second.format(seat=other.you, window=window))
        )
        await players[2].until(lambda: any(isinstance(each, messages.Told) and each.race for each in told))
        await asyncio.sleep(0.2)
        return [each for each in told if isinstance(each, messages.Told) and len(each.race) == 2], other.you


def test_nobody_is_told_which_card_the_slower_one_snapped() -> None:
    told, _ = run(race("snap {seat}2 #{window}"))
    assert told
    for each in told:
        first, second = each.race
        assert first.action.startswith("snap ") and "#" in first.action
        assert second.action == "snap"


def test_nobody_is_told_what_else_the_slower_one_would_have_done() -> None:
    told, seat = run(race("draw"))
    assert told
    for each in told:
        actions = {judged.seat: judged.action for judged in each.race}
        assert actions[seat] in ("draw", "other")
        assert (actions[seat] == "draw") == (each.race[0].seat == seat)
