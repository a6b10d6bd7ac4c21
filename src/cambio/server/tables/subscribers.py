"""Subscribers: everybody who is connected to a table, at a seat or on the rail, and what is sent to each of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ...events import Event, are_alike
from ...places import RAIL, Seat
from .. import codec
from ..protocol import messages
from ..round_trips import RoundTrip
from . import projection
from .races.snap_verdict import Latency
from .races.snap_window import Window
from .table_state import TableState
from .updates import UPDATES_KEPT, Update


class Viewer(Protocol):
    """Somebody's connection to the table."""

    person: str
    name: str
    #: The round trip of this connection, and the latency of the person, which the table keeps.
    round_trip: RoundTrip
    latency: Latency

    def post(self, text: bytes, *, sent: Callable[[float], None] | None = None) -> None:
        """Send as soon as possible, then report when it was sent; whoever reads too slowly is dropped."""

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        """Say goodbye, and close."""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What messages say beside the log: milliseconds left to decide and to snap, archived round, open window."""

    time_left: int | None
    commit_left: int | None
    archived: str | None
    window: Window | None


@dataclass
class Subscribers:
    """All viewers of one table."""

    table: TableState
    updates: deque[Update] = field(default_factory=lambda: deque(maxlen=UPDATES_KEPT))
    viewers: list[Viewer] = field(default_factory=list)
    #: The people among them.
    present: set[str] = field(default_factory=set)
    #: What is known about each person's connection, whichever socket it is.
    latencies: dict[str, Latency] = field(default_factory=dict)
    #: The last entry that each person's client has confirmed: private faces are sent once.
    confirmed: dict[str, int] = field(default_factory=dict)

    # Who is there

    def join(self, viewer: Viewer) -> None:
        viewer.latency = self.latencies.setdefault(viewer.person, viewer.latency)
        viewer.latency.add_socket(viewer.round_trip)
        self.viewers.append(viewer)
        self.present.add(viewer.person)

    def leave(self, viewer: Viewer) -> None:
        """Of somebody who has no seat, nothing is remembered: any number of people may come to look."""
        self.viewers.remove(viewer)
        self.present = {each.person for each in self.viewers}
        viewer.latency.remove_socket(viewer.round_trip)
        known = self.present.union(self.table.people().values())
        for person in self.latencies.keys() - known:
            del self.latencies[person]
        for person in self.confirmed.keys() - known:
            del self.confirmed[person]

    def is_there(self, seat: Seat) -> bool:
        return self.table.people().get(seat) in self.present

    def away(self) -> list[Seat]:
        return [seat for seat, person in self.table.people().items() if person not in self.present]

    def spectators(self) -> int:
        """How many viewers have no seat."""
        return sum(1 for viewer in self.viewers if self.table.seat_of(viewer.person) == RAIL)

    def rivals(self) -> dict[Seat, Latency]:
        """The people who may snap and are there to do it, with the latency of each."""
        people = self.table.people()
        return {
            seat: self.latencies[people[seat]]
            for seat in self.table.snappers()
            if self.table.is_played_by_person(seat) and people[seat] in self.present
        }

    def confirm(self, person: str, seq: int) -> None:
        """A person's client has received everything up to that entry."""
        self.confirmed[person] = max(self.confirmed.get(person, 0), min(seq, self.table.seq))

    # Sending

    def _board(self, status: LiveStatus) -> messages.Board | None:
        return projection.board(self.table, status.time_left, status.commit_left)

    def welcome(self, viewer: Viewer, last_seq: int | None, status: LiveStatus, *, had_stand_in: bool = False) -> None:
        """Send the table as it is; or, to somebody who has been here, everything since."""
        seat = self.table.seat_of(viewer.person)
        confirmed = self.confirmed.get(viewer.person, 0)
        self.confirm(viewer.person, last_seq or 0)
        missed = None if last_seq is None else self._updates_after(last_seq)
        story = projection.story(self.table) if missed is None else None
        welcome = messages.Welcome(
            messages.VERSION,
            seat,
            self.table.seq,
            projection.table_info(self.table, self.away(), status.archived),
            self._board(status) if missed is None else None,
            projection.yours(self.table, seat) if missed is None else None,
            story.events if story is not None else (),
            story.start if story is not None else 0,
            had_stand_in,
            self.table.heads(),
            projection.known_faces(self.table, seat) if missed is None else {},
        )
        send(viewer, welcome, sent=_sending_recorder(viewer, seat, status.window))
        for update in missed or []:
            events = update.events if update.seq > confirmed else projection.without_private_faces(update.events)
            message = _make_message(update, seat, events)
            if update.seq == self.table.seq:
                board, yours = self._board(status), projection.yours(self.table, seat)
                message = msgspec.structs.replace(message, board=board, yours=yours)
            send(viewer, message)

    def tell_earlier(self, viewer: Viewer, asked: messages.Earlier) -> None:
        """Send the part of the round's story that comes before what a viewer knows; nobody is told any face anew."""
        if viewer not in self.viewers:
            return
        if asked.round == projection.round_number(self.table):
            send(viewer, projection.story(self.table, asked.before))
        else:
            send(viewer, messages.Story(asked.round, asked.before))

    def _updates_after(self, seq: int) -> list[Update] | None:
        """What came after that entry; None if nothing did, or not all of it is kept."""
        missed = [update for update in self.updates if update.seq > seq]
        return missed if missed and missed[0].seq == seq + 1 else None

    def publish(self, update: Update, status: LiveStatus) -> None:
        """Send an update to everybody at the table, each what they may know."""
        self.updates.append(update)
        public = self._make_public_message(update, status)
        texts: dict[Seat, bytes] = {}
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.person)
            if seat not in texts:
                texts[seat] = codec.encode(self._add_own(public, update, seat))
            viewer.post(texts[seat], sent=_sending_recorder(viewer, seat, status.window))

    def _make_public_message(self, update: Update, status: LiveStatus) -> messages.Told:
        """What everybody is told alike, each part of it encoded once."""
        events = projection.told_events(update.events, RAIL, update.stand_ins)
        board = self._board(status)
        has_info = update.news is not None or self.table.stage != "playing"
        info = projection.table_info(self.table, self.away(), status.archived) if has_info else None
        return messages.Told(
            update.seq,
            codec.encode_part(events) if events else (),
            codec.encode_part(info) if info is not None else None,
            update.news,
            update.seat,
            codec.encode_part(board) if board is not None else None,
            race=update.race,
            heads=dict(update.heads),
        )

    def _add_own(self, public: messages.Told, update: Update, seat: Seat) -> messages.Told:
        """The message for one seat: what only that seat may know is added."""
        is_alike = are_alike(update.events, seat, RAIL)
        return messages.Told(
            public.seq,
            public.events if is_alike else projection.told_events(update.events, seat, update.stand_ins),
            public.table,
            public.news,
            public.seat,
            public.board,
            projection.yours(self.table, seat),
            seat if update.news is not None else None,
            public.race,
            public.heads,
        )

    def announce_presence(self, seat: Seat) -> None:
        is_away = seat != RAIL and not self.is_there(seat)
        self.broadcast(messages.Present(seat, is_away, self.spectators()))

    def broadcast(self, message: messages.ServerMessage) -> None:
        text = codec.encode(message)
        for viewer in self.viewers:
            viewer.post(text)

    def disconnect_all(self, code: str, sentence: str, retry: int | None) -> None:
        for viewer in self.viewers:
            viewer.part(code, sentence, retry)
        self.viewers.clear()
        self.present.clear()


def send(viewer: Viewer, message: messages.ServerMessage, *, sent: Callable[[float], None] | None = None) -> None:
    viewer.post(codec.encode(message), sent=sent)


def _sending_recorder(viewer: Viewer, seat: Seat, window: Window | None) -> Callable[[float], None] | None:
    """Called with the time at which the discard on the pile is sent to a seat for the first time."""
    if window is None or seat == RAIL or seat in window.rivals:
        return None
    return lambda now: window.record_sending(seat, viewer.latency, now)


def _make_message(update: Update, seat: Seat, events: Sequence[Event]) -> messages.Told:
    """What happened, for a seat, without how things stand now."""
    told = projection.told_events(events, seat, update.stand_ins)
    return messages.Told(
        update.seq, told, news=update.news, seat=update.seat, race=update.race, heads=dict(update.heads)
    )
