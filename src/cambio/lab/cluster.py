"""A Ray cluster plays the same chunks with the same results; the same Cambio must be installed on it."""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ..version import VERSION
from .errors import LabError
from .matchup import Chunk, Part, play_chunk

LOCAL = "local"
PATIENCE = 0.1
#: Chunks that wait for each worker, and the seconds for which those under way are waited for when somebody stops.
AHEAD = 2
LAST_WAIT = 2.0
#: Seconds in which a cluster answers.
KNOCK = 5.0
#: A chunk's result is small, so the cluster that is started here needs the least memory that Ray allows.
STORE = 80 * 1024 * 1024


class Cluster:
    """Ray at an address, or one that is started on this machine with as many workers as there are jobs."""

    def __init__(self, address: str, jobs: int) -> None:
        self.address = address
        self.jobs = jobs

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[Part]:
        ray = _ray()
        self._join(ray)
        try:
            far = ray.remote(num_cpus=1)(_play_far)
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
            waiting: deque[Any] = deque()
            while True:
                while len(waiting) < AHEAD * workers and not is_stopped() and (chunk := next(chunks, None)):
                    waiting.append(far.remote(chunk, VERSION))
                if not waiting:
                    return
                task = waiting.popleft()
                while not _is_done(ray, task, PATIENCE):
                    if is_stopped() and not _is_done(ray, task, LAST_WAIT):
                        return
                yield ray.get(task)
        except ray.exceptions.RayTaskError as error:
            raise LabError(str(error.cause)) from None
        finally:
            ray.shutdown()

    def _join(self, ray: Any) -> None:
        if self.address != LOCAL:
            _knock(self.address)
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        try:
            if self.address == LOCAL:
                # Said outright: without an address Ray would join whatever cluster was last started here.
                quiet |= {"include_dashboard": False, "object_store_memory": STORE}
                ray.init(address=LOCAL, num_cpus=self.jobs, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise LabError(f"there is no Ray cluster to be reached at {self.address!r}: {error}") from None


def _knock(address: str) -> None:
    """Ray itself would wait for minutes where nobody answers."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        with socket.create_connection((host, int(port)), timeout=KNOCK):
            pass
    except (OSError, ValueError) as error:
        raise LabError(f"there is no Ray cluster to be reached at {address!r}: {error}") from None


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise LabError("--ray needs the extra ray: pip install 'cambio-game[ray]'") from None
    return ray


def _is_done(ray: Any, task: Any, seconds: float) -> bool:
    return bool(ray.wait([task], timeout=seconds)[0])


def _play_far(chunk: Chunk, version: str) -> Part:
    """On a worker of the cluster."""
    if version != VERSION:
        raise LabError(f"the cluster has Cambio {VERSION}, but this is {version}: install the same there")
    part = play_chunk(chunk, lambda: False)
    assert part is not None
    return part
