"""The seats of a table that bots play, and stand-ins for people who are away. They take as long as people do."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from ...actions import Action, Draw, Ready, Settle, Snap
from ...bots.keyed_agent import KeyedAgent
from ...bots.levels import LADDER
from ...bots.live_pace import (
    DRAW_PAUSE,
    READY_PAUSE,
    THINKING_PAUSE,
    BotPace,
    pace_of,
    snapping_time,
    thinking_time,
)
from ...bots.player import Player
from ...bots.seat_agent import Fault, SeatAgent, TimedSnap
from ...bots.stand_in import StandIn
from ...bots.styles import STYLES, Style
from ...events import Event
from ...game import Game
from ...places import DEALER, Seat
from ..logs import log_error
from ..search.question import SearchAnswer, SearchQuestion
from ..search.tasks import Position
from ..time_slice import TimeSlice
from .opening import tutorial
from .races.snap_window import Window
from .table_state import TableState

#: Events that a new agent is told at a time, before it asks whether the table's time slice is over.
EVENTS_AT_ONCE = 64


@dataclass(frozen=True)
class PendingSnap:
    """A snap that a bot has chosen and that has not reached the table yet."""

    snap: Snap
    #: Milliseconds from the discard to the snap, and when the snap reaches the table.
    reaction: float
    due: float


@dataclass(frozen=True)
class SnapSearch:
    """A search for whether to snap. What it finds reaches the table at the time drawn for the quick level's snap."""

    position: Position
    #: As in a pending snap.
    reaction: float
    due: float
    #: It has ended, and is not begun again for that position.
    is_over: bool = False


@dataclass(frozen=True)
class PendingMove:
    """What a bot has decided and that has not reached the table yet: for which position, and from when on it may.

    That is a fixed time after the bot was to begin to compute, so that nobody sees how long it took.
    """

    position: Position
    action: Action
    earliest: float
    #: Whether a search has decided it.
    is_searched: bool = False


