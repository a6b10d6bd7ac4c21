"""A room: one table while people are at it. One task, one inbox: decide, write, apply, tell.

Nothing is changed before it is written down for good, and nobody is told anything before that.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from ...actions import Action, Close, Snap, parse_action
from ...errors import ActionError
from ...notation import write as notation
from ...places import DEALER, RAIL, Seat
from .. import messages
from ..clock import Clock
from ..metrics import Metrics
from ..settings import Settings
from ..store.contract import AlreadyThere, Entry, Fenced, Finished, Player, Store, StoreError, Taken
from . import log_entries
from .bot_seats import BotSeats, timed_out
from .log_entries import TABLE, AnyBody, Dealt, Left, Opened, Played, Returned, Started, StoodIn
from .search_worker import SearchWorker
from .snap_race import Contestant, SnapRace, is_worth_telling
from .snap_verdict import LONGEST_HOLD
from .snap_window import Window
from .subscribers import REMEMBERED, Heard, Moment, Subscribers, Viewer
from .table_state import NotDone, TableState
from .turn_clocks import TurnClocks

#: So many answers that are not in the log are known by heart, for those who ask twice.
ANSWERS_KNOWN = 64
INBOX = 256


@dataclass(frozen=True)
class Arrived:
    viewer: Viewer
    last_seq: int | None


@dataclass(frozen=True)
class Gone:
    viewer: Viewer


@dataclass(frozen=True)
class Asked:
    viewer: Viewer
    command: messages.TableCommand
    at: float


@dataclass(frozen=True)
class Ended:
    """The house closes: say so to everybody, and stop."""

    sentence: str


Item = Arrived | Gone | Asked | Ended


class Alarm(NamedTuple):
    """Something that will happen at its time, if nothing else happens before."""

    what: str
    seat: Seat = ""
    question: int = 0


class Line(NamedTuple):
    """Something that is to be written: by whom, by which command, and what."""

    actor: str
    cmd_id: str | None
    body: AnyBody


class LiveTable:
    """The life of a table. Its own task does everything; others only fill the inbox."""

    def __init__(
        self,
        table_id: str,
        table: TableState,
        heard: deque[Heard],
        epoch: int,
        store: Store,
        settings: Settings,
        clock: Clock,
        metrics: Metrics,
        search_worker: SearchWorker,
    ) -> None:
        self.id = table_id
        self.table = table
        self.is_over = False
        self.subscribers = Subscribers(table, heard)
        self._epoch = epoch
        self._store = store
        self._settings = settings
        self._clock = clock
        self._metrics = metrics
        self._inbox: asyncio.Queue[Item] = asyncio.Queue(INBOX)
        self._alarms: dict[Alarm, float] = {}
        self._snap_race: SnapRace[Viewer] = SnapRace(table)
        self._waiting: list[Asked] = []
        self._clocks = TurnClocks()
        self._search_worker = search_worker
        self._regulars = BotSeats(table, search_worker, settings.pace)
        self._answers: dict[tuple[str, str], messages.Done | messages.Refused] = {}
        self._ready_for_next: set[str] = set()
        self._archived: str | None = None

    # The inbox

    async def arrive(self, viewer: Viewer, last_seq: int | None) -> None:
        await self._inbox.put(Arrived(viewer, last_seq))
        if self.is_over:
            self._turn_away()

    async def leave(self, viewer: Viewer) -> None:
        if not self.is_over:
            await self._inbox.put(Gone(viewer))

    async def ask(self, viewer: Viewer, command: messages.TableCommand) -> None:
        await self._inbox.put(Asked(viewer, command, self._clock.now()))
        if self.is_over:
            self._turn_away()

    async def end(self, sentence: str) -> None:
        await self._inbox.put(Ended(sentence))

    async def run(self, outage: float = 0) -> None:
        """Until nobody has been here for a while, the house closes, or somebody else has claimed the table."""
        try:
            await self._take_up(outage)
            while not self.is_over:
                item = await self._next()
                if item is None:
                    await self._ring()
                else:
                    await self._handle(item)
                self._plan()
        except Fenced:
            self.subscribers.part("moved", "the table has moved: connect again", retry=0)
        except StoreError:
            self._metrics.failures.inc()
            self.subscribers.part(
                "store", "the server can't write moves down right now: connect again soon", retry=2000
            )
        finally:
            self.is_over = True
            self._turn_away()

    def _turn_away(self) -> None:
        """Whoever came too late finds the table again by connecting anew."""
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Arrived | Asked):
                item.viewer.part("moved", "the table has moved: connect again", retry=0)

    async def _take_up(self, outage: float) -> None:
        """After a restart clocks go on where they stopped, and a window that was open opens again in full."""
        now = self._clock.now()
        self._clocks.note(self.table, now - outage)
        self._snap_race.follow(now)
        self._alarms[Alarm("empty")] = now + self._settings.linger
        if self.table.game is not None and self.table.game.is_over:
            await self._archive()

    async def _next(self) -> Item | None:
        """The next thing that came, or None when an alarm rings first."""
        if not self._alarms:
            return await self._inbox.get()
        seconds = (min(self._alarms.values()) - self._clock.now()) / 1000
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        if seconds <= 0:
            return None
        try:
            async with asyncio.timeout(seconds):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _handle(self, item: Item) -> None:
        match item:
            case Arrived():
                await self._arrived(item.viewer, item.last_seq)
            case Gone():
                self._gone(item.viewer)
            case Asked():
                await self._asked(item)
            case Ended():
                self.subscribers.part("restart", item.sentence, retry=500)
                self.is_over = True

    # Coming and going

    async def _arrived(self, viewer: Viewer, last_seq: int | None) -> None:
        seat = self.table.seat_of(viewer.person)
        if seat == RAIL and self.subscribers.watching() >= self._settings.spectators:
            viewer.part("crowded", "too many people watch this table already")
            return
        self._alarms.pop(Alarm("empty"), None)
        if seat != RAIL and self.table.sitters[seat].has_stand_in:
            await self._write([Line(viewer.person, None, Returned(seat))])
        elif seat == RAIL and self.table.fill is not None and self.table.stage == "lobby" and self.table.free_seats():
            await self._write([Line(viewer.person, None, self.table.seated(viewer.person, viewer.name))])
        self.subscribers.join(viewer)
        self.subscribers.greet(viewer, last_seq, self._moment())
        seat = self.table.seat_of(viewer.person)
        self.subscribers.tell_presence(seat)
        self._alarms.pop(Alarm("away", seat), None)

    def _gone(self, viewer: Viewer) -> None:
        if viewer not in self.subscribers.viewers:
            return
        self.subscribers.viewers.remove(viewer)
        now = self._clock.now()
        seat = self.table.seat_of(viewer.person)
        if seat != RAIL and not self.subscribers.is_there(seat):
            self._alarms[Alarm("away", seat)] = now + self._settings.grace
        self.subscribers.tell_presence(seat)
        if not self.subscribers.viewers:
            # A race goes on to its verdict all the same: everything at the table waits for that.
            self._alarms = {alarm: due for alarm, due in self._alarms.items() if alarm.what == "race"}
            self._alarms[Alarm("empty")] = now + self._settings.linger

    def listened(self, viewer: Viewer, seq: int) -> None:
        """A client has taken in everything up to there."""
        self.subscribers.listened(viewer.person, seq)

    def _moment(self) -> Moment:
        left = self._clocks.left(self.table, self._clock.now())
        return Moment(left, self._archived, self._snap_race.window)

    # Commands

    async def _asked(self, asked: Asked) -> None:
        """A command that was given before is answered as before; what is new is carried out, or refused."""
        viewer, cmd_id = asked.viewer, asked.command.cmd_id
        if viewer not in self.subscribers.viewers:
            return
        seat = self.table.seat_of(viewer.person)
        window = self._snap_race.window
        if (viewer.person, cmd_id) in self.table.done:
            viewer.post(messages.written(messages.Done(cmd_id, self.table.done[viewer.person, cmd_id])))
        elif (viewer.person, cmd_id) in self._answers:
            viewer.post(messages.written(self._answers[viewer.person, cmd_id]))
        elif (seat, cmd_id) in self._snap_race.racing and window is not None:
            self._snap_race.hand_over(seat, cmd_id, viewer)
            viewer.post(messages.written(messages.Racing(cmd_id, window.discard)))
        else:
            try:
                await self._carry_out(asked)
            except NotDone as error:
                await self._refuse(viewer, cmd_id, error)

    async def _refuse(self, viewer: Viewer, cmd_id: str, error: NotDone) -> None:
        """Unless the command was carried out long ago: what can't be done again was done all the same."""
        seq = await self._store.entry_of(self.id, viewer.person, cmd_id)
        if seq is None:
            self._answer(viewer, messages.Refused(cmd_id, error.code, error.sentence, error.option))
        else:
            self._answer(viewer, messages.Done(cmd_id, seq))

    def _answer(self, viewer: Viewer, answer: messages.Done | messages.Refused) -> None:
        """An answer that is not in the log, and so has to be remembered."""
        self._answers[viewer.person, answer.cmd_id] = answer
        if len(self._answers) > ANSWERS_KNOWN:
            del self._answers[next(iter(self._answers))]
        viewer.post(messages.written(answer))

    async def _carry_out(self, asked: Asked) -> None:
        viewer, command = asked.viewer, asked.command
        match command:
            case messages.Act():
                await self._act(asked, command)
            case messages.Pass():
                await self._pass(viewer, command)
            case messages.Next():
                await self._next_round(viewer, command)
            case messages.React():
                self._react(viewer, command)
            case _:
                body = self.table.wanted(viewer.person, viewer.name, command)
                await self._write([Line(viewer.person, command.cmd_id, body)], viewer)

    async def _act(self, asked: Asked, command: messages.Act) -> None:
        viewer = asked.viewer
        seat = self.table.check_seated(viewer.person)
        try:
            action = parse_action(command.action)
        except ActionError as error:
            raise NotDone("no_action", str(error)) from None
        if self._snap_race.must_wait(seat, action):
            self._waiting.append(asked)
            return
        self._snap_race.check_no_guess(seat, action)
        body = self.table.played(seat, action, command.question, command.pile)
        if self.table.sitters[seat].has_stand_in:
            await self._write([Line(viewer.person, None, Returned(seat))])
        self._clocks.acted(seat)
        if not self._snap_race.concerns(action):
            await self._write([Line(viewer.person, command.cmd_id, body)], viewer)
            return
        contestant = Contestant(viewer.person, command.cmd_id, body, viewer)
        self._snap_race.enter(contestant, viewer.latency, at=asked.at, claimed=command.claimed)
        await self._await_verdict()
        window = self._snap_race.window
        if (seat, command.cmd_id) in self._snap_race.racing and window is not None:
            viewer.post(messages.written(messages.Racing(command.cmd_id, window.discard)))

    async def _pass(self, viewer: Viewer, command: messages.Pass) -> None:
        seat = self.table.check_seated(viewer.person)
        window = self._snap_race.window
        if window is not None and window.discard == command.discard:
            window.passed.add(seat)
        self._answer(viewer, messages.Done(command.cmd_id, self.table.seq))
        if self._snap_race.racing:
            await self._await_verdict()

    async def _next_round(self, viewer: Viewer, command: messages.Next) -> None:
        self.table.check_seated(viewer.person)
        if self.table.stage != "scores":
            raise NotDone("not_now", "no round waits to be dealt")
        self._ready_for_next.add(viewer.person)
        self._answer(viewer, messages.Done(command.cmd_id, self.table.seq))
        present = {person for seat, person in self.table.people().items() if self.subscribers.is_there(seat)}
        if present <= self._ready_for_next:
            await self._write([Line(TABLE, None, Dealt())])

    def _react(self, viewer: Viewer, command: messages.React) -> None:
        seat = self.table.check_seated(viewer.person)
        if command.reaction not in messages.REACTIONS:
            expected = ", ".join(messages.REACTIONS)
            raise NotDone("no_reaction", f"expected a reaction ({expected}), but found {command.reaction!r}")
        self.subscribers.post_all(messages.Reacted(seat, command.reaction))
        self._answer(viewer, messages.Done(command.cmd_id, self.table.seq))

    # Races

    async def _await_verdict(self) -> None:
        due = self._snap_race.due(self.subscribers.rivals())
        if due <= self._clock.now():
            await self._judge()
        else:
            self._alarms[Alarm("race")] = due

    async def _judge(self) -> None:
        """The fastest plays. As long as the window stays open whoever comes next is judged anew, among all who come."""
        self._alarms.pop(Alarm("race"), None)
        window = self._snap_race.window
        verdict = self._snap_race.verdict()
        race = verdict if is_worth_telling(verdict) else None
        for finish in verdict.finishes:
            contestant = self._snap_race.withdraw(finish.gesture)
            body = contestant.body
            if await self._finish(contestant, Played(body.actor, body.action, body.by_stand_in, race)):
                break
        if self._snap_race.racing and self._snap_race.window is window:
            await self._await_verdict()
            return
        for contestant in self._snap_race.dissolve():
            await self._finish(contestant, contestant.body)
        waiting, self._waiting = self._waiting, []
        for asked in waiting:
            await self._asked(asked)

    async def _finish(self, contestant: Contestant[Viewer], body: Played) -> bool:
        """Play a contestant's action, if those before have left it lawful."""
        assert self.table.game is not None
        viewer = contestant.watcher
        refusal = self.table.game.why_not(body.actor, body.action)
        if refusal is None:
            await self._write([Line(contestant.actor, contestant.cmd_id, body)], viewer)
        elif viewer is not None:
            error = NotDone(refusal.code, refusal.sentence, refusal.option)
            await self._refuse(viewer, contestant.cmd_id, error)
        return refusal is None

    # Writing

    async def _write(self, lines: Sequence[Line], *viewers: Viewer | None) -> None:
        """Write lines down, then let them happen, then tell; viewers are those whose commands the lines carry out."""
        at = self._clock.wall()
        written = [
            Entry(self.table.seq + 1 + index, line.cmd_id, line.actor, log_entries.written(line.body), at)
            for index, line in enumerate(lines)
        ]
        try:
            with self._metrics.commits.time():
                await self._store.append(self.id, self._epoch, written)
        except AlreadyThere as error:
            # A command from long ago, sent once more: it was carried out then.
            for line, viewer in zip(lines, viewers, strict=False):
                if viewer is not None and line.cmd_id is not None:
                    viewer.post(messages.written(messages.Done(line.cmd_id, error.seq)))
            return
        self._metrics.entries.inc(len(lines))
        for entry, line, viewer in zip_longest(written, lines, viewers):
            heard = self._happen(entry, line)
            if self.table.game is not None and self.table.game.is_over:
                await self._archive()
            self.subscribers.tell(heard, self._moment())
            if viewer is not None and line.cmd_id is not None:
                viewer.post(messages.written(messages.Done(line.cmd_id, entry.seq)))

    def _happen(self, entry: Entry, line: Line) -> Heard:
        if isinstance(line.body, Started | Dealt):
            self._begin_round()
        events = self.table.apply(entry.seq, line.actor, line.cmd_id, line.body, entry.at)
        now = self._clock.now()
        self._regulars.hear(events)
        self._clocks.note(self.table, now)
        self._snap_race.follow(now)
        if isinstance(line.body, Played):
            self._metrics.moves.inc()
        return Heard.of(entry.seq, line.body, events)

    def _begin_round(self) -> None:
        self._clocks = TurnClocks()
        self._snap_race.clear()
        self._regulars = BotSeats(self.table, self._search_worker, self._settings.pace)
        self._ready_for_next.clear()
        self._archived = None

    async def _archive(self) -> None:
        """Keep the finished round, once; after a crash it may be there already."""
        game, match = self.table.game, self.table.match
        assert game is not None and match is not None
        if self._archived is not None:
            return
        finished_id = self.table.round_name()
        players = (Player(sitter.person, seat, sitter.name) for seat, sitter in self.table.sitters.items())
        finished = Finished(
            finished_id,
            self.id,
            len(match.outcomes),
            self.table.at,
            str(self.table.rules),
            tuple(players),
            notation(game, names=self.table.names()),
        )
        with contextlib.suppress(Taken):
            await self._store.archive(finished)
        self._archived = finished_id

    # Alarms

    def _plan(self) -> None:
        """Set every alarm anew from how things stand; while nobody is here, nothing goes on."""
        if not self.subscribers.viewers or self.is_over:
            return
        now = self._clock.now()
        before = self._alarms
        self._alarms = {alarm: due for alarm, due in before.items() if alarm.what in ("away", "race")}
        # After a restart nobody has gone, but not everybody comes back.
        for seat in filter(self.table.is_own_master, self.subscribers.away()):
            self._alarms.setdefault(Alarm("away", seat), now + self._settings.grace)
        if self.table.stage == "lobby" and self.table.fill is not None:
            wait = self._settings.quick_wait if self.table.free_seats() else 0
            self._alarms[Alarm("fill")] = self._since_last(now) + wait
        elif self.table.stage == "scores":
            self._alarms[Alarm("next")] = self._since_last(now) + self._settings.scores
        elif self.table.stage == "playing":
            self._plan_play(now, before)

    def _plan_play(self, now: float, before: dict[Alarm, float]) -> None:
        seats = self._regulars.sit_down()
        if not self._snap_race.racing:
            self._regulars.think_of_snapping(seats, now)
            self._plan_decisions(seats, now, before)
        # While a race is on only those who may still take part do anything.
        for seat, wish in self._regulars.wishes.items():
            self._alarms[Alarm("snap", seat)] = wish.due

    def _plan_decisions(self, seats: Sequence[Seat], now: float, before: dict[Alarm, float]) -> None:
        deadline = self._clocks.deadline(self.table)
        if deadline is not None:
            self._alarms[Alarm("clock", deadline[1])] = deadline[0]
        window = self._snap_race.window
        if self.table.waits_for_dealer() and window is not None:
            self._alarms[Alarm("close")] = self._closing_time(window, now)
        for seat in self.table.deciders():
            if seat in seats:
                alarm = Alarm("bot", seat, self.table.questions[seat])
                self._alarms[alarm] = before[alarm] if alarm in before else now + self._regulars.pause(seat)

    def _closing_time(self, window: Window, now: float) -> float:
        """When the dealer closes a window: nobody should miss it, but where all have passed nobody waits."""
        if window.is_relaxed:
            return self._snap_race.due(self.subscribers.rivals())
        return self._since_last(now) + self._settings.window + LONGEST_HOLD

    def _since_last(self, now: float) -> float:
        """When something last happened, on the clock that never goes back."""
        return now - max(0, self._clock.wall() - self.table.at)

    async def _ring(self) -> None:
        """The alarm that is due first."""
        alarm = min(self._alarms, key=self._alarms.__getitem__)
        if self._alarms[alarm] > self._clock.now():
            return
        del self._alarms[alarm]
        match alarm.what:
            case "race":
                await self._judge()
            case "empty":
                self.is_over = True
            case "away":
                await self._give_up_on(alarm.seat)
            case "next":
                await self._write([Line(TABLE, None, Dealt())])
            case "fill":
                await self._write([Line(TABLE, None, body) for body in self.table.filled()])
            case "close":
                await self._write([Line(TABLE, None, Played(DEALER, str(Close())))])
            case "clock":
                await self._time_out(alarm.seat)
            case "snap":
                wish = self._regulars.wishes.pop(alarm.seat)
                await self._bot_acts(alarm.seat, wish.snap, wish.after)
            case "bot":
                await self._bot_acts(alarm.seat, await self._regulars.decide(alarm.seat), None)

    async def _give_up_on(self, seat: Seat) -> None:
        """Somebody has been away for too long."""
        if seat not in self.table.people() or self.subscribers.is_there(seat):
            return
        if self.table.stage == "lobby":
            await self._write([Line(TABLE, None, Left(seat))])
        elif not self.table.sitters[seat].has_stand_in:
            await self._write([Line(TABLE, None, StoodIn(seat))])

    async def _time_out(self, seat: Seat) -> None:
        assert self.table.game is not None
        actor, action = timed_out(self.table.game, seat)
        await self._write([Line(TABLE, None, Played(actor, str(action), by_stand_in=True))])
        if self._clocks.run_out(seat) and self.table.stage == "playing":
            await self._write([Line(TABLE, None, StoodIn(seat))])

    async def _bot_acts(self, seat: Seat, action: Action, after: float | None) -> None:
        """Bots race as people do."""
        game = self.table.game
        window = self._snap_race.window
        assert game is not None
        if game.why_not(seat, action) is not None:
            return
        body = Played(seat, str(action), by_stand_in=self.table.sitters[seat].person is not None)
        if window is None or not self._snap_race.concerns(action):
            await self._write([Line(TABLE, None, body)])
        elif not window.has_reacted(seat):
            contestant: Contestant[Viewer] = Contestant(TABLE, secrets.token_hex(8), body, None)
            after = after if isinstance(action, Snap) else None
            self._snap_race.enter_bot(contestant, after=after, now=self._clock.now())
            await self._await_verdict()


def folded(rows: Iterable[Entry]) -> tuple[TableState, deque[Heard]]:
    """The table that a log adds up to, and what was told last."""
    table: TableState | None = None
    heard: deque[Heard] = deque(maxlen=REMEMBERED)
    for row in rows:
        body = log_entries.read(row.body)
        if table is None:
            assert isinstance(body, Opened), "a log begins with a table that is opened"
            table = TableState.opened(body)
        heard.append(Heard.of(row.seq, body, table.apply(row.seq, row.actor, row.cmd_id, body, row.at)))
    if table is None:
        raise ValueError("expected a table's entries, but found none")
    return table, heard
