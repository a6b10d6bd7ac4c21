"""The race judge: waits until nobody could still win a snap race, and then plays what the verdict says."""

from __future__ import annotations

from dataclasses import dataclass

from ....actions import Snap
from ...clock import Clock
from ...protocol import messages
from ...refusals import CommandRefused
from ..alarms import Alarms, VerdictDue
from ..commands.command_answers import CommandAnswers
from ..subscribers import Subscribers
from ..table_state import TableState
from ..table_writer import TableWriter
from .snap_race import Contestant, SnapRace
from .snap_verdict import Verdict


@dataclass(frozen=True)
class RaceJudge:
    """Judges the races of one table, one winner at a time."""

    table: TableState
    race: SnapRace
    subscribers: Subscribers
    writer: TableWriter
    answers: CommandAnswers
    alarms: Alarms
    clock: Clock

    async def await_verdict(self) -> None:
        """Judge now, if nobody still to come could win, or else when that is so."""
        due = self.race.due(self.subscribers.rivals())
        if due <= self.clock.now():
            await self.judge()
        else:
            self.alarms.set(VerdictDue(), due)

    async def judge(self) -> None:
        """The fastest plays. As long as the window stays open whoever comes next is judged anew, among all who come."""
        self.alarms.cancel(VerdictDue())
        window = self.race.window
        is_contested = self.race.is_contested()
        verdict = self.race.verdict()
        assert window is not None
        for finish in verdict.finishes:
            contestant = self.race.withdraw(finish.gesture)
            if await self._play(contestant, verdict if is_contested else None):
                self.race.record_winner(finish, window)
                break
        if self.race.is_on and self.race.window is window:
            await self.await_verdict()
            return
        times = {finish.gesture.command: finish for finish in verdict.finishes}
        for contestant in self.race.dissolve():
            faster = window.list_faster(times.get(contestant.cmd_id))
            if window.is_relaxed and isinstance(contestant.move.action, Snap):
                await self._refuse_by_seat_order(contestant, faster)
            else:
                await self._play(contestant, None, faster)

    async def _refuse_by_seat_order(self, contestant: Contestant, faster: tuple[messages.Judged, ...]) -> None:
        """All who commit are level, so whoever does not come first was not late, and pays nothing."""
        if contestant.viewer is not None:
            error = CommandRefused("seat_order", "somebody else comes first by seat order")
            await self.answers.refuse(contestant.viewer, contestant.cmd_id, error, faster)

    async def _play(
        self, contestant: Contestant, verdict: Verdict | None, faster: tuple[messages.Judged, ...] = ()
    ) -> bool:
        """Play a contestant's action, if those before have left it lawful; whether they have."""
        assert self.table.game is not None
        move, viewer = contestant.move, contestant.viewer
        refusal = self.table.game.why_not(move.actor, move.action)
        if refusal is None:
            await self.writer.write_command(contestant.author, contestant.cmd_id, move.to_entry(verdict), viewer)
        elif viewer is not None:
            error = CommandRefused(refusal.code, refusal.sentence, refusal.option)
            await self.answers.refuse(viewer, contestant.cmd_id, error, faster)
        return refusal is None
