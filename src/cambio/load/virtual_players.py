"""Play under load: lawful moves at random, on a schedule that waits for nobody, and clients that flood.

Moves are due at times that were set before, and a late one counts from when it was due. A server that stalls for a
second is so charged with every move of that second, and not only with the one that it let wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..server.settings import Settings
from .sockets import NOTHING, PATIENCE, Address, Heard, LoadError, Requests, Socket, frame

#: How often somebody snaps when a window is open, or calls when they may: rarely, or rounds would be over at once.
SNAPS, CALLS = 0.03, 0.03
#: Seconds on the clock of each decision, so that no clock plays a move of its own.
CLOCK = 600
#: Seconds to wait at the end for moves on their way.
LAST_CHANCE = 5.0
#: With and without a flood, so often by turns.
TURNS = 8
#: Commands in one write of a flooding client.
GUSH = 400


@dataclass(slots=True)
class Move:
    """A move on its way: when it was due, in which phase, and whether it is held for a verdict."""

    due: float
    is_flooded: bool
    is_held: bool = False
    seq: int = 0


@dataclass
class Findings:
    """What was measured: seconds from when a move was due until the last seat had heard of it."""

    at_once: array[float] = field(default_factory=lambda: array("d"))
    held: array[float] = field(default_factory=lambda: array("d"))
    quiet: array[float] = field(default_factory=lambda: array("d"))
    flooded: array[float] = field(default_factory=lambda: array("d"))
    #: How late the generator itself was in sending: its own share in all of these.
    lag: array[float] = field(default_factory=lambda: array("d"))
    #: The same by the second in which they were due.
    by_second: dict[int, array[float]] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    #: Moves that were due while no table had anything to decide.
    idle: int = 0
    unsent: int = 0
    unheard: int = 0
    floods_ended: int = 0
    #: Moves that everybody had heard of before the time was over.
    in_time: int = 0
    begin: float = 0.0
    seconds: float = 0.0

    @property
    def moves(self) -> int:
        return len(self.at_once) + len(self.held)


class Party:
    """A table and all who sit there."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self.sockets: list[Socket] = []
        self._flight: dict[str, Move] = {}
        self._late: deque[tuple[float, bool]] = deque()
        #: By number, how many seats have heard of an entry; and when the last one did, while a move is on its way.
        self._heard: dict[int, int] = {}
        self._all_heard: dict[int, float] = {}
        self._is_set = False
        self._changed = asyncio.Event()

    # Sitting down

    async def open(self, requests: Requests, address: Address, rules: str, seats: int) -> None:
        cookies = await asyncio.gather(*(requests.greet(f"Guest {seat}") for seat in range(seats)))
        table_id = await requests.open_table(cookies[0], rules=rules, seats=seats, options={"clock": CLOCK})
        for seat, cookie in enumerate(cookies):
            ticket = await requests.ticket(cookie, table_id)
            self.sockets.append(await Socket.connect(address, ticket, self, seat))
            await self._until(lambda: self.sockets[-1].seq > 0)
            if seat:
                self.sockets[-1].send({"type": "sit", "cmd_id": "sit"})
                await self._until(lambda sat=2 + seat: self.sockets[-1].seq >= sat)  # type: ignore[misc]
        self.sockets[0].send({"type": "start", "cmd_id": "start"})
        await self._until(lambda: all(socket.yours.legal for socket in self.sockets))
        self._get_ready()
        await self._until(lambda: len({socket.seq for socket in self.sockets}) == 1 and self.may_move())
        self._is_set = True

    def _get_ready(self) -> None:
        """Nobody looks at their cards for long: what is measured is play."""
        for socket in self.sockets:
            if "ready" in socket.yours.legal:
                socket.send({"type": "act", "cmd_id": "ready", "action": "ready"})

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                if self._play.findings.errors:
                    raise LoadError(f"a table could not be set: {next(iter(self._play.findings.errors))}")
                self._changed.clear()
                await self._changed.wait()

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()

    # Playing

    def is_busy(self) -> bool:
        return bool(self._flight)

    def may_move(self) -> bool:
        return any(socket.yours.legal for socket in self.sockets)

    def wait(self, due: float, is_flooded: bool) -> None:
        """A move is due before the last one is over."""
        self._late.append((due, is_flooded))

    def unsent(self) -> int:
        return len(self._late)

    def unheard(self) -> int:
        return len(self._flight)

    def move(self, due: float, is_flooded: bool) -> int:
        """Somebody plays, and perhaps somebody else snaps at the same time: how many moves that were."""
        luck = self._play.luck
        chosen: list[tuple[Socket, str, int | None]] = []
        snappers = [socket for socket in self.sockets if socket.window is not None and socket.yours.snaps]
        snapper = luck.choice(snappers) if snappers and luck.random() < SNAPS else None
        if snapper is not None:
            chosen.append((snapper, f"snap {luck.choice(snapper.yours.snaps)} #{snapper.window}", None))
        deciders = [socket for socket in self.sockets if socket.yours.legal and socket is not snapper]
        if deciders:
            decider = luck.choice(deciders)
            legal = decider.yours.legal
            if "call" in legal and len(legal) > 1 and luck.random() >= CALLS:
                legal = tuple(action for action in legal if action != "call")
            chosen.append((decider, luck.choice(legal), decider.yours.question))
        for socket, action, question in chosen:
            self._send(socket, action, question, due, is_flooded)
        return len(chosen)

    def _send(self, socket: Socket, action: str, question: int | None, due: float, is_flooded: bool) -> None:
        now = time.perf_counter()
        cmd_id = self._play.next_command()
        command: dict[str, Any] = {"type": "act", "cmd_id": cmd_id, "action": action}
        if question is not None:
            command["question"] = question
        command["claimed"] = min((now - socket.painted) * 1000, 600_000)
        # The loop's clock is coarse, and may ring a little early.
        self._flight[cmd_id] = Move(min(due, now), is_flooded)
        socket.send(command)

    # Listening

    def hears(self, socket: Socket, heard: Heard) -> None:
        if heard.type == "told":
            self._told(socket, heard)
        elif heard.type == "ping":
            socket.send({"type": "pong", "nonce": heard.nonce, "seq": socket.seq})
        elif heard.type == "done":
            self._done(heard)
        elif heard.type == "racing":
            if heard.cmd_id in self._flight:
                self._flight[heard.cmd_id].is_held = True
        elif heard.type == "refused":
            self._play.findings.refusals[heard.code] += 1
            self._over(heard.cmd_id)
        elif heard.type == "welcome":
            socket.seq = heard.seq
            self._see(socket, heard)
        elif heard.type in ("bye", "problem"):
            self._play.findings.errors[f"{heard.code}: {heard.sentence}"] += 1
        if not self._is_set:
            self._changed.set()

    def loses(self, socket: Socket) -> None:
        socket.yours = NOTHING
        if not self._play.is_over:
            self._play.findings.errors["a socket was closed"] += 1
            self._changed.set()

    def _told(self, socket: Socket, heard: Heard) -> None:
        if heard.seq != socket.seq + 1:
            self._play.findings.errors["a message was skipped"] += 1
        socket.seq = heard.seq
        self._see(socket, heard)
        count = self._heard.get(heard.seq, 0) + 1
        if count < len(self.sockets):
            self._heard[heard.seq] = count
            return
        self._heard.pop(heard.seq, None)
        if self._flight:
            now = self._all_heard[heard.seq] = time.perf_counter()
            for cmd_id, move in list(self._flight.items()):
                if move.seq == heard.seq:
                    self._finish(cmd_id, now)

    def _see(self, socket: Socket, heard: Heard) -> None:
        if heard.board is not None:
            if heard.board.number != socket.number:
                socket.number = heard.board.number
                socket.painted = time.perf_counter()
            socket.window = heard.board.window
            socket.yours = heard.yours or NOTHING
        if heard.table is not None and heard.table.stage != socket.stage:
            socket.stage = heard.table.stage
            self._go_on(socket)

    def _go_on(self, socket: Socket) -> None:
        """The table never runs dry: everybody wants the next round, and the host another match."""
        if socket.stage in ("scores", "over"):
            self._play.findings.rounds += socket.seat == 0
        if socket.stage == "scores":
            socket.send({"type": "next", "cmd_id": self._play.next_command()})
        elif socket.stage == "over" and socket.seat == 0:
            socket.send({"type": "rematch", "cmd_id": self._play.next_command()})

    def _done(self, heard: Heard) -> None:
        move = self._flight.get(heard.cmd_id)
        if move is None:
            return
        move.seq = heard.seq
        if heard.seq in self._all_heard:
            self._finish(heard.cmd_id, self._all_heard[heard.seq])

    def _finish(self, cmd_id: str, now: float) -> None:
        move = self._flight[cmd_id]
        findings = self._play.findings
        (findings.held if move.is_held else findings.at_once).append(now - move.due)
        (findings.flooded if move.is_flooded else findings.quiet).append(now - move.due)
        findings.by_second.setdefault(int(move.due - findings.begin), array("d")).append(now - move.due)
        self._over(cmd_id)

    def _over(self, cmd_id: str) -> None:
        self._flight.pop(cmd_id, None)
        if not self._flight:
            self._all_heard.clear()
            if self._late:
                self._play.tick(*self._late.popleft(), first=self)


