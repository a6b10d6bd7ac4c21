"""Steps that take a while, one after another: each says what it does and how long it took, and is quiet otherwise.

On a terminal the seconds are counted in place; in a file each step is one line. The output of a step is kept, and is
shown whole if the step fails. This runs before anything is installed, so it needs nothing but Python.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, TextIO

#: Seconds between two looks at a step that goes on.
GLANCE = 0.2
CLEAR_LINE = "\r\033[K"


@dataclass(frozen=True)
class Step:
    """What is done, in words, and the commands that do it."""

    name: str
    commands: tuple[Sequence[str], ...]
    #: What the commands find in their environment besides everything else.
    variables: Mapping[str, str] = field(default_factory=dict)


class StepFailed(Exception):
    """A step whose command has failed, with the status to end with."""

    def __init__(self, status: int) -> None:
        super().__init__(f"a step ended with status {status}")
        self.status = status


def run_steps(steps: Sequence[Step], screen: TextIO = sys.stdout) -> None:
    """All of them in order; those after one that fails are left."""
    for number, step in enumerate(steps, start=1):
        line = ProgressLine(f"[{number}/{len(steps)}] {step.name} ... ", screen)
        with tempfile.TemporaryFile() as output:
            try:
                status = run_step(step, output, line)
            except KeyboardInterrupt:
                line.end("stopped")
                raise
            if status:
                line.end(f"failed after {line.seconds()}")
                show(output, screen)
                raise StepFailed(status)
        line.end(line.seconds())


def run_step(step: Step, output: IO[bytes], line: ProgressLine) -> int:
    """The status of the first command that failed, or 0."""
    for command in step.commands:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=os.environ | dict(step.variables)
            )
        except OSError as error:
            output.write(f"{error}\n".encode())
            return 127
        with process:
            try:
                while wait_for(process) is None:
                    line.count()
            except KeyboardInterrupt:
                # The terminal has told the command as well; nothing that it starts may go on behind our back.
                process.wait()
                raise
        if process.returncode:
            return process.returncode
    return 0


def wait_for(process: subprocess.Popen[bytes]) -> int | None:
    """Its status, if it ends soon."""
    try:
        return process.wait(GLANCE)
    except subprocess.TimeoutExpired:
        return None


def show(output: IO[bytes], screen: TextIO) -> None:
    output.seek(0)
    text = output.read().decode(errors="replace")
    screen.write(text if text.endswith("\n") or not text else f"{text}\n")
    screen.flush()


class ProgressLine:
    """The line of one step: on a terminal it is written anew each second."""

    def __init__(self, start: str, screen: TextIO) -> None:
        self._start = start
        self._screen = screen
        self._is_terminal = screen.isatty()
        self._began = time.monotonic()
        self._shown = ""
        self._write(start)

    def seconds(self) -> str:
        return f"{time.monotonic() - self._began:.0f} s"

    def count(self) -> None:
        counted = self.seconds()
        if self._is_terminal and counted != self._shown:
            self._shown = counted
            self._write(f"{CLEAR_LINE}{self._start}{counted}")

    def end(self, how: str) -> None:
        start = f"{CLEAR_LINE}{self._start}" if self._is_terminal else ""
        self._write(f"{start}{how}\n")

    def _write(self, text: str) -> None:
        self._screen.write(text)
        self._screen.flush()
