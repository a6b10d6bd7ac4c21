"""Presence: people come to a table, go, and are given up when they stay away for too long."""

from __future__ import annotations

from dataclasses import dataclass

from ...places import RAIL, Seat
from ..clock import Clock
from ..settings import Settings
from .alarms import Alarms, GraceOver, TableEmpty, VerdictDue
from .live_round import LiveRound
from .log_entries import Left, Returned, StoodIn
from .subscribers import Subscribers, Viewer
from .table_state import TableState
from .table_writer import TableWriter


@dataclass(frozen=True)
class Presence:
    """Who is connected to one table, and what follows for their seats."""

    table: TableState
    live_round: LiveRound
    subscribers: Subscribers
    writer: TableWriter
    alarms: Alarms
    settings: Settings
    clock: Clock

    async def arrive(self, viewer: Viewer, last_seq: int | None) -> None:
        """Whoever had a seat has it again; at a table that fills up by itself newcomers get one."""
        person = viewer.person
        seat = self.table.seat_of(person)
        if seat == RAIL and self.subscribers.spectators() >= self.settings.spectators:
            viewer.part("crowded", "too many people watch this table already")
            return
        self.alarms.cancel(TableEmpty())
        if seat != RAIL and self.table.sitters[seat].has_stand_in:
            await self.writer.write_command(person, None, Returned(seat))
        elif seat == RAIL and self.table.fill is not None and self.table.stage == "lobby" and self.table.free_seats():
            await self.writer.write_command(person, None, self.table.seat_person(person, viewer.name))
        self.subscribers.join(viewer)
        self.subscribers.welcome(viewer, last_seq, self.live_round.status(self.clock.now()))
        seat = self.table.seat_of(person)
        self.subscribers.announce_presence(seat)
        self.alarms.cancel(GraceOver(seat))

    def depart(self, viewer: Viewer) -> None:
        if viewer not in self.subscribers.viewers:
            return
        self.subscribers.viewers.remove(viewer)
        now = self.clock.now()
        seat = self.table.seat_of(viewer.person)
        if seat != RAIL and not self.subscribers.is_there(seat):
            self.alarms.set(GraceOver(seat), now + self.settings.grace)
        self.subscribers.announce_presence(seat)
        if not self.subscribers.viewers:
            # A race goes on to its verdict all the same: everything at the table waits for that.
            self.alarms.keep_only((VerdictDue,))
            self.alarms.set(TableEmpty(), now + self.settings.linger)

    async def end_grace(self, seat: Seat) -> None:
        """Somebody has been away for too long: before the match the seat is free again, then a stand-in plays."""
        if seat not in self.table.people() or self.subscribers.is_there(seat):
            return
        if self.table.stage == "lobby":
            await self.writer.write(Left(seat))
        elif not self.table.sitters[seat].has_stand_in:
            await self.writer.write(StoodIn(seat))
