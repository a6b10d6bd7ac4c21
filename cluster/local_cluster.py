"""A whole cluster on this machine: PostgreSQL, workers and a proxy in front of them, for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from .local_postgres import LocalPostgres, running_postgres
from .processes import NotStarted, is_port_free
from .proxy import WorkersProxy, choose_proxy
from .worker import Worker


@dataclass(frozen=True)
class LocalCluster:
    """The parts, each of which can be ended and started again."""

    postgres: LocalPostgres
    workers: list[Worker]
    proxy: WorkersProxy

    @property
    def address(self) -> str:
        return f"http://localhost:{self.proxy.port}"


@contextmanager
def running_cluster(
    workers: int,
    port: int,
    *,
    proxy: str | None = None,
    settings: Mapping[str, object] | None = None,
    is_durable: bool = True,
) -> Iterator[LocalCluster]:
    """The proxy has the port, and workers those after it. Whatever happens, nothing is left of it afterwards."""
    name = choose_proxy() if proxy is None else proxy
    ports = {number: port + number for number in range(1, workers + 1)}
    for each in (port, *ports.values()):
        if not is_port_free(each):
            raise NotStarted(f"expected port {each} of this machine to be free, but it is taken: try another --port")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="cambio-cluster-")))
        postgres = stack.enter_context(running_postgres(is_durable=is_durable))
        running = []
        for number, own_port in ports.items():
            own = {"advertise": f"http://localhost:{port}/w/{number}", **(settings or {})}
            worker = Worker(number, own_port, postgres.url(), folder, own)
            stack.callback(worker.stop)
            worker.start()
            running.append(worker)
        in_front = WorkersProxy(name, port, ports, folder)
        stack.callback(in_front.stop)
        in_front.start()
        yield LocalCluster(postgres, running, in_front)
