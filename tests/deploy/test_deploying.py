"""Container, compose file and units of systemd: as far as that can be checked without running them."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from cambio.server.config_file import VARIABLE
from cambio.server.settings import Settings, variable_for

DEPLOY = Path("deploy")
DOCKERFILE = DEPLOY / "Dockerfile"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
VARIABLES = {variable_for(setting.name) for setting in fields(Settings)} | {VARIABLE}
yaml: Any = importlib.import_module("yaml")


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile, and what follows it, on one line."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    pairs = (line.split(None, 1) for line in text.splitlines() if line.strip())
    return [(name, " ".join(rest.split())) for name, rest in pairs]


def last_stage() -> dict[str, list[str]]:
    found = instructions()
    start = max(index for index, (name, _) in enumerate(found) if name == "FROM")
    stage: dict[str, list[str]] = {}
    for name, rest in found[start:]:
        stage.setdefault(name, []).append(rest)
    return stage


# The container


def test_an_image_has_a_stage_to_build_and_one_to_run() -> None:
    froms = [rest for name, rest in instructions() if name == "FROM"]
    assert len(froms) == 2 and " AS build" in froms[0]
    assert all(re.match(r"[a-z]+:[\d.]+-\w+", each) for each in froms), "images are named by a version, and by no host"
    assert "--from=build" in last_stage()["COPY"][0] and not any("apt-get" in run for run in last_stage()["RUN"])


def test_a_container_does_not_run_as_root_and_knows_how_it_is() -> None:
    stage = last_stage()
    assert stage["USER"] == ["10001"] and "/healthz" in stage["HEALTHCHECK"][0]
    assert stage["ENTRYPOINT"] == ['["cambio"]'] and stage["CMD"] == ['["serve"]']
    named = set(re.findall(r"\b(CAMBIO_\w+|DATABASE_URL)=", stage["ENV"][0]))
    assert named == {"CAMBIO_HOST", "CAMBIO_PORT", "DATABASE_URL"} and named <= VARIABLES


def test_the_container_asks_for_its_health_in_a_way_that_works() -> None:
    """The command is Python, with the address that the server answers to."""
    (command,) = last_stage()["HEALTHCHECK"]
    source = command.partition('"-c", "')[2].rpartition('"')[0]
    compile(source, "HEALTHCHECK", "exec")


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="hadolint is not installed here")
def test_hadolint_has_nothing_to_say() -> None:
    done = subprocess.run(["hadolint", str(DOCKERFILE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


# Compose


def test_compose_sets_what_there_is_to_set_and_lets_nobody_else_in() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    cambio, database = services["cambio"], services["database"]
    assert set(cambio["environment"]) <= VARIABLES
    values = {name: re.sub(r"\$\{(\w+):\?[^}]*\}", r"\1", value) for name, value in cambio["environment"].items()}
    Settings.read({}, values | {"CAMBIO_PUBLIC_URL": "https://cambio.example"})
    assert cambio["ports"] == ["127.0.0.1:8000:8000"] and "ports" not in database
    assert cambio["depends_on"] == {"database": {"condition": "service_healthy"}} and "healthcheck" in database
    assert Path(DEPLOY, cambio["build"]["context"], cambio["build"]["dockerfile"]).is_file()
    assert set(compose["volumes"]) == {volume.partition(":")[0] for volume in database["volumes"]}
    assert database["image"].count(":") == 1 and "/" not in database["image"]


def test_no_password_is_in_a_file_that_is_published() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["database"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert re.match(r"postgresql://cambio:\$\{POSTGRES_PASSWORD:\?", services["cambio"]["environment"]["DATABASE_URL"])


# systemd


def read_unit(path: Path) -> dict[str, dict[str, list[str]]]:
    """The settings of a unit by section; a key may come several times."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, f"{path}: {line}"
            section.setdefault(key, []).append(value)
    return sections


def test_the_service_runs_as_somebody_who_may_do_little() -> None:
    service = read_unit(DEPLOY / "cambio.service")["Service"]
    assert service["User"] == ["cambio"] and service["ProtectSystem"] == ["strict"]
    assert service["NoNewPrivileges"] == ["yes"] and service["CapabilityBoundingSet"] == [""]
    assert service["ExecStart"] == ["/opt/cambio/bin/cambio serve"]
    (variable,) = service["Environment"]
    assert variable.partition("=")[0] == VARIABLE
    assert int(service["LimitNOFILE"][0]) > Settings().connections


def test_units_name_each_other() -> None:
    assert {path.stem for path in UNITS} == {"cambio", "cambio-backup"}
    timer = read_unit(DEPLOY / "cambio-backup.timer")
    assert timer["Timer"]["OnCalendar"] and timer["Install"]["WantedBy"] == ["timers.target"]
    (command,) = read_unit(DEPLOY / "cambio-backup.service")["Service"]["ExecStart"]
    assert "/opt/cambio/bin/cambio backup" in command


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_units(unit: Path, tmp_path: Path) -> None:
    """Programs that are not installed here are replaced by one that is."""
    for path in UNITS:
        text = path.read_text().replace("/opt/cambio/bin/cambio", "/bin/true")
        (tmp_path / path.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)], capture_output=True, text=True
    )
    assert done.returncode == 0 and unit.name not in done.stderr, done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_finds_the_service_hardly_exposed() -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(DEPLOY / "cambio.service")],
        capture_output=True,
        text=True,
    )
    found = re.search(r"exposure level for cambio.service: ([\d.]+)", done.stdout)
    assert found is not None and float(found[1]) < 2.5, done.stdout[-500:]
