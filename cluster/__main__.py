"""The command `make cluster`: start a cluster on this machine, say where it is, and end it on Ctrl-C or SIGTERM."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from .local_cluster import LocalCluster, running_cluster
from .local_postgres import PostgresMissing
from .processes import NotStarted
from .proxy import PROXIES
from .worker import Worker

MOST_WORKERS = 16
#: Seconds between two looks at whether everything lives.
GLANCE = 0.2
EXAMPLES = """examples:
  make cluster
  make cluster ARGS="--workers 3 --port 9000"
  make cluster ARGS="--proxy nginx"

While it runs, in another terminal:
  kill -KILL PID         a worker crashes: whoever is at its tables plays on at another one
  kill -STOP PID         a worker freezes, until kill -CONT PID
  cambio load --url http://localhost:8000 --tables 50 --seats 2
"""


def read_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make cluster",
        description="Start PostgreSQL, several workers and a proxy in front of them on this machine, to see how Cambio "
        "runs on many; everything is gone when it ends. docs/SCALE.md tells how to do it for real.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="1 to 16 (default: 2)")
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="of the proxy; workers have those after it (default: 8000)"
    )
    parser.add_argument("--proxy", choices=PROXIES, help="which one (default: the first of these that is there)")
    options = parser.parse_args(words)
    if not 1 <= options.workers <= MOST_WORKERS:
        parser.error(f"--workers: expected 1 to {MOST_WORKERS}, but found {options.workers}")
    if not 1 <= options.port <= 65_535 - options.workers:
        parser.error(f"--port: expected a port with {options.workers} more after it, but found {options.port}")
    return options


class Ending:
    """Ctrl-C or SIGTERM, once it has come; also while something is being started."""

    def __init__(self) -> None:
        self._has_come = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._handle)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        # The first one ends the cluster, and must not be disturbed by a second one.
        if not self._has_come.is_set():
            self._has_come.set()
            raise KeyboardInterrupt

    def wait(self, seconds: float) -> None:
        self._has_come.wait(seconds)


def watch(cluster: LocalCluster, ending: Ending) -> int:
    """Say of each worker that it has ended; nothing is started again. Without a proxy there is nothing to do."""
    lost: set[int] = set()
    while True:
        for worker in cluster.workers:
            if worker.number not in lost and worker.status() is not None:
                lost.add(worker.number)
                _say(_tell_loss(worker, len(cluster.workers) - len(lost)))
        if cluster.proxy.status() is not None:
            _say(f"the proxy has ended, with status {cluster.proxy.status()}: so does everything else")
            return 1
        ending.wait(GLANCE)


def _tell_loss(worker: Worker, left: int) -> str:
    status = worker.status() or 0
    how = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    then = "play goes on at the others" if left else "there is none left: press Ctrl-C, and start again"
    return f"worker {worker.number} {how}: {then}"


def describe(cluster: LocalCluster) -> str:
    lines = [
        f"Cambio is at {cluster.address}/",
        *(f"  worker {each.number}: {each.address}, process {each.pid}" for each in cluster.workers),
        f"  {cluster.proxy.name}: process {cluster.proxy.pid}",
        f"  PostgreSQL: {cluster.postgres.url()}",
        f"Open a table, then kill -KILL {cluster.workers[-1].pid}: whoever plays there goes on at another worker.",
        "Ctrl-C ends everything, and leaves nothing behind.",
    ]
    return "\n".join(lines)


def main() -> int:
    options = read_arguments()
    try:
        ending = Ending()
        _say(f"starting PostgreSQL, {options.workers} workers and a proxy")
        with running_cluster(options.workers, options.port, proxy=options.proxy) as cluster:
            _say(describe(cluster))
            return watch(cluster, ending)
    except (NotStarted, PostgresMissing) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        _say("ended")
        return 0


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
