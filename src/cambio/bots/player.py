"""The protocol of players: a player is told what its seat may know, and asked what it does. It never gets the game."""

from __future__ import annotations

import reprlib
from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from ..actions import Action, Snap
from ..events import Event
from ..outcome import Outcome
from ..places import Seat
from ..rules import Rules
from ..view import OpenTable, View

#: Seconds in which a person who is watching snaps.
REACTION = 0.6
#: How many lawful actions a fault names, and how many characters of a wrong answer it quotes.
ACTIONS_NAMED = 12
LONGEST_QUOTE = 200

_quote = reprlib.Repr()
_quote.maxstring = _quote.maxother = LONGEST_QUOTE


class Player(Protocol):
    """Whoever sits at a table for one round.

    A player may also have ``reaction()``, the seconds after which the snap just chosen reaches the table, and
    ``over(outcome)``, by which it is told how the round ended; a ``Bot`` has both.
    """

    def notice(self, event: Event) -> None:
        """Something happened, told as this seat may know it."""

    @abstractmethod
    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        """One of the lawful actions; or None to wait, if the question is whether to snap.

        Then all that is lawful are snaps, and there may be none. Where two cards may be snapped at once, any two of
        them are an answer as well, though they are not listed.
        """


class PlayerFactory(Protocol):
    """Makes a player for one seat and one round; the same seed makes one that plays the same."""

    def __call__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> Player: ...


class Bot(Player):
    """A base class for players: a subclass only has to choose."""

    def notice(self, event: Event) -> None:
        """Need not be overridden: most of what happens can be seen in the next view, too."""

    def reaction(self) -> float:
        """Seconds after which the snap just chosen reaches the table."""
        return REACTION

    def over(self, outcome: Outcome) -> None:
        """The round has ended with that outcome."""


class TrackingPlayer(Bot):
    """A player that keeps track of the cards by what it notices, and decides by what the whole table sees.

    It is asked without a view and without a list of answers, which cost more than most decisions. Only what derives
    from this class is one: other bots may have methods of the same names.
    """

    def hear_record(self, record: Sequence[tuple[Seat, Action]]) -> None:
        """Before each question: all that was done so far in the round, as everybody saw it. It grows, and is not to
        be changed. Need not be overridden.
        """

    @abstractmethod
    def choose_snap(self, seen: OpenTable) -> Action | None:
        """The snap that it wants to make, if any."""

    @abstractmethod
    def decide(self, seen: OpenTable) -> Action | None:
        """Something lawful, when a decision is due from it."""


class StarterListener(Bot):
    """A player that wants to know before the first turn who will have it, as everybody does who sees who deals."""

    @abstractmethod
    def hear_starter(self, starter: Seat) -> None:
        """That seat will have the first turn."""


class Failed(Exception):
    """A player could not answer: what was expected and what came. For good, if it can't answer any more."""

    def __init__(self, expected: str, came: str, *, notes: str = "", for_good: bool = False) -> None:
        super().__init__(f"expected {expected}, but found {came}")
        self.expected = expected  #: What was expected.
        self.came = came  #: What came instead.
        self.notes = notes  #: Where it failed, if that is known.
        self.for_good = for_good  #: Whether it can't answer any more.


def may_wait(legal: Sequence[Action]) -> bool:
    """Whether None is an answer: so it is where all actions are snaps."""
    return all(isinstance(action, Snap) for action in legal)


def describe_choices(legal: Sequence[Action]) -> str:
    """The answers that a player may give, in words."""
    named = ", ".join(map(str, legal[:ACTIONS_NAMED]))
    more = f" and {len(legal) - ACTIONS_NAMED} more" if len(legal) > ACTIONS_NAMED else ""
    choices = [f"one of: {named}{more}"] if legal else []
    return " or ".join(["nothing", *choices] if may_wait(legal) else choices)


def quote(value: object) -> str:
    """A wrong answer as a fault shows it, cut to a readable length."""
    return str(value) if isinstance(value, Action) else _quote.repr(value)
