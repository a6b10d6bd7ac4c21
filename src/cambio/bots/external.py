"""Bots in any language: external programs that read and write one JSON object a line, as docs/BOTS.md describes.

>>> ExternalBot("./my-bot --brave").command
('./my-bot', '--brave')
"""

from __future__ import annotations

import os
import shlex
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from ..actions import Action
from ..events import Event
from ..outcome import Outcome
from ..places import Seat
from ..rules import Rules
from ..view import View
from . import bot_messages
from .bot_messages import Message
from .player import REACTION, Bot, Failed, describe_choices, quote
from .process import Process, ProcessExited, ProcessFailed

#: Seconds for the answer to a hello, for each decision, and to exit after the input was closed.
HELLO_TIMEOUT = 5.0
DECISION_TIMEOUT = 1.0
EXIT_TIMEOUT = 0.5
#: How often a program that has failed is started again.
MAX_RESTARTS = 3

T = TypeVar("T")


class ProgramExited(Failed):
    """The program has exited by itself, or closed its pipes."""


class Conversation:
    """Messages to one program and its answers, over as many rounds as it runs."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = Process(command)
        self._questions = 0
        #: Questions that were not answered in time or properly: answers that still come for them are ignored.
        self._abandoned: set[int] = set()

    def greet(self, hello: Message, seconds: float) -> None:
        """Begin a round with the program; one that does not answer properly is ended."""
        expected = f'the answer {{"cambio": {bot_messages.VERSION}}} to a hello within {seconds:g} s'
        try:
            self._send(hello, expected)
            answer = self._read_answer(expected, seconds)
        except Failed as error:
            self.process.end()
            raise type(error)(expected, error.came, notes=self.process.stderr_tail(), for_good=True) from None
        if answer.get("cambio") != bot_messages.VERSION:
            raise self._end_program(expected, quote(answer))
        self._abandoned.clear()

    def tell(self, message: Message) -> None:
        self._send(message, "a program that listens")

    def ask(self, view: View, legal: Sequence[Action], *, two: bool, seconds: float) -> tuple[Action | None, float]:
        """The action that the program chooses in time, and the seconds after which a snap reaches the table."""
        self._questions += 1
        number = self._questions
        expected = f"{describe_choices(legal)}; as an answer to question {number} within {seconds:g} s"
        try:
            self._send(bot_messages.choose_message(number, view, legal, two=two), expected)
            answer = self._read_answer(expected, seconds)
            if type(answer.get("id")) is not int or answer["id"] != number:
                raise Failed(expected, quote(answer))
            return bot_messages.parse_choice(answer, legal, two=two)
        except Failed as error:
            self._abandoned.add(number)
            error.notes = error.notes or self.process.stderr_tail()
            raise

    def _send(self, message: Message, expected: str) -> None:
        try:
            self.process.send(bot_messages.encode(message))
        except ProcessFailed as error:
            raise self._end_program(expected, error) from None

    def _read_answer(self, expected: str, seconds: float) -> Message:
        """The program's next message that is not a late answer."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.process.read_line(deadline)
            except ProcessFailed as error:
                raise self._end_program(expected, error) from None
            if line.strip():
                answer = bot_messages.decode(line, expected)
                number = answer.get("id")
                if type(number) is not int or number not in self._abandoned:
                    return answer

    def _end_program(self, expected: str, came: ProcessFailed | str) -> Failed:
        """End a program that can't go on, and return the error to raise."""
        self.process.end()
        kind = ProgramExited if isinstance(came, ProcessExited) else Failed
        return kind(expected, str(came), notes=self.process.stderr_tail(), for_good=True)


