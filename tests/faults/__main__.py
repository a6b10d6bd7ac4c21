"""Faults on demand: python -m tests.faults --faults 1000 --seed 1"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from cluster.local_postgres import running_postgres

from .injector import KINDS
from .runs import FaultCounts, run_faults

#: Faults in the life of one database.
FAULTS_PER_DATABASE = 50


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kind", action="append", choices=KINDS, default=[], help="only faults of this kind")
    options = parser.parse_args()
    counts = FaultCounts()
    started = time.monotonic()

    def progress(done: int) -> None:
        faults = counts.faults.total() + done
        rate = faults / (time.monotonic() - started)
        print(f"\r{faults:,} of {options.faults:,} faults, {(options.faults - faults) / rate:,.0f} s left ", end="")
        sys.stdout.flush()

    # Whoever interrupts it is told what was checked by then.
    with contextlib.suppress(KeyboardInterrupt), running_postgres() as postgres:
        while (done := counts.faults.total()) < options.faults:
            with tempfile.TemporaryDirectory(prefix="cambio-") as folder:
                run = run_faults(
                    postgres,
                    Path(folder),
                    faults=min(FAULTS_PER_DATABASE, options.faults - done),
                    workers=options.workers,
                    seed=options.seed + done,
                    kinds=options.kind,
                    progress=progress,
                )
                counts.add(asyncio.run(run))
    print(f"\n{counts}")
    # A worker that is alone has to be started again first.
    return 0 if options.workers < 2 or counts.is_soon_enough() else 1


if __name__ == "__main__":
    sys.exit(main())
