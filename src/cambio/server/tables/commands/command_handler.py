"""The command handler: carries out what people at a table command, or says why not."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from ....actions import Snap, parse_action
from ....errors import ActionError
from ....places import Seat
from ...protocol import messages
from ...refusals import CommandRefused
from ..countdown import Countdown
from ..deals.dealing import Dealing
from ..live_round import LiveRound
from ..log_entries import Returned, TableMove
from ..races.race_judge import RaceJudge
from ..races.snap_race import Contestant
from ..subscribers import Subscribers, Viewer, send
from ..table_state import TableState
from ..table_writer import TableWriter
from . import command_checks
from .command_answers import CommandAnswers

#: What need not wait while a deal is prepared: it waits for these, or they ask for it.
HELPS_DEAL = messages.CommitSeed | messages.RevealSeed | messages.Next | messages.Rematch


@dataclass(frozen=True)
class CommandReceived:
    """A command, who gave it, and when it arrived on the monotonic clock."""

    viewer: Viewer
    command: messages.TableCommand
    at: float


class CommandHandler:
    """Carries out the commands of one table, one after the other."""

    def __init__(
        self,
        table: TableState,
        live_round: LiveRound,
        subscribers: Subscribers,
        writer: TableWriter,
        answers: CommandAnswers,
        judge: RaceJudge,
        countdown: Countdown,
        dealing: Dealing,
    ) -> None:
        self._table = table
        self._live_round = live_round
        self._subscribers = subscribers
        self._writer = writer
        self._answers = answers
        self._judge = judge
        self._countdown = countdown
        self._dealing = dealing
        #: What has come during a race, or while a deal is prepared, and waits for the verdict or the cards.
        self._waiting: list[CommandReceived] = []

    async def handle(self, received: CommandReceived) -> None:
        """A command that was given before is answered as before; what is new is carried out, or refused."""
        viewer, cmd_id = received.viewer, received.command.cmd_id
        if viewer not in self._subscribers.viewers or self._answers.repeat(viewer, cmd_id):
            return
        if self._dealing.is_on and not isinstance(received.command, HELPS_DEAL):
            self._waiting.append(received)
            return
        try:
            await self._carry_out(received)
        except CommandRefused as error:
            await self._answers.refuse(viewer, cmd_id, error, self._list_faster(received))

    def _list_faster(self, received: CommandReceived) -> tuple[messages.Judged, ...]:
        """For a snap that was refused: who was faster, and its own time."""
        viewer, command = received.viewer, received.command
        if not isinstance(command, messages.Act):
            return ()
        with contextlib.suppress(ActionError):
            action = parse_action(command.action)
            if isinstance(action, Snap):
                seat = self._table.seat_of(viewer.person)
                return self._live_round.race.list_faster(seat, action, at=received.at, claimed=command.claimed)
        return ()

    async def resume_waiting(self) -> None:
        """Once a race is judged, or a round dealt, handle what came meanwhile; any of that may begin the next race."""
        if self._live_round.race.is_on or self._dealing.is_on:
            return
        waiting, self._waiting = self._waiting, []
        for received in waiting:
            await self.handle(received)
            await self.resume_waiting()

    async def _carry_out(self, received: CommandReceived) -> None:
        viewer, command = received.viewer, received.command
        match command:
            case messages.Act():
                await self._act(received, command)
            case messages.Pass():
                await self._pass(viewer, command)
            case messages.Next():
                self._go_on(command_checks.check_seated(self._table, viewer.person))
                self._answers.accept(viewer, command.cmd_id)
            case messages.Rematch():
                self._go_on(command_checks.check_rematch(self._table, viewer.person))
                self._answers.accept(viewer, command.cmd_id)
            case messages.Stay():
                self._countdown.stay(command_checks.check_seated(self._table, viewer.person))
                self._answers.accept(viewer, command.cmd_id)
            case messages.React():
                self._react(viewer, command)
            case messages.Start():
                command_checks.check_command(self._table, viewer.person, viewer.name, command)
                await self._dealing.begin(viewer.person, command.cmd_id, viewer)
            case messages.CommitSeed():
                self._dealing.commit(viewer.person, command)
                self._answers.accept(viewer, command.cmd_id)
            case messages.RevealSeed():
                self._dealing.reveal(viewer.person, command)
                self._answers.accept(viewer, command.cmd_id)
            case _:
                body = command_checks.check_command(self._table, viewer.person, viewer.name, command)
                await self._writer.write_command(viewer.person, command.cmd_id, body, viewer)

    async def _act(self, received: CommandReceived, command: messages.Act) -> None:
        viewer, cmd_id, race = received.viewer, command.cmd_id, self._live_round.race
        seat = command_checks.check_seated(self._table, viewer.person)
        try:
            action = parse_action(command.action)
        except ActionError as error:
            raise CommandRefused("no_action", str(error)) from None
        if race.must_wait(seat, action):
            self._waiting.append(received)
            return
        race.check_no_guess(seat, action)
        command_checks.check_play(self._table, seat, action, command.question, command.pile)
        if self._table.sitters[seat].has_stand_in:
            await self._writer.write_command(viewer.person, None, Returned(seat))
        self._live_round.clocks.forgive_timeouts(seat)
        move = TableMove(seat, action)
        if not race.concerns(action):
            await self._writer.write_command(viewer.person, cmd_id, move.to_entry(), viewer)
            return
        contestant = Contestant(viewer.person, cmd_id, move, viewer)
        race.enter(contestant, viewer.latency, at=received.at, claimed=command.claimed)
        await self._judge.await_verdict()
        window = race.find_command(seat, cmd_id)
        if window is not None:
            send(viewer, messages.Racing(cmd_id, window.discard))

    async def _pass(self, viewer: Viewer, command: messages.Pass) -> None:
        seat, race = command_checks.check_seated(self._table, viewer.person), self._live_round.race
        if race.window is not None and race.window.discard == command.discard:
            race.window.passed.add(seat)
        self._answers.accept(viewer, command.cmd_id)
        if race.is_on:
            await self._judge.await_verdict()

    def _go_on(self, seat: Seat) -> None:
        """Whoever wants the next round while it is being dealt has what they want."""
        command_checks.check_next_deal(self._table)
        if not self._dealing.is_on:
            self._countdown.go_on(seat)

    def _react(self, viewer: Viewer, command: messages.React) -> None:
        seat = command_checks.check_seated(self._table, viewer.person)
        if command.reaction not in messages.REACTIONS:
            expected = ", ".join(messages.REACTIONS)
            raise CommandRefused("no_reaction", f"expected a reaction ({expected}), but found {command.reaction!r}")
        self._subscribers.broadcast(messages.Reacted(seat, command.reaction))
        self._answers.accept(viewer, command.cmd_id)
