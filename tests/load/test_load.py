"""The load generator plays on a server of its own, and tells what it measured; it asks nobody but this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from cambio.cli import main
from cambio.load.report import Percentiles
from cambio.load.run import MOST_TABLES, Load
from cambio.load.server_process import find_listener, resident
from cambio.load.sockets import LoadError, frame, loopback

#: Seconds for a run.
RUN_TIMEOUT = 120


def load(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "cambio", "load", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False)


def test_a_small_run_plays_at_the_rate_asked_for_and_loses_nothing() -> None:
    done = load("--tables", "5", "--moves-per-second", "40", "--seconds", "3", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["sockets"] == 20
    assert report["errors"] == {} and report["unheard"] == 0
    assert 60 <= report["moves"] <= 200
    assert report["moves"] == report["at_once"]["moves"] + report["held"]["moves"] == report["all"]["moves"]
    assert 0 < report["all"]["p50"] <= report["all"]["p99"] <= report["all"]["max"]
    assert report["held"]["moves"] > 0, "somebody drew while a card might have been snapped"
    assert report["machine"]["cores"] >= 1


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells what a process uses on Linux only")
def test_the_server_s_own_figures_come_from_the_kernel() -> None:
    done = load("--tables", "2", "--seats", "2", "--moves-per-second", "20", "--seconds", "1", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["cpu_per_move"] > 0
    assert 10 < report["memory"]["before"] <= report["memory"]["opened"] <= report["memory"]["peak"]


def test_a_flood_is_told_apart_from_the_quiet_between() -> None:
    done = load("--tables", "3", "--moves-per-second", "30", "--seconds", "4", "--flood", "1", "--json")
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["errors"] == {}
    assert report["quiet"]["moves"] > 0 and report["flooded"]["moves"] > 0
    assert report["quiet"]["moves"] + report["flooded"]["moves"] == report["moves"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere loopback has one address only")
def test_a_flood_of_refused_requests_is_told_apart_from_the_quiet_between() -> None:
    done = load("--tables", "3", "--moves-per-second", "30", "--seconds", "4", "--refused", "100", "--json")
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["errors"] == {}
    assert report["quiet"]["moves"] > 0 and report["flooded"]["moves"] > 0
    assert 20 <= report["refused_requests"] <= 250


def test_after_a_storm_everybody_plays_again() -> None:
    done = load("--tables", "5", "--moves-per-second", "40", "--seconds", "1", "--storm", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    storm = report["storm"]
    assert storm["sockets"] == report["sockets"] == 20
    assert 0 < storm["half_welcomed"] <= storm["all_welcomed"] <= storm["all_playing"]
    assert 1 <= storm["moves"] <= 10
    assert report["moves"] == report["all"]["moves"], "moves of the storm are no moves of the run"


def test_people_get_a_table_instead_of_json() -> None:
    done = load("--tables", "2", "--moves-per-second", "20", "--seconds", "1", "--rules", "flip")
    assert done.returncode == 0, done.stderr
    assert "8 held" in done.stdout and "held for a snap verdict" in done.stdout and "by flip" in done.stdout


@pytest.mark.parametrize(
    "url",
    [
        "http://cambio.example",
        "http://10.0.0.7:8000",
        "http://0.0.0.0:8000",
        "https://127.0.0.1:8000",
        "http://127.0.0.1.example:8000",
        "http://127.0.0.1@cambio.example",
        "127.0.0.1:8000",
        "http://127.0.0.1:port",
    ],
)
def test_no_other_machine_is_put_under_load(url: str) -> None:
    with pytest.raises(LoadError, match="an address of this machine"):
        loopback(url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "http://localhost:8000/", "http://[::1]:8000"])
def test_this_machine_has_several_names(url: str) -> None:
    assert loopback(url).port == 8000


@pytest.mark.parametrize(
    "words",
    [
        ["--tables", str(MOST_TABLES + 1)],
        ["--tables", "0"],
        ["--seats", "9"],
        ["--moves-per-second", "1e9"],
        ["--seconds", "601"],
        ["--seconds", "nan"],
        ["--flood", "65"],
        ["--refused", "5001"],
        ["--url", "http://cambio.example"],
    ],
)
def test_what_is_too_much_is_refused_in_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", *words]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"cambio: {words[0]}: expected ") and "but found" in told


def test_the_limits_are_told_by_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["load", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert all(limit in told for limit in ("1 to 2500", "2 to 8", "0.1 to 5000", "1 to 600", "0 to 64"))


def test_a_server_that_is_not_there_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "--url", "http://127.0.0.1:9", "--tables", "1"]) == 1
    assert "could not be reached" in capsys.readouterr().err


def test_waits_are_ranked_and_nothing_has_no_wait() -> None:
    assert Percentiles.of([n / 1000 for n in range(1, 101)]) == Percentiles(100, 51.0, 100.0, 100.0)
    assert Percentiles.of([]) == Percentiles(0, None, None, None)


def test_a_long_message_has_a_long_head() -> None:
    text = "x" * 200
    assert frame({"a": text}) == b"\x81\xfe\x00\xd0\0\0\0\0" + json.dumps({"a": text}, separators=(",", ":")).encode()


def test_four_seats_need_four_sockets() -> None:
    assert Load(tables=1000).sockets == 4000


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells what a process uses on Linux only")
def test_a_process_that_is_gone_has_no_figures() -> None:
    assert find_listener(9) is None
    assert resident(None) is None
    assert (resident(os.getpid()) or 0) > 1
