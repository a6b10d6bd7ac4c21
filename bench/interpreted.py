"""The same engine, interpreted: a process of its own that measures whenever it is asked, and sleeps in between."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen

from cambio import Rules
from cambio.core import is_compiled

from .rows import INTERPRETED_2, INTERPRETED_4, Row, Sample, Unit, inside


@contextmanager
def interpreted_rows(rules: str) -> Iterator[list[Row]]:
    """Rows that are played by the source of the core, past any compiled one."""
    environment = {**os.environ, "CAMBIO_ENGINE": "interpreted"}
    command = [sys.executable, "-m", __name__, rules]
    with Popen(command, cwd=Path(__file__).parents[1], env=environment, stdin=PIPE, stdout=PIPE, text=True) as process:
        yield [
            Row(INTERPRETED_2, Unit.DECISIONS, partial(_ask, process, 2)),
            Row(INTERPRETED_4, Unit.DECISIONS, partial(_ask, process, 4)),
        ]


def _ask(process: Popen[str], seats: int, seconds: float, seed: int) -> Sample:
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps([seats, seconds, seed]) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise RuntimeError(f"expected a measurement of the interpreted engine, but it stopped ({process.wait()})")
    return Sample(**json.loads(answer))


def _answer(rules: str) -> None:
    """Each line asks for a measurement: seats, seconds and seed."""
    assert not is_compiled()
    ruleset = Rules.parse(rules).ruleset
    for line in sys.stdin:
        seats, seconds, seed = json.loads(line)
        print(json.dumps(asdict(inside(ruleset, seats)(seconds, seed))), flush=True)


if __name__ == "__main__":
    _answer(sys.argv[1])
