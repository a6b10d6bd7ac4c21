"""A search worker: a process of its own for bots that search, so that the server goes on meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from ...actions import Action
from ...bots.levels import LADDER
from ...bots.player import TrackingPlayer
from .question import LetPass, SearchAnswer, SearchFailed, SearchQuestion

#: Seconds for a search; a worker that takes longer is ended, and a new one is started for the next search.
SEARCH_TIMEOUT = 5.0
#: Seconds for a new process to load the program.
START_TIMEOUT = 30.0
#: How far workers stand back behind the server's own process when both want to run: snaps are judged first.
NICENESS = 10


@dataclass(frozen=True)
class PlayerError:
    """The player raised an error of this class; what the error says is not sent, since it could name a card."""

    error: str


class SearchWorker:
    """One process, started with its first question and again after a failure. It answers one question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def search(self, question: SearchQuestion) -> SearchAnswer:
        """The player's decision, or SearchFailed. It blocks, so call it in a thread."""
        try:
            pipe = self._pipe or self._start()
            pipe.send(question)
            answer = _receive(pipe, SEARCH_TIMEOUT)
        except TimeoutError as error:
            self.stop()
            raise SearchFailed(str(error)) from error
        except (EOFError, OSError) as error:
            self.stop()
            raise SearchFailed(f"the worker has ended ({type(error).__name__})") from error
        if isinstance(answer, PlayerError):
            raise SearchFailed(f"the player raised {answer.error}")
        assert isinstance(answer, Action | LetPass)
        return answer

    def _start(self) -> Connection:
        """A new process, once it can be asked."""
        with self._lock:
            if self._is_closed:
                raise EOFError("the server closes")
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_answer_all, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        _receive(self._pipe, START_TIMEOUT)
        return self._pipe

    def close(self) -> None:
        """End the process for good; a search that is under way fails at once, since its pipe ends."""
        with self._lock:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()

    def stop(self) -> None:
        """End the process and let go of all that belongs to it; no search may be under way."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process.close()
                self._process = None
            if self._pipe is not None:
                self._pipe.close()
                self._pipe = None


def _receive(pipe: Connection, seconds: float) -> object:
    if not pipe.poll(seconds):
        raise TimeoutError(f"no answer within {seconds:.0f} seconds")
    return pipe.recv()


# In the worker's process


def _answer_all(pipe: Connection) -> None:
    """Until the server is gone: then the pipe ends, however that happened."""
    # Whoever stops the server by a key stops the process that started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        pipe.send(None)
        while True:
            pipe.send(_answer(pipe.recv()))
    except (EOFError, OSError):
        return


def _answer(question: SearchQuestion) -> SearchAnswer | PlayerError:
    """The same question has the same answer."""
    try:
        player = LADDER[question.level](question.rules, question.seats, question.seat, question.seed)
        assert isinstance(player, TrackingPlayer), "levels that search keep track of the cards"
        for event in question.events:
            player.notice(event)
        player.hear_record(question.record)
        if question.is_snap:
            return player.choose_snap(question.seen) or LetPass()
        answer = player.decide(question.seen)
    except Exception as error:
        return PlayerError(type(error).__name__)
    return answer if answer is not None and answer in question.legal else PlayerError("an unlawful answer")
