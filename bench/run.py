"""Measure Cambio and its peers in one run, all rows in turn, again and again: ``python -m bench.run``."""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from contextlib import ExitStack, redirect_stdout
from functools import partial
from time import perf_counter

from cambio import Rules, RulesError
from cambio.core import is_compiled
from cambio.presets import DEFAULT_RULES

from .bars import findings
from .interpreted import interpreted_rows
from .lock_step import LOCK_STEP_ROWS, lock_step_rows
from .machine import Machine, load
from .peers import Missing, Peer, peers
from .report import Run, as_json, as_text
from .rows import COMPILED_ROWS, Row, Sample, Series, Unit, rows

FEWEST_REPETITIONS = 5
WARM_UP = 0.1
"""The part of a measurement's time that each row is given before it counts."""


def main() -> int:
    asked = _arguments()
    # What other libraries print while they are loaded or played is no part of the page.
    with redirect_stdout(sys.stderr):
        run = measure(asked.rules, asked.rounds, asked.seconds, with_peers=not asked.without_peers)
    print(json.dumps(as_json(run), indent=2) if asked.json else as_text(run))
    failed = any(finding.bar is not None and not finding.is_met for finding in run.findings)
    return 1 if asked.strict and failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench.run", description="How fast is Cambio, and next to its peers?")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a page")
    parser.add_argument(
        "--rounds", type=_repetitions, default=5, metavar="N", help="repetitions, 5 or more (default: 5)"
    )
    parser.add_argument("--seconds", type=_seconds, default=1.0, metavar="S", help="per measurement (default: 1.0)")
    parser.add_argument(
        "--rules", type=_rules, default=DEFAULT_RULES, help="a preset, or rules by difference (default: cambia)"
    )
    parser.add_argument("--without-peers", action="store_true", help="leave the other libraries out")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a bar is missed or can't be measured")
    return parser.parse_args()


def _repetitions(text: str) -> int:
    if not text.isdigit() or int(text) < FEWEST_REPETITIONS:
        raise argparse.ArgumentTypeError(f"expected {FEWEST_REPETITIONS} repetitions or more, but found {text}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a time in seconds, but found {text}")
    return seconds


def _rules(text: str) -> str:
    try:
        rules = Rules.parse(text)
        for seats in (2, 4):
            rules.check_seats(seats)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def measure(rules: str, repetitions: int, seconds: float, *, with_peers: bool) -> Run:
    """The whole run."""
    before = load()
    with ExitStack() as stack:
        own, missing = _own_rows(rules)
        lined_up = own[:2] + stack.enter_context(interpreted_rows(rules)) + own[2:]
        versions: dict[str, str] = {}
        if with_peers:
            others, more_missing, versions = _peer_rows()
            lined_up += others
            missing += more_missing
        results = _interleaved(lined_up, repetitions, seconds)
    found = list(findings(results, with_peers=with_peers))
    return Run(rules, repetitions, seconds, Machine.here(), before, load(), results, versions, missing, found)


def _own_rows(rules: str) -> tuple[list[Row], list[Missing]]:
    """Cambio's rows in this process, or why there are none."""
    if is_compiled():
        together, missing = _lock_step_rows(rules)
        return [*rows(Rules.parse(rules)), *together], missing
    if os.environ.get("CAMBIO_ENGINE") == "interpreted":
        reason = "CAMBIO_ENGINE=interpreted keeps the compiled core out; unset it to measure these rows"
    else:
        reason = "the core is not compiled here; install Cambio where there is a C compiler to measure these rows"
    return [], [Missing(name, reason) for name in (*COMPILED_ROWS, *LOCK_STEP_ROWS)]


def _lock_step_rows(rules: str) -> tuple[list[Row], list[Missing]]:
    """Tables in lock-step write into arrays of NumPy, which Cambio itself does without."""
    try:
        return list(lock_step_rows(Rules.parse(rules))), []
    except ImportError as error:
        return [], [Missing(name, str(error)) for name in LOCK_STEP_ROWS]


def _peer_rows() -> tuple[list[Row], list[Missing], dict[str, str]]:
    """The rows of other libraries, those that are missing, and the versions by row."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    found = list(peers())
    present = [peer for peer in found if isinstance(peer, Peer)]
    return (
        [Row(peer.name, Unit.DECISIONS, partial(_sample_of, peer)) for peer in present],
        [peer for peer in found if isinstance(peer, Missing)],
        {peer.name: peer.version for peer in present},
    )


def _sample_of(peer: Peer, seconds: float, seed: int) -> Sample:
    tally = peer.run(seconds, seed)
    return Sample(tally.decisions, tally.games, tally.seconds)


def _interleaved(lined_up: list[Row], repetitions: int, seconds: float) -> dict[str, Series]:
    """Each repetition measures every row once, so that a slow minute of the machine is everybody's."""
    samples: dict[str, list[Sample]] = {row.name: [] for row in lined_up}
    start = perf_counter()
    _tell(f"warming up {len(lined_up)} rows")
    for row in lined_up:
        row.measure(seconds * WARM_UP, 0)
    # Rows that make many objects should not pay for what the others have loaded.
    gc.collect()
    gc.freeze()
    for repetition in range(1, repetitions + 1):
        for place, row in enumerate(lined_up):
            left = ((repetitions - repetition + 1) * len(lined_up) - place) * seconds
            _tell_row(f"{repetition} of {repetitions}: {row.name}, about {left:.0f} s left")
            gc.collect()
            samples[row.name].append(row.measure(seconds, repetition))
        took, left = perf_counter() - start, (repetitions - repetition) * len(lined_up) * seconds
        _tell(f"repetition {repetition} of {repetitions} done after {took:.0f} s, about {left:.0f} s left")
    return {row.name: Series(row, tuple(samples[row.name])) for row in lined_up}


def _tell(line: str) -> None:
    """On its own line, in place of whichever row was told last."""
    print(f"\r\x1b[K{line}" if sys.stderr.isatty() else line, file=sys.stderr, flush=True)


def _tell_row(line: str) -> None:
    """To somebody who watches, and gone with the next line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
