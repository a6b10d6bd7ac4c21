"""The proxies of docs/proxies in front of real workers: what is about a table goes to one worker while it lives."""

from __future__ import annotations

import http.client
import re
import secrets
import threading
import time
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from cluster.local_cluster import LocalCluster, running_cluster
from cluster.processes import find_ports
from cluster.proxy import PROXIES, WorkersProxy, configuration, find_program
from cluster.worker import Worker

TABLES = [secrets.token_urlsafe(16) for _ in range(24)]
SETTINGS = {
    "behind_proxy": True,
    "round_trip_header": "X-Client-Round-Trip",
    "log_level": "debug",
    "requests_per_minute": 100_000,
    "probes_per_minute": 100_000,
    "sockets_per_address": 1_000,
}
#: Seconds until a proxy has noticed that a worker is there again.
NOTICE_TIME = 15.0


@pytest.fixture(scope="module", params=PROXIES)
def cluster(request: pytest.FixtureRequest) -> Iterator[LocalCluster]:
    if find_program(request.param) is None:
        pytest.skip(f"{request.param} is not installed here")
    with running_cluster(3, find_ports(4), proxy=request.param, settings=SETTINGS, is_durable=False) as each_for_itself:
        yield each_for_itself


def ask(cluster: LocalCluster, path: str, method: str = "GET", **headers: str) -> Worker:
    """The worker that answers."""
    connection = http.client.HTTPConnection("127.0.0.1", cluster.proxy.port, timeout=20)
    try:
        connection.request(method, path, headers={"Origin": f"http://127.0.0.1:{cluster.proxy.port}", **headers})
        answer = connection.getresponse()
        answer.read()
    finally:
        connection.close()
    request_id = answer.getheader("X-Request-ID")
    assert request_id is not None, f"{path} was answered {answer.status} by the proxy itself"
    (found,) = [worker for worker in cluster.workers if request_id in worker.log.read_text()]
    return found


def workers_of_tables(cluster: LocalCluster) -> dict[str, int]:
    return {table: ask(cluster, f"/api/tables/{table}").number for table in TABLES}


