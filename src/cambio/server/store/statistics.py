"""Figures of finished rounds as the store keeps them, and what they add up to. There is no card in them."""

from __future__ import annotations

from dataclasses import dataclass

from ...places import Seat
from .matches import Timestamp

#: Spans that the points over time are told in, at most.
SPANS = 60


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """What a person did in a finished round, counted once when the round is archived."""

    seat: Seat
    person_id: str
    #: What the hand counted in the end.
    points: int
    has_won: bool
    right_calls: int = 0
    wrong_calls: int = 0
    right_snaps: int = 0
    wrong_snaps: int = 0
    late_snaps: int = 0
    #: Milliseconds of each snap in a race, as it was judged.
    reactions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchCount:
    """Matches that are over, of one rule book and one kind of company."""

    book: str
    has_bots: bool
    #: The strongest level among the bots; None without bots, and where it was not noted.
    rival: str | None
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class RoundCount:
    """All figures of a person's rounds, added up.

    Rounds from before there were figures are not in it: a file does not tell what a stand-in or a clock did in a
    player's place, so counting them from their files would blame players for it.
    """

    rounds: int = 0
    wins: int = 0
    right_calls: int = 0
    wrong_calls: int = 0
    right_snaps: int = 0
    wrong_snaps: int = 0
    late_snaps: int = 0


@dataclass(frozen=True, slots=True)
class PointsSpan:
    """What hands counted on average in some rounds, one after the other."""

    first: Timestamp
    last: Timestamp
    rounds: int
    points: float


@dataclass(frozen=True, slots=True)
class Statistics:
    results: tuple[MatchCount, ...]
    #: Matches won one after the other: up to now, and the most ever.
    streak: int
    longest_streak: int
    rounds: RoundCount
    #: The median of all reactions, and how many there are.
    reaction: int | None
    reactions: int
    points: tuple[PointsSpan, ...]
