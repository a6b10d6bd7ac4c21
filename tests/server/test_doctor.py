"""The doctor: what is wrong with a server's settings, machine or database, and what to do about it."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cambio.cli import main
from cambio.server.doctor.database import _check_last_beat, _compare_clocks
from cambio.server.doctor.findings import Level
from cambio.server.doctor.machine import RELEASED, check_clock, check_space
from cambio.server.store.sqlite.sqlite_steps import HAS_REVISION

from .postgres_databases import new_database
from .raw_client import running_server
from .stores import open_store

Examine = Callable[..., dict[str, dict[str, str]]]


@pytest.fixture
def examine(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Examine:
    """What is found, by what it is about; of two findings about one thing the worse."""
    monkeypatch.chdir(tmp_path)

    def run(*flags: str) -> dict[str, dict[str, str]]:
        status = main(["doctor", "--json", "--port=0", *flags])
        findings: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
        levels = [finding["level"] for finding in findings]
        assert status == (1 if "problem" in levels else 0)
        assert all(bool(finding["advice"]) == (finding["level"] != "ok") for finding in findings)
        return {finding["about"]: finding for finding in sorted(findings, key=lambda each: each["level"] != "ok")}

    return run


def test_a_fresh_server_has_no_problem(examine: Examine, tmp_path: Path) -> None:
    found = examine()
    assert not [about for about, finding in found.items() if finding["level"] == "problem"]
    for about in ("version", "python", "engine", "page", "open files", "clock", "database", "disk", "port", "names"):
        assert about in found
    assert not list(tmp_path.iterdir()), "the doctor writes nothing"


def test_lines_for_people_say_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port=0", f"--database=sqlite:///{tmp_path}/none/x.db"]) == 1
    said = capsys.readouterr().out
    assert f"-> mkdir -p {tmp_path}/none" in said and "1 problem," in said


def test_settings_that_cannot_be_read_are_a_problem(examine: Examine, tmp_path: Path) -> None:
    config = tmp_path / "cambio.toml"
    config.write_text("prot = 1\n")
    found = examine("--config", str(config))
    assert list(found) == ["settings"] and "did you mean port?" in found["settings"]["found"]


# The network

#: A database where several servers may be, though none is there.
NOWHERE = "--database=postgresql://127.0.0.1:1/cambio"


@pytest.mark.parametrize(
    ("flags", "about", "level", "said"),
    [
        (["--public-url=https://c.example"], "public address", "problem", "speaks no HTTPS"),
        (["--behind-proxy", "--public-url=http://c.example"], "public address", "problem", "without HTTPS"),
        (["--behind-proxy"], "public address", "problem", "behind a proxy"),
        (["--behind-proxy", "--public-url=https://c.example"], "public address", "ok", "https://c.example"),
        (["--behind-proxy", "--public-url=https://c.example"], "fair snaps", "warning", "at most"),
        (["--behind-proxy", "--round-trip-header=X-R"], "fair snaps", "ok", "told by X-R"),
        (["--behind-proxy", "--host=0.0.0.0"], "host", "warning", "past the proxy"),
        (["--behind-proxy", "--host=0.0.0.0", "--proxies=10.0.0.2"], "host", "ok", "other machines"),
        (["--public-url=http://c.example"], "host", "warning", "can't be reached"),
        (["--proxies=10.0.0.2"], "proxy", "warning", "behind_proxy is not set"),
        (["--origins=c.example"], "names", "problem", "names no host"),
        (["--names=c.example"], "names", "ok", "c.example"),
        ([NOWHERE, "--behind-proxy"], "own address", "warning", "can't send players here"),
        (
            [NOWHERE, "--behind-proxy", "--advertise=https://c.example/w/1"],
            "own address",
            "ok",
            "https://c.example/w/1",
        ),
        (
            [NOWHERE, "--behind-proxy", "--public-url=https://c.example", "--advertise=http://10.0.0.2:8001"],
            *("own address", "problem", "pages with HTTPS"),
        ),
        ([NOWHERE, "--port=8001"], "own address", "ok", "port 8001"),
    ],
)
def test_address_names_and_proxy_fit_together(
    flags: list[str], about: str, level: str, said: str, examine: Examine
) -> None:
    finding = examine(*flags)[about]
    assert finding["level"] == level and said in finding["found"]


def test_a_port_that_somebody_else_has_is_a_problem(examine: Examine) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        found = examine(f"--port={port}")["port"]
    assert found["level"] == "problem" and "another port" in found["advice"]
    assert examine(f"--port={port}")["port"]["level"] == "ok"


def test_a_server_that_runs_is_asked_how_it_is(examine: Examine) -> None:
    async def serve() -> dict[str, str]:
        async with running_server() as target:
            return (await asyncio.to_thread(examine, f"--port={target.port}"))["port"]

    finding = asyncio.run(serve())
    assert finding["level"] == "ok" and "a server runs" in finding["found"]


# The machine


def test_few_open_files_are_told_before_connections_are_refused(examine: Examine) -> None:
    finding = examine("--connections=100000000")["open files"]
    assert finding["level"] == "warning" and "will be accepted" in finding["found"]


def test_a_disk_without_room_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_space(tmp_path / "none", 0).level is Level.PROBLEM
    for free, level in ((10**6, Level.PROBLEM), (5 * 10**8, Level.WARNING), (10**12, Level.OK)):
        monkeypatch.setattr("shutil.disk_usage", lambda _folder, free=free: type("Usage", (), {"free": free}))
        assert check_space(tmp_path, 0).level is level
    assert check_space(tmp_path, 10**13).level is Level.WARNING


def test_a_clock_that_is_wrong_is_told() -> None:
    assert check_clock(0).level is Level.PROBLEM
    assert check_clock(RELEASED + 1).level is Level.OK
    (finding,) = _check_last_beat(10**14)
    assert finding.level is Level.WARNING and "ahead" in finding.found
    assert _compare_clocks(100.0, 100.5, 101.0).level is Level.OK
    assert _compare_clocks(100.0, 190.0, 101.0).level is Level.WARNING


# The database


def test_the_version_of_a_database_is_told(examine: Examine, tmp_path: Path) -> None:
    url = f"--database=sqlite:///{tmp_path}/cambio.db"
    _make(url.partition("=")[2])
    assert examine(url)["schema"]["level"] == "ok"
    for version, level, said in (
        (HAS_REVISION - 1, "warning", "older"),
        (HAS_REVISION + 1, "problem", "newer"),
    ):
        with closing(sqlite3.connect(tmp_path / "cambio.db")) as db:
            db.execute(f"PRAGMA user_version = {version}")
        finding = examine(url)["schema"]
        assert finding["level"] == level and said in finding["found"]


def test_what_is_no_database_is_a_problem(examine: Examine, tmp_path: Path) -> None:
    path = tmp_path / "cambio.db"
    path.write_text("no database, whatever its name" * 100)
    finding = examine(f"--database=sqlite:///{path}")["database"]
    assert finding["level"] == "problem" and "cambio restore" in finding["advice"]
    assert examine("--database=mysql://ana:hunter2@db/x")["database"]["level"] == "problem"
    assert examine("--database=sqlite://")["database"]["level"] == "warning"


def test_postgresql_is_asked_for_its_version_and_its_clock(examine: Examine) -> None:
    found = examine(f"--database={new_database()}")
    assert found["database"]["level"] == found["schema"]["level"] == found["database's clock"]["level"] == "ok"


def test_a_database_that_does_not_answer_is_a_problem_without_its_password(examine: Examine) -> None:
    finding = examine("--database=postgresql://ana:hunter2@127.0.0.1:9/cambio")["database"]
    assert finding["level"] == "problem" and "hunter2" not in json.dumps(finding)


def test_a_password_that_everybody_may_read_is_told(examine: Examine, tmp_path: Path) -> None:
    config = tmp_path / "cambio.toml"
    config.write_text('database = "postgresql://ana:hunter2@127.0.0.1:9/cambio"\n')
    for mode, level in ((0o644, "warning"), (0o640, "ok"), (0o600, "ok")):
        config.chmod(mode)
        found = examine("--config", str(config))
        assert found["secrets"]["level"] == level and "hunter2" not in json.dumps(found)


def _make(url: str) -> None:
    async def make() -> None:
        async with open_store(url):
            pass

    asyncio.run(make())
