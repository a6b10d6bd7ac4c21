"""The audience: everybody who is connected to a table, seated or on the rail, and what each of them is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ...events import Event
from ...places import RAIL, Seat
from .. import messages
from . import projection
from .log_entries import AnyBody, Played
from .snap_verdict import Latency
from .snap_window import Window
from .table_state import TableState

#: So many of the last messages can be told again to somebody who comes back.
REMEMBERED = 64


class Viewer(Protocol):
    """Somebody's connection to the table."""

    person: str
    name: str
    latency: Latency

    def post(self, text: str, *, sent: Callable[[float], None] | None = None) -> None:
        """Send as soon as possible; whoever reads too slowly is dropped. Afterwards tell when it was sent."""

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        """Say goodbye, and close."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What happened, kept for those who come back."""

    seq: int
    events: Sequence[Event]
    news: str | None = None
    seat: Seat | None = None
    race: tuple[messages.Judged, ...] = ()

    @classmethod
    def of(cls, seq: int, body: AnyBody, events: Sequence[Event]) -> Heard:
        if not isinstance(body, Played):
            return cls(seq, tuple(events), str(body.__struct_config__.tag), getattr(body, "seat", None))
        finishes = body.race.finishes if body.race is not None else ()
        race = (messages.Judged(each.gesture.seat, each.gesture.action, round(each.reaction)) for each in finishes)
        return cls(seq, tuple(events), race=tuple(race))


@dataclass(frozen=True, slots=True)
class Moment:
    """What goes with every message: the milliseconds left to decide, the finished round, and the open window."""

    left: int | None
    archived: str | None
    window: Window | None


@dataclass
class Subscribers:
    """All viewers of one table."""

    table: TableState
    heard: deque[Heard] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    viewers: list[Viewer] = field(default_factory=list)
    #: What is known about each person's connection, whichever socket it is.
    latencies: dict[str, Latency] = field(default_factory=dict)
    #: How far each person is known to have listened: private faces are told once.
    confirmed: dict[str, int] = field(default_factory=dict)

    # Who is there

    def join(self, viewer: Viewer) -> None:
        if viewer.person in self.latencies:
            self.latencies[viewer.person].reconnected()
        viewer.latency = self.latencies.setdefault(viewer.person, viewer.latency)
        self.viewers.append(viewer)

    def is_there(self, seat: Seat) -> bool:
        sitter = self.table.sitters.get(seat)
        return sitter is not None and any(viewer.person == sitter.person for viewer in self.viewers)

    def away(self) -> list[Seat]:
        return [seat for seat in self.table.people() if not self.is_there(seat)]

    def watching(self) -> int:
        return sum(1 for viewer in self.viewers if self.table.seat_of(viewer.person) == RAIL)

    def rivals(self) -> dict[Seat, Latency]:
        """The people who may snap, are there to do it, and how far away they are."""
        people = self.table.people()
        return {
            seat: self.latencies[people[seat]]
            for seat in self.table.snappers()
            if self.table.is_own_master(seat) and self.is_there(seat)
        }

    def listened(self, person: str, seq: int) -> None:
        """A person's client has taken in everything up to there."""
        self.confirmed[person] = max(self.confirmed.get(person, 0), min(seq, self.table.seq))

    # Telling

    def greet(self, viewer: Viewer, last_seq: int | None, moment: Moment) -> None:
        """The table as it is; or, to somebody who has been here, everything since."""
        seat = self.table.seat_of(viewer.person)
        info = projection.table_info(self.table, self.away(), moment.archived)
        confirmed = self.confirmed.get(viewer.person, 0)
        self.listened(viewer.person, last_seq or 0)
        missed = None if last_seq is None else self._since(last_seq)
        welcome = messages.Welcome(
            messages.VERSION,
            seat,
            self.table.seq,
            info,
            projection.board(self.table, moment.left) if missed is None else None,
            projection.yours(self.table, seat) if missed is None else None,
            projection.story(self.table) if missed is None else (),
        )
        viewer.post(messages.written(welcome), sent=self._stamp(seat, moment.window))
        for heard in missed or []:
            events = heard.events if heard.seq > confirmed else projection.without_private_faces(heard.events)
            told = _told(heard, seat, events)
            if heard.seq == self.table.seq:
                board, yours = projection.board(self.table, moment.left), projection.yours(self.table, seat)
                told = msgspec.structs.replace(told, board=board, yours=yours)
            viewer.post(messages.written(told))

    def _since(self, seq: int) -> list[Heard] | None:
        """What was told after that, or None if somebody has missed nothing, too much, or more than there is."""
        missed = [heard for heard in self.heard if heard.seq > seq]
        return missed if missed and missed[0].seq == seq + 1 else None

    def tell(self, heard: Heard, moment: Moment) -> None:
        """Everybody at the table, each what they may know."""
        self.heard.append(heard)
        board = projection.board(self.table, moment.left)
        is_news = heard.news is not None or self.table.stage != "playing"
        info = projection.table_info(self.table, self.away(), moment.archived) if is_news else None
        texts: dict[Seat, str] = {}
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.person)
            if seat not in texts:
                told = msgspec.structs.replace(
                    _told(heard, seat, heard.events),
                    table=info,
                    board=board,
                    yours=projection.yours(self.table, seat),
                    you=seat if heard.news is not None else None,
                )
                texts[seat] = messages.written(told)
            viewer.post(texts[seat], sent=self._stamp(seat, moment.window))

    def _stamp(self, seat: Seat, window: Window | None) -> Callable[[float], None] | None:
        """Note when the discard that lies on the pile now is sent to a seat for the first time."""
        if window is None or seat == RAIL or seat in window.rivals:
            return None
        latency = self.latencies[self.table.people()[seat]]
        return lambda now: window.sent(seat, latency, now)

    def tell_presence(self, seat: Seat) -> None:
        is_away = seat != RAIL and not self.is_there(seat)
        self.post_all(messages.Present(seat, is_away, self.watching()))

    def post_all(self, message: messages.ServerMessage) -> None:
        text = messages.written(message)
        for viewer in self.viewers:
            viewer.post(text)

    def part(self, code: str, sentence: str, retry: int | None) -> None:
        for viewer in self.viewers:
            viewer.part(code, sentence, retry)
        self.viewers.clear()


def _told(heard: Heard, seat: Seat, events: Sequence[Event]) -> messages.Told:
    """What happened, for a seat, without how things stand now."""
    return messages.Told(
        heard.seq, projection.told_events(events, seat), news=heard.news, seat=heard.seat, race=heard.race
    )
