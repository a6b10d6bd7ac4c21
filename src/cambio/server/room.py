"""A room: one table while people are at it. One task, one inbox: decide, write, apply, tell.

Nothing is changed before it is written down for good, and nobody is told anything before that.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Protocol

from ..actions import Action, Close, Draw, Snap, Swap, Take, Throw, parse_action
from ..events import Event
from ..notation import write as notation
from ..places import DEALER, RAIL, Seat
from . import entries, telling, wire
from .entries import TABLE, AnyBody, Dealt, Left, Played, Returned, Started, StoodIn
from .metrics import Metrics
from .races import LONGEST_HOLD, RELAXED_WINDOW, Latency, Verdict
from .regulars import Regular, pause, timed_out
from .settings import Settings
from .store import AlreadyThere, Entry, Fenced, Finished, Player, Store, StoreError, Taken
from .table import NotDone, Table
from .watch import Watch
from .window import Window

#: So many of the last messages can be told again to somebody who comes back.
REMEMBERED = 256
#: So many refused commands are known by heart, for those who ask twice.
REFUSALS_KNOWN = 64
#: Clocks that run out so often in a row: the player is not there.
TIMEOUTS_ENDURED = 2
INBOX = 256
#: What closes a window, sooner or later.
CLOSING = (Draw, Take, Swap, Throw)


class Viewer(Protocol):
    """Somebody's connection to the table."""

    person: str
    name: str
    latency: Latency

    def post(self, text: str, *, sent: Callable[[float], None] | None = None) -> None:
        """Send as soon as possible; whoever reads too slowly is dropped. Afterwards tell when it was sent."""

    def part(self, code: str, sentence: str, retry: int | None = None) -> None:
        """Say goodbye, and close."""


@dataclass(frozen=True)
class Heard:
    """What happened, kept for those who come back."""

    seq: int
    events: Sequence[Event]
    news: str | None
    seat: Seat | None
    race: tuple[wire.Judged, ...]


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
    command: wire.TableCommand
    at: float


@dataclass(frozen=True)
class Ended:
    """The house closes: say so to everybody, and stop."""

    sentence: str


Item = Arrived | Gone | Asked | Ended


@dataclass(frozen=True)
class Line:
    """Something that is to be written: by whom, by which command, and what."""

    actor: str
    cmd_id: str | None
    body: AnyBody


@dataclass
class Wish:
    """A bot's snap on its way to the table."""

    snap: Snap
    after: float
    due: float


