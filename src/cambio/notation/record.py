"""What a .cambio file holds, and what writing and reading it have in common."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from ..actions import Action
from ..events import UNSEEN, Event, Revealed, Shown
from ..outcome import Outcome
from ..places import Seat
from ..rules import Rules
from ..shuffles import ShuffleProof
from .races import Race

FORMAT = "cambio 1"
SHUFFLE = "shuffle"
RACE = "race"
END = "end"
FREE_TAGS = ("date", "event", "round", "tally")


@dataclass(frozen=True)
class Line:
    """One line of play: an action, or the dealer's order of a reshuffle, and the faces that it showed."""

    number: int  #: Where it stands in the file, from 1.
    actor: Seat  #: Who acted.
    action: Action | None  #: What was done; None for a reshuffle.
    faces: tuple[str, ...]  #: The faces written behind it.


@dataclass
class Record:
    """A .cambio file, read but not yet replayed."""

    rules: Rules  #: What was played by.
    seats: int  #: How many played.
    names: dict[Seat, str] = field(default_factory=dict)  #: The players' names.
    dealer: Seat = "a"  #: Who dealt.
    starter: Seat = "a"  #: Who had the first turn.
    viewer: Seat | None = None  #: Whose own copy it is; None if it holds every card.
    deck: tuple[str, ...] = ()  #: The cards before the deal, the top one first.
    deck_line: int = 0  #: Where the deck stands.
    result: str | None = None  #: How it ended, as it is written.
    result_line: int = 0  #: Where that stands.
    tags: dict[str, str] = field(default_factory=dict)  #: Free text: date, event, round, tally.
    #: The rules as they are written, and what the file tells about its shuffles, if it does.
    rules_text: str = ""
    #: What the file tells about its shuffles, as it is written.
    proof_tags: dict[str, str] = field(default_factory=dict)
    proof: ShuffleProof | None = None  #: The same, read.
    lines: list[Line] = field(default_factory=list)  #: The play, line by line.
    #: How fast everybody was, by the number of the action that came of it, counted from 1.
    races: dict[int, Race] = field(default_factory=dict)
    end_line: int = 0  #: Where the closing line stands.
    #: As it is written behind the closing line, if it is, and as it should be there.
    checksum: str | None = None
    expected_checksum: str = ""  #: What the checksum should be.


def result_of(outcome: Outcome) -> str:
    """How it ended, on one line."""
    scores = " ".join(f"{seat}={score}" for seat, score in outcome.scores.items())
    return f"{outcome.reason}, {' '.join(outcome.winners)} won, scores {scores}"


def without_byte_order_mark(text: str) -> str:
    """Some editors put a mark in front of a text: it says nothing, and counts for nothing."""
    return text.removeprefix("\ufeff")


def checksum(lines: list[str]) -> str:
    """A few letters by which an altered file is found out; comments and blank lines do not count."""
    content = [line for line in map(without_comment, lines) if line]
    return hashlib.sha256("\n".join(content).encode()).hexdigest()[:12]


def without_comment(line: str) -> str:
    return line.partition(";")[0].rstrip()


def faces_shown(events: list[Event], viewer: Seat | None) -> list[str]:
    """The faces that an action showed, in order; ?? for those that the viewer did not see."""
    shown = [event for event in events if isinstance(event, Shown) and not isinstance(event, Revealed)]
    return [event.card if viewer is None or viewer in event.sees else UNSEEN for event in shown if event.card]
