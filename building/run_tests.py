"""Run tests beside one another, and once more alone those few that failed there; arguments are those of pytest.

What fails again fails the run. What passes then is told at once, and kept where `make test` tells it at its end.
Whatever is more than a failed test, as a file that can't be read or a process that died, is not tried again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: More failures than these are no matter of a busy machine.
MOST_REPEATED = 5
PASSED_ALONE = Path("build/passed_alone.txt")


class Failures:
    """What has failed, as pytest tells its plugins; tests in their order, by how pytest is asked for them."""

    def __init__(self) -> None:
        self.tests: dict[str, None] = {}
        self.has_others = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed:
            return
        if report.when == "teardown":
            # What is wrong at the end of a file may come from any test of it.
            self.tests[report.nodeid.partition("::")[0]] = None
        elif report.when in ("setup", "call"):
            self.tests[report.nodeid] = None
        else:
            self.has_others = True

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.has_others |= report.failed


def run(arguments: list[str]) -> int:
    """The exit status of pytest, or of the second run if there was one."""
    failures = Failures()
    status = pytest.main(arguments, plugins=[failures])
    if status != pytest.ExitCode.TESTS_FAILED or failures.has_others or not 0 < len(failures.tests) <= MOST_REPEATED:
        return int(status)
    print("\nonce more, alone:", *failures.tests, sep="\n  ", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", "-q", *failures.tests], check=False)
    if again.returncode == 0:
        told = "failed beside others, passed alone: " + ", ".join(failures.tests)
        print(told, flush=True)
        PASSED_ALONE.parent.mkdir(exist_ok=True)
        with PASSED_ALONE.open("a") as kept:
            kept.write(f"{told}\n")
    return again.returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
