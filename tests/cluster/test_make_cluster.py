"""`make cluster` starts everything, says where it is and who has died, and leaves nothing behind."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster.__main__ import read_arguments
from cluster.processes import find_ports
from cluster.proxy import PROXIES, find_program

needs_proxy = pytest.mark.skipif(not any(map(find_program, PROXIES)), reason="no proxy is installed here")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where a cluster has its files; PostgreSQL may run as somebody else, who has to get there."""
    made = Path(tempfile.mkdtemp(prefix="cambio-test-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    environment = os.environ | {"TMPDIR": str(folder)}
    command = [sys.executable, "-m", "cluster", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def read_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or not re.search(wanted, lines[-1]):
        line = process.stdout.readline()
        assert line, f"expected {wanted!r}, but it ended after {lines}"
        lines.append(line.rstrip("\n"))
    return lines


def fetch(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def processes_with(folder: Path) -> list[str]:
    """Command lines and environments that name the folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in text:
            found.append(entry.name)
    return found


@needs_proxy
def test_a_cluster_serves_says_who_has_died_and_leaves_nothing(folder: Path) -> None:
    port = find_ports(3)
    with start(folder, "--port", str(port)) as process:
        try:
            lines = read_until(process, "Ctrl-C")
            assert f"Cambio is at http://localhost:{port}/" in lines
            found = [re.match(r"  worker (\d): (\S+), process (\d+)", line) for line in lines]
            workers = {int(each[1]): (each[2], int(each[3])) for each in found if each}
            assert set(workers) == {1, 2}
            assert [address for address, _ in workers.values()] == [
                f"http://127.0.0.1:{own}" for own in (port + 1, port + 2)
            ]
            assert [fetch(each, "/healthz") for each in (port, port + 1, port + 2)] == [200, 200, 200]
            os.kill(workers[2][1], signal.SIGKILL)
            (line,) = read_until(process, "worker 2")
            assert line == "worker 2 was ended by signal 9: play goes on at the others"
            assert fetch(port, "/w/2/api/presets") == 200
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0
    assert list(folder.iterdir()) == []
    assert sys.platform != "linux" or processes_with(folder) == []


@needs_proxy
@pytest.mark.parametrize("seconds", [0.4, 1.0, 2.0])
def test_one_that_is_interrupted_while_it_starts_leaves_nothing_either(folder: Path, seconds: float) -> None:
    with start(folder, "--port", str(find_ports(3))) as process:
        read_until(process, "starting")
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        assert process.wait(40) == 0
    assert list(folder.iterdir()) == []
    assert sys.platform != "linux" or processes_with(folder) == []


@needs_proxy
def test_a_port_that_is_taken_is_said_in_one_sentence(folder: Path) -> None:
    port = find_ports(3)
    with (
        socket.create_server(("127.0.0.1", port + 1)),
        start(folder, "--port", str(port)) as process,
    ):
        said, _ = process.communicate(timeout=40)
    assert process.returncode == 1
    assert said.splitlines()[-1].startswith(f"cambio: expected port {port + 1} of this machine to be free")


@pytest.mark.parametrize("words", [["--workers", "0"], ["--workers", "17"], ["--port", "65534"], ["--proxy", "squid"]])
def test_what_can_t_be_started_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(words)
    assert words[0] in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["--help"])
    assert 'make cluster ARGS="--workers 3 --port 9000"' in capsys.readouterr().out
