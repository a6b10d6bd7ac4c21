"""Clients that play at random over real sockets, and checks of what they were told against the server's log."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from cambio.events import Event
from cambio.game import Game
from cambio.server.client import Guest, TableConnection
from cambio.server.protocol import messages
from cambio.server.store.contract import Entry
from cambio.server.tables import log_entries, projection
from cambio.server.tables.races.snap_verdict import Verdict
from cambio.server.tables.table_state import TableState
from cambio.server.tables.updates import UPDATES_KEPT
from cambio.shuffles import Participant

Answer: TypeAlias = messages.Done | messages.Refused
PendingAnswer: TypeAlias = Coroutine[Any, Any, Answer]
#: Seconds between attempts to reconnect, at most.
RECONNECT_WAIT = 0.2
#: Commands that are acknowledged but not written to the log.
NOT_LOGGED = (messages.Pass, messages.Next, messages.Stay, messages.Rematch, messages.React)


@dataclass
class Ledger:
    """All that one client asked and was told, and whatever was wrong about it."""

    name: str
    person: str
    asked: dict[str, messages.Command] = field(default_factory=dict)
    answers: dict[str, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    #: Where they sat when they were told it.
    heard: list[tuple[str, messages.Told]] = field(default_factory=list)
    seq: int | None = None
    seat: str = "rail"
    problems: list[str] = field(default_factory=list)
    byes: list[messages.Bye] = field(default_factory=list)
    welcomes: int = 0
    #: For each welcome, whether a stand-in had played until then.
    had_stand_in: list[bool] = field(default_factory=list)
    #: How often they were told the server's commitment for the next deal, and the announcement of one.
    moments: Counter[str] = field(default_factory=Counter)

    def on_message(self, message: messages.FromServer) -> None:
        match message:
            case messages.Welcome():
                self._note_welcome(message)
            case messages.Told():
                self._note_told(message)
            case messages.Done() | messages.Refused() if message.cmd_id in self.asked:
                # Commitments and seeds are answered as well, but the connection itself sends those.
                self.answers[message.cmd_id].append(message)
            case messages.Shuffle() if not message.is_dealt:
                self.moments["announcement" if message.announcement else "commitment"] += 1
            case messages.Bye():
                self.byes.append(message)
            case messages.Problem():
                self.problems.append(f"{message.code}: {message.sentence}")
            case _:
                pass

    def _note_welcome(self, welcome: messages.Welcome) -> None:
        self.welcomes += 1
        self.had_stand_in.append(welcome.had_stand_in)
        self.seat = welcome.you
        if self.seq is not None:
            missed = welcome.seq - self.seq
            if missed < 0:
                self.problems.append(f"{self.seq} was told, but now the table is at {welcome.seq}")
            if welcome.board is not None and 0 < missed <= UPDATES_KEPT:
                self.problems.append(f"the messages from {self.seq} to {welcome.seq} are not told again")
        if self.seq is None or welcome.board is not None:
            self.seq = welcome.seq

    def _note_told(self, told: messages.Told) -> None:
        assert self.seq is not None
        if told.seq > self.seq + 1:
            self.problems.append(f"{told.seq} was told after {self.seq}")
        self.seat = told.you or self.seat
        self.heard.append((self.seat, told))
        self.seq = max(self.seq, told.seq)

    def done(self) -> dict[str, int]:
        """The commands that were acknowledged, each with the number of its entry in the log."""
        return {
            cmd_id: given[0].seq
            for cmd_id, given in self.answers.items()
            if isinstance(given[0], messages.Done) and not isinstance(self.asked[cmd_id], NOT_LOGGED)
        }

    def refused(self) -> list[str]:
        return [cmd_id for cmd_id, given in self.answers.items() if isinstance(given[0], messages.Refused)]


class Player:
    """A guest at a table who does anything that the rules allow, and sometimes two things at once."""

    #: How often a turn is used to call or to do a second thing, and a window to snap or to pass.
    CALLS, PAIRS, SNAPS, PASSES = 0.15, 0.15, 0.25, 0.4

    def __init__(self, at_table: TableConnection, ledger: Ledger, seed: int) -> None:
        self.at_table = at_table
        self.ledger = ledger
        self.rng = random.Random(seed)
        self._commands = 0
        self._window: tuple[int, int] | None = None

    @property
    def info(self) -> messages.TableInfo:
        assert self.at_table.table is not None
        return self.at_table.table

    @property
    def seat(self) -> str:
        return self.at_table.you

    @property
    def legal(self) -> tuple[str, ...]:
        return self.at_table.legal

    # Asking

    def new_id(self) -> str:
        self._commands += 1
        return f"{self.ledger.name}-{self._commands}"

    async def ask(self, kind: Callable[..., messages.Command], *details: Any) -> Answer:
        """Give a command with an id of its own."""
        command = kind(self.new_id(), *details)
        self.ledger.asked[command.cmd_id] = command
        return await self.at_table.command(command)

    async def act(self, action: str, cmd_id: str | None = None) -> Answer:
        cmd_id = cmd_id or self.new_id()
        self.ledger.asked[cmd_id] = messages.Act(cmd_id, action)
        return await self.at_table.act(action, cmd_id=cmd_id)

    async def until_stage(self, stage: str, timeout: float = 20.0) -> None:
        await self.at_table.until(lambda: self.info.stage == stage, timeout)

    # Playing at random

    async def play_until(self, is_enough: Callable[[], bool]) -> None:
        """Play on, round after round."""
        while not is_enough():
            answers = await asyncio.gather(*self._choose_commands())
            if not answers or any(isinstance(answer, messages.Refused) for answer in answers):
                await self._wait_for_others()

    async def play_match(self) -> None:
        await self.play_until(lambda: self.info.stage == "over")

    async def _wait_for_others(self) -> None:
        seq, window = self.at_table.seq, self._window
        with contextlib.suppress(TimeoutError):
            await self.at_table.until(lambda: (self.at_table.seq, self._window) != (seq, window), 0.25)

    def _choose_commands(self) -> list[PendingAnswer]:
        """The commands to send now; none, if it is for others to act."""
        if self.info.stage == "scores":
            return [self.ask(messages.Next)] if self.rng.random() < 0.5 else []
        return [*self._reactions(), *self._decisions()]

    def _reactions(self) -> Iterator[PendingAnswer]:
        """Decide once in each window whether to snap or to pass."""
        board, yours = self.at_table.board, self.at_table.yours
        if board is None or yours is None or board.window is None or not yours.snaps:
            return
        window = (self.info.round, board.window)
        if self._window == window:
            return
        self._window = window
        drawn = self.rng.random()
        if drawn < self.SNAPS:
            places = self.rng.sample(yours.snaps, 2 if yours.snap_two and len(yours.snaps) > 1 else 1)
            yield self.act(f"snap {' '.join(places)} #{board.window}")
        if drawn < self.SNAPS + self.PASSES:
            yield self.ask(messages.Pass, board.window)

    def _decisions(self) -> Iterator[PendingAnswer]:
        legal = list(self.legal)
        if "call" in legal and len(legal) > 1 and self.rng.random() > self.CALLS:
            legal.remove("call")
        verbs = sorted({action.split()[0] for action in legal})
        if not verbs:
            return
        verb = self.rng.choice(verbs)
        yield self.act(self.rng.choice([action for action in legal if action.split()[0] == verb]))
        if self.rng.random() < self.PAIRS:
            yield self.act(self.rng.choice(legal))


@asynccontextmanager
async def present(
    guest: Guest, table_id: str, *, seed: int = 0, name: str = "", participant: Participant | None = None
) -> AsyncIterator[Player]:
    """A player at a table, with a connection that reconnects by itself, and a ledger."""
    ledger = Ledger(name or guest.name, guest.person)
    async with guest.connect(
        table_id, on_message=ledger.on_message, longest_wait=RECONNECT_WAIT, participant=participant
    ) as at_table:
        yield Player(at_table, ledger, seed)


async def fetch_welcomes(guests: Sequence[Guest], table_id: str) -> list[tuple[str, messages.Welcome]]:
    """Each person's id and the snapshot that a new client of theirs gets."""
    for guest in guests:
        # A person for whom a stand-in plays gets the seat back first, and that is an entry of the log.
        await _welcome(guest, table_id)
    return [(guest.person, await _welcome(guest, table_id)) for guest in guests]


