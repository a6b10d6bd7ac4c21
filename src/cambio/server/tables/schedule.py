"""The schedule: which alarms a table needs, as it stands now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...places import Seat
from ..clock import Clock
from ..search.tasks import Position, SearchTasks
from ..settings import Settings
from .alarms import (
    Alarm,
    Alarms,
    BotDecisionDue,
    BotMoveDue,
    BotSnapDue,
    ClockExpired,
    DealDue,
    FillDue,
    GraceOver,
    NextRoundDue,
    VerdictDue,
    VisitOver,
    WindowCloseDue,
)
from .countdown import SCORED, Countdown
from .deals.dealing import Dealing
from .live_round import LiveRound
from .newcomers import Newcomers
from .races.snap_verdict import LONGEST_HOLD
from .races.snap_window import Window
from .subscribers import Subscribers
from .table_state import TableState


@dataclass(frozen=True)
class Schedule:
    """Sets the alarms of one table, and cancels searches that nobody asks for any more."""

    table: TableState
    live_round: LiveRound
    subscribers: Subscribers
    newcomers: Newcomers
    countdown: Countdown
    dealing: Dealing
    alarms: Alarms
    searches: SearchTasks
    settings: Settings
    clock: Clock

    async def plan(self) -> None:
        """Set every alarm anew; while nobody is connected, nothing goes on."""
        positions = self._open_positions()
        now = self.clock.now()
        snaps = self.live_round.bots.open_snap_searches(now) if self.subscribers.viewers else []
        self.searches.keep_only([*positions, *snaps])
        self.live_round.bots.keep_moves(positions)
        if not self.subscribers.viewers:
            return
        before = self.alarms.keep_only((GraceOver, VerdictDue))
        # After a restart nobody has departed, but not everybody comes back.
        for seat in filter(self.table.is_played_by_person, self.subscribers.away()):
            if self.alarms.time_of(GraceOver(seat)) is None:
                self.alarms.set(GraceOver(seat), now + self.settings.grace)
        expiry = self.newcomers.next_expiry()
        if expiry is not None:
            self.alarms.set(VisitOver(), expiry)
        if self.dealing.is_on:
            self.alarms.set(DealDue(), self.dealing.due if self.dealing.due is not None else now)
        elif self.table.stage == "lobby" and self.table.fill is not None:
            wait = self.settings.quick_wait if self.table.free_seats() else 0
            self.alarms.set(FillDue(), self.live_round.last_change + wait)
        elif self.table.stage in SCORED and self.countdown.due is not None:
            self.alarms.set(NextRoundDue(), self.countdown.due)
        elif self.table.stage == "playing":
            await self._plan_play(positions, now, before)

    def _open_positions(self) -> list[Position]:
        """What bots have to decide now; during a race all decisions wait for the verdict."""
        if not self.subscribers.viewers or self.live_round.race.is_on:
            return []
        return [self.position_of(seat) for seat in self.table.deciders() if not self.table.is_played_by_person(seat)]

    def position_of(self, seat: Seat) -> Position:
        assert self.table.game is not None
        return Position(seat, self.table.questions[seat], len(self.table.game.record))

    async def _plan_play(self, positions: Sequence[Position], now: float, before: Mapping[Alarm, float]) -> None:
        if not self.live_round.race.is_on:
            await self.live_round.bots.choose_snaps(self.live_round.race.window, now)
            await self._search_snaps(now)
            self._plan_decisions(positions, now, before)
        # During a race bots may still take part.
        for seat, pending in self.live_round.bots.pending_snaps.items():
            self.alarms.set(BotSnapDue(seat), pending.due)

    async def _search_snaps(self, now: float) -> None:
        """Bots that search think about a discard from when it lies there."""
        bots = self.live_round.bots
        for position in bots.open_snap_searches(now):
            if position not in self.searches:
                self.searches.start(position, bots.make_search_question(position.seat, is_snap=True))
                await bots.time_slice.yield_if_spent()

    def _plan_decisions(self, positions: Sequence[Position], now: float, before: Mapping[Alarm, float]) -> None:
        deadline = self.live_round.clocks.next_deadline(self.table)
        if deadline is not None:
            self.alarms.set(ClockExpired(deadline[1]), deadline[0])
        window = self.live_round.race.window
        if self.table.waits_for_dealer() and window is not None:
            self.alarms.set(WindowCloseDue(), self._closing_time(window))
        for position in positions:
            if not self._waits_for_learner(position.seat):
                self._plan_move(position, now, before)

    def _plan_move(self, position: Position, now: float, before: Mapping[Alarm, float]) -> None:
        """A bot begins to compute a fixed time before its move is due, or as soon as it can."""
        seat, bots = position.seat, self.live_round.bots
        decision, move = BotDecisionDue(seat, position.question), BotMoveDue(seat, position.question)
        pending = bots.pending_moves.get(seat)
        if pending is None and decision not in before and move not in before:
            bots.pause(seat, now)
        due = self._move_time(seat)
        if pending is None:
            self.alarms.set(decision, bots.plan_computing(seat, due, now))
        else:
            self.alarms.set(move, max(due, pending.earliest))

    def _waits_for_learner(self, seat: Seat) -> bool:
        """In a lesson a window stays open until the learner has snapped or passed, and the opponent has snapped."""
        window = self.live_round.race.window
        if not self.table.lesson or window is None or not self.table.may_close_window(seat):
            return False
        return seat in self.live_round.bots.pending_snaps or any(
            rival not in window.passed for rival in self.subscribers.rivals()
        )

    def _move_time(self, seat: Seat) -> float:
        """When a bot's move is due: it takes its time, and leaves people theirs where it may close a window."""
        bots, window = self.live_round.bots, self.live_round.race.window
        due = bots.paused_until[seat]
        if window is None or not self.table.may_close_window(seat):
            return due
        if all(rival in window.passed for rival in self.subscribers.rivals()):
            return due
        return max(due, bots.leave_window_open_until(seat, window))

    def _closing_time(self, window: Window) -> float:
        """When the dealer closes a window: nobody should miss it, but where all have passed nobody waits."""
        if window.is_relaxed:
            return self.live_round.race.due(self.subscribers.rivals())
        return self.live_round.last_change + self.settings.window + LONGEST_HOLD
