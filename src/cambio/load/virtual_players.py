"""Play under load: lawful moves at random, on an open-loop schedule.

Moves are due at times that don't depend on the server, and a late one counts from when it was due. So a server that
stalls for a second is charged with every move of that second, and not only with the one that waited for its answer
(coordinated omission).
"""

from __future__ import annotations

import asyncio
import random
import time
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from .results import LoadResults
from .sockets import NOTHING, Incoming, LoadError, Requests, Socket

#: Chances to snap when a window is open, and to call when that is lawful: low, or rounds would be over at once.
SNAP_CHANCE, CALL_CHANCE = 0.03, 0.03
#: Seconds on the clock of each decision, so that no clock plays a move of its own.
CLOCK = 600
#: Seconds for everybody to sit down at a table, step by step.
SETUP_TIMEOUT = 60.0
#: Seconds to wait at the end for moves in flight.
DRAIN_TIMEOUT = 5.0
#: Periods of a run with a flood: in every second one it is on.
FLOOD_PERIODS = 8


class Disturbance(Protocol):
    """Something that is switched on in every second period of a run: a flood, or tables that cost a lot."""

    def switch(self, is_on: bool) -> None: ...


@dataclass(slots=True)
class Move:
    """A move in flight: when it was due, whether the flood was on, and whether it is held for a verdict."""

    due: float
    is_flooded: bool
    is_held: bool = False
    seq: int = 0