class Play:
    """All tables of one run, and the schedule of their moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.luck = random.Random(seed)
        self.parties: list[Party] = []
        self.findings = Findings()
        self.is_over = False
        self._commands = 0
        self._turn = 0

    def next_command(self) -> str:
        self._commands += 1
        return str(self._commands)

    async def run(self, rate: float, seconds: float, flood: Flood | None, step: Callable[[int], bool]) -> None:
        """So many moves a second, at times that chance has set; until the end, or until a step says no."""
        self.luck.shuffle(self.parties)
        begin = self.findings.begin = time.perf_counter()
        due = begin
        while True:
            due += self.luck.expovariate(rate)
            if due > begin + seconds:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.findings.lag.append(max(0.0, time.perf_counter() - due))
            is_flooded = flood is not None and int((due - begin) / seconds * TURNS) % 2 == 1
            if flood is not None:
                flood.go(is_flooded)
            moves = self.tick(due, is_flooded)
            for _ in range(moves - 1):
                due += self.luck.expovariate(rate)
            if not step(moves):
                break
        self.findings.seconds = time.perf_counter() - begin
        if flood is not None:
            flood.go(False)
        await self._end()

    def tick(self, due: float, is_flooded: bool, first: Party | None = None) -> int:
        """The next table that has anything to decide; one whose last move is not over yet lets this one wait."""
        if first is not None and first.may_move():
            return first.move(due, is_flooded)
        for _ in self.parties:
            self._turn = (self._turn + 1) % len(self.parties)
            party = self.parties[self._turn]
            if party.is_busy():
                party.wait(due, is_flooded)
                return 1
            if party.may_move():
                return party.move(due, is_flooded)
        self.findings.idle += 1
        return 1

    async def _end(self) -> None:
        """What is late still counts as a wait, but no longer as a move of the time that was asked for."""
        self.findings.in_time = self.findings.moves
        deadline = time.perf_counter() + LAST_CHANCE
        while any(party.is_busy() for party in self.parties) and time.perf_counter() < deadline:
            await asyncio.sleep(0.01)
        self.findings.unsent = sum(party.unsent() for party in self.parties)
        self.findings.unheard = sum(party.unheard() for party in self.parties)


class Flood:
    """Clients at tables of their own that send as fast as the server reads, and come back when they are thrown out."""

    def __init__(self, play: Play, requests: Requests, address: Address) -> None:
        self._play = play
        self._requests = requests
        self._address = address
        self._is_on = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._sockets: set[Socket] = set()

    async def gather(self, clients: int) -> None:
        for _ in range(clients):
            cookie = await self._requests.greet("Flood")
            wanted = {"seats": 2, "bots": ["random"], "start": True}
            table_id = await self._requests.open_table(cookie, **wanted)
            self._tasks.append(asyncio.create_task(self._stream(cookie, table_id)))

    def go(self, is_on: bool) -> None:
        if is_on == self._is_on.is_set():
            return
        if is_on:
            self._is_on.set()
        else:
            self._is_on.clear()
            for socket in list(self._sockets):
                socket.close()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.go(False)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stream(self, cookie: str, table_id: str) -> None:
        """As often as the usual limit of requests lets one address fetch a ticket."""
        gush = b"".join(frame(_flooding(number)) for number in range(GUSH))
        while True:
            await self._is_on.wait()
            # Who is thrown out in the middle of coming back tries again.
            with contextlib.suppress(LoadError, OSError, EOFError):
                ticket = await self._requests.ticket(cookie, table_id)
                socket = await Socket.connect(self._address, ticket, self, 0, stays=True)
                self._sockets.add(socket)
                while not socket.is_closed:
                    socket.write(gush)
                    await socket.flow()
                    await asyncio.sleep(0)
            await asyncio.sleep(60 / Settings().requests_per_minute)

    def hears(self, socket: Socket, heard: Heard) -> None:
        """Who floods doesn't listen."""

    def loses(self, socket: Socket) -> None:
        self._sockets.discard(socket)
        if self._is_on.is_set():
            self._play.findings.floods_ended += 1


def _flooding(number: int) -> dict[str, Any]:
    """Moves that may be lawful, and gestures that everybody at the table is shown."""
    if number % 4 == 3:
        return {"type": "react", "cmd_id": f"flood-{number}", "reaction": "clap"}
    action = ("ready", "draw", "throw")[number % 4]
    return {"type": "act", "cmd_id": f"flood-{number}", "action": action}
