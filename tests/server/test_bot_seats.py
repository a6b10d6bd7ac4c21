"""Bots at live tables: whatever one does wrong, the table goes on; and everybody there has a name of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from cambio import Action, Event, View
from cambio.bots import Bot
from cambio.bots.levels import LADDER
from cambio.bots.seat_agent import FAULTS_ENDURED
from cambio.places import Seat
from cambio.rules import Rules
from cambio.server.tables.commands.command_checks import BOT_NAMES
from tests.server.raw_client import AMONG_BOTS, play_out, run, running_server

#: A face, as errors of the bots below name them.
FACE = re.compile(r"\b(?:[2-9AJQK]|10)[cdhs]\b|\bX[rb]\b")


class Broken(Bot):
    """Raises whenever it is asked, and says all that it sees."""

    def __init__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        """As all players are made."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        raise LookupError(f"I see {view.hands} and {view.top}")


class Deaf(Broken):
    """Raises already when it is told what happens."""

    def notice(self, event: Event) -> None:
        raise LookupError(f"I did not want to know of {event}")


class Cheat(Broken):
    """Chooses what is not lawful."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        return f"swap {view.top}"  # type: ignore[return-value]


@pytest.mark.parametrize("player", [Broken, Deaf, Cheat])
def test_a_table_goes_on_when_a_bot_fails_and_the_fault_is_logged(
    player: type[Broken], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LADDER, "beginner", player)

    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table_id = await ana.open_table(**AMONG_BOTS)
            async with ana.at(table_id) as sock:
                await play_out(sock)
            faults = [line for line in target.lines() if line["what"] == "bot failed"]
            assert faults == target.failures()
            assert 0 < len(faults) <= FAULTS_ENDURED
            assert {(line["seat"], line["bot"]) for line in faults} == {("c", "beginner")}
            expected = "unlawful answer" if player is Cheat else "LookupError"
            assert {line["error"] for line in faults} == {expected}
            assert not FACE.search(json.dumps(faults))
            target.clear_log()

    run(story())


@pytest.mark.parametrize("start", [False, True])
def test_no_bot_has_the_name_of_the_host(start: bool) -> None:
    async def story() -> None:
        async with running_server() as target:
            for name in BOT_NAMES[:5]:
                host = await target.guest(name)
                table_id = await host.open_table(seats=4, bots=["casual"] * 3, start=start)
                async with host.at(table_id) as sock:
                    names = [seat.name for seat in sock.table.seats]
                    assert names[0] == name
                    assert len(set(names)) == 4, names

    run(story())
