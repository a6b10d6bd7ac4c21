"""Presence: people come to a table, go, and are given up when they stay away for too long."""

from __future__ import annotations

from dataclasses import dataclass

from ...places import RAIL, Seat
from ..clock import Clock
from ..protocol import messages
from ..settings import Settings
from .alarms import Alarms, GraceOver, TableEmpty, VerdictDue
from .commands import command_checks
from .commands.inbox import PersonForgotten
from .countdown import Countdown
from .deals.dealing import Dealing
from .forgetting import SOMEBODY
from .live_round import LiveRound
from .log_entries import Left, Renamed, Returned, StoodIn
from .newcomers import Newcomers
from .subscribers import Subscribers, Viewer, send
from .table_state import TableState
from .table_writer import TableWriter


@dataclass(frozen=True)
class Presence:
    """Who is connected to one table, and what follows for their seats."""

    table: TableState
    live_round: LiveRound
    subscribers: Subscribers
    newcomers: Newcomers
    countdown: Countdown
    dealing: Dealing
    writer: TableWriter
    alarms: Alarms
    settings: Settings
    clock: Clock

    async def arrive(
        self, viewer: Viewer, last_seq: int | None, *, wants_seat: bool, gives_seeds: bool = False
    ) -> None:
        """Whoever had a seat has it again; before the match a free one is for those who want it.

        At a table that fills up by itself everybody does.
        """
        person = viewer.person
        seat = self.table.seat_of(person)
        if seat == RAIL and self.table.daily is not None:
            viewer.part("daily_alone", "a daily deal is played alone: nobody looks on before its day is over")
            return
        is_open = self.table.stage == "lobby" and bool(self.table.free_seats()) and not self.dealing.is_on
        gets_seat = seat == RAIL and is_open and (wants_seat or self.table.fill is not None)
        if seat == RAIL and not gets_seat and self.subscribers.spectators() >= self.settings.spectators:
            viewer.part("crowded", "too many people watch this table already")
            return
        self.alarms.cancel(TableEmpty())
        self.live_round.resume(person, self.clock.now())
        had_stand_in = seat != RAIL and self.table.sitters[seat].has_stand_in
        if had_stand_in:
            await self.writer.write_command(person, None, Returned(seat))
        elif gets_seat:
            await self.writer.write_command(person, None, command_checks.seat_person(self.table, person, viewer.name))
        self.subscribers.join(viewer)
        status = self.live_round.status(self.clock.now())
        self.subscribers.welcome(viewer, last_seq, status, had_stand_in=had_stand_in)
        seat = self.table.seat_of(person)
        if self.newcomers.names():
            send(viewer, messages.Newcomers(self.newcomers.names()))
        self.dealing.welcome(viewer, gives_seeds=gives_seeds)
        self.countdown.tell(viewer)
        self.subscribers.announce_presence(seat)
        self.alarms.cancel(GraceOver(seat))

    def depart(self, viewer: Viewer) -> None:
        if viewer not in self.subscribers.viewers:
            return
        self.subscribers.leave(viewer)
        self.dealing.take_leave()
        now = self.clock.now()
        seat = self.table.seat_of(viewer.person)
        if seat != RAIL and not self.subscribers.is_there(seat):
            self.alarms.set(GraceOver(seat), now + self.settings.grace)
        self.subscribers.announce_presence(seat)
        if not self.subscribers.viewers:
            self.countdown.stop()
            self.live_round.pause(now)
            # A race goes on to its verdict all the same: everything at the table waits for that.
            self.alarms.keep_only((VerdictDue,))
            self.alarms.set(TableEmpty(), now + self.settings.linger)

    def see_newcomer(self, visit: str, name: str, address: str) -> None:
        """Somebody's join page says that it is open. Once the match has begun there is nothing to wait for."""
        if self.table.stage != "lobby":
            return
        before, now = self.newcomers.names(), self.clock.now()
        self.newcomers.drop_expired(now)
        self.newcomers.see(visit, name, address, now=now)
        self._announce_newcomers(before)

    def dismiss_newcomer(self, visit: str) -> None:
        before = self.newcomers.names()
        self.newcomers.dismiss(visit)
        self._announce_newcomers(before)

    def end_visits(self) -> None:
        before = self.newcomers.names()
        self.newcomers.drop_expired(self.clock.now())
        self._announce_newcomers(before)

    def _announce_newcomers(self, before: tuple[str, ...]) -> None:
        names = self.newcomers.names()
        if names != before:
            self.subscribers.broadcast(messages.Newcomers(names))

    async def forget(self, forgotten: PersonForgotten) -> None:
        seat = self.table.seat_of(forgotten.person)
        try:
            if forgotten.name is None:
                await self._leave_for_good(seat)
            elif seat != RAIL:
                await self.writer.write(command_checks.rename_seat(self.table, seat, forgotten.name))
        finally:
            forgotten.done.set()

    async def _leave_for_good(self, seat: Seat) -> None:
        """The seat is free again, or a stand-in without a name plays on."""
        if seat == RAIL:
            return
        if self.table.stage == "lobby":
            await self.writer.write(Left(seat))
            return
        await self.writer.write(Renamed(seat, SOMEBODY))
        if self.table.stage != "over" and not self.table.sitters[seat].has_stand_in:
            await self.writer.write(StoodIn(seat))

    async def end_grace(self, seat: Seat) -> None:
        """Somebody has been away for too long: before the match the seat is free again, then a stand-in plays."""
        if seat not in self.table.people() or self.subscribers.is_there(seat) or self.dealing.is_on:
            return
        if self.table.stage == "lobby":
            await self.writer.write(Left(seat))
        elif not self.table.sitters[seat].has_stand_in:
            await self.writer.write(StoodIn(seat))
