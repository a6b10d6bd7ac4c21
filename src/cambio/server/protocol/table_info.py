"""What everybody knows about a table, apart from the cards: a part of the protocol that `messages` passes on."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from .message_fields import CALL_VERDICT, ENDING_REASON, HIGHLIGHT_KIND, STAGE, Face
from .table_options import Options


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits there: a person, a bot of some level, or nobody."""

    seat: str
    name: str = ""
    level: str | None = None
    is_taken: bool = False
    #: A person whose connection is gone, and one for whom a stand-in plays.
    is_away: bool = False
    has_stand_in: bool = False


class DailyName(Struct, frozen=True):
    """A daily deal: the day, as 2026-11-17, and the rule book."""

    day: str
    book: str


class RoundScore(Struct, frozen=True):
    """One round in the tally: what each seat scored, who dealt and who won."""

    scores: dict[str, int]
    dealer: str
    winners: tuple[str, ...]
    caller: str | None
    #: The caller did not call, but had no cards left, which counts as a call.
    knocked: bool


class Ending(Struct, frozen=True):
    """How a round ended. Points are what the hands count; scores are what goes into the tally."""

    #: called, stock (no card left to draw) or last (one seat left).
    reason: Annotated[str, ENDING_REASON]
    winners: tuple[str, ...]
    points: dict[str, int]
    scores: dict[str, int]
    cards: dict[str, int]
    caller: str | None
    #: right, wrong, tied, out (the caller was put out) or knocked; none without a call, or if only the caller is left.
    verdict: Annotated[str, CALL_VERDICT] | None
    out: tuple[str, ...]
    #: Who won by the worst hand of all, where the rules have one.
    kamikaze: tuple[str, ...] = ()


class Highlight(Struct, frozen=True, omit_defaults=True):
    """What a player did well or badly in a round that is over. What a kind does not need is left out."""

    kind: Annotated[str, HIGHLIGHT_KIND]
    #: What it saved, cost or gained; how far one was ahead or behind; what a card or a hand counts.
    points: int = 0
    #: How many cards were snapped, or came as a penalty; how many laps before the call.
    count: int = 0
    #: A card that everybody has seen.
    card: Face | None = None
    other: str | None = None
    #: What the hand counted when it was dealt.
    dealt: int | None = None


class PlayedOn(Struct, frozen=True, omit_defaults=True):
    """From where a table was played on: it has one round, which counts for nothing."""

    #: How many actions of the finished round had been played.
    step: int
    #: The archived round, for those who played it; none if it came from a file.
    round: str | None = None
    #: Cards that the player's seat had not seen were dealt anew.
    is_anew: bool = False


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """All that everybody knows about a table, apart from the cards."""

    #: lobby, playing, scores (between two rounds) or over.
    stage: Annotated[str, STAGE]
    rules: str
    options: Options
    host: str | None
    seats: tuple[SeatInfo, ...]
    round: int = 0
    dealer: str | None = None
    tally: dict[str, int] = {}
    #: The latest rounds of the match that are over, and how many there were before these.
    rounds: tuple[RoundScore, ...] = ()
    rounds_before: int = 0
    #: How the last round ended; clients say it in their players' words.
    ending: Ending | None = None
    #: By seat, the most telling thing about the last round.
    highlights: dict[str, Highlight] = {}
    #: Who won the match, or else the last round.
    winners: tuple[str, ...] = ()
    #: The archived round, for those who played it.
    archived: str | None = None
    #: In the lobby: nobody has to start the match, it begins when the host comes.
    is_starting: bool = False
    #: The table was opened from a replay, to be played on from there.
    played_on: PlayedOn | None = None
    #: The daily deal that is played here, once and by its host alone: its day (UTC) and its rule book.
    daily: DailyName | None = None
