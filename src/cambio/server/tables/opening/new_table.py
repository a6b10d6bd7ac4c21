"""A new table: what somebody wants to open, whether that can be, and the entries that its log begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....bots.levels import LADDER
from ....errors import RulesError
from ....places import Seat
from ....presets import DEFAULT_RULES
from ....rules import Rules
from ...protocol.messages import Options
from ...store.contract import Person
from ...store.daily_deals import DailyDeal
from ...table_costs import check_costs
from ..commands import command_checks
from ..deals.match_secret import make_secret
from ..log_entries import TABLE, AnyBody, Continued, Opened, Sat, Shuffle, Started
from ..table_state import MOST_SEATS, TableState
from . import tutorial

DEFAULTS = Options()
#: The tutorial has no clocks, and helps the memory.
TUTORIAL_OPTIONS = Options(clock=0, snaps="relaxed", aids="tracking")


@dataclass(frozen=True)
class NewTable:
    """What somebody wants to open."""

    rules: str = DEFAULT_RULES
    changes: Mapping[str, object] | None = None
    seats: int = 4
    options: Options = DEFAULTS
    bots: tuple[str, ...] = ()
    start: bool = False
    #: The client of whoever opens it adds seeds to shuffles: so a match that begins at once waits for it to come.
    seeds: bool = False
    #: Bots of this level sit down when nobody else comes in time, and the match begins.
    fill: str | None = None
    #: The order of the first round's cards, if it is not left to chance.
    deck: tuple[str, ...] = ()
    #: The number of the tutorial's lesson, if it is one.
    lesson: int = 0
    #: A finished round that is played on, and where whoever opens the table sits.
    continued: Continued | None = None
    seat: Seat = "a"
    #: The daily deal that it is, and the secret that its cards and the luck of its bots come from.
    daily: DailyDeal | None = None
    daily_secret: str = ""


def make_lesson(number: int) -> NewTable:
    """The table of a lesson, which begins at once."""
    return NewTable(
        tutorial.RULES,
        None,
        tutorial.SEATS,
        TUTORIAL_OPTIONS,
        (tutorial.LEVEL,) * (tutorial.SEATS - 1),
        start=True,
        deck=tutorial.LESSONS[number - 1].deck(),
        lesson=number,
    )


def check_rules(rules: str, changes: Mapping[str, object], seats: int, *, is_suited: bool = False) -> Rules:
    """The rules of a new table of that size, or RulesError; those of a round that was played are suited to it."""
    if not 2 <= seats <= MOST_SEATS:
        raise RulesError(f"seats: expected 2 to {MOST_SEATS}, but found {seats}", "seats")
    chosen = Rules.parse(rules).but(changes)
    chosen = chosen if is_suited else chosen.suited_to(seats)
    chosen.check_seats(seats)
    return chosen


def make_opening(person: Person, wanted: NewTable, rules: Rules) -> list[AnyBody]:
    """The first entries of a table: it is opened, its host and bots sit down, and the match may begin."""
    for level in wanted.bots:
        if level not in LADDER:
            raise RulesError(f"bots: expected levels ({', '.join(LADDER)}), but found {level!r}", "bots")
    if len(wanted.bots) >= wanted.seats:
        raise RulesError(f"bots: expected at most {wanted.seats - 1}, but found {len(wanted.bots)}", "bots")
    check_costs(rules, wanted.seats, (*wanted.bots, *([wanted.fill] if wanted.fill is not None else [])))
    starts = wanted.start and wanted.seeds and not wanted.deck
    opened = Opened(
        str(rules), wanted.seats, wanted.options, person.id, wanted.fill, make_secret(), starts, wanted.daily
    )
    # Each entry is checked against a table that those before have made, as at a live table.
    table = TableState.from_opening(opened)
    bodies: list[AnyBody] = []

    def add(body: AnyBody) -> None:
        table.apply(len(bodies) + 1, TABLE, None, body, 0)
        bodies.append(body)

    add(opened)
    add(Sat(wanted.seat, person.id, person.name))
    for level in wanted.bots:
        add(command_checks.seat_bot(table, level))
    if wanted.start:
        rules.check_seats(len(table.sitters))
    if wanted.start and not starts:
        shuffle = Shuffle() if not wanted.deck and wanted.continued is None else None
        seating, secret = tuple(sorted(table.sitters)), wanted.daily_secret or opened.secret
        bodies.append(Started(seating, secret, wanted.deck, wanted.lesson, shuffle, wanted.continued))
    return bodies
