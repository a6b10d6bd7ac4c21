"""A chair: a player at the table, and behind it the stand-in who decides where the player fails."""

from __future__ import annotations

import math
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..actions import Action, Snap
from ..events import Event
from ..game import Game
from ..outcome import Outcome
from ..places import Seat
from ..view import View
from .player import REACTION, Failed, Player, may_wait, one_of, quoted
from .stand_in import StandIn

#: After so many faults in a round the stand-in plays on alone.
FAULTS_ENDURED = 10
#: Where a bot broke: so many calls up from there.
CALLS_TOLD = 3


@dataclass(frozen=True)
class Fault:
    """What a player did wrong and when; it names no card but what the player said itself."""

    seat: Seat
    moment: str
    expected: str
    came: str
    #: The player's last words: where it broke, or what it wrote to its error output.
    notes: str = ""

    def __str__(self) -> str:
        told = f"{self.seat} ({self.moment}): expected {self.expected}, but found {self.came}"
        return f"{told}\n{self.notes}" if self.notes else told


@dataclass(frozen=True)
class Wish:
    """A snap, and the seconds after which it reaches the table."""

    snap: Snap
    seconds: float


class SeatAgent:
    """Hands over what the seat may know, takes what is lawful, and writes down everything else."""

    def __init__(self, game: Game, seat: Seat, player: Player) -> None:
        self.seat = seat
        self.faults: list[Fault] = []
        self._game = game
        self._player = player
        self._stand_in = StandIn(game.rules, len(game.seats), seat)
        self._has_left = False

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if self._has_left:
                return
            try:
                self._player.notice(event.seen_by(self.seat))
            except (Exception, SystemExit) as error:
                self._blame("a player that listens", error)

    def wish(self) -> Wish | None:
        """Whether the seat wants to snap; whoever fails waits."""
        if self._is_played_by_stand_in:
            return None
        legal = tuple(action for action in self._game.legal(self.seat) if isinstance(action, Snap))
        answer = self._answer(legal)
        return Wish(answer, self._reaction()) if isinstance(answer, Snap) else None

    def decide(self) -> Action:
        """The player's decision, or else the stand-in's."""
        legal = tuple(self._game.legal(self.seat, snaps=False))
        answer = None if self._is_played_by_stand_in else self._answer(legal)
        if answer is None:
            answer = self._stand_in.choose(self._game.view(self.seat), legal)
        assert answer is not None
        return answer

    def hurry(self) -> None:
        """The round must end: from now on the stand-in decides, and calls as soon as it may."""
        self._stand_in.in_hurry = True

    def end(self, outcome: Outcome) -> None:
        """Also for those who have left, so that they can tidy up."""
        try:
            getattr(self._player, "over", _nothing)(outcome)
        except (Exception, SystemExit) as error:
            self._blame("a player that hears the outcome", error)

    @property
    def _is_played_by_stand_in(self) -> bool:
        return self._has_left or self._stand_in.in_hurry

    def _answer(self, legal: Sequence[Action]) -> Action | None:
        """Something lawful that the player chose; None if it waits, or is at fault."""
        view = self._game.view(self.seat)
        try:
            answer = self._player.choose(view, legal)
        except (Exception, SystemExit) as error:
            self._blame(one_of(legal), error)
            return None
        if answer is None and may_wait(legal):
            return None
        if isinstance(answer, Snap) and answer.discard is None:
            answer = Snap(answer.place, answer.other, view.number)
        if isinstance(answer, Action) and answer in legal:
            return answer
        self._fault(one_of(legal), quoted(answer))
        return None

    def _reaction(self) -> float:
        """Asked right after a snap was chosen; a player who can't tell is as quick as people are."""
        expected = "seconds, a number from 0 up"
        try:
            told = getattr(self._player, "reaction", _as_people)()
            seconds = float(told)
        except (Exception, SystemExit) as error:
            self._blame(expected, error)
            return REACTION
        if math.isfinite(seconds) and seconds >= 0:
            return seconds
        self._fault(expected, quoted(told))
        return REACTION

    def _blame(self, expected: str, error: BaseException) -> None:
        if isinstance(error, Failed):
            self._fault(error.expected, error.came, error.notes)
            self._has_left = self._has_left or error.for_good
        else:
            self._fault(expected, quoted(error), _where(error))

    def _fault(self, expected: str, came: str, notes: str = "") -> None:
        if len(self.faults) < FAULTS_ENDURED:
            self.faults.append(Fault(self.seat, _moment(self._game.view(self.seat)), expected, came, notes))
        self._has_left = self._has_left or len(self.faults) == FAULTS_ENDURED


def _moment(view: View) -> str:
    return f"lap {view.lap}, {view.phase}, discard {view.number}"


def _where(error: BaseException) -> str:
    calls = traceback.extract_tb(error.__traceback__)[-CALLS_TOLD:]
    return "\n".join(f"{call.filename}:{call.lineno} in {call.name}" for call in calls)


def _as_people() -> float:
    return REACTION


def _nothing(_outcome: Outcome) -> None:
    """A player need not hear how it ended."""
