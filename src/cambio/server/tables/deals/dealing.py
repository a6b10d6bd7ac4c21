"""Dealing: a round is dealt when its players have had a moment to add their seeds, and nobody holds it up.

Commitments are taken while the table waits for its next deal, so that they are there by then. Only a client that has
said that it would send one is waited for, and so is one that has sent one, for its seed; neither for long.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ....places import Seat, seat_named
from ....shuffles import Preamble, commit_server_seed
from ...clock import Clock
from ...protocol import messages
from ...refusals import CommandRefused
from ..commands.command_answers import CommandAnswers
from ..commands.command_checks import check_seated, deal_next
from ..live_round import LiveRound
from ..log_entries import TABLE, Announced, Shuffle
from ..subscribers import Subscribers, Viewer, send
from ..table_state import TableState
from ..table_writer import TableWriter
from .round_proofs import derive_server_seed

#: Milliseconds that a deal waits for commitments, and then for seeds.
COMMITMENT_TIME, SEED_TIME = 400.0, 600.0


@dataclass(frozen=True)
class Request:
    """Who wants the deal: the command that asked for it, and the viewer who is told when it is done."""

    actor: str = TABLE
    cmd_id: str | None = None
    viewer: Viewer | None = None


@dataclass
class Dealing:
    """Deals the rounds of one table."""

    table: TableState
    live_round: LiveRound
    subscribers: Subscribers
    writer: TableWriter
    answers: CommandAnswers
    clock: Clock
    #: The deal that is being prepared.
    request: Request | None = None
    #: When it goes on with whatever has come; None while nothing is awaited.
    due: float | None = None
    #: The people whose clients have said that they add seeds.
    contributors: set[str] = field(default_factory=set)
    #: By person, the commitments for the next deal; by seat, the seeds that fit those that were announced.
    commitments: dict[str, str] = field(default_factory=dict)
    seeds: dict[Seat, str] = field(default_factory=dict)
    #: The server's commitment that was told to everybody last.
    _told: messages.Shuffle | None = None

    @property
    def is_on(self) -> bool:
        """Whether a deal is being prepared: everything else at the table waits for it."""
        return self.request is not None or self.table.announced is not None

    # What comes from clients

    def welcome(self, viewer: Viewer, *, gives_seeds: bool) -> None:
        """Somebody has come, and is told how the round was shuffled, and the next one will be."""
        if gives_seeds:
            self.contributors.add(viewer.person)
        announced, promised = self._tell_announcement(), self._tell_commitment()
        if announced is not None:
            send(viewer, announced)
        if promised is not None:
            send(viewer, promised)
            self._told = promised

    def take_leave(self) -> None:
        """Somebody has gone: of those who are not there nothing is kept."""
        present = self.subscribers.present
        self.contributors &= present
        self.commitments = {person: each for person, each in self.commitments.items() if person in present}

    def commit(self, person: str, command: messages.CommitSeed) -> None:
        promised = self._tell_commitment()
        if promised is None or command.server_commitment != promised.server_commitment:
            raise CommandRefused("deal_closed", "commitments for that deal are not taken now")
        self.commitments[person] = command.commitment

    def reveal(self, person: str, command: messages.RevealSeed) -> None:
        seat, announcement = check_seated(self.table, person), self.table.announcement()
        if self.table.announced is None or announcement is None:
            raise CommandRefused("deal_closed", "seeds are not taken now")
        seed = bytes.fromhex(command.seed)
        is_for_it = command.server_commitment == announcement.server_commitment.hex()
        if not is_for_it or not Preamble.accept(announcement, {seat: seed}).seeds:
            raise CommandRefused("wrong_seed", "that is not the seed that you have committed yourself to")
        self.seeds[seat] = command.seed

    # The deal

    async def begin(self, actor: str = TABLE, cmd_id: str | None = None, viewer: Viewer | None = None) -> None:
        """Deal what comes next: a round, or the first round of a match."""
        if self.is_on:
            return
        self.request = Request(actor, cmd_id, viewer)
        self.due = self.clock.now() + COMMITMENT_TIME
        await self.proceed()

    async def proceed(self) -> None:
        """Go on if nobody is awaited any more, or it has taken long enough."""
        if self.table.starts and not self.is_on and self.table.host in self.subscribers.present:
            await self.begin()
        if self.request is not None and self.table.announced is None and not self._waits(self._missing_commitments()):
            await self._close_commitments(self.request)
        if self.table.announced is not None and not self._waits(self._missing_seeds()):
            await self._deal(Shuffle(self.table.announced, self.seeds))
        promised = self._tell_commitment()
        if promised is not None and promised != self._told:
            self.subscribers.broadcast(promised)
            self._told = promised

    def _waits(self, people: list[str]) -> bool:
        now = self.clock.now()
        if self.due is None:
            # A server before this one has announced the deal: those who come back may need a little longer.
            self.due = now + COMMITMENT_TIME + SEED_TIME
        return bool(people) and now < self.due

    def _missing_commitments(self) -> list[str]:
        if self.table.next_deal() is None:
            return []
        awaited = self.contributors & self.subscribers.present
        return [person for person in self.table.people().values() if person in awaited - self.commitments.keys()]

    def _missing_seeds(self) -> list[str]:
        """Of those who are there, or have not come back yet since the table was loaded."""
        there = self.subscribers.present | self.live_round.missing
        people = self.table.people()
        silent = [people.get(seat) for seat in self.table.announced or () if seat not in self.seeds]
        return [person for person in silent if person is not None and person in there]

    async def _close_commitments(self, request: Request) -> None:
        given = {person: each for person, each in self.commitments.items() if person in self.subscribers.present}
        sitters = (self.table.sitters[seat] for seat in sorted(self.table.sitters))
        # Seats that are free are closed up, as they are by the entry.
        commitments = {
            seat_named(number): given[sitter.person]
            for number, sitter in enumerate(sitters)
            if sitter.person is not None and sitter.person in given
        }
        if not commitments:
            await self._deal(Shuffle())
            return
        self.seeds = {}
        await self.writer.write_command(request.actor, request.cmd_id, Announced(commitments))
        self.due = self.clock.now() + SEED_TIME
        self._broadcast_announcement()

    async def _deal(self, shuffle: Shuffle) -> None:
        request, was_announced = self.request or Request(), self.table.announced is not None
        self.request, self.due, self.seeds = None, None, {}
        self.commitments.clear()
        self._told = None
        if was_announced:
            await self.writer.write(deal_next(self.table, shuffle))
            if request.cmd_id is not None:
                # The command is in the log as the announcement.
                self.answers.confirm(request.viewer, request.cmd_id, self.table.done[request.actor, request.cmd_id])
        else:
            await self.writer.write_command(
                request.actor, request.cmd_id, deal_next(self.table, shuffle), request.viewer
            )
            self._broadcast_announcement()

    # What is told

    def _tell_commitment(self) -> messages.Shuffle | None:
        """The server's, for the next deal; None while a round is played, or no more commitments are taken."""
        following = self.table.next_deal() if self.table.announced is None else None
        if following is None:
            return None
        secret, match = following
        return messages.Shuffle(match.round, commit_server_seed(derive_server_seed(secret, match.round)).hex())

    def _tell_announcement(self) -> messages.Shuffle | None:
        announcement, is_dealt = self.table.announcement(), self.table.announced is None
        if announcement is None:
            return None
        commitment = announcement.server_commitment.hex()
        return messages.Shuffle(announcement.round, commitment, announcement.text(), is_dealt)

    def _broadcast_announcement(self) -> None:
        announced = self._tell_announcement()
        if announced is not None:
            self.subscribers.broadcast(announced)
