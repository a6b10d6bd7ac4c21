"""Setting up says what it does and how long that took, and shows the whole output of what fails."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import set_up
import web
from steps import Step, StepFailed, run_steps


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_each_step_is_a_line_with_its_name_and_time_and_nothing_that_it_prints() -> None:
    screen = io.StringIO()
    noisy = python("import sys; print('one'); print('a warning', file=sys.stderr)")
    run_steps([Step("shuffling the deck", (noisy, noisy)), Step("dealing", (python(""),))], screen)
    assert re.fullmatch(r"\[1/2\] shuffling the deck \.\.\. \d+ s\n\[2/2\] dealing \.\.\. \d+ s\n", screen.getvalue())


def test_a_step_is_named_while_it_goes_on() -> None:
    """Read as it is written: what a log shows before the step is over."""
    program = "from steps import *; run_steps([Step('shuffling', (['sleep', '30'],))])"
    with subprocess.Popen(
        python(program), stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": "building"}, start_new_session=True
    ) as process:
        assert process.stdout is not None
        began = time.monotonic()
        assert os.read(process.stdout.fileno(), 100) == b"[1/1] shuffling ... "
        assert time.monotonic() - began < 20
        os.killpg(process.pid, 9)


def test_a_terminal_counts_the_seconds_in_place() -> None:
    screen = Terminal()
    run_steps([Step("shuffling", (python("import time; time.sleep(1.3)"),))], screen)
    written = screen.getvalue()
    assert re.fullmatch(r"\[1/1\] shuffling \.\.\. (\r\033\[K\[1/1\] shuffling \.\.\. \d+ s){2,}\n", written)


def test_a_failing_step_shows_all_its_output_and_is_the_last() -> None:
    screen = io.StringIO()
    failing = python("import sys; print('expected ;'); print('x' * 9000, file=sys.stderr); sys.exit(3)")
    with pytest.raises(StepFailed) as failure:
        run_steps([Step("compiling", (failing, python("print('never')"))), Step("installing", (python(""),))], screen)
    assert failure.value.status == 3
    assert re.fullmatch(
        rf"\[1/2\] compiling \.\.\. failed after \d+ s\n(expected ;\n|{'x' * 9000}\n){{2}}", screen.getvalue()
    )


def test_a_command_that_is_missing_is_a_failure_that_names_it() -> None:
    screen = io.StringIO()
    with pytest.raises(StepFailed):
        run_steps([Step("compiling", (["no-such-compiler"],))], screen)
    assert "no-such-compiler" in screen.getvalue()


def test_a_failure_is_the_status_of_the_whole(tmp_path: Path) -> None:
    """As make sees it: the environment has pip, but there is no such package."""
    program = (
        "import set_up; from steps import Step; set_up.steps_to_test = lambda: "
        "[Step('getting nothing', (set_up.pip(set_up.VENV, '--no-index', 'no-such-package'),))]; set_up.main('tests')"
    )
    (tmp_path / ".venv").symlink_to(Path(sys.prefix))
    environment = os.environ | {"PYTHONPATH": str(Path("building").resolve())}
    done = subprocess.run(python(program), capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 1
    assert re.match(r"\[1/1\] getting nothing \.\.\. failed after \d+ s\n", done.stdout)
    assert "no-such-package" in done.stdout
    assert done.stderr == ""


def test_what_was_built_is_not_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "is_due", lambda: False)
    assert set_up.steps_to_build_pages() == []
    monkeypatch.setattr(web, "is_due", lambda: True)
    monkeypatch.setattr(web, "are_packages_due", lambda: False)
    assert [step.name for step in set_up.steps_to_build_pages()] == ["building the web pages"]
    monkeypatch.setattr(web, "are_packages_due", lambda: True)
    assert len(set_up.steps_to_build_pages()) == 2


def test_packages_are_due_when_the_wanted_ones_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SOURCES", tmp_path)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}")
    assert web.are_packages_due()
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / ".package-lock.json").write_text("{}")
    assert not web.are_packages_due()
    os.utime(tmp_path / "package-lock.json", (time.time() + 5, time.time() + 5))
    assert web.are_packages_due()


# The page


def build_page(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a folder of its own, on a machine without Node.js."""
    return subprocess.run(
        [sys.executable, "-S", str(Path("building/web.py").resolve())],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", **environment},
    )


def test_a_page_that_cannot_be_built_is_an_error_that_names_the_ways_out(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    failed = build_page(tmp_path)
    assert failed.returncode == 1
    for said in ("Node.js 20 or newer with npm", "found neither", "CAMBIO_WEB=none", "install Node.js"):
        assert said in failed.stderr
    assert "Traceback" not in failed.stderr
    assert build_page(tmp_path, CAMBIO_WEB="none").returncode == 0


def test_a_page_without_sources_is_an_error_unless_it_was_built_before(tmp_path: Path) -> None:
    failed = build_page(tmp_path)
    assert failed.returncode == 1 and "neither its sources" in failed.stderr
    (tmp_path / web.BUILT).mkdir(parents=True)
    (tmp_path / web.BUILT / "index.html").touch()
    assert build_page(tmp_path).returncode == 0


def test_a_wish_for_the_page_that_is_none_is_refused(tmp_path: Path) -> None:
    failed = build_page(tmp_path, CAMBIO_WEB="no")
    assert failed.returncode == 1
    assert failed.stderr == "cambio: CAMBIO_WEB: expected nothing, required or none, but found 'no'\n"
