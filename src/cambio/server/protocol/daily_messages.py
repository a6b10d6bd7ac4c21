"""What is told about daily deals by REST. There is no card in it, and nothing of a round that is being played."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .message_fields import CALL_VERDICT


class DailyScore(Struct, frozen=True):
    """How the round of a daily deal went for whoever played it."""

    #: What the hand counted, and what that scored by the rules.
    points: int
    score: int
    #: From 1 to 4 among the seats; equals share a place.
    place: int
    has_won: bool
    #: What became of the player's own call; none without one.
    call: Annotated[str, CALL_VERDICT] | None
    right_snaps: int
    wrong_snaps: int
    turns: int
    #: A stand-in decided something in the player's place.
    had_stand_in: bool


class DailyTry(Struct, frozen=True):
    """Your one try at a daily deal."""

    #: Where it is played; none if the table is not there any more.
    table: str | None
    #: None until the round is over, and so is the id of the round.
    score: DailyScore | None
    round: str | None
    #: It ended when the deal was over already: it is not among the results, and no day of a streak.
    is_late: bool


class DailyBook(Struct, frozen=True):
    """Today's deal by one rule book."""

    book: str
    rules: str
    #: How many have played it to its end.
    played: int
    #: None if you have not begun it.
    mine: DailyTry | None
    #: The server's commitment to the seed of this deal, and to that of tomorrow's (docs/SHUFFLES.md).
    commitment: str
    next_commitment: str


class DailyOverview(Struct, frozen=True):
    """Today's deals, one by each rule book, and your days in a row."""

    #: As 2026-11-17, by UTC; milliseconds until the next one; and the last day that everybody may see.
    day: str
    left: int
    open_day: str
    #: The levels of the bots, from the seat after yours.
    bots: tuple[str, ...]
    deals: tuple[DailyBook, ...]
    #: Days on which you have played a deal to its end: up to now without a gap, and the most ever.
    streak: int
    longest_streak: int


class DailyEntry(Struct, frozen=True):
    """One line in the list of a deal's results."""

    name: str
    is_you: bool
    #: From 1; equals share a rank.
    rank: int
    score: DailyScore
    #: The id of the round, when everybody may see it.
    round: str | None


class DailyResults(Struct, frozen=True):
    """How a daily deal went for those who have played it."""

    day: str
    book: str
    rules: str
    #: Whether its day is over, and everybody may see everything.
    is_open: bool
    is_today: bool
    played: int
    mine: DailyTry | None
    #: The best first, 100 at most, and you in any case; none as long as you may not see it.
    results: tuple[DailyEntry, ...] | None
    #: Your days in a row up to now.
    streak: int


class CompareQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What the query of the address has to ask for."""

    #: The round that is compared with the others.
    round: Annotated[str, Meta(max_length=64)]


class DailyChoice(Struct, frozen=True):
    """What some players did at a moment."""

    #: As .cambio files write it; none: they did nothing, and somebody else acted.
    action: str | None
    players: int
    #: What their rounds scored in the end, on average.
    mean_score: float


class DailyMoment(Struct, frozen=True):
    """A step before which players had all done the same, and what they did then."""

    #: The number of the step in the replay.
    step: int
    #: What was done in the round that is compared.
    mine: str | None
    #: How many came here; the round itself counts.
    players: int
    choices: tuple[DailyChoice, ...]


class DailyComparison(Struct, frozen=True):
    """Where the ways of those who played a deal parted."""

    day: str
    book: str
    #: How many rounds were compared.
    rounds: int
    moments: tuple[DailyMoment, ...]
