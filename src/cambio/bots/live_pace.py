"""The pace of bots at a live table: how long they take, as people do. No card has a say in any of it.

Every time is drawn from a key of the round, by the seat and by the number of what it answers: a discard, or its
question. So a bot that holds a match takes as long as it would without one. Nor does the time show that a bot computes
for long: it begins so early that it has decided when its move is due, and a decision that is not there by then is not
waited for.

>>> pace = BotPace(1, key=7)
>>> pace.draw_reaction("c", 17, STYLES["casual"].pace) == pace.draw_reaction("c", 17, STYLES["casual"].pace)
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from ..core import is_compiled
from ..places import Seat
from .external import DECISION_TIMEOUT
from .styles import STYLES, Pace

#: Seconds that people take for a decision, at least and at most: to get ready, to draw, and for everything else.
READY_PAUSE = (1.2, 3.0)
DRAW_PAUSE = (0.6, 1.4)
THINKING_PAUSE = (0.7, 1.7)
#: Seconds until a discard has landed on the screens of those who watch it fly.
FLIGHT = 0.42
#: Seconds before which no bot snaps at a table where people play, not even one that claims to be faster: the card that
#: it answers has landed by then.
FASTEST_BOT = 0.45
#: Seconds that a bot has to compute a decision or a snap before it reaches the table, at every pace: bots of the quick
#: levels take a fraction of that. A search is not over as soon, above all where the engine is interpreted; what is not
#: over in time is decided without it.
QUICK_TIME = 0.02 if is_compiled() else 0.1
SEARCH_TIME = 0.6 if is_compiled() else 5.0
#: A bot of another program is asked by its protocol, which gives it so long.
PROGRAM_TIME = DECISION_TIMEOUT
#: The longest wait that a bot adds to the least one, as a share of it: no bot acts on the dot.
HESITATION = 0.2
#: A stand-in is as patient as bots of the lower levels.
STAND_IN_PACE = Pace()


def pace_of(level: str | None) -> Pace:
    """How fast a bot of that level is, or a stand-in."""
    style = STYLES.get(level) if level is not None else None
    return STAND_IN_PACE if style is None else style.pace


def thinking_time(level: str | None) -> float:
    """Seconds that a bot of that level, or a stand-in, has to compute a decision."""
    if level is None:
        return QUICK_TIME
    style = STYLES.get(level)
    if style is None:
        return PROGRAM_TIME
    return SEARCH_TIME if style.is_slow else QUICK_TIME


def snapping_time(level: str | None) -> float:
    """Seconds to compute a snap. A search has until it is due; without an answer the quick level's choice is made."""
    return QUICK_TIME if level is None or level in STYLES else PROGRAM_TIME


@dataclass(frozen=True)
class BotPace:
    """Draws the times of one round."""

    #: How slowly bots play: 1 as people do, 0 at once.
    pace: float
    #: Nobody knows it, so nobody foresees a time.
    key: int

    def draw_reaction(self, seat: Seat, discard: int, style: Pace) -> float:
        """Seconds from a discard to the seat's snap, whether or not it snaps: lognormal, as people's are."""
        random = self._random("snap", seat, discard)
        while True:
            seconds = style.reaction * math.exp(random.gauss(0, style.spread))
            if seconds >= FASTEST_BOT:
                return seconds

    def draw_pause(self, seat: Seat, question: tuple[int, ...], limits: tuple[float, float]) -> float:
        """Milliseconds that a person might take for a decision, which everybody at the table could describe so."""
        return 1000 * self.pace * self._random("pause", seat, question).uniform(*limits)

    def window_time(self, seat: Seat, discard: int, seconds: float) -> float:
        """Milliseconds after a discard for which the seat leaves its window open, if that is to be so many seconds."""
        hesitation = self._random("window", seat, discard).uniform(0, HESITATION)
        return 1000 * self.pace * (FLIGHT + seconds * (1 + hesitation))

    def _random(self, purpose: str, seat: Seat, number: int | tuple[int, ...]) -> Random:
        return Random(f"{self.key} {purpose} {seat} {number}")
