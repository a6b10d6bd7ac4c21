"""The thinker: a process of its own for bots that think long, so that nobody else's snap has to wait meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ...actions import Action
from ...bots.levels import LADDER
from ...bots.stand_in import StandIn
from ...events import Event
from ...places import Seat
from ...rules import Rules
from ...view import View

#: Levels that think for longer than a server may stand still.
SLOW_LEVELS = frozenset({"search"})
#: Seconds for a thought; whoever takes longer is helped by a stand-in.
PATIENCE = 5.0


@dataclass(frozen=True)
class Question:
    """All that a player needs to decide: what it has heard, what it sees, and what it may do."""

    level: str
    rules: Rules
    seats: int
    seat: Seat
    seed: int
    heard: tuple[Event, ...]
    view: View
    legal: tuple[Action, ...]


def answered(question: Question) -> Action:
    """Think. The same question has the same answer."""
    player = LADDER[question.level](question.rules, question.seats, question.seat, question.seed)
    for event in question.heard:
        player.notice(event)
    answer = player.choose(question.view, question.legal)
    assert answer is not None
    return answer


def _think(pipe: Connection) -> None:
    """Until the server is gone: then the pipe ends, however that happened."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(answered(question))


class SearchWorker:
    """Started when it is first asked. One thought at a time; if it fails, a stand-in decides, and it starts anew."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    async def decide(self, question: Question) -> Action:
        async with self._lock:
            try:
                return await asyncio.to_thread(self._ask, question)
            except (EOFError, OSError):
                self.close()
                return _stand_in(question.rules, question.seats, question.seat, question.view, question.legal)

    def _ask(self, question: Question) -> Action:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_think, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        # The house may close meanwhile: then the pipe is closed under it, which is an OSError.
        pipe = self._pipe
        pipe.send(question)
        if not pipe.poll(PATIENCE):
            raise EOFError("no answer in time")
        answer: Action = pipe.recv()
        return answer

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None


def _stand_in(rules: Rules, seats: int, seat: Seat, view: View, legal: Sequence[Action]) -> Action:
    answer = StandIn(rules, seats, seat).choose(view, legal)
    assert answer is not None
    return answer
