"""What is told about the matches of a person and what they add up to, by REST. There is no card in it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .message_fields import SeatName

LONGEST_KEY = 100


class MatchQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What the query of the address may ask for."""

    #: Only matches by this rule book, with any house rules.
    book: Annotated[str, Meta(max_length=40)] | None = None
    #: Only matches without bots.
    people: bool = False
    #: Only matches that you have won, or share.
    won: bool = False
    #: From where the last list ended: its `next`.
    before: Annotated[str, Meta(max_length=LONGEST_KEY)] | None = None


class MatchSeat(Struct, frozen=True):
    """Who plays in a match, by the latest name."""

    seat: SeatName
    name: str
    is_bot: bool
    #: The total after the rounds that are over.
    tally: int
    has_won: bool


class MatchRound(Struct, frozen=True):
    """A round that is over and kept: its id in the archive."""

    number: int
    id: str


class MatchInfo(Struct, frozen=True):
    """A match that you play or have played, as it stands after its rounds that are over."""

    id: str
    #: Where it is played; none if the table is not there any more.
    table: str | None
    #: Your seat.
    you: SeatName
    rules: str
    #: The rule book that the rules are named by.
    book: str
    is_over: bool
    #: How many rounds are over.
    rounds: int
    #: Milliseconds since 1970 when it began; none for matches of older servers.
    began: int | None
    #: Milliseconds since 1970 when its last round ended, or else when it began.
    at: int
    #: How long it was played, without pauses of more than a few minutes; none for matches of older servers.
    minutes: int | None
    players: tuple[MatchSeat, ...]
    #: Those of its rounds that the archive has, in order.
    archived: tuple[MatchRound, ...]


class MatchList(Struct, frozen=True):
    """Your matches, those played last first."""

    matches: tuple[MatchInfo, ...]
    #: What to ask for `before` to get those that follow; none at the end.
    next: str | None


class StatisticsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What the query of the address may ask for."""

    #: Only what was played by this rule book, with any house rules.
    book: Annotated[str, Meta(max_length=40)] | None = None


class MatchResults(Struct, frozen=True):
    """Your matches that are over, by one rule book and in one kind of company."""

    book: str
    has_bots: bool
    #: The strongest level among the bots; none without bots, and where older servers did not note it.
    rival: str | None
    matches: int
    wins: int


class RoundSums(Struct, frozen=True):
    """What you did in your finished rounds, added up; what a clock or a stand-in did is not counted.

    Rounds of servers that kept no figures are left out.
    """

    rounds: int
    wins: int
    right_calls: int
    wrong_calls: int
    right_snaps: int
    wrong_snaps: int
    late_snaps: int


class HandPoints(Struct, frozen=True):
    """What your hands counted in the end, on average over some rounds one after the other."""

    #: Milliseconds since 1970 when the first and the last of these rounds ended.
    first: int
    last: int
    rounds: int
    points: float


class Statistics(Struct, frozen=True):
    """What your play adds up to. Nothing of a round that is being played is in it."""

    results: tuple[MatchResults, ...]
    #: Matches that you have won one after the other: up to now, and the most ever.
    streak: int
    longest_streak: int
    rounds: RoundSums
    #: The median of your reactions in races, in milliseconds; none without any.
    reaction: int | None
    #: How many reactions there are.
    reactions: int
    #: From the earliest to the latest, in 60 spans at most.
    points: tuple[HandPoints, ...]
