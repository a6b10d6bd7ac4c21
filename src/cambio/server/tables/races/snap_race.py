"""A snap race: the open window, who races for its discard, and what has to wait until that is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ....actions import Action, Draw, Snap, Swap, Take, Throw
from ....core.engine.snap import lies_there
from ....places import Seat
from ...protocol.messages import Judged
from ...refusals import CommandRefused
from ..log_entries import TableMove
from ..subscribers import Viewer
from ..table_state import TableState
from .snap_verdict import COMMIT_TIMES, Finish, Gesture, Latency, Verdict
from .snap_window import Window

#: Actions that close a window, sooner or later.
CLOSING_ACTIONS = (Draw, Take, Swap, Throw)


@dataclass(frozen=True)
class Contestant:
    """A move in the race: whose command it is, and who is to be answered. Nobody is answered for a bot's move."""

    author: str
    cmd_id: str
    move: TableMove
    viewer: Viewer | None


@dataclass
class SnapRace:
    """While somebody races, everything else at the table waits for the verdict."""

    table: TableState
    window: Window | None = None
    #: The one that closed last.
    closed: Window | None = None
    contestants: dict[tuple[Seat, str], Contestant] = field(default_factory=dict)
    #: Seats that snapped a discard before it lay there, and which.
    guesses: set[tuple[Seat, int]] = field(default_factory=set)

    @property
    def is_on(self) -> bool:
        return bool(self.contestants)

    def follow_discard(self, now: float) -> None:
        """A new discard opens a new window; one that has closed is forgotten."""
        game, before = self.table.game, self.window
        if game is None or self.table.stage != "playing" or not game.table.window_open:
            self.window = None
        elif self.window is None or self.window.discard != game.table.discard_number:
            discarder = game.dealer if game.table.discarder < 0 else game.seats[game.table.discarder]
            commit_time = COMMIT_TIMES.get(self.table.options.snaps)
            self.window = Window(game.table.discard_number, discarder, now, commit_time, game.table.pile_size)
        else:
            self.window.follow_pile(game.table.pile_size, now)
        if before is not None and self.window is not before:
            self.closed = before

    def clear(self) -> None:
        self.window = self.closed = None
        self.guesses.clear()

    # Who takes part

    def concerns(self, action: Action) -> bool:
        """Whether it is a snap at the open window, or would close it while others might have been faster."""
        if self.window is None or not self.table.snappers():
            return False
        if isinstance(action, Snap):
            game = self.table.game
            return action.discard is None or (game is not None and bool(lies_there(game.table, action.discard)))
        return isinstance(action, CLOSING_ACTIONS)

    def must_wait(self, seat: Seat, action: Action) -> bool:
        """While a race is on everything waits for its verdict, but the first gesture of each rival."""
        if not self.is_on or self.window is None:
            return False
        return self.window.has_reacted(seat) or not self.concerns(action)

    def check_no_guess(self, seat: Seat, action: Action) -> None:
        """A snap that came before its discard was no reaction, and can't be tried again."""
        if not isinstance(action, Snap) or action.discard is None or self.table.game is None:
            return
        if action.discard > self.table.game.table.discard_number:
            self.guesses.add((seat, action.discard))
        elif (seat, action.discard) in self.guesses:
            raise CommandRefused("guess", "you snapped this card before it lay there")

    def enter(self, contestant: Contestant, latency: Latency, *, at: float, claimed: float | None) -> None:
        """A person reacts."""
        assert self.window is not None
        seat, action, command = contestant.move.actor, contestant.move.action, contestant.cmd_id
        self.window.record_reaction(seat, latency, command=command, action=action, at=at, claimed=claimed)
        self.contestants[seat, command] = contestant

    def enter_bot(self, contestant: Contestant, *, reaction: float | None, now: float) -> None:
        """A bot reacts; one that names no reaction has taken the time since the discard lay there."""
        assert self.window is not None
        seat, action, command = contestant.move.actor, contestant.move.action, contestant.cmd_id
        if reaction is None:
            reaction = now - self.window.since
        self.window.record_bot_reaction(seat, command=command, action=action, reaction=reaction, now=now)
        self.contestants[seat, command] = contestant

    def find_command(self, seat: Seat, cmd_id: str) -> Window | None:
        """The window for which a seat's command races, if it does."""
        return self.window if (seat, cmd_id) in self.contestants else None

    def hand_over(self, seat: Seat, cmd_id: str, viewer: Viewer) -> None:
        """Whoever sends a command again, perhaps over a new socket, is the one to be answered."""
        self.contestants[seat, cmd_id] = replace(self.contestants[seat, cmd_id], viewer=viewer)

    # The verdict

    def due(self, rivals: Mapping[Seat, Latency]) -> float:
        """When the verdict can be given, with these people still able to snap."""
        assert self.window is not None
        return self.window.due(self.window.still_to_come(rivals))

    def verdict(self) -> Verdict:
        assert self.window is not None
        return self.window.verdict(self.table.round_key())

    def is_contested(self) -> bool:
        """An action that nobody contests is no race, unless it is a snap."""
        return len(self.contestants) > 1 or any(
            isinstance(each.move.action, Snap) for each in self.contestants.values()
        )

    def withdraw(self, gesture: Gesture) -> Contestant:
        """Take the contestant whose turn has come out of the race."""
        if self.window is not None and gesture in self.window.gestures:
            self.window.gestures.remove(gesture)
            if self.window.is_relaxed:
                # They have committed: they may snap again, but nobody waits for it.
                self.window.passed.add(gesture.seat)
        return self.contestants.pop((gesture.seat, gesture.command))

    def record_winner(self, finish: Finish, window: Window) -> None:
        """A snap has been played: a right one, if it is the first, has won its window."""
        assert self.table.game is not None
        if finish.gesture.is_snap and window.winner is None and self.table.game.table.window_won:
            window.winner = finish

    def list_faster(self, seat: Seat, snap: Snap, *, at: float, claimed: float | None) -> tuple[Judged, ...]:
        """Who won the discard that a snap came too late for, and the snap's own time; nothing if nobody did."""
        for window in (self.window, self.closed):
            if window is not None and snap.discard == window.discard:
                return window.list_faster(window.time_late_snap(seat, snap, at=at, claimed=claimed))
        return ()

    def dissolve(self) -> list[Contestant]:
        """The window has closed: all who are left were slower."""
        left, self.contestants = list(self.contestants.values()), {}
        if self.window is not None:
            self.window.gestures = []
        return left
