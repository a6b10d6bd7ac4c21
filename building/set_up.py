"""Setting up the environments of the Makefile: one to play in, what tests need besides, and one to measure in.

``python3 building/set_up.py play``, ``tests``, ``cluster`` or ``bench``, from the root of the repository; only what is
missing or out of date is done.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import proxies
import web
from steps import Step, StepFailed, run_steps

VENV = Path(".venv")
BENCH_VENV = Path(".venv-bench")
BUILD = os.environ.get("CAMBIO_BUILD", "")


#: Measured on two cores with a fast network and without anything kept from earlier.
EXPECTED = "about a minute on two cores, and longer on a slow network"


def main(purpose: str) -> None:
    if purpose == "play" and not has_pip(VENV):
        print(f"setting up Cambio in {VENV}: this takes {EXPECTED}", flush=True)
    steps = {
        "play": steps_to_play,
        "tests": steps_to_test,
        "cluster": steps_to_cluster,
        "bench": steps_to_measure,
    }[purpose]()
    began = time.monotonic()
    try:
        run_steps(steps)
    except StepFailed as failure:
        sys.exit(failure.status)
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"done in {time.monotonic() - began:.0f} s", flush=True)


def steps_to_play() -> list[Step]:
    """Everything that `make play` needs."""
    project = read_project()
    needed = [*project["build-system"]["requires"], *web.needs(), *project["project"]["dependencies"]]
    return [
        *steps_to_make(VENV),
        Step("getting the tools that build Cambio, and what its server needs", (pip(VENV, *needed),)),
        *steps_to_build_pages(),
        *steps_to_install_engine(),
    ]


def steps_to_build_pages() -> list[Step]:
    if not web.is_due():
        return []
    build = [python_of(VENV), "building/web.py"]
    get_packages = Step("getting what the web pages are built with", ([*build, "--packages"],))
    return [*([get_packages] if web.are_packages_due() else []), Step("building the web pages", (build,))]


def steps_to_install_engine() -> list[Step]:
    """The engine is translated in a step of its own, since compiling it is the longest one."""
    is_compiled = BUILD == "compiled"
    write_options = [python_of(VENV), "-m", "docs.option_modules"]
    translate = [python_of(VENV), "building/library.py"]
    from_source = {"PYTHONPATH": "src", "CAMBIO_ENGINE": "interpreted"}
    install = pip(VENV, "--no-build-isolation", "--no-deps", "--editable", ".")
    return [
        Step("translating the engine to C", (write_options, translate), from_source)
        if is_compiled
        else Step("writing the options of the engine", (write_options,), from_source),
        Step("compiling the engine" if is_compiled else "installing Cambio", (install,)),
    ]


def steps_to_test() -> list[Step]:
    """What tests, checks and the laboratory need besides."""
    return [
        Step("getting what tests and the laboratory need", (pip(VENV, "--no-compile", "cambio-game[test,check]"),)),
        Step("getting what agents are trained with", ([python_of(VENV), "building/training.py"],)),
    ]


def steps_to_cluster() -> list[Step]:
    """What several workers need besides: PostgreSQL, and a proxy where there is none."""
    get_proxy = Step("getting a proxy", ([python_of(VENV), "building/proxies.py"],))
    is_found = any(proxy.find() for proxy in proxies.PROXIES if proxy.name in ("haproxy", "nginx"))
    return [
        Step("getting PostgreSQL, and what speaks to it", (pip(VENV, "cambio-game[cluster]"),)),
        *([] if is_found else [get_proxy]),
    ]


def steps_to_measure() -> list[Step]:
    """An environment with the core as fast as it can be compiled, and with what it is compared to."""
    project = read_project()["project"]
    peers = [*project["dependencies"], *project["optional-dependencies"]["bench"]]
    install = Step(
        "compiling the engine twice, the second time by what it did most in play" if BUILD else "installing Cambio",
        (pip(BENCH_VENV, "--no-deps", "."),),
        {"CAMBIO_BUILD": "tuned" if BUILD == "compiled" else BUILD},
    )
    return [*steps_to_make(BENCH_VENV), Step("getting what Cambio is compared to", (pip(BENCH_VENV, *peers),)), install]


def steps_to_make(venv: Path) -> list[Step]:
    if has_pip(venv):
        return []
    # What is left of one that was broken off would stay as it is.
    shutil.rmtree(venv, ignore_errors=True)
    return [Step(f"making an environment in {venv}", ([sys.executable, "-m", "venv", str(venv)],))]


def has_pip(venv: Path) -> bool:
    try:
        return (
            subprocess.run([python_of(venv), "-m", "pip", "--version"], capture_output=True, check=False).returncode
            == 0
        )
    except OSError:
        return False


def python_of(venv: Path) -> str:
    return str(venv / "bin" / "python")


def pip(venv: Path, *arguments: str) -> list[str]:
    return [python_of(venv), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off", *arguments]


def read_project() -> dict[str, Any]:
    return tomllib.loads(Path("pyproject.toml").read_text())


if __name__ == "__main__":
    main(*sys.argv[1:])
