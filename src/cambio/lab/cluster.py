"""Workers on a Ray cluster, which play the same chunks with the same results; it needs the same version of Cambio."""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ..version import VERSION
from .errors import LabError
from .matchup import Chunk, ChunkResult, play_chunk

LOCAL = "local"
#: Seconds between two looks at whether the run is to stop.
POLL_INTERVAL = 0.1
#: Chunks that are queued for each worker, so that none is ever idle.
QUEUED_CHUNKS = 2
#: Seconds for which the next result is waited for when the run is stopped.
STOP_TIMEOUT = 2.0
#: Seconds in which a cluster must accept a connection.
CONNECT_TIMEOUT = 5.0
#: Bytes of Ray's object store: results are small, so a cluster that is started here gets the least that Ray allows.
OBJECT_STORE = 80 * 1024 * 1024


class RayWorkers:
    """The workers of Ray at an address, or of one that is started on this machine with as many as there are jobs."""

    def __init__(self, address: str, jobs: int) -> None:
        self.address = address
        self.jobs = jobs

    def play(self, chunks: Iterator[Chunk], is_stopped: Callable[[], bool]) -> Iterator[ChunkResult]:
        ray = _import_ray()
        self._connect(ray)
        try:
            remote_play = ray.remote(num_cpus=1)(_play_in_cluster)
            workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
            queue: deque[Any] = deque()
            while True:
                while len(queue) < QUEUED_CHUNKS * workers and not is_stopped() and (chunk := next(chunks, None)):
                    queue.append(remote_play.remote(chunk, VERSION))
                if not queue:
                    return
                task = queue.popleft()
                while not _is_done(ray, task, POLL_INTERVAL):
                    if is_stopped() and not _is_done(ray, task, STOP_TIMEOUT):
                        return
                yield ray.get(task)
        except ray.exceptions.RayTaskError as error:
            raise LabError(str(error.cause)) from None
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        if self.address != LOCAL:
            _check_reachable(self.address)
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        try:
            if self.address == LOCAL:
                # Without an address Ray would join the cluster that was last started on this machine.
                quiet |= {"include_dashboard": False, "object_store_memory": OBJECT_STORE}
                ray.init(address=LOCAL, num_cpus=self.jobs, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise LabError(f"there is no Ray cluster to be reached at {self.address!r}: {error}") from None


def _check_reachable(address: str) -> None:
    """Fail soon where nobody listens: Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        with socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT):
            pass
    except (OSError, ValueError) as error:
        raise LabError(f"there is no Ray cluster to be reached at {address!r}: {error}") from None


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise LabError("--ray needs the extra ray: pip install 'cambio-game[ray]'") from None
    return ray


def _is_done(ray: Any, task: Any, seconds: float) -> bool:
    return bool(ray.wait([task], timeout=seconds)[0])


def _play_in_cluster(chunk: Chunk, version: str) -> ChunkResult:
    """Runs on a worker of the cluster."""
    if version != VERSION:
        raise LabError(f"the cluster has Cambio {VERSION}, but this is {version}: install the same there")
    result = play_chunk(chunk, lambda: False)
    assert result is not None
    return result
