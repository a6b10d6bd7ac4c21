"""Servers that start from a process that has imported Cambio already are processes like any other."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from . import ready_starts
from .ready_starts import ReadyProcess

pytestmark = pytest.mark.skipif(not ready_starts.IS_WANTED, reason="every server starts from a bare interpreter here")


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_server_listens_and_tells_how_it_ended(tmp_path: Path, sign: signal.Signals, status: int) -> None:
    started = [serve(tmp_path / name) for name in ("one", "two")]
    for process in started:
        with process.stdout:
            address = urlsplit(process.stdout.readline().removeprefix("Cambio is at ").strip()).geturl()
            with urlopen(f"{address}healthz") as answer:  # noqa: S310
                assert answer.status == 200
            assert process.poll() is None
            process.send_signal(sign)
            assert process.wait(10) == status
            process.kill()
            assert process.wait() == status
    assert len({process.pid for process in started}) == 2


def test_what_is_wrong_is_in_the_log(tmp_path: Path) -> None:
    process = serve(tmp_path, "--port=-1")
    with process.stdout:
        assert process.stdout.read() == ""
    assert process.wait(10) != 0
    assert "port" in (tmp_path / "server.log").read_text()


def test_a_server_has_the_variables_of_whoever_starts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMBIO_HOST", "nowhere.invalid")
    process = serve(tmp_path)
    with process.stdout:
        assert process.wait(10) == 1
    assert "can't listen on nowhere.invalid" in (tmp_path / "server.log").read_text()


def serve(folder: Path, *flags: str) -> ReadyProcess:
    folder.mkdir(exist_ok=True)
    return ReadyProcess(
        ["serve", "--port=0", f"--database=sqlite:///{folder / 'cambio.db'}", *flags], folder / "server.log"
    )
