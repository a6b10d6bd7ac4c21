"""The pace of bots, measured at live tables: what they leave to people who want to snap, and for how long people wait.

    python -m tests.load.bot_pace [--real]

plays rounds on a clock of their own, so that an evening takes seconds; with --real also a table over a real socket, in
real time. A person plays at every table, throws whatever is drawn, and never snaps.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cambio.actions import Call, Draw, Ready, Throw
from cambio.bots.live_pace import FLIGHT
from cambio.bots.styles import STYLES
from cambio.server import codec
from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from tests.server.server_process import Server, find_free_port
from tests.server.worlds import Advance, Company, Send, World, minds, world_of

RULES = "cambia"
PERSON = "a"
SNAPS, DRAWS = 200, 30
#: Milliseconds that pass at once, at most, and commands after which a round is left.
LONGEST_STEP, MAX_STEPS = 1000, 3000
#: The person's first choices; whatever else is asked is answered by the last lawful action.
USUAL = (str(Ready()), str(Draw()), str(Throw()))
#: What puts a card on the pile, and what ends a snap window.
LANDING, CLOSING = ("threw", "swapped", "snapped"), ("drew", "took")


@dataclass
class Measured:
    """Times of everything that was told at tables: milliseconds, but for waits, which are seconds."""

    #: From when a card that can be snapped has landed until a bot draws or takes.
    gaps: list[float] = field(default_factory=list)
    snaps: list[float] = field(default_factory=list)
    #: From the end of the person's turn to the next one.
    waits: list[float] = field(default_factory=list)
    discards: int = 0
    _landed: float | None = None
    _is_open: bool = False
    _left: float | None = None

    def begin_round(self) -> None:
        self._landed = self._left = None

    def note(self, now: float, told: messages.Told) -> None:
        self.snaps += [judged.after for judged in told.race if judged.seat != PERSON and "snap" in judged.action]
        for event in told.events:
            self._note_event(now, event)
        if told.board is not None:
            self._is_open = told.board.window is not None

    def _note_event(self, now: float, event: messages.GameEvent) -> None:
        if event.event in LANDING:
            self._landed = now + 1000 * FLIGHT
            self.discards += 1
        elif event.event in CLOSING:
            # Where a snap has closed the window already, nobody waits for another.
            if event.seat != PERSON and self._landed is not None and self._is_open:
                self.gaps.append(now - self._landed)
            self._landed = None
        elif event.event == "turn":
            if event.seat != PERSON:
                self._left = now if self._left is None else self._left
            elif self._left is not None:
                self.waits.append((now - self._left) / 1000)
                self._left = None


def choose(legal: Sequence[str]) -> str:
    """What the person does: nothing that ends the round early."""
    allowed = [action for action in legal if action != str(Call())]
    return next((action for action in USUAL if action in allowed), allowed[-1])


async def play_round(level: str, number: int, measured: Measured) -> None:
    """One round on a clock that is set to whatever is due next."""
    company = Company(seats=4, bots=dict.fromkeys("bcd", level))
    measured.begin_round()
    # Every sixth table has a race for snaps.
    async with world_of(RULES, 6 * number, company=company) as world:
        heard = 0
        for step in range(MAX_STEPS):
            if world.game.is_over:
                break
            if PERSON in world.live_table.table.deciders():
                action = choose([str(each) for each in world.game.legal(PERSON, snaps=False)])
                await world.take(Send(PERSON, messages.Act(f"c{step}", action, claimed=300.0)))
            await world.take(Advance(step_of(world)))
            for at, text in world.ears[PERSON].heard[heard:]:
                message = codec.decode_server(text)
                if isinstance(message, messages.Told):
                    measured.note(at, message)
            heard = len(world.ears[PERSON].heard)


def step_of(world: World) -> int:
    due = world.live_table._alarms.next_time()
    left = LONGEST_STEP if due is None else math.ceil(due - world.clock.now())
    return min(max(left, 1), LONGEST_STEP)


def measure(level: str, snaps: int = SNAPS) -> Measured:
    """Rounds against three bots of a level, until they have snapped so often."""
    measured = Measured()
    number = 0
    while len(measured.snaps) < snaps:
        number += 1
        with minds(number):
            asyncio.run(play_round(level, number, measured))
    return measured


async def measure_real(level: str, draws: int = DRAWS) -> Measured:
    """The same over a socket of a real server, as somebody at a screen would note it."""
    measured = Measured()

    def note(message: messages.FromServer) -> None:
        if isinstance(message, messages.Told):
            measured.note(time.monotonic() * 1000, message)

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), port=find_free_port(), pace=1, window=3000)
        await server.start()
        try:
            person = await Guest.sign_in(server.base, "Ana")
            while len(measured.gaps) < draws:
                table = await person.open_table(rules=RULES, seats=4, bots=[level] * 3, start=True)
                measured.begin_round()
                async with person.connect(table, on_message=note) as connection:
                    await play_real_round(connection, measured, draws)
        finally:
            await server.stop()
    return measured


async def play_real_round(connection: TableConnection, measured: Measured, draws: int) -> None:
    while len(measured.gaps) < draws:
        assert connection.table is not None
        if connection.table.stage != "playing":
            return
        legal = [action for action in connection.legal if not action.startswith("snap")]
        if legal:
            await connection.act(choose(legal))
        else:
            await asyncio.sleep(0.01)


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def tell_gaps(name: str, measured: Measured) -> str:
    gaps, waits = measured.gaps, measured.waits
    return (
        f"{name}: landing to the next bot's draw over {len(gaps)} draws, {measured.discards} discards: "
        f"min {min(gaps):.0f} ms, median {statistics.median(gaps):.0f} ms; "
        f"my action to my next turn: min {min(waits):.1f} s, median {statistics.median(waits):.1f} s, "
        f"max {max(waits):.1f} s ({len(waits)} turns)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--real", action="store_true", help="also over a real socket, in real time: some minutes")
    parser.add_argument("--snaps", type=int, default=SNAPS, help="snaps of each level")
    asked = parser.parse_args()
    if asked.real:
        print(tell_gaps("casual, over a socket", asyncio.run(measure_real("casual"))), flush=True)
    for level, style in STYLES.items():
        if style.is_slow or level == "random":
            continue
        measured = measure(level, asked.snaps)
        five, middle, most = (percentile(measured.snaps, share) for share in (0.05, 0.5, 0.95))
        print(f"{level}: {len(measured.snaps)} snaps: 5% {five:.0f} ms, 50% {middle:.0f} ms, 95% {most:.0f} ms")
        print(tell_gaps(level, measured), flush=True)


if __name__ == "__main__":
    main()
