"""Command answers: a command that is sent twice is carried out once, and answered as it was the first time.

What is known about a command lies in several places: the table's state knows the latest that are in the log, the store
knows all of those, a race knows those that wait for its verdict, and answers that leave no trace in the log are
remembered here.
"""

from __future__ import annotations

from typing import TypeAlias

from ...protocol import messages
from ...refusals import CommandRefused
from ..races.snap_race import SnapRace
from ..subscribers import Viewer, send
from ..table_log import TableLog
from ..table_state import TableState

#: The latest answers that are not in the log and are repeated to whoever sends their commands again.
ANSWERS_REMEMBERED = 64

Answer: TypeAlias = messages.Done | messages.Refused


class CommandAnswers:
    """Which commands are known, and what they are answered."""

    def __init__(self, table: TableState, race: SnapRace, log: TableLog) -> None:
        self._table = table
        self._race = race
        self._log = log
        self._remembered: dict[tuple[str, str], Answer] = {}

    def repeat(self, viewer: Viewer, cmd_id: str) -> bool:
        """Answer a command that is known; whether it was."""
        answer = self._find(viewer, cmd_id)
        if answer is not None:
            send(viewer, answer)
        return answer is not None

    def _find(self, viewer: Viewer, cmd_id: str) -> Answer | messages.Racing | None:
        """The answer as far as memory goes. The store is asked only when a command could not be carried out again."""
        command = (viewer.person, cmd_id)
        if command in self._table.done:
            return messages.Done(cmd_id, self._table.done[command])
        if command in self._remembered:
            return self._remembered[command]
        seat = self._table.seat_of(viewer.person)
        window = self._race.find_command(seat, cmd_id)
        if window is None:
            return None
        self._race.hand_over(seat, cmd_id, viewer)
        return messages.Racing(cmd_id, window.discard)

    def confirm(self, viewer: Viewer | None, cmd_id: str | None, seq: int) -> None:
        """The command is in the log as that entry, by now or since long ago; nobody is told of a bot's."""
        if viewer is not None and cmd_id is not None:
            send(viewer, messages.Done(cmd_id, seq))

    def accept(self, viewer: Viewer, cmd_id: str) -> None:
        """The command was carried out, and leaves nothing in the log."""
        self._remember(viewer, messages.Done(cmd_id, self._table.seq))

    async def refuse(
        self, viewer: Viewer, cmd_id: str, error: CommandRefused, faster: tuple[messages.Judged, ...] = ()
    ) -> None:
        """Unless the command was carried out long ago: what can't be done again was done all the same."""
        seq = await self._log.find_command(viewer.person, cmd_id)
        if seq is None:
            self._remember(viewer, messages.Refused(cmd_id, error.code, error.sentence, error.option, faster))
        else:
            self._remember(viewer, messages.Done(cmd_id, seq))

    def _remember(self, viewer: Viewer, answer: Answer) -> None:
        self._remembered[viewer.person, answer.cmd_id] = answer
        if len(self._remembered) > ANSWERS_REMEMBERED:
            del self._remembered[next(iter(self._remembered))]
        send(viewer, answer)