class ExternalBot:
    """A factory of players that are played by a command's programs.

    A program plays round after round, one seat at a time; for several seats at once several programs run. Close the bot
    at the end, or use it as a context manager. It can be pickled: the copy starts programs of its own.
    """

    def __init__(
        self,
        command: str | Path | Sequence[str],
        *,
        hello: float = HELLO_TIMEOUT,
        decision: float = DECISION_TIMEOUT,
        restarts: int = MAX_RESTARTS,
    ) -> None:
        self.command = _split_command(command)  #: The program and its arguments.
        self.hello = hello  #: Seconds for the answer to a hello.
        self.decision = decision  #: Seconds for a decision.
        self.restarts = restarts  #: How often a program that has failed is started again.
        self.failures = 0  #: How often programs have failed so far.
        self._start_afresh()

    def __call__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> ExternalPlayer:
        return ExternalPlayer(self, bot_messages.hello_message(rules, seats, seat, seed), two=rules["snap.cards"] == 2)

    def start_round(self, hello: Message) -> Conversation:
        """Begin a round with an idle program, or start one."""
        if self._owner_pid != os.getpid():
            self._start_afresh()
        if self.failures > self.restarts:
            came = f"one that has failed {self.failures} times and is not started again"
            raise Failed("a bot that works", came, for_good=True)
        try:
            # A program may exit between two rounds: that is no failure, and another one is started.
            with suppress(ProgramExited):
                if self._idle:
                    return self._greet(self._idle.pop(), hello)
            return self._greet(self._start_program(), hello)
        except Failed:
            self.failures += 1
            raise

    def forget(self, conversation: Conversation) -> None:
        """Count a program that has failed during a round, and drop it."""
        self.failures += 1
        self._running.discard(conversation)

    def release(self, conversation: Conversation) -> None:
        """A program that has played its round is idle until the next."""
        if conversation in self._running:
            self._idle.append(conversation)

    def close(self) -> None:
        """End all programs; each has time to exit by itself."""
        self._idle.clear()
        _end_all(self._running, self._owner_pid)

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Callable[..., ExternalBot], tuple[object, ...]]:
        return _unpickle, (self.command, self.hello, self.decision, self.restarts)

    def _start_afresh(self) -> None:
        """Programs belong to the process that started them: in a fork, begin without any."""
        # The parent's are kept alive here: to collect them would warn of children that still run.
        self._inherited = getattr(self, "_running", None)
        self._owner_pid = os.getpid()
        self._idle: list[Conversation] = []
        self._running: set[Conversation] = set()
        weakref.finalize(self, _end_all, self._running, self._owner_pid)

    def _start_program(self) -> Conversation:
        try:
            conversation = Conversation(self.command)
        except (OSError, ValueError) as error:
            came = f"{getattr(error, 'strerror', None) or error}: {shlex.join(self.command)}"
            raise Failed("a program that can be started", came, for_good=True) from None
        self._running.add(conversation)
        return conversation

    def _greet(self, conversation: Conversation, hello: Message) -> Conversation:
        try:
            conversation.greet(hello, self.hello)
        except Failed:
            self._running.discard(conversation)
            raise
        return conversation


class ExternalPlayer(Bot):
    """One seat in one round, played by a program, which is told of the round together with the first event."""

    def __init__(self, bot: ExternalBot, hello: Message, *, two: bool) -> None:
        self._bot = bot
        #: Whether two cards may be snapped at once.
        self._two = two
        self._hello = hello
        self._conversation: Conversation | None = None
        self._seconds = REACTION

    def notice(self, event: Event) -> None:
        self._talk(lambda conversation: conversation.tell(bot_messages.event_message(event)))

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if not legal:
            return None
        action, self._seconds = self._talk(
            lambda conversation: conversation.ask(view, legal, two=self._two, seconds=self._bot.decision)
        )
        return action

    def reaction(self) -> float:
        return self._seconds

    def over(self, outcome: Outcome) -> None:
        """Tell the program, which then may play another round in any seat."""
        if self._conversation is not None:
            self._talk(lambda conversation: conversation.tell(bot_messages.over_message(outcome)))
            self._bot.release(self._conversation)

    def _talk(self, exchange: Callable[[Conversation], T]) -> T:
        """Exchange messages with the program, which is dropped if it fails for good."""
        if self._conversation is None:
            self._conversation = self._bot.start_round(self._hello)
        try:
            return exchange(self._conversation)
        except Failed as error:
            if error.for_good:
                self._bot.forget(self._conversation)
                self._conversation = None
            raise


def _split_command(command: str | Path | Sequence[str]) -> tuple[str, ...]:
    if isinstance(command, Path):
        return (str(command),)
    words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    if not words:
        raise ValueError("expected a command, like ./my-bot or 'python3 my_bot.py', but found none")
    return words


def _unpickle(command: Sequence[str], hello: float, decision: float, restarts: int) -> ExternalBot:
    return ExternalBot(command, hello=hello, decision=decision, restarts=restarts)


def _end_all(running: set[Conversation], owner_pid: int) -> None:
    """End all programs; they have the same time to exit by themselves, not one after the other."""
    if owner_pid != os.getpid():
        return
    for conversation in running:
        conversation.process.close_input()
    deadline = time.monotonic() + EXIT_TIMEOUT
    while running:
        running.pop().process.end(max(0.0, deadline - time.monotonic()))
