"""A seat agent: the player at one seat, and the stand-in that decides where the player fails.

Every bot plays through one, in a round of the laboratory and at a live table alike.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..actions import Action, Snap
from ..core.engine.next_actor import may_snap
from ..events import Event
from ..game import Game
from ..outcome import Outcome
from ..places import Seat, seat_number
from ..view import OpenTable
from .player import REACTION, Failed, Player, StarterListener, TrackingPlayer, describe_choices, quote
from .stand_in import StandIn

#: After this many faults in a round the stand-in plays on alone.
FAULTS_ENDURED = 10
#: A fault names the innermost calls of a bot that raised an error, up to this number.
CALLS_NAMED = 3


@dataclass(frozen=True)
class Fault:
    """What a player did wrong and when; it names no card but what the player said itself."""

    seat: Seat  #: Whose player it was.
    moment: str  #: When: at which question.
    expected: str  #: What was expected.
    came: str  #: What came instead.
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
        self._tracker = player if isinstance(player, TrackingPlayer) else None
        self._report_fault = report_fault
        self._stand_in = StandIn(game.rules, len(game.seats), seat)
        self._has_left = False
        if isinstance(player, StarterListener):
            player.hear_starter(game.starter)

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
        answer = self._ask(is_snap=True)
        return TimedSnap(answer, self._ask_reaction()) if isinstance(answer, Snap) else None

    def decide(self) -> Action:
        """The player's decision, or else the stand-in's."""
        answer = None if self._is_played_by_stand_in else self._ask(is_snap=False)
        if answer is None:
            answer = self._stand_in.choose(self._game.view(self.seat), self._list_answers(is_snap=False))
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

    def _ask(self, *, is_snap: bool) -> Action | None:
        """Something lawful that the player chose; None if it waits, or is at fault."""
        try:
            answer = self._ask_player(is_snap=is_snap)
        except (Exception, SystemExit) as error:
            self._record_error(describe_choices(self._list_answers(is_snap=is_snap)), error)
            return None
        if answer is None and is_snap:
            return None
        if isinstance(answer, Snap) and answer.discard is None:
            answer = Snap(answer.place, answer.other, self._game.table.discard_number)
        if isinstance(answer, Action) and self._is_lawful(answer, is_snap=is_snap):
            return answer
        self._record_fault(describe_choices(self._list_answers(is_snap=is_snap)), quote(answer))
        return None

    def _ask_player(self, *, is_snap: bool) -> Action | None:
        """A player that keeps track of the cards is spared a view and a list, which take longer than its answer."""
        if self._tracker is not None:
            seen = self._game.open_table()
            self._tracker.hear_record(self._game.record)
            return self._tracker.choose_snap(seen) if is_snap else self._tracker.decide(seen)
        return self._player.choose(self._game.view(self.seat), self._list_answers(is_snap=is_snap))

    def _list_answers(self, *, is_snap: bool) -> tuple[Action, ...]:
        """All lawful answers, but for snaps of two cards, which are any two of those listed."""
        legal = self._game.legal(self.seat, snaps=is_snap)
        return tuple(action for action in legal if isinstance(action, Snap) == is_snap)

    def _is_lawful(self, answer: Action, *, is_snap: bool) -> bool:
        """Whether it answers the question; late snaps are lawful where they cost, but nobody is asked for one."""
        if isinstance(answer, Snap) != is_snap:
            return False
        if isinstance(answer, Snap) and not self._answers_window(answer):
            return False
        return self._game.why_not(self.seat, answer) is None

    def _answers_window(self, snap: Snap) -> bool:
        table = self._game.table
        return bool(may_snap(table, seat_number(self.seat))) and snap.discard == table.discard_number

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
            moment = _describe_moment(self._game.open_table())
            self.faults.append(Fault(self.seat, moment, expected, came, notes, error))
            if self._report_fault is not None:
                self._report_fault(self.faults[-1])
        self._has_left = self._has_left or len(self.faults) == FAULTS_ENDURED


def _describe_moment(seen: OpenTable) -> str:
    return f"lap {seen.lap}, {seen.phase}, discard {seen.number}"


def _name_calls(error: BaseException) -> str:
    calls = traceback.extract_tb(error.__traceback__)[-CALLS_NAMED:]
    return "\n".join(f"{call.filename}:{call.lineno} in {call.name}" for call in calls)


def _react_as_people() -> float:
    return REACTION


def _ignore_outcome(_outcome: Outcome) -> None:
    """A player need not hear how the round ended."""