async def _welcome(guest: Guest, table_id: str) -> messages.Welcome:
    heard: list[messages.FromServer] = []
    async with guest.connect(table_id, on_message=heard.append):
        return next(message for message in heard if isinstance(message, messages.Welcome))


# The log


@dataclass
class ReplayedLog:
    """The state that a log leads to, the events of each entry, and every round that was finished."""

    table: TableState
    rows: list[Entry]
    events: dict[int, list[Event]]
    #: The head of the round's transcript after each entry that deals or plays.
    heads: dict[int, dict[str, str]]
    #: For each event of a move, who acted in place of the player.
    stand_ins: dict[int, tuple[str | None, ...]]
    rounds: list[Game]
    #: How races were judged, each with the key by which ties were broken.
    verdicts: list[tuple[Verdict, bytes]]
    #: Matches that were begun.
    matches: int

    @property
    def last_move(self) -> int:
        """The number of the last entry that is a move."""
        return max(row.seq for row in self.rows if isinstance(log_entries.decode(row.body), log_entries.Played))


def replay_log(rows: Sequence[Entry]) -> ReplayedLog:
    """Apply every entry, from the first one on."""
    table: TableState | None = None
    events: dict[int, list[Event]] = {}
    heads: dict[int, dict[str, str]] = {}
    stand_ins: dict[int, tuple[str | None, ...]] = {}
    rounds: list[Game] = []
    verdicts: list[tuple[Verdict, bytes]] = []
    matches = 0
    for row in rows:
        body = log_entries.decode(row.body)
        if table is None:
            assert isinstance(body, log_entries.Opened), "a log begins with a table that is opened"
            table = TableState.from_opening(body)
        if isinstance(body, log_entries.Played) and body.race is not None:
            verdicts.append((body.race, table.round_key()))
        events[row.seq] = list(table.apply(row.seq, row.actor, row.cmd_id, body, row.at))
        if isinstance(body, log_entries.Played) and events[row.seq]:
            stand_ins[row.seq] = tuple(table.stand_ins[-len(events[row.seq]) :])
        if isinstance(body, log_entries.Started | log_entries.Dealt | log_entries.Played):
            heads[row.seq] = table.heads()
        matches += isinstance(body, log_entries.Started)
        if table.game is not None and table.game.is_over and (not rounds or rounds[-1] is not table.game):
            rounds.append(table.game)
    assert table is not None, "the log is empty"
    return ReplayedLog(table, list(rows), events, heads, stand_ins, rounds, verdicts, matches)