@dataclass
class Room:
    """The life of a table. All its methods but run and the three that fill the inbox are called by its own task."""

    id: str
    table: Table
    epoch: int
    store: Store
    settings: Settings
    watch: Watch
    metrics: Metrics
    inbox: asyncio.Queue[Item] = field(default_factory=lambda: asyncio.Queue(INBOX))
    viewers: list[Viewer] = field(default_factory=list)
    latencies: dict[str, Latency] = field(default_factory=dict)
    #: What was told lately.
    heard: deque[Heard] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    #: How far each person is known to have listened: faces are told once.
    confirmed: dict[str, int] = field(default_factory=dict)
    alarms: dict[str, float] = field(default_factory=dict)
    window: Window | None = None
    #: The commands whose verdict is awaited, by person and id, and what waits until after it.
    racing: dict[tuple[str, str], tuple[Viewer | None, Played]] = field(default_factory=dict)
    waiting: list[Asked] = field(default_factory=list)
    refused: dict[tuple[str, str], wire.Refused] = field(default_factory=dict)
    #: Snaps of discards that did not lie there yet.
    guesses: set[tuple[Seat, int]] = field(default_factory=set)
    regulars: dict[Seat, Regular] = field(default_factory=dict)
    wishes: dict[Seat, Wish] = field(default_factory=dict)
    #: The number of the entry after which each bot was last asked whether it snaps.
    bots_asked: dict[Seat, int] = field(default_factory=dict)
    #: When each seat was asked what it is to decide, and the number of that question.
    asked_at: dict[Seat, tuple[int, float]] = field(default_factory=dict)
    timeouts: dict[Seat, int] = field(default_factory=dict)
    ready_for_next: set[str] = field(default_factory=set)
    archived: str | None = None
    is_over: bool = False

    # The inbox

    async def arrive(self, viewer: Viewer, last_seq: int | None) -> None:
        await self.inbox.put(Arrived(viewer, last_seq))

    async def leave(self, viewer: Viewer) -> None:
        await self.inbox.put(Gone(viewer))

    async def ask(self, viewer: Viewer, command: wire.TableCommand) -> None:
        await self.inbox.put(Asked(viewer, command, self.watch.now()))

    async def end(self, sentence: str) -> None:
        await self.inbox.put(Ended(sentence))

    async def run(self, outage: float = 0) -> None:
        """Until nobody has been here for a while, the house closes, or somebody else has claimed the table."""
        try:
            self._take_up(outage)
            while not self.is_over:
                item = await self._next()
                if item is None:
                    await self._ring()
                else:
                    await self._handle(item)
                self._plan()
        except Fenced:
            self._part("moved", "the table has moved: connect again", retry=0)
        except StoreError:
            self.metrics.failures.inc()
            self._part("store", "the server can't write moves down right now: connect again soon", retry=2000)
        finally:
            self.is_over = True
            while not self.inbox.empty():
                self._turn_away(self.inbox.get_nowait())

    def _turn_away(self, item: Item) -> None:
        if isinstance(item, Arrived):
            item.viewer.part("moved", "the table has moved: connect again", retry=0)

    def _take_up(self, outage: float) -> None:
        """After a restart clocks go on where they stopped, and a window that was open opens again in full."""
        now = self.watch.now()
        for seat in self.table.deciders():
            self.asked_at[seat] = (self.table.questions.get(seat, 0), now - outage)
        self._note_window(now)
        self.alarms["empty"] = now + self.settings.linger

    async def _next(self) -> Item | None:
        """The next thing that came, or None when an alarm rings first."""
        if not self.alarms:
            return await self.inbox.get()
        seconds = (min(self.alarms.values()) - self.watch.now()) / 1000
        if seconds <= 0 and self.inbox.empty():
            return None
        try:
            async with asyncio.timeout(max(seconds, 0)):
                return await self.inbox.get()
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
                self._part("restart", item.sentence, retry=500)
                self.is_over = True

    def _part(self, code: str, sentence: str, retry: int | None) -> None:
        for viewer in list(self.viewers):
            viewer.part(code, sentence, retry)
        self.viewers.clear()

    # Coming and going

    async def _arrived(self, viewer: Viewer, last_seq: int | None) -> None:
        watching = sum(1 for each in self.viewers if self.table.seat_of(each.person) == RAIL)
        seat = self.table.seat_of(viewer.person)
        if seat == RAIL and watching >= self.settings.spectators:
            viewer.part("crowded", "too many people watch this table already")
            return
        if viewer.person in self.latencies:
            self.latencies[viewer.person].reconnected()
        viewer.latency = self.latencies.setdefault(viewer.person, viewer.latency)
        self.viewers.append(viewer)
        self.alarms.pop("empty", None)
        if seat != RAIL and self.table.sitters[seat].has_stand_in:
            await self._write([Line(viewer.person, None, Returned(seat))])
            last_seq = None if last_seq is None else min(last_seq, self.table.seq - 1)
        elif seat == RAIL and self.table.fill is not None and self.table.stage == "lobby" and self.table.free_seats():
            await self._write(
                [Line(viewer.person, None, self.table.wanted(viewer.person, viewer.name, wire.Sit(TABLE)))]
            )
            seat = self.table.seat_of(viewer.person)
        self._greet(viewer, seat, last_seq)
        self._tell_presence(seat)
        if seat != RAIL:
            self.alarms.pop(f"away {seat}", None)

    def _greet(self, viewer: Viewer, seat: Seat, last_seq: int | None) -> None:
        info = self._info()
        confirmed = self.confirmed.get(viewer.person, 0)
        self.listened(viewer.person, last_seq or 0)
        missed = None if last_seq is None else self._since(last_seq)
        if missed is None:
            board = telling.board(self.table, self._left())
            yours = telling.yours(self.table, seat)
            welcome = wire.Welcome(wire.VERSION, seat, self.table.seq, info, board, yours)
            viewer.post(wire.written(welcome), sent=self._stamp(seat))
            return
        viewer.post(wire.written(wire.Welcome(wire.VERSION, seat, self.table.seq, info)), sent=self._stamp(seat))
        for heard in missed:
            events = heard.events if heard.seq > confirmed else telling.without_private_faces(heard.events)
            is_last = heard.seq == self.table.seq
            message = wire.Told(
                heard.seq,
                telling.told_events(events, seat),
                news=heard.news,
                seat=heard.seat,
                race=heard.race,
                board=telling.board(self.table, self._left()) if is_last else None,
                yours=telling.yours(self.table, seat) if is_last else None,
            )
            viewer.post(wire.written(message))

    def _since(self, seq: int) -> list[Heard] | None:
        """What was told after that, or None if somebody has missed too much, or has heard more than there is."""
        if seq == self.table.seq:
            return None
        missed = [heard for heard in self.heard if heard.seq > seq]
        return missed if missed and missed[0].seq == seq + 1 else None

    def listened(self, person: str, seq: int) -> None:
        """A person's client has taken in everything up to there."""
        self.confirmed[person] = max(self.confirmed.get(person, 0), min(seq, self.table.seq))

    def _gone(self, viewer: Viewer) -> None:
        if viewer not in self.viewers:
            return
        self.viewers.remove(viewer)
        now = self.watch.now()
        seat = self.table.seat_of(viewer.person)
        if seat != RAIL and not self._is_there(seat):
            self.alarms[f"away {seat}"] = now + self.settings.grace
        self._tell_presence(seat)
        if not self.viewers:
            self.alarms = {"empty": now + self.settings.linger}

    def _is_there(self, seat: Seat) -> bool:
        sitter = self.table.sitters.get(seat)
        return sitter is not None and any(viewer.person == sitter.person for viewer in self.viewers)

    def _away(self) -> list[Seat]:
        return [seat for seat in self.table.people() if not self._is_there(seat)]

    def _tell_presence(self, seat: Seat) -> None:
        watching = sum(1 for viewer in self.viewers if self.table.seat_of(viewer.person) == RAIL)
        away = seat != RAIL and not self._is_there(seat)
        text = wire.written(wire.Present(seat, away, watching))
        for viewer in self.viewers:
            viewer.post(text)

    def _info(self) -> wire.TableInfo:
        return telling.table_info(self.table, self._away(), self.archived)

    # Commands

    async def _asked(self, asked: Asked) -> None:
        viewer, command = asked.viewer, asked.command
        if viewer not in self.viewers:
            return
        key = (viewer.person, command.cmd_id)
        if key in self.table.done:
            viewer.post(wire.written(wire.Done(command.cmd_id, self.table.done[key])))
        elif key in self.refused:
            viewer.post(wire.written(self.refused[key]))
        elif key in self.racing and self.window is not None:
            viewer.post(wire.written(wire.Racing(command.cmd_id, self.window.discard)))
        else:
            try:
                await self._carry_out(asked)
            except NotDone as error:
                self._refuse(viewer, command.cmd_id, error)

    def _refuse(self, viewer: Viewer, cmd_id: str, error: NotDone) -> None:
        answer = wire.Refused(cmd_id, error.code, error.sentence, error.option)
        self.refused[viewer.person, cmd_id] = answer
        if len(self.refused) > REFUSALS_KNOWN:
            del self.refused[next(iter(self.refused))]
        viewer.post(wire.written(answer))

    async def _carry_out(self, asked: Asked) -> None:
        viewer, command = asked.viewer, asked.command
        match command:
            case wire.Act():
                await self._act(asked, command)
            case wire.Pass():
                await self._pass(viewer, command)
            case wire.Next():
                await self._next_round(viewer, command)
            case wire.React():
                self._react(viewer, command)
            case _:
                body = self.table.wanted(viewer.person, viewer.name, command)
                await self._write([Line(viewer.person, command.cmd_id, body)], viewer)

    def _react(self, viewer: Viewer, command: wire.React) -> None:
        seat = self.table.check_seated(viewer.person)
        if command.reaction not in wire.REACTIONS:
            expected = ", ".join(wire.REACTIONS)
            raise NotDone("no_reaction", f"expected a reaction ({expected}), but found {command.reaction!r}")
        text = wire.written(wire.Reacted(seat, command.reaction))
        for each in self.viewers:
            each.post(text)

    async def _next_round(self, viewer: Viewer, command: wire.Next) -> None:
        self.table.check_seated(viewer.person)
        if self.table.stage != "scores":
            raise NotDone("not_now", "no round waits to be dealt")
        self.ready_for_next.add(viewer.person)
        viewer.post(wire.written(wire.Done(command.cmd_id, self.table.seq)))
        present = {person for seat, person in self.table.people().items() if self._is_there(seat)}
        if present <= self.ready_for_next:
            await self._write([Line(TABLE, None, Dealt())])

    async def _pass(self, viewer: Viewer, command: wire.Pass) -> None:
        seat = self.table.check_seated(viewer.person)
        if self.window is not None and self.window.discard == command.discard:
            self.window.passed.add(seat)
        viewer.post(wire.written(wire.Done(command.cmd_id, self.table.seq)))
        if self.racing:
            await self._await_verdict()

    async def _act(self, asked: Asked, command: wire.Act) -> None:
        viewer = asked.viewer
        if self._must_wait(viewer, command):
            self.waiting.append(asked)
            return
        self._check_no_guess(self.table.seat_of(viewer.person), command)
        body = self.table.wanted(viewer.person, viewer.name, command)
        assert isinstance(body, Played)
        seat = body.actor
        if self.table.sitters[seat].has_stand_in:
            await self._write([Line(viewer.person, None, Returned(seat))])
        self.timeouts.pop(seat, None)
        self.wishes.pop(seat, None)
        if self._is_contest(parse_action(body.action)):
            assert self.window is not None
            self.window.reacted(
                seat,
                viewer.latency,
                command=command.cmd_id,
                action=body.action,
                at=asked.at,
                claimed=command.claimed,
            )
            self.racing[viewer.person, command.cmd_id] = (viewer, body)
            await self._await_verdict()
            if (viewer.person, command.cmd_id) in self.racing:
                viewer.post(wire.written(wire.Racing(command.cmd_id, self.window.discard)))
        else:
            await self._write([Line(viewer.person, command.cmd_id, body)], viewer)

    def _must_wait(self, viewer: Viewer, command: wire.Act) -> bool:
        """While a race is on everything waits for its verdict, but the first gesture of each rival."""
        if not self.racing or self.window is None:
            return False
        seat = self.table.seat_of(viewer.person)
        try:
            return self.window.has_reacted(seat) or not self._is_contest(parse_action(command.action))
        except ValueError:
            return False

    def _check_no_guess(self, seat: Seat, command: wire.Act) -> None:
        """A snap that came before its discard was no reaction, and can't be tried again."""
        try:
            action = parse_action(command.action)
        except ValueError:
            return
        if not isinstance(action, Snap) or action.discard is None or self.table.game is None:
            return
        if action.discard > self.table.game.table.number:
            self.guesses.add((seat, action.discard))
        elif (seat, action.discard) in self.guesses:
            raise NotDone("guess", "you snapped this card before it lay there")

    # Races

    def _is_contest(self, action: Action) -> bool:
        """A snap at the open window, or what would end it, while others might have been faster."""
        if self.window is None or not self.table.snappers():
            return False
        if isinstance(action, Snap):
            return action.discard in (None, self.window.discard)
        return isinstance(action, CLOSING)

    def _rivals(self) -> list[Seat]:
        """The people who may snap, and are there to do it."""
        sitters = self.table.sitters
        return [seat for seat in self.table.snappers() if self._is_there(seat) and not sitters[seat].has_stand_in]

    async def _await_verdict(self) -> None:
        assert self.window is not None
        latencies = {seat: self.latencies[self.table.people()[seat]] for seat in self._rivals()}
        due = self.window.due(self.window.still_to_come(latencies, latencies))
        if due <= self.watch.now():
            await self._judge()
        else:
            self.alarms["race"] = due

    async def _judge(self) -> None:
        """The fastest plays. As long as the window stays open whoever comes next is judged anew, among all who come."""
        assert self.window is not None
        self.alarms.pop("race", None)
        verdict = self.window.verdict(self.table.round_key())
        window = self.window
        for finish in verdict.finishes:
            person, cmd_id = next(key for key in self.racing if key[1] == finish.gesture.command)
            viewer, body = self.racing.pop((person, cmd_id))
            window.gestures.remove(finish.gesture)
            race = verdict if _is_worth_telling(verdict) else None
            if await self._finish(
                Line(person, cmd_id, Played(body.actor, body.action, body.by_stand_in, race)), viewer
            ):
                break
        if self.racing and self.window is window:
            await self._await_verdict()
            return
        await self._release()

    async def _finish(self, line: Line, viewer: Viewer | None) -> bool:
        """Play a contestant's action, if those before have left it lawful."""
        assert isinstance(line.body, Played) and self.table.game is not None
        refusal = self.table.game.why_not(line.body.actor, line.body.action)
        if refusal is None:
            await self._write([line], viewer)
        elif viewer is not None and line.cmd_id is not None:
            self._refuse(viewer, line.cmd_id, NotDone(refusal.code, refusal.sentence, refusal.option))
        return refusal is None

    async def _release(self) -> None:
        """The race is over: those who were slower, and all who had to wait for the verdict, have their say."""
        racing, self.racing = self.racing, {}
        for (person, cmd_id), (viewer, body) in racing.items():
            await self._finish(Line(person, cmd_id, body), viewer)
        waiting, self.waiting = self.waiting, []
        for asked in waiting:
            await self._asked(asked)

    # Writing

    async def _write(self, lines: Sequence[Line], *viewers: Viewer | None) -> None:
        """Write lines down, then let them happen, then tell; viewers are those whose commands the lines carry out."""
        at = self.watch.wall()
        written = [
            Entry(self.table.seq + 1 + index, line.cmd_id, line.actor, entries.written(line.body), at)
            for index, line in enumerate(lines)
        ]
        try:
            with self.metrics.commits.time():
                await self.store.append(self.id, self.epoch, written)
        except AlreadyThere as error:
            # A command from long ago, sent once more: it was carried out then.
            for line, viewer in zip(lines, viewers, strict=False):
                if viewer is not None and line.cmd_id is not None:
                    viewer.post(wire.written(wire.Done(line.cmd_id, error.seq)))
            return
        self.metrics.entries.inc(len(lines))
        for entry, line, viewer in zip_longest(written, lines, viewers):
            heard = self._happen(entry, line)
            if self.table.game is not None and self.table.game.is_over and self.archived is None:
                await self._archive()
            self._tell(heard)
            if viewer is not None and line.cmd_id is not None:
                viewer.post(wire.written(wire.Done(line.cmd_id, entry.seq)))

    def _happen(self, entry: Entry, line: Line) -> Heard:
        if isinstance(line.body, Started | Dealt):
            self._forget_round()
        number = self.table.game.table.number if self.table.game is not None else 0
        events = self.table.apply(entry.seq, line.actor, line.cmd_id, line.body, entry.at)
        now = self.watch.now()
        for regular in self.regulars.values():
            regular.hear(events)
        self._note_questions(now)
        if self.table.game is not None and self.table.game.table.number != number:
            self.wishes.clear()
        self._note_window(now)
        if isinstance(line.body, Played) and not line.body.by_stand_in:
            self.metrics.moves.inc()
        heard = _heard(entry.seq, line.body, events)
        self.heard.append(heard)
        return heard

    def _forget_round(self) -> None:
        self.window = None
        self.regulars.clear()
        self.wishes.clear()
        self.asked_at.clear()
        self.ready_for_next.clear()
        self.guesses.clear()
        self.archived = None

    def _note_questions(self, now: float) -> None:
        for seat in self.table.deciders():
            question = self.table.questions[seat]
            if self.asked_at.get(seat, (-1, 0.0))[0] != question:
                self.asked_at[seat] = (question, now)

    def _note_window(self, now: float) -> None:
        """A new discard opens a new window; one that has closed is forgotten."""
        game = self.table.game
        if game is None or self.table.stage != "playing" or not game.table.window_open:
            self.window = None
        elif self.window is None or self.window.discard != game.table.number:
            discarder = game.dealer if game.table.discarder < 0 else game.seats[game.table.discarder]
            self.window = Window(game.table.number, discarder, now, self.table.options.relaxed)

    # Telling

    def _tell(self, heard: Heard) -> None:
        """Everybody at the table, each what they may know."""
        board = telling.board(self.table, self._left())
        info = self._info() if heard.news is not None or self.table.stage != "playing" else None
        texts: dict[Seat, str] = {}
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.person)
            if seat not in texts:
                texts[seat] = wire.written(
                    wire.Told(
                        heard.seq,
                        telling.told_events(heard.events, seat),
                        table=info,
                        news=heard.news,
                        seat=heard.seat,
                        board=board,
                        yours=telling.yours(self.table, seat),
                        you=seat if heard.news is not None else None,
                        race=heard.race,
                    )
                )
            viewer.post(texts[seat], sent=self._stamp(seat))

    def _stamp(self, seat: Seat) -> Callable[[float], None] | None:
        """Note when the discard that lies on the pile now is sent to a seat for the first time."""
        window = self.window
        if window is None or seat == RAIL or seat in window.rivals:
            return None
        latency = self.latencies[self.table.people()[seat]]
        return lambda now: window.sent(seat, latency, now)

    def _left(self) -> int | None:
        """Milliseconds until a clock runs out."""
        deadline = self._deadline()
        return None if deadline is None else max(0, round(deadline[0] - self.watch.now()))

    def _deadline(self) -> tuple[float, Seat] | None:
        if not self.table.options.clock:
            return None
        people = self.table.people()
        clocks = [
            (self.asked_at[seat][1] + 1000 * self.table.options.clock, seat)
            for seat in self.table.deciders()
            if seat in people and seat in self.asked_at and not self.table.sitters[seat].has_stand_in
        ]
        return min(clocks, default=None)

    # Alarms

    def _plan(self) -> None:
        """Set every alarm anew from how things stand; while nobody is here, nothing goes on."""
        if not self.viewers or self.is_over:
            return
        now = self.watch.now()
        keep = {name: due for name, due in self.alarms.items() if name == "race" or name.startswith("away")}
        thinking = {name: due for name, due in self.alarms.items() if name.startswith("bot")}
        self.alarms = keep
        if self.table.stage == "scores":
            self.alarms["next"] = self._since_last(now) + self.settings.scores
        if self.table.stage == "lobby" and self.table.fill is not None:
            wait = self.settings.quick_wait if self.table.free_seats() else 0
            self.alarms["fill"] = self._since_last(now) + wait
        if self.table.stage != "playing":
            return
        if self.racing:
            # Everything else waits for the verdict, but those who may still take part.
            self.alarms |= {f"snap {seat}": wish.due for seat, wish in self.wishes.items()}
            return
        deadline = self._deadline()
        if deadline is not None:
            self.alarms["clock"] = deadline[0]
        if self.table.waits_for_dealer() and self.window is not None:
            wait = RELAXED_WINDOW if self.window.is_relaxed else self.settings.window
            self.alarms["close"] = self._since_last(now) + wait + LONGEST_HOLD
        self._plan_bots(now, thinking)

    def _since_last(self, now: float) -> float:
        """When something last happened, on the clock that never goes back."""
        return now - max(0, self.watch.wall() - self.table.at)

    def _plan_bots(self, now: float, thinking: dict[str, float]) -> None:
        game = self.table.game
        assert game is not None
        house_seats = self._house_seats()
        for seat in house_seats:
            if seat not in self.regulars:
                self.regulars[seat] = Regular(game, seat, self.table.sitters[seat].level)
            self._plan_snap(seat, now)
        for seat in self.table.deciders():
            if seat in house_seats:
                name = f"bot {seat} {self.table.questions[seat]}"
                self.alarms[name] = thinking.get(name, now + self.settings.pace * pause(game, seat))
        for seat, wish in self.wishes.items():
            self.alarms[f"snap {seat}"] = wish.due

    def _house_seats(self) -> list[Seat]:
        """The seats that the house plays: bots', and those of people who are away."""
        return [seat for seat, sitter in self.table.sitters.items() if sitter.person is None or sitter.has_stand_in]

    def _plan_snap(self, seat: Seat, now: float) -> None:
        """A bot is asked whether it snaps after everything that happens, until it wants to."""
        game = self.table.game
        assert game is not None
        if seat not in self.table.snappers():
            self.wishes.pop(seat, None)
            return
        wish = self.wishes.get(seat)
        if wish is not None and game.why_not(seat, wish.snap) is None:
            return
        self.wishes.pop(seat, None)
        if self.bots_asked.get(seat) == self.table.seq or any(key[0] == seat for key in self.racing):
            return
        self.bots_asked[seat] = self.table.seq
        answer = self.regulars[seat].wish()
        if answer is not None:
            snap, after = answer
            after *= 1.0 if self.settings.pace else 0.0
            self.wishes[seat] = Wish(snap, after, now + after)

    async def _ring(self) -> None:
        """The alarm that is due first."""
        name = min(self.alarms, key=self.alarms.__getitem__)
        if self.alarms[name] > self.watch.now():
            return
        del self.alarms[name]
        what, _, rest = name.partition(" ")
        if what == "race":
            await self._judge()
        elif what == "empty":
            self.is_over = True
        elif what == "away":
            await self._stand_in(rest)
        elif what == "next":
            await self._write([Line(TABLE, None, Dealt())])
        elif what == "fill":
            await self._write([Line(TABLE, None, body) for body in self.table.filled()])
        elif what == "snap":
            await self._bot_snaps(rest)
        elif what == "clock":
            await self._time_out()
        elif what == "close":
            await self._write([Line(TABLE, None, Played(DEALER, str(Close())))])
        else:
            await self._bot_decides(rest.partition(" ")[0])

    async def _stand_in(self, seat: Seat) -> None:
        if self.table.stage in ("playing", "scores") and not self._is_there(seat):
            await self._write([Line(TABLE, None, StoodIn(seat))])
        elif self.table.stage == "lobby" and not self._is_there(seat) and seat in self.table.people():
            await self._write([Line(TABLE, None, Left(seat))])

    async def _time_out(self) -> None:
        deadline = self._deadline()
        if deadline is None or deadline[0] > self.watch.now() or self.table.game is None:
            return
        seat = deadline[1]
        actor, action = timed_out(self.table.game, seat)
        self.timeouts[seat] = self.timeouts.get(seat, 0) + 1
        lines = [Line(TABLE, None, Played(actor, str(action), by_stand_in=True))]
        await self._write(lines)
        if self.timeouts[seat] >= TIMEOUTS_ENDURED and not self.table.sitters[seat].has_stand_in:
            if self.table.stage == "playing":
                await self._write([Line(TABLE, None, StoodIn(seat))])

    async def _bot_decides(self, seat: Seat) -> None:
        if seat not in self.table.deciders() or seat not in self.regulars:
            return
        action = self.regulars[seat].decide()
        await self._bot_acts(seat, action, 0.0)

    async def _bot_snaps(self, seat: Seat) -> None:
        wish = self.wishes.pop(seat, None)
        if wish is None or seat not in self.table.snappers():
            return
        await self._bot_acts(seat, wish.snap, wish.after)

    async def _bot_acts(self, seat: Seat, action: Action, after: float) -> None:
        """Bots race as people do."""
        game = self.table.game
        assert game is not None
        stood_in = self.table.sitters[seat].person is not None
        body = Played(seat, str(action), by_stand_in=stood_in)
        if game.why_not(seat, action) is not None:
            return
        if not self._is_contest(action):
            await self._write([Line(TABLE, None, body)])
            return
        assert self.window is not None
        if self.window.has_reacted(seat):
            return
        now = self.watch.now()
        command = secrets.token_hex(8)
        reaction = after if isinstance(action, Snap) else now - self.window.since
        self.window.bot_reacted(seat, command=command, action=str(action), after=reaction, now=now)
        self.racing[TABLE, command] = (None, body)
        await self._await_verdict()

    # The archive

    async def _archive(self) -> None:
        """Keep the finished round; after a crash it may be there already."""
        game, match = self.table.game, self.table.match
        assert game is not None and match is not None
        name = f"{self.id} {match.seed} {len(match.outcomes)}"
        finished_id = hashlib.sha256(name.encode()).hexdigest()[:32]
        sitters = self.table.sitters
        names = self.table.names()
        finished = Finished(
            finished_id,
            self.id,
            len(match.outcomes),
            self.table.at,
            str(self.table.rules),
            tuple(Player(sitter.person, seat, sitter.name) for seat, sitter in sitters.items()),
            notation(game, names=names),
        )
        with contextlib.suppress(Taken):
            await self.store.archive(finished)
        self.archived = finished_id


