"""Races for a discard, as a .cambio file keeps them: how fast everybody was. The engine knows nothing of time.

>>> race = Race((Reaction("b", "snap", after=231, delay=275, claimed=240, round_trip=44),))
>>> race.words()
['b snap after=231 delay=275 claimed=240 round_trip=44']
>>> parse_race("b snap after=231 delay=275 claimed=240 round_trip=44".split()) == race
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from ..places import Seat

#: What somebody did: the card that a slower player reached for stays unknown.
Gesture = Literal["snap", "other"]
GESTURES: tuple[str, ...] = get_args(Gesture)
#: All who commit are level, and the seats count clockwise from the one after the discarder.
RELAXED = "relaxed"
BOT = "bot"
#: Milliseconds that are written at most: eleven days.
LONGEST_TIME = 999_999_999
_TIME = re.compile(r"(after|delay|claimed|round_trip)=([0-9]{1,9})", re.ASCII)
_NEEDED = {"after", "delay", "round_trip"}


@dataclass(frozen=True, slots=True)
class Reaction:
    """One of those who raced, with all times in milliseconds."""

    seat: Seat  #: Who raced.
    gesture: Gesture  #: What they did.
    #: The reaction as it was judged: the delay, without what the connection is forgiven.
    after: int
    #: From sending the discard to the arrival of the gesture, by the server's clock.
    delay: int
    #: From showing the discard to the gesture, as the client says; None if it does not say.
    claimed: int | None = None
    #: Of the connection, as measured before the race.
    round_trip: int = 0
    is_bot: bool = False  #: Whether a bot plays that seat.

    def __str__(self) -> str:
        claimed = [] if self.claimed is None else [f"claimed={self.claimed}"]
        times = [f"after={self.after}", f"delay={self.delay}", *claimed, f"round_trip={self.round_trip}"]
        return " ".join([self.seat, self.gesture, *times, *([BOT] if self.is_bot else [])])


@dataclass(frozen=True, slots=True)
class Race:
    """All who raced for a discard, in the order in which they were judged to come."""

    reactions: tuple[Reaction, ...]  #: Everybody who raced.
    #: Whether the order of seats decided, at a table without hurry, and not the times.
    is_relaxed: bool = False

    def words(self) -> list[str]:
        """One part for each who raced."""
        first, *rest = map(str, self.reactions)
        return [f"{RELAXED} {first}" if self.is_relaxed else first, *rest]


def parse_race(words: list[str]) -> Race:
    """Read a race as it is written; ValueError says what was expected."""
    is_relaxed = words[:1] == [RELAXED]
    groups: list[list[str]] = []
    for word in words[is_relaxed:]:
        if len(word) == 1:
            groups.append([word])
        elif not groups:
            raise ValueError(f"expected the letter of a seat that raced, but found {word!r}")
        else:
            groups[-1].append(word)
    if not groups:
        raise ValueError("expected those who raced, but found nobody")
    return Race(tuple(map(_parse_reaction, groups)), is_relaxed)


def _parse_reaction(words: list[str]) -> Reaction:
    seat, *rest = words
    gesture = next((each for each in get_args(Gesture) if rest[:1] == [each]), None)
    is_bot = rest[-1:] == [BOT]
    found = [_TIME.fullmatch(word) for word in (rest[1:-1] if is_bot else rest[1:])]
    times = {match[1]: int(match[2]) for match in found if match is not None}
    if not seat.isalpha() or gesture is None or len(times) != len(found) or not times.keys() >= _NEEDED:
        expected = "a seat, snap or other, after=, delay=, perhaps claimed=, and round_trip="
        raise ValueError(f"expected {expected}, but found {' '.join(words)!r}")
    return Reaction(seat, gesture, is_bot=is_bot, **times)
