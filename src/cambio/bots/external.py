"""Bots in any language: another program that reads and writes one JSON object a line, as docs/BOTS.md tells.

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
from .player import REACTION, Bot, Failed, one_of, quoted
from .process import Broken, Parted, Process

#: Seconds for the answer to a hello, for each decision, and to end when the input does.
HELLO = 5.0
DECISION = 1.0
GOODBYE = 0.5
#: How often a bot that has failed is started again.
RESTARTS = 3

T = TypeVar("T")


class Left(Failed):
    """The program has ended by itself."""


class Conversation:
    """The talk with one program, over as many rounds as it lives."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = Process(command)
        self._questions = 0
        #: Questions that somebody else had to decide: whatever still comes for them is too late.
        self._given_up: set[int] = set()

    def greet(self, hello: Message, seconds: float) -> None:
        expected = f'the answer {{"cambio": {bot_messages.VERSION}}} to a hello within {seconds:g} s'
        try:
            self._send(hello, expected)
            answer = self._answer(expected, seconds)
        except Failed as error:
            self.process.end()
            raise type(error)(expected, error.came, notes=self.process.last_words(), for_good=True) from None
        if answer.get("cambio") != bot_messages.VERSION:
            raise self._lost(expected, quoted(answer))
        self._given_up.clear()

    def tell(self, message: Message) -> None:
        self._send(message, "a program that listens")

    def ask(self, view: View, legal: Sequence[Action], seconds: float) -> tuple[Action | None, float]:
        """What the bot chose in time, and when a snap reaches the table."""
        self._questions += 1
        number = self._questions
        expected = f"{one_of(legal)}; as an answer to question {number} within {seconds:g} s"
        try:
            self._send(bot_messages.question(number, view, legal), expected)
            answer = self._answer(expected, seconds)
            if type(answer.get("id")) is not int or answer["id"] != number:
                raise Failed(expected, quoted(answer))
            return bot_messages.read_choice(answer, legal)
        except Failed as error:
            self._given_up.add(number)
            error.notes = error.notes or self.process.last_words()
            raise

    def _send(self, message: Message, expected: str) -> None:
        try:
            self.process.send(bot_messages.written(message))
        except Broken as error:
            raise self._lost(expected, error) from None

    def _answer(self, expected: str, seconds: float) -> Message:
        """The next thing that the program says, apart from what comes too late."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.process.line(deadline)
            except Broken as error:
                raise self._lost(expected, error) from None
            if line.strip():
                answer = bot_messages.read(line, expected)
                number = answer.get("id")
                if type(number) is not int or number not in self._given_up:
                    return answer

    def _lost(self, expected: str, came: Broken | str) -> Failed:
        """A program that can't be talked with is ended at once."""
        self.process.end()
        kind = Left if isinstance(came, Parted) else Failed
        return kind(expected, str(came), notes=self.process.last_words(), for_good=True)


class ExternalBot:
    """Makes players out of a command. Its programs play round after round, one for each seat at the same time.

    Close it when nobody plays any more, or use it as a context; it travels to other processes as its command.
    """

    def __init__(
        self,
        command: str | Path | Sequence[str],
        *,
        hello: float = HELLO,
        decision: float = DECISION,
        restarts: int = RESTARTS,
    ) -> None:
        self.command = _words(command)
        self.hello = hello
        self.decision = decision
        self.restarts = restarts
        self.failures = 0
        self._settle_in()

    def __call__(self, rules: Rules, seats: int, seat: Seat, seed: int) -> ExternalPlayer:
        return ExternalPlayer(self, bot_messages.hello(rules, seats, seat, seed))

    def begin(self, hello: Message) -> Conversation:
        """A program that has been told of a new round: one that waits for it, or one that is started."""
        if self._home != os.getpid():
            self._settle_in()
        if self.failures > self.restarts:
            came = f"one that has failed {self.failures} times and is not started again"
            raise Failed("a bot that works", came, for_good=True)
        try:
            # A program that has ended between two rounds has done nothing wrong.
            with suppress(Left):
                if self._idle:
                    return self._greeted(self._idle.pop(), hello)
            return self._greeted(self._started(), hello)
        except Failed:
            self.failures += 1
            raise

    def lose(self, talk: Conversation) -> None:
        """A program that has failed during a round."""
        self.failures += 1
        self._running.discard(talk)

    def welcome_back(self, talk: Conversation) -> None:
        """A program that has played its round waits for the next."""
        if talk in self._running:
            self._idle.append(talk)

    def close(self) -> None:
        """End all programs: first politely."""
        self._idle.clear()
        _end_all(self._running, self._home)

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Callable[..., ExternalBot], tuple[object, ...]]:
        return _again, (self.command, self.hello, self.decision, self.restarts)

    def _settle_in(self) -> None:
        """Programs belong to the process that started them; a fork of it starts its own."""
        self._inherited = getattr(self, "_running", None)
        self._home = os.getpid()
        self._idle: list[Conversation] = []
        self._running: set[Conversation] = set()
        weakref.finalize(self, _end_all, self._running, self._home)

    def _started(self) -> Conversation:
        try:
            talk = Conversation(self.command)
        except (OSError, ValueError) as error:
            came = f"{getattr(error, 'strerror', None) or error}: {shlex.join(self.command)}"
            raise Failed("a program that can be started", came, for_good=True) from None
        self._running.add(talk)
        return talk

    def _greeted(self, talk: Conversation, hello: Message) -> Conversation:
        try:
            talk.greet(hello, self.hello)
        except Failed:
            self._running.discard(talk)
            raise
        return talk


class ExternalPlayer(Bot):
    """One seat in one round, played by another program. The program is told of the round when the first news comes."""

    def __init__(self, bot: ExternalBot, hello: Message) -> None:
        self._bot = bot
        self._hello = hello
        self._talk: Conversation | None = None
        self._seconds = REACTION

    def notice(self, event: Event) -> None:
        self._try(lambda talk: talk.tell(bot_messages.told(event)))

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if not legal:
            return None
        action, self._seconds = self._try(lambda talk: talk.ask(view, legal, self._bot.decision))
        return action

    def reaction(self) -> float:
        return self._seconds

    def over(self, outcome: Outcome) -> None:
        """The program may play the next round, for whichever seat."""
        if self._talk is not None:
            self._try(lambda talk: talk.tell(bot_messages.over(outcome)))
            self._bot.welcome_back(self._talk)

    def _try(self, say: Callable[[Conversation], T]) -> T:
        """Say something to the program; one that fails for good is lost."""
        if self._talk is None:
            self._talk = self._bot.begin(self._hello)
        try:
            return say(self._talk)
        except Failed as error:
            if error.for_good:
                self._bot.lose(self._talk)
                self._talk = None
            raise


def _words(command: str | Path | Sequence[str]) -> tuple[str, ...]:
    if isinstance(command, Path):
        return (str(command),)
    words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    if not words:
        raise ValueError("expected a command, like ./my-bot or 'python3 my_bot.py', but found none")
    return words


def _again(command: Sequence[str], hello: float, decision: float, restarts: int) -> ExternalBot:
    return ExternalBot(command, hello=hello, decision=decision, restarts=restarts)


def _end_all(running: set[Conversation], home: int) -> None:
    """All of them have the same time to end."""
    if home != os.getpid():
        return
    for talk in running:
        talk.process.hang_up()
    deadline = time.monotonic() + GOODBYE
    while running:
        running.pop().process.end(max(0.0, deadline - time.monotonic()))
