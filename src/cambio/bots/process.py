"""A child process that reads and writes lines through pipes that never block us; it can't outlive us either."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

#: A program that writes a longer line is ended.
MAX_LINE_BYTES = 65_536
#: A program that leaves more than this unread is ended.
MAX_UNREAD_BYTES = 1_048_576
#: How many bytes of its error output are kept, and how many lines of those are reported.
STDERR_BYTES = 4_096
STDERR_LINES = 8
#: Seconds to wait for the exit status of a program that has closed its pipes, and for a killed one to be gone.
EXIT_STATUS_TIMEOUT = 0.25
KILL_TIMEOUT = 5.0
#: Seconds between two looks at whether a program has exited.
_POLL_INTERVAL = 0.002
#: Bytes of one read, and how many reads drain the error output of a program that never stops writing.
_READ_BYTES = 65_536
_MAX_READS = 4


class ProcessFailed(Exception):
    """The program can't be used any more; the message says what it did."""


class ProcessExited(ProcessFailed):
    """The program has exited, or closed its pipes."""


class Process:
    """A running program; whoever starts one must end it."""

    def __init__(self, command: Sequence[str]) -> None:
        if os.name != "posix":
            raise OSError("programs can be bots on Linux and macOS only: here are no pipes that can be waited for")
        self._program = subprocess.Popen(  # noqa: S603  (the bot that somebody asked for)
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A session of its own: its children can be killed with it, and Ctrl-C in our terminal does not reach them.
            start_new_session=True,
            # The commonest mistake of a first bot is an answer that stays in its output buffer.
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert self._program.stdin and self._program.stdout and self._program.stderr
        self._pipes = (self._program.stdin, self._program.stdout, self._program.stderr)
        self._input, self._output, self._errors = (pipe.fileno() for pipe in self._pipes)
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe, False)
        self._pending_input = bytearray()
        self._received = bytearray()
        self._stderr = bytearray()
        self._is_stderr_open = True
        self._is_ended = False

    # Lines

    def send(self, line: bytes) -> None:
        """Write a line without blocking: what the pipe does not take now is written later."""
        if self._is_ended:
            raise ProcessExited(self._describe_exit("its input is closed"))
        self._pending_input += line + b"\n"
        self._write()
        if len(self._pending_input) > MAX_UNREAD_BYTES:
            raise ProcessFailed(f"a program that does not read: {len(self._pending_input)} bytes wait for it")

    def read_line(self, deadline: float) -> bytes:
        """The next line that the program writes before a deadline of the monotonic clock."""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise ProcessFailed("nothing in time")
            line, newline, rest = self._received.partition(b"\n")
            if len(line) > MAX_LINE_BYTES:
                raise ProcessFailed(f"a line of more than {MAX_LINE_BYTES} bytes")
            if newline:
                self._received = rest
                return bytes(line)
            self._wait_for_pipes(left)

    def _wait_for_pipes(self, seconds: float) -> None:
        """Wait until a pipe can be read or written, and do so."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if self._is_stderr_open:
            poll.register(self._errors, select.POLLIN)
        if self._pending_input:
            poll.register(self._input, select.POLLOUT)
        for pipe, _ in poll.poll(seconds * 1000):
            if pipe == self._output:
                self._read_output()
            elif pipe == self._errors:
                self._read_errors()
            else:
                self._write()

    def _write(self) -> None:
        try:
            while self._pending_input:
                del self._pending_input[: os.write(self._input, self._pending_input)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            raise ProcessExited(self._describe_exit("its input is closed")) from None

    def _read_output(self) -> None:
        with suppress(BlockingIOError):
            heard = os.read(self._output, _READ_BYTES)
            if not heard:
                raise ProcessExited(self._describe_exit("its output is closed"))
            self._received += heard

    def _read_errors(self) -> None:
        with suppress(BlockingIOError):
            said = os.read(self._errors, _READ_BYTES)
            self._is_stderr_open = bool(said)
            self._stderr += said
            del self._stderr[:-STDERR_BYTES]

    # The end

    def has_exited(self) -> bool:
        """Whether the program has exited. It is not reaped yet, so that no other process group can get its number."""
        if not hasattr(os, "waitid"):
            return self._program.poll() is not None
        try:
            return os.waitid(os.P_PID, self._program.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        except ChildProcessError:
            return True

    def close_input(self) -> None:
        """Tell the program by the end of its input that it is no longer needed."""
        self._pipes[0].close()
        self._pending_input.clear()

    def end(self, seconds: float = 0.0) -> None:
        """Give the program that long to exit by itself, then kill it and all its children."""
        if self._is_ended:
            return
        self._is_ended = True
        self.close_input()
        self._wait_for_exit(seconds)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._program.wait(KILL_TIMEOUT)
        self._drain_errors()
        for pipe in self._pipes:
            pipe.close()

    def stderr_tail(self) -> str:
        """The last lines that the program wrote to its error output."""
        if not self._is_ended:
            self._drain_errors()
        lines = self._stderr.decode(errors="replace").splitlines()
        return "\n".join(lines[-STDERR_LINES:])

    def _drain_errors(self) -> None:
        """Read what is in the pipe now, but not for ever if the program goes on writing."""
        for _ in range(_MAX_READS):
            if self._is_stderr_open:
                self._read_errors()

    def _wait_for_exit(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not self.has_exited():
            if time.monotonic() >= deadline:
                return False
            time.sleep(_POLL_INTERVAL)
        return True

    def _describe_exit(self, otherwise: str) -> str:
        """How the program exited; if it did not, the given words."""
        if self._is_ended or not self._wait_for_exit(EXIT_STATUS_TIMEOUT):
            return otherwise
        self.end()
        status = self._program.returncode
        return f"a program that was ended by signal {-status}" if status < 0 else f"a program that ended ({status})"
