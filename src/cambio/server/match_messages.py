"""What is told about the matches of a person, by `GET /api/matches`. There is no card in it."""

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
