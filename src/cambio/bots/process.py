"""A program at the other end of three pipes: lines go in and come out; it can neither block us nor outlive us."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

#: A longer line is no answer.
LONGEST_LINE = 65_536
#: A program that leaves so much unread does not read at all.
MOST_UNREAD = 1_048_576
#: So much is kept of what it writes to its error output, and so many lines of that are told.
LAST_BYTES = 4_096
LAST_LINES = 8
#: Seconds: to see how a program ended that has let go of its pipes, and for a killed one to be gone.
PARTING = 0.25
BURIAL = 5.0
_PAUSE = 0.002
_CHUNK = 65_536
_CHUNKS = 4


class Broken(Exception):
    """There is no talking with the program any more; says what came of it."""


class Parted(Broken):
    """The program has ended, or let go of its pipes."""


class Process:
    """Started at once; whoever starts one must end it."""

    def __init__(self, command: Sequence[str]) -> None:
        if os.name != "posix":
            raise OSError("bots of other programs need pipes that can be waited for, which this system does not have")
        self._program = subprocess.Popen(  # noqa: S603  (the bot that somebody asked for)
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A session of its own, so that its children end with it, and none of them at somebody's Ctrl-C.
            start_new_session=True,
            # The commonest mistake of a first bot is an answer that stays in its buffer.
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert self._program.stdin and self._program.stdout and self._program.stderr
        self._pipes = (self._program.stdin, self._program.stdout, self._program.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in self._pipes)
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        self._unread = bytearray()
        self._heard = bytearray()
        self._last_bytes = bytearray()
        self._errors_open = True
        self._is_gone = False

    # Talking

    def send(self, line: bytes) -> None:
        """Hand over a line as far as the program reads; the rest waits, and so never do we."""
        if self._is_gone:
            raise Parted(self._parting("its input is closed"))
        self._unread += line + b"\n"
        self._write()
        if len(self._unread) > MOST_UNREAD:
            raise Broken(f"a program that does not read: {len(self._unread)} bytes wait for it")

    def line(self, deadline: float) -> bytes:
        """The next line that the program says, if it comes before that moment of the monotonic clock."""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Broken("nothing in time")
            line, newline, rest = self._heard.partition(b"\n")
            if len(line) > LONGEST_LINE:
                raise Broken(f"a line of more than {LONGEST_LINE} bytes")
            if newline:
                self._heard = rest
                return bytes(line)
            self._exchange(left)

    def _exchange(self, seconds: float) -> None:
        """Wait until a pipe can be used, and use those that can."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if self._errors_open:
            poll.register(self._errors, select.POLLIN)
        if self._unread:
            poll.register(self._input, select.POLLOUT)
        for pipe, _ in poll.poll(seconds * 1000):
            if pipe == self._output:
                self._hear()
            elif pipe == self._errors:
                self._overhear()
            else:
                self._write()

    def _write(self) -> None:
        try:
            while self._unread:
                del self._unread[: os.write(self._input, self._unread)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise Parted(self._parting("its input is closed")) from None

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            heard = os.read(self._output, _CHUNK)
            if not heard:
                raise Parted(self._parting("its output is closed"))
            self._heard += heard

    def _overhear(self) -> None:
        with suppress(BlockingIOError):
            said = os.read(self._errors, _CHUNK)
            self._errors_open = bool(said)
            self._last_bytes += said
            del self._last_bytes[:-LAST_BYTES]

    # Parting

    def has_ended(self) -> bool:
        """By itself; it stays a zombie until it is buried, so that its group's number is nobody else's."""
        if not hasattr(os, "waitid"):
            return self._program.poll() is not None
        try:
            return os.waitid(os.P_PID, self._program.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        except ChildProcessError:
            return True

    def hang_up(self) -> None:
        """A program whose input ends knows that it is no longer needed."""
        self._pipes[0].close()
        self._unread.clear()

    def end(self, seconds: float = 0.0) -> None:
        """Give it so long to end by itself, then kill it and all its children; no trace is left."""
        if self._is_gone:
            return
        self._is_gone = True
        self.hang_up()
        self._await_end(seconds)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._program.wait(BURIAL)
        self._overhear_the_rest()
        for pipe in self._pipes:
            pipe.close()

    def last_words(self) -> str:
        """The last lines that it wrote to its error output."""
        if not self._is_gone:
            self._overhear_the_rest()
        lines = self._last_bytes.decode(errors="replace").splitlines()
        return "\n".join(lines[-LAST_LINES:])

    def _overhear_the_rest(self) -> None:
        """What lies in the pipe now; a program that goes on and on is not listened to forever."""
        for _ in range(_CHUNKS):
            if self._errors_open:
                self._overhear()

    def _await_end(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not self.has_ended():
            if time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        return True

    def _parting(self, otherwise: str) -> str:
        """How it ended, if it did."""
        if self._is_gone or not self._await_end(PARTING):
            return otherwise
        self.end()
        status = self._program.returncode
        return f"a program that was ended by signal {-status}" if status < 0 else f"a program that ended ({status})"
