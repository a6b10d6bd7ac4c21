"""A seat agent: the player at one seat, and the stand-in that decides where the player fails.

Every bot plays through one, in a round of the laboratory and at a live table alike.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..actions import Action, Snap
from ..events import Event
from ..game import Game
from ..outcome import Outcome
from ..places import Seat
from ..view import View
from .player import REACTION, Failed, Player, describe_choices, may_wait, quote
from .stand_in import StandIn

#: After this many faults in a round the stand-in plays on alone.
FAULTS_ENDURED = 10
#: A fault names the innermost calls of a bot that raised an error, up to this number.
CALLS_NAMED = 3


@dataclass(frozen=True)
class Fault:
    """What a player did wrong and when; it names no card but what the player said itself."""

    seat: Seat
    moment: str
    expected: str
    came: str
    #: Where the player raised an error, or what its program wrote to its error output.
    notes: str = ""
    #: The name of the error's class; empty if the player answered, but wrongly. Unlike `came` it quotes nothing.
    error: str = ""

    def __str__(self) -> str:
        sentence = f"{self.seat} ({self.moment}): expected {self.expected}, but found {self.came}"
        return f"{sentence}\n{self.notes}" if self.notes else sentence


@dataclass(frozen=True)
class TimedSnap:
    """A snap that a player has chosen, and the seconds after which it reaches the table."""

    snap: Snap
    seconds: float


class SeatAgent:
    """Tells the player what its seat may know, takes what is lawful, and records everything else as a fault."""

    def __init__(
        self, game: Game, seat: Seat, player: Player, report_fault: Callable[[Fault], None] | None = None
    ) -> None:
        self.seat = seat
        self.faults: list[Fault] = []
        self._game = game
        self._player = player
        self._report_fault = report_fault
        self._stand_in = StandIn(game.rules, len(game.seats), seat)
        self._has_left = False

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if self._has_left:
                return
            try:
                self._player.notice(event.seen_by(self.seat))
            except (Exception, SystemExit) as error:
                self._record_error("a player that listens", error)

    def choose_snap(self) -> TimedSnap | None:
        """The snap that the player wants to make, if any; a player that fails makes none."""
        if self._is_played_by_stand_in:
            return None
        legal = tuple(action for action in self._game.legal(self.seat) if isinstance(action, Snap))
        answer = self._ask(legal)
        return TimedSnap(answer, self._ask_reaction()) if isinstance(answer, Snap) else None

    def decide(self) -> Action:
        """The player's decision, or else the stand-in's."""
        legal = tuple(self._game.legal(self.seat, snaps=False))
        answer = None if self._is_played_by_stand_in else self._ask(legal)
        if answer is None:
            answer = self._stand_in.choose(self._game.view(self.seat), legal)
        assert answer is not None
        return answer

    def hurry(self) -> None:
        """The round must end: from now on the stand-in decides, and calls as soon as it may."""
        self._stand_in.in_hurry = True

    def end(self, outcome: Outcome) -> None:
        """Tell the player how the round ended; also one that has left, so that it can tidy up."""
        try:
            getattr(self._player, "over", _ignore_outcome)(outcome)
        except (Exception, SystemExit) as error:
            self._record_error("a player that hears the outcome", error)

    @property
    def _is_played_by_stand_in(self) -> bool:
        return self._has_left or self._stand_in.in_hurry

    def _ask(self, legal: Sequence[Action]) -> Action | None:
        """Something lawful that the player chose; None if it waits, or is at fault."""
        view = self._game.view(self.seat)
        try:
            answer = self._player.choose(view, legal)
        except (Exception, SystemExit) as error:
            self._record_error(describe_choices(legal), error)
            return None
        if answer is None and may_wait(legal):
            return None
        if isinstance(answer, Snap) and answer.discard is None:
            answer = Snap(answer.place, answer.other, view.number)
        if isinstance(answer, Action) and answer in legal:
            return answer
        self._record_fault(describe_choices(legal), quote(answer))
        return None

    def _ask_reaction(self) -> float:
        """Asked right after a snap was chosen; a player that does not say is as quick as people are."""
        expected = "seconds, a number from 0 up"
        try:
            answer = getattr(self._player, "reaction", _react_as_people)()
            seconds = float(answer)
        except (Exception, SystemExit) as error:
            self._record_error(expected, error)
            return REACTION
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
        self._record_fault(expected, quote(answer))
        return REACTION

    def _record_error(self, expected: str, error: BaseException) -> None:
        name = type(error).__name__
        if isinstance(error, Failed):
            self._record_fault(error.expected, error.came, error.notes, name)
            self._has_left = self._has_left or error.for_good
        else:
            self._record_fault(expected, quote(error), _name_calls(error), name)

    def _record_fault(self, expected: str, came: str, notes: str = "", error: str = "") -> None:
        if len(self.faults) < FAULTS_ENDURED:
            moment = _describe_moment(self._game.view(self.seat))
            self.faults.append(Fault(self.seat, moment, expected, came, notes, error))
            if self._report_fault is not None:
                self._report_fault(self.faults[-1])
        self._has_left = self._has_left or len(self.faults) == FAULTS_ENDURED


def _describe_moment(view: View) -> str:
    return f"lap {view.lap}, {view.phase}, discard {view.number}"


def _name_calls(error: BaseException) -> str:
    calls = traceback.extract_tb(error.__traceback__)[-CALLS_NAMED:]
    return "\n".join(f"{call.filename}:{call.lineno} in {call.name}" for call in calls)


def _react_as_people() -> float:
    return REACTION


def _ignore_outcome(_outcome: Outcome) -> None:
    """A player need not hear how the round ended."""