class LoadTable:
    """A table and all who sit there."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.sockets: list[Socket] = []
        self._table_id = ""
        self._cookies: list[str] = []
        #: The sockets of before, while everybody comes back; and how many have been welcomed again.
        self._former: list[Socket] = []
        self._welcomes = 0
        #: Moves that were sent, by their command, until all seats have been told.
        self._in_flight: dict[str, Move] = {}
        #: Moves that were due while another one was in flight.
        self._queued: deque[tuple[float, bool]] = deque()
        #: By number: how many seats have been told of an entry; and when the last one was, while a move is in flight.
        self._told_counts: dict[int, int] = {}
        self._all_told_at: dict[int, float] = {}
        self._is_set_up = False
        self._changed = asyncio.Event()

    # Sitting down

    async def open(self, requests: Requests, rules: str, seats: int) -> None:
        cookies = await asyncio.gather(*(requests.sign_in(f"Guest {seat}") for seat in range(seats)))
        table_id = await requests.open_table(cookies[0], rules=rules, seats=seats, options={"clock": CLOCK})
        self._cookies, self._table_id = cookies, table_id
        for seat, cookie in enumerate(cookies):
            ticket = await requests.ticket(cookie, table_id)
            self.sockets.append(await Socket.connect(ticket, self, seat))
            await self._until(lambda: self.sockets[-1].seq > 0)
            if seat:
                self.sockets[-1].send({"type": "sit", "cmd_id": "sit"})
                await self._until(lambda sat=2 + seat: self.sockets[-1].seq >= sat)  # type: ignore[misc]
        self.sockets[0].send({"type": "start", "cmd_id": "start"})
        await self._until(lambda: all(socket.yours.legal for socket in self.sockets))
        self._get_ready()
        await self._until(lambda: len({socket.seq for socket in self.sockets}) == 1 and self.may_move())
        self._is_set_up = True

    def _get_ready(self) -> None:
        """Nobody looks at their cards for long: what is measured is play."""
        for socket in self.sockets:
            if "ready" in socket.yours.legal:
                socket.send({"type": "act", "cmd_id": "ready", "action": "ready"})

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(SETUP_TIMEOUT):
            while not holds():
                if self._schedule.results.errors:
                    raise LoadError(f"a table could not be set: {next(iter(self._schedule.results.errors))}")
                self._changed.clear()
                await self._changed.wait()

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()

    # Coming back

    def disconnect(self) -> None:
        """All sockets are closed, as if the network had failed."""
        self._former, self.sockets = self.sockets, []
        self._is_set_up = False
        self._welcomes = 0
        for socket in self._former:
            socket.close()

    async def come_back(self, requests: Requests) -> None:
        self.sockets = await asyncio.gather(*(self._reconnect(requests, each) for each in self._former))
        await self._until(lambda: self._welcomes == len(self.sockets))
        self._is_set_up = True

    async def _reconnect(self, requests: Requests, former: Socket) -> Socket:
        ticket = await requests.ticket(self._cookies[former.seat], self._table_id)
        socket = await Socket.connect(ticket, self, former.seat, last_seq=former.seq)
        socket.seq, socket.stage, socket.number = former.seq, former.stage, former.number
        return socket

    async def move_once(self) -> None:
        """Let somebody play, if anybody may, and wait until all have been told."""
        self._is_set_up = False
        if self.may_move():
            self.move(time.perf_counter(), is_flooded=False)
            await self._until(lambda: not self.is_busy())
        self._is_set_up = True

    # Playing

    def is_busy(self) -> bool:
        return bool(self._in_flight)

    def may_move(self) -> bool:
        return any(socket.yours.legal for socket in self.sockets)

    def queue(self, due: float, is_flooded: bool) -> None:
        """A move is due while the last one is in flight."""
        self._queued.append((due, is_flooded))

    def count_queued(self) -> int:
        return len(self._queued)

    def count_in_flight(self) -> int:
        return len(self._in_flight)

    def move(self, due: float, is_flooded: bool) -> int:
        """Let somebody play, and perhaps somebody else snap at the same time; returns the number of moves."""
        rng = self._schedule.rng
        chosen: list[tuple[Socket, str, int | None]] = []
        snappers = [socket for socket in self.sockets if socket.window is not None and socket.yours.snaps]
        snapper = rng.choice(snappers) if snappers and rng.random() < SNAP_CHANCE else None
        if snapper is not None:
            chosen.append((snapper, f"snap {rng.choice(snapper.yours.snaps)} #{snapper.window}", None))
        deciders = [socket for socket in self.sockets if socket.yours.legal and socket is not snapper]
        if deciders:
            decider = rng.choice(deciders)
            legal = decider.yours.legal
            if "call" in legal and len(legal) > 1 and rng.random() >= CALL_CHANCE:
                legal = tuple(action for action in legal if action != "call")
            chosen.append((decider, rng.choice(legal), decider.yours.question))
        for socket, action, question in chosen:
            self._send(socket, action, question, due, is_flooded)
        return len(chosen)

    def _send(self, socket: Socket, action: str, question: int | None, due: float, is_flooded: bool) -> None:
        now = time.perf_counter()
        cmd_id = self._schedule.next_command()
        command: dict[str, Any] = {"type": "act", "cmd_id": cmd_id, "action": action}
        if question is not None:
            command["question"] = question
        command["claimed"] = min((now - socket.shown_at) * 1000, 600_000)
        # The event loop's clock is coarse, and may wake us a little early.
        self._in_flight[cmd_id] = Move(min(due, now), is_flooded)
        socket.send(command)

    # Listening

    def on_message(self, socket: Socket, message: Incoming) -> None:
        if message.type == "told":
            self._take_in(socket, message)
        elif message.type == "ping":
            socket.send({"type": "pong", "nonce": message.nonce, "seq": socket.seq})
        elif message.type == "done":
            self._note_done(message)
        elif message.type == "racing":
            if message.cmd_id in self._in_flight:
                self._in_flight[message.cmd_id].is_held = True
        elif message.type == "refused":
            self._schedule.results.refusals[message.code] += 1
            self._end_move(message.cmd_id)
        elif message.type == "welcome":
            self._welcomes += 1
            socket.seq = message.seq
            self._note_state(socket, message)
        elif message.type in ("bye", "problem"):
            self._schedule.results.errors[f"{message.code}: {message.sentence}"] += 1
        if not self._is_set_up:
            self._changed.set()

    def on_close(self, socket: Socket) -> None:
        socket.yours = NOTHING
        if not self._schedule.is_over and socket not in self._former:
            self._schedule.results.errors["a socket was closed"] += 1
            self._changed.set()

    def _take_in(self, socket: Socket, message: Incoming) -> None:
        if message.seq != socket.seq + 1:
            self._schedule.results.errors["a message was skipped"] += 1
        socket.seq = message.seq
        self._note_state(socket, message)
        count = self._told_counts.get(message.seq, 0) + 1
        if count < len(self.sockets):
            self._told_counts[message.seq] = count
            return
        self._told_counts.pop(message.seq, None)
        if self._in_flight:
            now = self._all_told_at[message.seq] = time.perf_counter()
            for cmd_id, move in list(self._in_flight.items()):
                if move.seq == message.seq:
                    self._finish(cmd_id, now)

    def _note_state(self, socket: Socket, message: Incoming) -> None:
        if message.board is not None:
            if message.board.number != socket.number:
                socket.number = message.board.number
                socket.shown_at = time.perf_counter()
            socket.window = message.board.window
            socket.yours = message.yours or NOTHING
        if message.table is not None and message.table.stage != socket.stage:
            socket.stage = message.table.stage
            self._continue(socket)

    def _continue(self, socket: Socket) -> None:
        """Ask for the next round, and after the last one for another match: play never ends."""
        if socket.stage in ("scores", "over"):
            self._schedule.results.rounds += socket.seat == 0
        if socket.stage == "scores":
            socket.send({"type": "next", "cmd_id": self._schedule.next_command()})
        elif socket.stage == "over":
            socket.send({"type": "rematch", "cmd_id": self._schedule.next_command()})

    def _note_done(self, message: Incoming) -> None:
        move = self._in_flight.get(message.cmd_id)
        if move is None:
            return
        move.seq = message.seq
        if message.seq in self._all_told_at:
            self._finish(message.cmd_id, self._all_told_at[message.seq])

    def _finish(self, cmd_id: str, now: float) -> None:
        move = self._in_flight[cmd_id]
        results = self._schedule.results
        (results.held if move.is_held else results.at_once).append(now - move.due)
        (results.flooded if move.is_flooded else results.quiet).append(now - move.due)
        if not move.is_held:
            (results.flooded_at_once if move.is_flooded else results.quiet_at_once).append(now - move.due)
        results.by_second.setdefault(int(move.due - results.begin), array("d")).append(now - move.due)
        self._end_move(cmd_id)

    def _end_move(self, cmd_id: str) -> None:
        self._in_flight.pop(cmd_id, None)
        if not self._in_flight:
            self._all_told_at.clear()
            if self._queued:
                self._schedule.tick(*self._queued.popleft(), first=self)


class Schedule:
    """All tables of one run, and the schedule of their moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)
        self.tables: list[LoadTable] = []
        self.results = LoadResults()
        self.is_over = False
        self._commands = 0
        self._turn = 0

    def next_command(self) -> str:
        self._commands += 1
        return str(self._commands)

    async def run(self, rate: float, seconds: float, flood: Disturbance | None, step: Callable[[int], bool]) -> None:
        """Make moves at that rate a second, as a Poisson process, until the time is over or a step returns False."""
        self.rng.shuffle(self.tables)
        begin = self.results.begin = time.perf_counter()
        due = begin
        while True:
            due += self.rng.expovariate(rate)
            if due > begin + seconds:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.results.lag.append(max(0.0, time.perf_counter() - due))
            is_flooded = flood is not None and int((due - begin) / seconds * FLOOD_PERIODS) % 2 == 1
            if flood is not None:
                flood.switch(is_flooded)
            moves = self.tick(due, is_flooded)
            for _ in range(moves - 1):
                due += self.rng.expovariate(rate)
            if not step(moves):
                break
        self.results.seconds = time.perf_counter() - begin
        if flood is not None:
            flood.switch(False)
        await self._drain()

    def tick(self, due: float, is_flooded: bool, first: LoadTable | None = None) -> int:
        """Let the next table move that has anything to decide; one with a move in flight queues this one."""
        if first is not None and first.may_move():
            return first.move(due, is_flooded)
        for _ in self.tables:
            self._turn = (self._turn + 1) % len(self.tables)
            table = self.tables[self._turn]
            if table.is_busy():
                table.queue(due, is_flooded)
                return 1
            if table.may_move():
                return table.move(due, is_flooded)
        self.results.idle += 1
        return 1

    async def _drain(self) -> None:
        """Moves that end after the run count in the latencies, but not in the rate."""
        self.results.in_time = self.results.moves
        deadline = time.perf_counter() + DRAIN_TIMEOUT
        while any(table.is_busy() for table in self.tables) and time.perf_counter() < deadline:
            await asyncio.sleep(0.01)
        self.results.unsent = sum(table.count_queued() for table in self.tables)
        self.results.unheard = sum(table.count_in_flight() for table in self.tables)