def check_sequence(log: ReplayedLog) -> None:
    """No entry is missing, none is there twice, and no command was carried out twice."""
    assert [row.seq for row in log.rows] == list(range(1, len(log.rows) + 1))
    commands = [(row.actor, row.cmd_id) for row in log.rows if row.cmd_id is not None]
    assert len(set(commands)) == len(commands)


def check_ledger(log: ReplayedLog, ledger: Ledger) -> None:
    """What one client was told is what the log says, no more and no less."""
    assert ledger.problems == []
    written = {row.cmd_id: row.seq for row in log.rows if row.actor == ledger.person and row.cmd_id is not None}
    for cmd_id, given in ledger.answers.items():
        if isinstance(ledger.asked[cmd_id], NOT_LOGGED):
            continue
        assert len({str(answer) for answer in given}) == 1, f"{ledger.name} was given different answers: {given}"
    done = ledger.done()
    assert {cmd_id: written.get(cmd_id) for cmd_id in done} == done
    assert [cmd_id for cmd_id in ledger.refused() if cmd_id in written] == []
    for seat, told in ledger.heard:
        events, stand_ins = log.events[told.seq], log.stand_ins.get(told.seq, ())
        # A private face is not shown again to whoever has to remember it.
        lawful_tellings = (
            projection.told_events(events, seat, stand_ins),
            projection.told_events(projection.without_private_faces(events), seat, stand_ins),
        )
        assert told.events in lawful_tellings, f"{ledger.name} at {seat} was told of {told.seq}: {told.events}"
        assert told.heads == log.heads.get(told.seq, {}), f"{ledger.name} was told another head of {told.seq}"


def check_welcome(log: ReplayedLog, welcome: messages.Welcome, person: str) -> None:
    """A snapshot shows the state that the log leads to; only presence and clocks are not in the log."""
    seat = log.table.seat_of(person)
    assert welcome.you == seat
    assert welcome.seq == log.table.seq
    assert _logged_part(welcome.table) == _logged_part(projection.table_info(log.table))
    board = projection.board(log.table)
    assert (None if welcome.board is None else msgspec.structs.replace(welcome.board, left=None)) == board
    assert welcome.yours == projection.yours(log.table, seat)


def _logged_part(info: messages.TableInfo) -> messages.TableInfo:
    seats = tuple(msgspec.structs.replace(seat, is_away=False) for seat in info.seats)
    return msgspec.structs.replace(info, seats=seats, archived=None)


def endings(log: ReplayedLog) -> list[messages.Ending]:
    """How the rounds ended, as everybody should have been told."""
    outcomes = [game.outcome() for game in log.rounds]
    return [msgspec.convert(outcome.to_json(), messages.Ending) for outcome in outcomes if outcome is not None]
