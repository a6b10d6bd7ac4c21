"""Matches as the store knows them, for lists of games: who played by which rules, for how long, and how it stands.

There is no card in them, and of a round that is being played nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...bots.styles import STYLES
from ...places import Seat

#: By the wall clock: milliseconds since 1970 (UTC).
Timestamp = int


_RANKS = {level: rank for rank, level in enumerate(STYLES)}


def strongest_level(levels: Iterable[str | None]) -> str | None:
    """Of those that this version knows.

    >>> strongest_level(["casual", None, "expert"])
    'expert'
    """
    return max((level for level in levels if level in _RANKS), key=lambda level: _RANKS[level or ""], default=None)


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """Who sits where, by the latest name, and their total after the rounds that are over; a bot is no person."""

    person_id: str | None
    seat: Seat
    name: str
    tally: int
    has_won: bool
    #: Of a bot; None for those from before that was noted, and for people.
    level: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match, as its rounds up to the last finished one have made it."""

    id: str
    table_id: str
    rules: str
    #: When it began; None for matches from before that was noted.
    began: Timestamp | None
    #: When its last round ended, or else when it began.
    at: Timestamp
    #: Milliseconds of play, without long pauses; None as above.
    played: int | None
    #: How many rounds are over.
    rounds: int
    is_over: bool
    players: tuple[MatchPlayer, ...]

    @property
    def book(self) -> str:
        """The rule book that its rules are named by."""
        return self.rules.split()[0]

    @property
    def has_bots(self) -> bool:
        return any(player.person_id is None for player in self.players)

    @property
    def rival(self) -> str | None:
        """The strongest level among the bots, as far as it is known."""
        return strongest_level(player.level for player in self.players)

    @property
    def key(self) -> MatchKey:
        return MatchKey(self.at, self.id)


@dataclass(frozen=True, slots=True, order=True)
class MatchKey:
    """Where a match stands in a list: the next page begins after the key that ended the last one."""

    at: Timestamp
    id: str


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in somebody's list, and whether its table is still there."""

    match: PlayedMatch
    has_table: bool
    #: The ids of its rounds in the archive, by their numbers.
    archived: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches somebody wants to see: by one rule book, without bots, won."""

    book: str | None = None
    only_people: bool = False
    only_won: bool = False
