"""The seats of a table that bots play, and stand-ins for people who are away. They take as long as people do."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...actions import Action, Draw, Ready, Settle, Snap
from ...bots.levels import LADDER
from ...bots.live_pace import DRAW_PAUSE, FASTEST_BOT, READY_PAUSE, THINKING_PAUSE, BotPace, pace_of
from ...bots.player import Player
from ...bots.seat_agent import Fault, SeatAgent, TimedSnap
from ...bots.stand_in import StandIn
from ...bots.styles import STYLES
from ...events import Event
from ...game import Game
from ...places import DEALER, Seat
from ..logs import log_error
from ..search.worker import SearchQuestion
from . import tutorial
from .snap_window import Window
from .table_state import TableState

#: The level that decides for one that searches, when there is no search.
FALLBACK_LEVEL = "expert"


@dataclass(frozen=True)
class PendingSnap:
    """A snap that a bot has chosen and that has not reached the table yet."""

    snap: Snap
    #: Milliseconds from the discard to the snap, and when the snap reaches the table.
    reaction: float
    due: float


@dataclass
class BotSeats:
    """The agents of one round, made when they are first needed."""

    #: By this the table is named in the server's log.
    table_name: str
    table: TableState
    #: How slowly they play: 1 as people do, 0 at once.
    pace: float
    pending_snaps: dict[Seat, PendingSnap] = field(default_factory=dict)
    #: When each that has something to decide will have thought about it.
    paused_until: dict[Seat, float] = field(default_factory=dict)
    _agents: dict[Seat, SeatAgent] = field(default_factory=dict)
    _seeds: dict[Seat, int] = field(default_factory=dict)
    #: The number of the entry after which each was last asked whether it snaps.
    _asked: dict[Seat, int] = field(default_factory=dict)
    #: From this come the times that bots take in this round.
    _pace_key: int = field(default_factory=lambda: secrets.randbits(64))

    def clear(self) -> None:
        """A new round has new agents."""
        for by_seat in (self.pending_snaps, self.paused_until, self._agents, self._seeds, self._asked):
            by_seat.clear()
        self._pace_key = secrets.randbits(64)

    def tell(self, events: Sequence[Event]) -> None:
        for agent in self._agents.values():
            agent.tell(events)

    def seats(self) -> list[Seat]:
        """The seats of bots, and of people who are away."""
        return [seat for seat in self.table.sitters if not self.table.is_played_by_person(seat)]

    # Snaps

    def choose_snaps(self, window: Window | None, now: float) -> None:
        """Ask each once after everything that happens, until it wants to snap; drop snaps that are no longer lawful."""
        game = self._game
        snappers = [seat for seat in self.table.snappers() if not self.table.is_played_by_person(seat)]
        self.pending_snaps = {
            seat: pending
            for seat, pending in self.pending_snaps.items()
            if seat in snappers and game.why_not(seat, pending.snap) is None
        }
        for seat in snappers:
            if seat in self.pending_snaps or self._asked.get(seat) == self.table.seq:
                continue
            self._asked[seat] = self.table.seq
            chosen = self._choose_snap(seat)
            if chosen is not None and window is not None:
                delay = 1000 * self._reaction(seat, window.discard, chosen)
                # One who has learnt only now what would match has not been thinking about it since the discard.
                reaction = now - window.since + delay
                self.pending_snaps[seat] = PendingSnap(chosen.snap, reaction, now + delay * min(self.pace, 1))

    def _choose_snap(self, seat: Seat) -> TimedSnap | None:
        if self._is_scripted(seat):
            return tutorial.choose_snap(self.table.lesson, self._game, seat)
        return self._agent(seat).choose_snap()

    def _reaction(self, seat: Seat, discard: int, chosen: TimedSnap) -> float:
        """Seconds, drawn without asking the bot; one of another program says them itself, but has the same floor."""
        level = self.table.sitters[seat].level
        if level not in STYLES:
            return max(FASTEST_BOT, chosen.seconds)
        return self._pace.draw_reaction(seat, discard, pace_of(level))

    # Decisions

    def choose_pause(self, seat: Seat) -> float:
        """Milliseconds that a person might take for what the seat has to decide; no card has a say in it."""
        legal = self._game.legal(seat, snaps=False)
        limits = READY_PAUSE if Ready() in legal else DRAW_PAUSE if Draw() in legal else THINKING_PAUSE
        return self._pace.draw_pause(seat, self.table.questions[seat], limits)

    def pause(self, seat: Seat, now: float) -> None:
        """The seat begins to think about what it has to decide."""
        self.paused_until[seat] = now + self.choose_pause(seat)

    def leave_window_open_until(self, seat: Seat, window: Window) -> float:
        """When a bot may close the window, if people might still snap: it has to have been seen for a while."""
        wait = self.table.options.bot_wait
        seconds = pace_of(self.table.sitters[seat].level).window if wait is None else wait / 1000
        return window.last_card + self._pace.window_time(seat, window.discard, seconds)

    def decide(self, seat: Seat) -> Action:
        if self._is_scripted(seat):
            scripted = tutorial.choose_action(self.table.lesson, self._game, seat)
            if scripted is not None:
                return scripted
        return self._agent(seat).decide()

    def decide_without_search(self, seat: Seat) -> Action:
        """For a bot that searches: what the level below decides, from the same events."""
        return self._make_agent(seat, FALLBACK_LEVEL).decide()

    def searches(self, seat: Seat) -> bool:
        style = STYLES.get(self.table.sitters[seat].level or "")
        return style is not None and style.is_slow

    def make_search_question(self, seat: Seat) -> SearchQuestion:
        game, level = self._game, self.table.sitters[seat].level
        assert level is not None
        return SearchQuestion(
            level=level,
            rules=game.rules,
            seats=len(game.seats),
            seat=seat,
            seed=self._seed(seat) + len(game.record),
            events=tuple(event.seen_by(seat) for event in game.events),
            view=game.view(seat),
            legal=tuple(game.legal(seat, snaps=False)),
        )

    def _is_scripted(self, seat: Seat) -> bool:
        """In a lesson the opponent plays as the lesson wants it."""
        return self.table.lesson > 0 and self.table.sitters[seat].person is None

    # Agents

    @property
    def _pace(self) -> BotPace:
        return BotPace(self.pace, self._pace_key)

    @property
    def _game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _seed(self, seat: Seat) -> int:
        if seat not in self._seeds:
            self._seeds[seat] = secrets.randbits(40)
        return self._seeds[seat]

    def _agent(self, seat: Seat) -> SeatAgent:
        if seat not in self._agents:
            self._agents[seat] = self._make_agent(seat, self.table.sitters[seat].level)
        return self._agents[seat]

    def _make_agent(self, seat: Seat, level: str | None) -> SeatAgent:
        """A bot of that level, or a stand-in, that has been told everything so far."""
        game = self._game
        factory = StandIn if level is None else LADDER[level]
        player: Player = factory(game.rules, len(game.seats), seat, self._seed(seat))
        agent = SeatAgent(game, seat, player, self._log_fault)
        agent.tell(game.events)
        return agent

    def _log_fault(self, fault: Fault) -> None:
        """What the bot said is left out, since it could name a card."""
        level = self.table.sitters[fault.seat].level
        error = fault.error or "unlawful answer"
        log_error("bot failed", table=self.table_name, seat=fault.seat, bot=level, moment=fault.moment, error=error)


def choose_on_timeout(game: Game, seat: Seat) -> tuple[Seat, Action]:
    """What is done for a seat that has not decided in time, and by whom.

    The dealer settles a gift that is due; everything else is decided by a cautious stand-in.
    """
    if any(gift.giver == seat for gift in game.view().gifts[:1]):
        return DEALER, Settle()
    answer = StandIn(game.rules, len(game.seats), seat).choose(game.view(seat), game.legal(seat, snaps=False))
    if answer is None:
        raise ValueError(f"expected a seat that has something to decide, but found {seat}")
    return seat, answer
