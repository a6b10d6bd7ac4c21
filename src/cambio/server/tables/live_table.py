"""A live table: one task with one inbox, for as long as people are there.

Whatever happens reaches the table through its inbox or by an alarm, one thing after the other, so nothing here needs a
lock. Each changes the table through its log: decide, write, apply, tell.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from typing import assert_never

from ...actions import Action, Close
from ...places import DEALER, Seat
from ..clock import Clock
from ..logs import digest
from ..protocol import messages
from ..search.question import SearchAnswer, Searcher
from ..search.tasks import Position, PostDecision, SearchTasks
from ..settings import Settings
from ..store.errors import Fenced, StoreError
from ..time_slice import TimeSlice
from . import bot_seats
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
    TableEmpty,
    VerdictDue,
    VisitOver,
    WindowCloseDue,
)
from .bot_seats import BotSeats
from .commands import command_checks
from .commands.command_answers import CommandAnswers
from .commands.command_handler import CommandHandler, CommandReceived
from .commands.inbox import (
    MOVED,
    Arrived,
    Departed,
    InboxItem,
    NewcomerGone,
    NewcomerSeen,
    PersonForgotten,
    SearchEnded,
    StopRequested,
)
from .countdown import Countdown
from .deals.dealing import Dealing
from .live_round import LiveRound
from .log_entries import TABLE, StoodIn, TableMove
from .newcomers import Newcomers
from .presence import Presence
from .races.race_judge import RaceJudge
from .races.snap_race import Contestant, SnapRace
from .schedule import Schedule
from .snapshots.loading import LoadedTable
from .snapshots.periodic import PeriodicSnapshots
from .subscribers import Subscribers, Viewer
from .table_log import TableLog
from .table_metrics import TableMetrics
from .table_writer import TableWriter

#: Whoever puts more than this into an inbox waits until the table has taken something out.
INBOX_LIMIT = 256


def _decision_poster(inbox: asyncio.Queue[InboxItem | None]) -> PostDecision:
    """Puts what a search has found into the inbox. It holds nothing else of the table: a table that is over should be
    freed at once, and not by a garbage collection.
    """

    async def post(position: Position, answer: SearchAnswer | None) -> None:
        await inbox.put(SearchEnded(position, answer))

    return post


class LiveTable:
    """Runs one table. Its own task does everything; others only fill the inbox."""

    def __init__(
        self,
        loaded: LoadedTable,
        log: TableLog,
        settings: Settings,
        clock: Clock,
        metrics: TableMetrics,
        searcher: Searcher,
    ) -> None:
        self.id = log.table_id
        self.table = table = loaded.table
        self.is_over = False
        self.subscribers = subscribers = Subscribers(table, loaded.updates)
        self._snapshots = PeriodicSnapshots(table, loaded.updates, log, loaded.snapshot_seq)
        self._settings = settings
        self._clock = clock
        self._metrics = metrics
        #: None rings: an alarm may be due.
        self._inbox: asyncio.Queue[InboxItem | None] = asyncio.Queue(INBOX_LIMIT)
        self._alarms = alarms = Alarms()
        self._searches = SearchTasks(searcher, _decision_poster(self._inbox))
        self._race = race = SnapRace(table)
        self._time_slice = TimeSlice()
        self._bots = BotSeats(digest(self.id), table, settings.pace, self._time_slice)
        self._live_round = live_round = LiveRound(table, race, self._bots)
        answers = CommandAnswers(table, race, log)
        self._writer = writer = TableWriter(table, log, live_round, subscribers, answers, clock, metrics)
        self._judge = RaceJudge(table, race, subscribers, writer, answers, alarms, clock)
        newcomers = Newcomers()
        self._countdown = countdown = Countdown(table, subscribers, settings, clock)
        self._dealing = dealing = Dealing(table, live_round, subscribers, writer, answers, clock)
        self._presence = Presence(
            table, live_round, subscribers, newcomers, countdown, dealing, writer, alarms, settings, clock
        )
        self._commands = CommandHandler(
            table, live_round, subscribers, writer, answers, self._judge, countdown, dealing
        )
        self._log = log
        #: What the summary in the store tells, apart from whose turn it is.
        self._summarized: tuple[object, ...] = ()
        self._schedule = Schedule(
            table, live_round, subscribers, newcomers, countdown, dealing, alarms, self._searches, settings, clock
        )

    # For others

    async def arrive(
        self, viewer: Viewer, last_seq: int | None, *, wants_seat: bool = False, gives_seeds: bool = False
    ) -> None:
        await self._inbox.put(Arrived(viewer, last_seq, wants_seat, gives_seeds))
        if self.is_over:
            self._turn_away()

    async def leave(self, viewer: Viewer) -> None:
        if not self.is_over:
            await self._inbox.put(Departed(viewer))

    async def see_newcomer(self, visit: str, name: str, address: str) -> None:
        if not self.is_over:
            await self._inbox.put(NewcomerSeen(visit, name, address))

    async def dismiss_newcomer(self, visit: str) -> None:
        if not self.is_over:
            await self._inbox.put(NewcomerGone(visit))

    async def forget(self, person: str, name: str | None = None) -> None:
        """Know a person no longer, or by another name; returns when it is done, or the table has stopped."""
        done = asyncio.Event()
        await self._inbox.put(PersonForgotten(person, done, name))
        if self.is_over:
            self._turn_away()
        await done.wait()

    async def ask(self, viewer: Viewer, command: messages.TableCommand) -> None:
        await self._inbox.put(CommandReceived(viewer, command, self._clock.now()))
        if self.is_over:
            self._turn_away()

    def try_ask(self, viewer: Viewer, command: messages.TableCommand) -> bool:
        """The same at once; False if the inbox is full, and whoever asks has to wait."""
        if self._inbox.full():
            return False
        self._inbox.put_nowait(CommandReceived(viewer, command, self._clock.now()))
        if self.is_over:
            self._turn_away()
        return True

    def confirm(self, viewer: Viewer, seq: int) -> None:
        """A client has received everything up to that entry."""
        self.subscribers.confirm(viewer.person, seq)

    def tell_earlier(self, viewer: Viewer, asked: messages.Earlier) -> None:
        """Nothing changes by it, so it needs not wait for what is in the inbox."""
        self.subscribers.tell_earlier(viewer, asked)

    async def end(self, stop: StopRequested) -> None:
        await self._inbox.put(stop)

    # The loop

    async def run(self, thought: Mapping[Seat, int]) -> None:
        """Until nobody has been here for a while, the server closes, or another server has claimed the table."""
        try:
            await self._take_up(thought)
            while not self.is_over:
                item = await self._next_item()
                self._time_slice.begin()
                if item is None:
                    await self._handle_alarm()
                else:
                    await self._handle_item(item)
                if self._countdown.is_agreed():
                    await self._dealing.begin()
                await self._dealing.proceed()
                await self._commands.resume_waiting()
                self._countdown.follow_stage()
                await self._summarize_changes()
                self._snapshots.take_if_due()
                if not self.is_over:
                    await self._schedule.plan()
                await self._time_slice.yield_if_spent()
            self._live_round.pause(self._clock.now())
            await self._summarize()
            await self._snapshots.finish()
        except Fenced:
            self.subscribers.disconnect_all(MOVED.code, MOVED.sentence, retry=MOVED.retry)
        except StoreError:
            self._metrics.failures.inc()
            sentence = "the server can't write moves down right now: connect again soon"
            self.subscribers.disconnect_all("store", sentence, retry=500)
        finally:
            self.is_over = True
            self._searches.keep_only(())
            # Agents know whom to tell of a fault, and so hold what holds them.
            self._bots.clear()
            self._turn_away()

    async def _take_up(self, thought: Mapping[Seat, int]) -> None:
        """Clocks go on where they stopped, and a window that was open opens again in full, once somebody comes."""
        now = self._clock.now()
        self._live_round.take_up(thought, now)
        self._alarms.set(TableEmpty(), now + self._settings.linger)
        await self._writer.take_up()
        await self._summarize_changes()

    async def _summarize(self) -> None:
        clocks = self._live_round.clocks.read(self.table, self._clock.now(), self._clock.wall())
        await self._log.summarize(self.table, clocks)

    async def _summarize_changes(self) -> None:
        """While the table is in memory, lists ask it whose turn it is: the store hears of that when the table stops."""
        table, are_clocks_running = self.table, self._live_round.clocks.paused_at is None
        number = table.match.round if table.match is not None else 0
        now = (table.stage, number, tuple(table.sitters.items()), are_clocks_running)
        if now != self._summarized:
            await self._summarize()
            self._summarized = now

    def _turn_away(self) -> None:
        """Whoever came too late finds the table again by connecting anew."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Arrived | CommandReceived):
                item.viewer.part(MOVED.code, MOVED.sentence, retry=MOVED.retry)
            elif isinstance(item, PersonForgotten):
                item.done.set()

    async def _next_item(self) -> InboxItem | None:
        """The next thing that came, or None when an alarm is due before."""
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        time = self._alarms.next_time()
        if time is None:
            return await self._inbox.get()
        seconds = (time - self._clock.now()) / 1000
        if seconds <= 0:
            return None
        # Many alarms are set for every one that goes off, and a timer costs much less than a timeout.
        timer = asyncio.get_running_loop().call_later(seconds, self._ring)
        try:
            return await self._inbox.get()
        finally:
            timer.cancel()

    def _ring(self) -> None:
        if self._inbox.empty():
            self._inbox.put_nowait(None)

    async def _handle_item(self, item: InboxItem) -> None:
        match item:
            case Arrived():
                await self._presence.arrive(
                    item.viewer, item.last_seq, wants_seat=item.wants_seat, gives_seeds=item.gives_seeds
                )
            case Departed():
                self._presence.depart(item.viewer)
            case NewcomerSeen():
                self._presence.see_newcomer(item.visit, item.name, item.address)
            case NewcomerGone():
                self._presence.dismiss_newcomer(item.visit)
            case CommandReceived():
                await self._commands.handle(item)
            case PersonForgotten():
                await self._presence.forget(item)
            case SearchEnded():
                self._end_search(item)
            case StopRequested():
                self.subscribers.disconnect_all(item.code, item.sentence, retry=item.retry)
                self.is_over = True
            case _:
                assert_never(item)

    async def _handle_alarm(self) -> None:
        alarm: Alarm | None = self._alarms.pop_due(self._clock.now())
        match alarm:
            case None:
                return
            case VerdictDue():
                await self._judge.judge()
            case TableEmpty():
                self.is_over = True
            case GraceOver():
                await self._presence.end_grace(alarm.seat)
            case VisitOver():
                self._presence.end_visits()
            case NextRoundDue():
                await self._dealing.begin()
            case DealDue():
                await self._dealing.proceed()
            case FillDue():
                await self._fill_seats()
            case WindowCloseDue():
                await self._writer.write(TableMove(DEALER, Close()).to_entry())
            case ClockExpired():
                await self._expire_clock(alarm.seat)
            case BotSnapDue():
                pending = self._bots.pending_snaps.pop(alarm.seat)
                await self._play_for_bot(alarm.seat, pending.snap, pending.reaction)
            case BotDecisionDue():
                await self._decide_for_bot(alarm.seat)
            case BotMoveDue():
                await self._move_for_bot(alarm.seat)
            case _:
                assert_never(alarm)

    async def _fill_seats(self) -> None:
        bots = command_checks.fill_seats(self.table)
        if bots:
            await self._writer.write(*bots)
        await self._dealing.begin()

    # Clocks and bots

    async def _expire_clock(self, seat: Seat) -> None:
        assert self.table.game is not None
        actor, action = bot_seats.choose_on_timeout(self.table.game, seat)
        await self._writer.write(TableMove(actor, action, by_stand_in=True).to_entry())
        if self._live_round.clocks.record_timeout(seat) and self.table.stage == "playing":
            await self._writer.write(StoodIn(seat))

    async def _decide_for_bot(self, seat: Seat) -> None:
        """All decide here; those that search do so elsewhere as well, and the table goes on."""
        position = self._schedule.position_of(seat)
        if self._bots.searches(seat):
            self._searches.start(position, self._bots.make_search_question(seat))
        await self._bots.prepare_move(position)

    def _end_search(self, ended: SearchEnded) -> None:
        """Nobody sees when a search ends: what it has found is played when the move is due."""
        if not self._searches.finish(ended.position):
            return
        if ended.position.is_snap:
            self._bots.end_snap_search(ended.position, ended.answer, self._clock.now())
        elif isinstance(ended.answer, Action):
            self._bots.improve_move(ended.position, ended.answer)

    async def _move_for_bot(self, seat: Seat) -> None:
        pending = self._bots.pending_moves.pop(seat)
        if self._bots.searches(seat) and not pending.is_searched:
            self._metrics.fallbacks.inc()
        await self._play_for_bot(seat, pending.action)

    async def _play_for_bot(self, seat: Seat, action: Action, reaction: float | None = None) -> None:
        """Bots race as people do."""
        game, window = self.table.game, self._race.window
        assert game is not None
        if game.why_not(seat, action) is not None:
            return
        move = TableMove(seat, action, by_stand_in=self.table.sitters[seat].person is not None)
        if window is None or not self._race.concerns(action):
            await self._writer.write(move.to_entry())
        elif not window.has_reacted(seat):
            contestant = Contestant(TABLE, secrets.token_hex(8), move, None)
            self._race.enter_bot(contestant, reaction=reaction, now=self._clock.now())
            await self._judge.await_verdict()
