"""The machine: space on the disk, open files, and the clock."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from ..open_files import LEAST_CONNECTIONS, SPARE_FILES, most_open_files
from ..settings import Settings
from .findings import Finding, ok, problem, warning

MEGABYTE = 1_000_000
#: Bytes of free space below which commits may soon fail, and below which an operator should know.
NO_SPACE, LITTLE_SPACE = 100 * MEGABYTE, 1_000 * MEGABYTE
#: Seconds since 1970 before which no clock is right that runs this version.
RELEASED = 1_750_000_000


def check_machine(settings: Settings) -> Iterator[Finding]:
    yield _check_open_files(settings)
    yield check_clock(time.time())


def check_clock(now: float) -> Finding:
    shown = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    if now < RELEASED:
        return problem("clock", f"it says {shown}", "set it, and keep it right by NTP: sessions and codes go by it")
    return ok("clock", shown)


def check_space(folder: Path, size: int) -> Finding:
    """Whether there is room for the database to grow, and for a copy of so many bytes."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return problem("disk", f"{folder} can't be looked at: {error.strerror}", "make the folder, and let it be read")
    found = f"{free // MEGABYTE} MB free at {folder}"
    if free < NO_SPACE:
        return problem("disk", found, "make room: a move that can't be written is not made")
    if free < max(LITTLE_SPACE, size):
        return warning("disk", found, "make room for the log to grow and for a backup, or back up to another disk")
    return ok("disk", found)


def _check_open_files(settings: Settings) -> Finding:
    wanted = settings.connections + SPARE_FILES
    allowed = most_open_files()
    if allowed is None:
        return ok("open files", "as many as are needed")
    found = f"{allowed} allowed, {wanted} wanted for {settings.connections} connections"
    if allowed < LEAST_CONNECTIONS + SPARE_FILES:
        return problem("open files", found, "allow more by ulimit -n, or LimitNOFILE= in a unit of systemd")
    if allowed < wanted:
        fewer = f"only {allowed - SPARE_FILES} connections will be accepted"
        advice = "allow more by ulimit -n or LimitNOFILE=, or set connections lower"
        return warning("open files", f"{found}: {fewer}", advice)
    return ok("open files", found)
