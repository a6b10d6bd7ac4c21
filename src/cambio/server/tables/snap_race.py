"""A contest: the open window, who races for it, and who has to wait until that is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from ...actions import Action, Draw, Snap, Swap, Take, Throw
from ...places import Seat
from .log_entries import Played
from .snap_verdict import Gesture, Latency, Verdict
from .snap_window import Window
from .table_state import NotDone, TableState

#: What closes a window, sooner or later.
CLOSING = (Draw, Take, Swap, Throw)

W = TypeVar("W")


@dataclass(frozen=True)
class Contestant(Generic[W]):
    """Who wants to do what, by which command; the watcher is whoever is to be answered, if anybody is."""

    actor: str
    cmd_id: str
    body: Played
    watcher: W | None


@dataclass
class SnapRace(Generic[W]):
    """While somebody races, everything else at the table waits for the verdict."""

    table: TableState
    window: Window | None = None
    racing: dict[tuple[Seat, str], Contestant[W]] = field(default_factory=dict)
    #: Snaps of discards that did not lie there yet.
    guesses: set[tuple[Seat, int]] = field(default_factory=set)

    def follow(self, now: float) -> None:
        """A new discard opens a new window; one that has closed is forgotten."""
        game = self.table.game
        if game is None or self.table.stage != "playing" or not game.table.window_open:
            self.window = None
        elif self.window is None or self.window.discard != game.table.discard_number:
            discarder = game.dealer if game.table.discarder < 0 else game.seats[game.table.discarder]
            self.window = Window(game.table.discard_number, discarder, now, self.table.options.relaxed)

    def clear(self) -> None:
        self.window = None
        self.guesses.clear()

    # Who takes part

    def concerns(self, action: Action) -> bool:
        """A snap at the open window, or what would end it, while others might have been faster."""
        if self.window is None or not self.table.snappers():
            return False
        if isinstance(action, Snap):
            return action.discard in (None, self.window.discard)
        return isinstance(action, CLOSING)

    def must_wait(self, seat: Seat, action: Action) -> bool:
        """While a race is on everything waits for its verdict, but the first gesture of each rival."""
        if not self.racing or self.window is None:
            return False
        return self.window.has_reacted(seat) or not self.concerns(action)

    def check_no_guess(self, seat: Seat, action: Action) -> None:
        """A snap that came before its discard was no reaction, and can't be tried again."""
        if not isinstance(action, Snap) or action.discard is None or self.table.game is None:
            return
        if action.discard > self.table.game.table.discard_number:
            self.guesses.add((seat, action.discard))
        elif (seat, action.discard) in self.guesses:
            raise NotDone("guess", "you snapped this card before it lay there")

    def enter(self, contestant: Contestant[W], latency: Latency, *, at: float, claimed: float | None) -> None:
        """A person reacts."""
        assert self.window is not None
        seat, action = contestant.body.actor, contestant.body.action
        self.window.reacted(seat, latency, command=contestant.cmd_id, action=action, at=at, claimed=claimed)
        self.racing[seat, contestant.cmd_id] = contestant

    def enter_bot(self, contestant: Contestant[W], *, after: float | None, now: float) -> None:
        """A bot reacts after so long; without a time, since the discard lay there."""
        assert self.window is not None
        seat, action = contestant.body.actor, contestant.body.action
        reaction = now - self.window.since if after is None else after
        self.window.bot_reacted(seat, command=contestant.cmd_id, action=action, after=reaction, now=now)
        self.racing[seat, contestant.cmd_id] = contestant

    def hand_over(self, seat: Seat, cmd_id: str, watcher: W) -> None:
        """Whoever asks again, perhaps over a new socket, is the one to be answered."""
        self.racing[seat, cmd_id] = replace(self.racing[seat, cmd_id], watcher=watcher)

    # The verdict

    def due(self, rivals: Mapping[Seat, Latency]) -> float:
        """When it can be given, with these people still able to snap."""
        assert self.window is not None
        return self.window.due(self.window.still_to_come(rivals))

    def verdict(self) -> Verdict:
        assert self.window is not None
        return self.window.verdict(self.table.round_key())

    def withdraw(self, gesture: Gesture) -> Contestant[W]:
        """A contestant's turn has come."""
        if self.window is not None and gesture in self.window.gestures:
            self.window.gestures.remove(gesture)
            if self.window.is_relaxed:
                # They have committed: they may snap again, but nobody waits for it.
                self.window.passed.add(gesture.seat)
        return self.racing.pop((gesture.seat, gesture.command))

    def dissolve(self) -> list[Contestant[W]]:
        """The window has closed: all who are left were slower."""
        left, self.racing = list(self.racing.values()), {}
        if self.window is not None:
            self.window.gestures = []
        return left


def is_worth_telling(verdict: Verdict) -> bool:
    """A draw that nobody contested is no race."""
    return len(verdict.finishes) > 1 or verdict.finishes[0].gesture.is_snap
