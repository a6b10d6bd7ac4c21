"""A round that was written down: its game, the players' names, and how fast they were. All .cambio files come here."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field

from ..game import Game
from ..notation import Race, Record, read
from ..notation.replaying import MAX_ATTEMPTS, replaying, without_pauses
from ..places import Seat
from .viewpoint import ALL, Viewpoint, ViewpointError, is_within, viewpoints_of


@dataclass(frozen=True)
class RecordedRound:
    """A round to be looked at again, over or not."""

    game: Game  #: The round itself, as far as the file tells it.
    names: Mapping[Seat, str]  #: The players' names.
    #: Whose own copy it is; None if it holds every card.
    own_copy_of: Seat | None = None
    #: By the number of the action that came of it.
    races: Mapping[int, Race] = field(default_factory=dict)
    #: Whoever looks at it may know no more than was known there.
    scope: Viewpoint = ALL

    @property
    def viewpoints(self) -> tuple[Viewpoint, ...]:
        """As whom it may be looked at."""
        every = viewpoints_of(self.game.seats, self.own_copy_of)
        return tuple(viewpoint for viewpoint in every if is_within(viewpoint, self.scope))

    def check_viewpoint(self, viewpoint: Viewpoint) -> None:
        """Refuse a viewpoint that this round does not have."""
        check_viewpoint(viewpoint, self.game.seats, self.own_copy_of)
        if not is_within(viewpoint, self.scope):
            raise ViewpointError(f"this round is shown as {' or '.join(self.viewpoints)} alone, not as {viewpoint}")


def check_viewpoint(viewpoint: Viewpoint, seats: tuple[Seat, ...], own_copy_of: Seat | None) -> None:
    """Refuse what nobody sits at, and what a player's own copy does not tell."""
    if viewpoint in viewpoints_of(seats, own_copy_of):
        return
    if viewpoint in viewpoints_of(seats, None):
        raise ViewpointError(f"this is seat {own_copy_of}'s own copy, which does not tell what {viewpoint} saw")
    raise ViewpointError(f"there is no seat {viewpoint!r}: the seats are {', '.join(seats)}")


def reading_recorded(record: Record, attempts: int = MAX_ATTEMPTS) -> Generator[None, None, RecordedRound]:
    """Play a file again, one action at a time, for those who must not be held up for long."""
    game = yield from replaying(record, attempts)
    return RecordedRound(game, record.names, record.viewer, record.races)


def read_recorded(text: str, viewpoint: Viewpoint | None = None) -> RecordedRound:
    """Read a .cambio file and play it again; a viewpoint that it does not have is refused before it is played."""
    record = read(text)
    if viewpoint is not None:
        check_viewpoint(viewpoint, tuple(record.names), record.viewer)
    return without_pauses(reading_recorded(record))