@dataclass
class BotSeats:
    """The agents of one round, made when they are first needed."""

    #: By this the table is named in the server's log.
    table_name: str
    table: TableState
    #: How slowly they play: 1 as people do, 0 at once.
    pace: float
    time_slice: TimeSlice = field(default_factory=TimeSlice)
    pending_snaps: dict[Seat, PendingSnap] = field(default_factory=dict)
    #: What bots search for that may snap the present discard.
    snap_searches: dict[Seat, SnapSearch] = field(default_factory=dict)
    pending_moves: dict[Seat, PendingMove] = field(default_factory=dict)
    #: When each that has something to decide will have thought about it, and when it is to begin to compute.
    paused_until: dict[Seat, float] = field(default_factory=dict)
    computes_from: dict[Seat, float] = field(default_factory=dict)
    _agents: dict[Seat, SeatAgent] = field(default_factory=dict)
    #: In a daily deal bots have the same luck for everybody.
    _keyed_agents: dict[Seat, KeyedAgent] = field(default_factory=dict)
    _seeds: dict[Seat, int] = field(default_factory=dict)
    #: The number of the entry after which each was last asked whether it snaps.
    _asked: dict[Seat, int] = field(default_factory=dict)
    #: From this come the times that bots take in this round.
    _pace_key: int = field(default_factory=lambda: secrets.randbits(64))

    def clear(self) -> None:
        """A new round has new agents."""
        self.pending_snaps.clear()
        self.snap_searches.clear()
        self.pending_moves.clear()
        for by_seat in (self.paused_until, self.computes_from, self._agents, self._seeds, self._asked):
            by_seat.clear()
        self._keyed_agents.clear()
        self._pace_key = secrets.randbits(64)

    def tell(self, events: Sequence[Event]) -> None:
        for agent in self._agents.values():
            agent.tell(events)

    def seats(self) -> list[Seat]:
        """The seats of bots, and of people who are away."""
        return [seat for seat in self.table.sitters if not self.table.is_played_by_person(seat)]

    # Snaps

    async def choose_snaps(self, window: Window | None, now: float) -> None:
        """Ask each once after everything that happens, until it wants to snap; drop snaps that are no longer lawful.

        In a daily deal whoever wants to snap is asked again: after a restart nobody knows what they wanted. The table
        lets others go on between two bots when it has thought for long.
        """
        game = self._game
        snappers = [seat for seat in self.table.snappers() if not self.table.is_played_by_person(seat)]
        self.pending_snaps = {
            seat: pending
            for seat, pending in self.pending_snaps.items()
            if seat in snappers and game.why_not(seat, pending.snap) is None
        }
        for seat in snappers:
            searches = window is not None and self._may_search_snaps(seat)
            if self._has_answered(seat, searches=searches):
                continue
            pending = self.pending_snaps.get(seat)
            self._asked[seat] = self.table.seq
            chosen = await self._choose_snap(seat)
            if window is not None:
                times = self._time_snap(seat, window, now) if pending is None else (pending.reaction, pending.due)
                if searches:
                    self.snap_searches[seat] = SnapSearch(self._snap_position(seat), *times)
                if chosen is not None:
                    self.pending_snaps[seat] = PendingSnap(chosen.snap, *times)
            elif chosen is not None and pending is not None:
                self.pending_snaps[seat] = replace(pending, snap=chosen.snap)
            if chosen is None:
                self.pending_snaps.pop(seat, None)
            await self.time_slice.yield_if_spent()

    def _has_answered(self, seat: Seat, *, searches: bool) -> bool:
        """Whether it has said what it wants, and nothing has happened since that could change its mind."""
        if searches:
            search = self.snap_searches.get(seat)
            return search is not None and search.position == self._snap_position(seat)
        is_pending = seat in self.pending_snaps and self.table.daily is None
        return is_pending or self._asked.get(seat) == self.table.seq

    def open_snap_searches(self, now: float) -> list[Position]:
        """The positions of all searches for snaps whose answers are awaited, and may still be of use."""
        snappers = self.table.snappers()
        self.snap_searches = {
            seat: search
            for seat, search in self.snap_searches.items()
            if seat in snappers and search.position == self._snap_position(seat)
        }
        searches = self.snap_searches.values()
        return [search.position for search in searches if not search.is_over and search.due >= now]

    def end_snap_search(self, position: Position, answer: SearchAnswer | None, now: float) -> None:
        """A search has found whether to snap. One that comes too late, or fails, leaves what was chosen at once."""
        search = self.snap_searches.get(position.seat)
        if search is None or search.position != position:
            return
        self.snap_searches[position.seat] = replace(search, is_over=True)
        if answer is None or now > search.due:
            return
        if isinstance(answer, Snap):
            self.pending_snaps[position.seat] = PendingSnap(answer, search.reaction, search.due)
        else:
            self.pending_snaps.pop(position.seat, None)

    def _snap_position(self, seat: Seat) -> Position:
        return Position(seat, self._game.table.discard_number, len(self._game.record), is_snap=True)

    def _time_snap(self, seat: Seat, window: Window, now: float) -> tuple[float, float]:
        """Milliseconds from the discard to the snap, and when the snap reaches the table; no card has a say in it."""
        delay = 1000 * self._reaction(seat, window.discard)
        # One who has learnt only now what would match has not been thinking about it since the discard.
        return now - window.since + delay, now + self._snap_wait(seat, delay)

    async def _choose_snap(self, seat: Seat) -> TimedSnap | None:
        if self._is_scripted(seat):
            return tutorial.choose_snap(self.table.lesson, self._game, seat)
        return (await self._find_agent(seat)).choose_snap()

    def _reaction(self, seat: Seat, discard: int) -> float:
        """Seconds, drawn without asking the bot: what one of another program says might depend on its cards."""
        return self._pace.draw_reaction(seat, discard, pace_of(self.table.sitters[seat].level))

    def _snap_wait(self, seat: Seat, delay: float) -> float:
        """Milliseconds until a snap reaches the table: at least as long as the bot may have computed it."""
        return max(delay * min(self.pace, 1), 1000 * snapping_time(self.table.sitters[seat].level))

    # Decisions

    def choose_pause(self, seat: Seat) -> float:
        """Milliseconds that a person might take for what the seat has to decide; no card has a say in it."""
        may_be_ready, may_draw = (self._game.why_not(seat, action) is None for action in (Ready(), Draw()))
        limits = READY_PAUSE if may_be_ready else DRAW_PAUSE if may_draw else THINKING_PAUSE
        return self._pace.draw_pause(seat, self.table.asked[seat], limits)

    def pause(self, seat: Seat, now: float) -> None:
        """The seat begins to think about what it has to decide."""
        self.paused_until[seat] = now + self.choose_pause(seat)

    def leave_window_open_until(self, seat: Seat, window: Window) -> float:
        """When a bot may close the window, if people might still snap: it has to have been seen for a while."""
        wait = self.table.options.bot_wait
        seconds = pace_of(self.table.sitters[seat].level).window if wait is None else wait / 1000
        return window.last_card + self._pace.window_time(seat, window.discard, seconds)

    def computing_time(self, seat: Seat) -> float:
        """Milliseconds that pass between when the seat begins to compute a decision and when it reaches the table."""
        return 1000 * thinking_time(self.table.sitters[seat].level)

    def plan_computing(self, seat: Seat, due: float, now: float) -> float:
        """When the seat has to begin, so that its move can reach the table when it is due or soon after."""
        self.computes_from[seat] = max(now, due - self.computing_time(seat))
        return self.computes_from[seat]

    async def prepare_move(self, position: Position) -> None:
        """Decide, and keep the decision until it is due; one that searches may still find a better one."""
        seat = position.seat
        earliest = self.computes_from[seat] + self.computing_time(seat)
        self.pending_moves[seat] = PendingMove(position, await self.decide(seat), earliest)

    def improve_move(self, position: Position, action: Action) -> None:
        """A search has found what to do, in time."""
        pending = self.pending_moves.get(position.seat)
        if pending is not None and pending.position == position:
            self.pending_moves[position.seat] = replace(pending, action=action, is_searched=True)

    def keep_moves(self, positions: Collection[Position]) -> None:
        """Drop what was decided for any other position."""
        self.pending_moves = {seat: move for seat, move in self.pending_moves.items() if move.position in positions}

    async def decide(self, seat: Seat) -> Action:
        """What the seat does; for a level that searches, what the level below would do from the same events."""
        if self._is_scripted(seat):
            scripted = tutorial.choose_action(self.table.lesson, self._game, seat)
            if scripted is not None:
                return scripted
        return (await self._find_agent(seat)).decide()

    def searches(self, seat: Seat) -> bool:
        style = self._style(seat)
        return style is not None and style.is_slow

    def _may_search_snaps(self, seat: Seat) -> bool:
        """In a daily deal nobody searches, and in a lesson the script decides."""
        style = self._style(seat)
        is_free = self.table.daily is None and not self._is_scripted(seat)
        return style is not None and style.searches_snaps and is_free

    def _style(self, seat: Seat) -> Style | None:
        """That of the seat's level; a stand-in and a bot of another program have none."""
        return STYLES.get(self.table.sitters[seat].level or "")

    def make_search_question(self, seat: Seat, *, is_snap: bool = False) -> SearchQuestion:
        game, level = self._game, self.table.sitters[seat].level
        assert level is not None
        return SearchQuestion(
            level=level,
            rules=game.rules,
            seats=len(game.seats),
            seat=seat,
            seed=self._seed(seat) + len(game.record),
            events=tuple(event.seen_by(seat) for event in game.events),
            record=tuple(game.record),
            seen=game.open_table(),
            legal=() if is_snap else tuple(game.legal(seat, snaps=False)),
            is_snap=is_snap,
        )

    def _is_scripted(self, seat: Seat) -> bool:
        """In a lesson the opponent plays as the lesson wants it."""
        return self.table.lesson > 0 and self.table.sitters[seat].person is None

    # Agents

    @property
    def _pace(self) -> BotPace:
        is_keyed = self.table.daily is not None
        return BotPace(self.pace, int.from_bytes(self.table.bots_key("pace")) if is_keyed else self._pace_key)

    @property
    def _game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _seed(self, seat: Seat) -> int:
        if seat not in self._seeds:
            self._seeds[seat] = secrets.randbits(40)
        return self._seeds[seat]

    async def _find_agent(self, seat: Seat) -> SeatAgent | KeyedAgent:
        level = self.table.sitters[seat].level
        return await (self._agent(seat) if self.table.daily is None or level is None else self._keyed(seat, level))

    async def _keyed(self, seat: Seat, level: str) -> KeyedAgent:
        """A bot that has lived through everything so far, as it does for everybody."""
        game, proof = self._game, self.table.proof
        if seat not in self._keyed_agents:
            assert proof is not None, "daily deals are shuffled so that they can be checked"
            dealt = Game(
                game.rules, len(game.seats), luck=proof.luck(game.rules), dealer=game.dealer, starter=game.starter
            )
            key = self.table.bots_key(f"luck at seat {seat}")
            self._keyed_agents[seat] = KeyedAgent(dealt, seat, level, key, self._log_fault)
        for _ in self._keyed_agents[seat].follow(game):
            await self.time_slice.yield_if_spent()
        return self._keyed_agents[seat]

    async def _agent(self, seat: Seat) -> SeatAgent:
        """A bot of the seat's level, or a stand-in, that has been told everything so far."""
        if seat not in self._agents:
            game = self._game
            agent = SeatAgent(game, seat, self._make_player(seat), self._log_fault)
            for start in range(0, len(game.events), EVENTS_AT_ONCE):
                agent.tell(game.events[start : start + EVENTS_AT_ONCE])
                await self.time_slice.yield_if_spent()
            self._agents[seat] = agent
        return self._agents[seat]

    def _make_player(self, seat: Seat) -> Player:
        """Those that search do so elsewhere, and have a quick player here."""
        level = self.table.sitters[seat].level
        if level in STYLES and STYLES[level].quick_level:
            level = STYLES[level].quick_level
        factory = StandIn if level is None else LADDER[level]
        return factory(self._game.rules, len(self._game.seats), seat, self._seed(seat))

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