def _is_worth_telling(verdict: Verdict) -> bool:
    """A draw that nobody contested is no race."""
    return len(verdict.finishes) > 1 or verdict.finishes[0].gesture.is_snap


def _judged(verdict: Verdict) -> tuple[wire.Judged, ...]:
    return tuple(
        wire.Judged(finish.gesture.seat, finish.gesture.action, round(finish.reaction)) for finish in verdict.finishes
    )


def _heard(seq: int, body: AnyBody, events: Sequence[Event]) -> Heard:
    if isinstance(body, Played):
        return Heard(seq, tuple(events), None, None, _judged(body.race) if body.race is not None else ())
    return Heard(seq, tuple(events), str(body.__struct_config__.tag), getattr(body, "seat", None), ())


def folded(rows: Iterable[Entry]) -> tuple[Table, deque[Heard]]:
    """The table that a log adds up to, and what was told last."""
    table: Table | None = None
    heard: deque[Heard] = deque(maxlen=REMEMBERED)
    for row in rows:
        body = entries.read(row.body)
        if table is None:
            assert isinstance(body, entries.Opened), "a log begins with a table that is opened"
            table = Table.opened(body)
        events = table.apply(row.seq, row.actor, row.cmd_id, body, row.at)
        heard.append(_heard(row.seq, body, events))
    if table is None:
        raise ValueError("expected a table's entries, but found none")
    return table, heard