def open_sockets(worker: Worker) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", worker.port, timeout=20)
    try:
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    found = re.search(r"^cambio_sockets (\d+)", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("name", PROXIES)
def test_a_configuration_names_every_worker_as_the_documented_one_names_two(name: str) -> None:
    two, three = configuration(name, 8000, {1: 8001, 2: 8002}), configuration(name, 8000, {1: 9001, 2: 9002, 3: 9003})
    assert two.count("127.0.0.1:8001") == two.count("127.0.0.1:8002") == three.count("127.0.0.1:9003") >= 2
    assert "8001" not in re.sub(r"^#.*$", "", three, flags=re.MULTILINE)


def test_everything_about_a_table_goes_to_one_worker(cluster: LocalCluster) -> None:
    homes = workers_of_tables(cluster)
    assert set(homes.values()) == {1, 2, 3}, "tables are spread over all workers"
    for table, home in list(homes.items())[:6]:
        assert ask(cluster, f"/api/tables/{table}/ticket", "POST").number == home
        assert ask(cluster, f"/api/tables/{table}?x=1").number == home
        assert ask(cluster, f"/table/{table}").number == home


def test_a_socket_goes_where_its_table_is(cluster: LocalCluster) -> None:
    home = workers_of_tables(cluster)[TABLES[0]]
    origin = Origin(f"http://127.0.0.1:{cluster.proxy.port}")
    for path, number in ((f"/socket?table={TABLES[0]}", home), ("/w/2/socket", 2)):
        wait_for_sockets(cluster, [])
        with connect(f"ws://127.0.0.1:{cluster.proxy.port}{path}", origin=origin):
            wait_for_sockets(cluster, [number])


def wait_for_sockets(cluster: LocalCluster, wanted: list[int]) -> None:
    """Metrics may be some moments old."""
    deadline = time.monotonic() + 8
    while (found := [worker.number for worker in cluster.workers if open_sockets(worker)]) != wanted:
        assert time.monotonic() < deadline, f"expected sockets at {wanted}, but found them at {found}"
        time.sleep(0.1)


def test_everything_else_goes_to_any_worker(cluster: LocalCluster) -> None:
    assert {ask(cluster, "/api/presets").number for _ in range(30)} == {1, 2, 3}


def test_a_prefix_names_a_worker_and_is_taken_away(cluster: LocalCluster) -> None:
    for number in (1, 2, 3):
        assert ask(cluster, f"/w/{number}/api/tables/{TABLES[0]}").number == number


def test_the_share_of_a_killed_worker_goes_to_the_others_and_comes_back(cluster: LocalCluster) -> None:
    homes = workers_of_tables(cluster)
    killed = cluster.workers[1]
    killed.kill()
    try:
        # At once, before any check has found out: no request is lost, and neither is a change that was never sent.
        for table, home in homes.items():
            assert ask(cluster, f"/api/tables/{table}/ticket", "POST").number != killed.number
            if home != killed.number:
                assert ask(cluster, f"/api/tables/{table}").number == home, "others stay where they are"
        assert {ask(cluster, "/api/presets", "POST").number for _ in range(20)} == {1, 3}
    finally:
        killed.start()
    deadline = time.monotonic() + NOTICE_TIME
    while workers_of_tables(cluster) != homes:
        assert time.monotonic() < deadline, "its tables do not come back"
        time.sleep(0.2)


def test_where_no_worker_can_write_they_say_so_themselves(cluster: LocalCluster) -> None:
    cluster.postgres.stop()
    try:
        until = time.monotonic() + NOTICE_TIME
        # The proxy has long noticed when every worker has been failing for some seconds.
        while time.monotonic() < until - 8:
            ask(cluster, f"/api/tables/{TABLES[0]}")
            time.sleep(0.5)
    finally:
        cluster.postgres.start()
    deadline = time.monotonic() + NOTICE_TIME
    while {ask(cluster, "/healthz").number for _ in range(12)} != {1, 2, 3}:
        assert time.monotonic() < deadline


class Recorder(BaseHTTPRequestHandler):
    """In the place of a worker: keeps the headers that it was sent."""

    recorded: ClassVar[list[Message]] = []

    def do_GET(self) -> None:
        if self.path == "/api/presets":
            self.recorded.append(self.headers)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing is said."""


@pytest.mark.parametrize("name", PROXIES)
def test_workers_are_told_the_client_s_address_and_round_trip_by_the_proxy_alone(name: str, tmp_path: Path) -> None:
    if find_program(name) is None:
        pytest.skip(f"{name} is not installed here")
    port = find_ports(2)
    proxy = WorkersProxy(name, port, {1: port + 1}, tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", port + 1), Recorder) as worker:
        threading.Thread(target=worker.serve_forever, daemon=True).start()
        try:
            proxy.start()
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            faked = {
                "X-Forwarded-For": "198.51.100.7",
                "X-Client-Round-Trip": "9 9 9 9 9",
                "X-Request-ID": "mine-it-is",
            }
            client.request("GET", "/w/1/api/presets", headers=faked)
            client.getresponse().read()
            own_port = client.sock.getsockname()[1]
            client.close()
        finally:
            proxy.stop()
            worker.shutdown()
    told = Recorder.recorded.pop()
    assert told["Host"] == f"127.0.0.1:{port}" and told["X-Request-ID"] != "of-mine"
    assert ",".join(told.get_all("X-Forwarded-For", [])).replace(" ", "").split(",")[-1] == "127.0.0.1"
    assert re.fullmatch(rf"\d+ 127\.0\.0\.1 {own_port} 127\.0\.0\.1 {port}", told["X-Client-Round-Trip"])
