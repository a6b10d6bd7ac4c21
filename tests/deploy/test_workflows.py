"""The workflows of GitHub Actions: as far as they can be checked without running them, and what must not drift."""

from __future__ import annotations

import importlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

yaml: Any = importlib.import_module("yaml")

FILES = sorted(Path(".github/workflows").iterdir())
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FILES}
TEMPLATES = sorted(Path(".github/ISSUE_TEMPLATE").glob("*.yml"))
PYPROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = set(PYPROJECT["project"]["optional-dependencies"])
#: By how the name of a runner begins.
SYSTEMS = {"ubuntu": "POSIX :: Linux", "macos": "MacOS", "windows": "Microsoft :: Windows"}
TARGETS = set(re.findall(r"^([a-z-]+):", Path("Makefile").read_text(encoding="utf-8"), re.MULTILINE))
FULL_COMMIT = re.compile(r"[0-9a-f]{40}")


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for workflow, content in WORKFLOWS.items():
        yield from ((f"{workflow}: {name}", job) for name, job in content["jobs"].items())


def steps() -> Iterator[dict[str, Any]]:
    for _, job in jobs():
        yield from job.get("steps", [])


def commands() -> str:
    return "\n".join(step.get("run", "") for step in steps())


def classified(prefix: str) -> set[str]:
    found = [line.removeprefix(prefix) for line in PYPROJECT["project"]["classifiers"] if line.startswith(prefix)]
    return set(found) - {"3 :: Only"}


def matrix(workflow: str, job: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = WORKFLOWS[workflow]["jobs"][job]["strategy"]["matrix"]
    return found


def versions_of_wheels() -> set[str]:
    return {f"3.{each[1]}" for each in re.finditer(r"cp3(\d+)-\*", PYPROJECT["tool"]["cibuildwheel"]["build"])}


# What is promised


def test_every_python_that_is_promised_is_tested_and_has_wheels() -> None:
    promised = classified("Programming Language :: Python :: ")
    assert set(matrix("test", "everywhere")["python"]) == promised == versions_of_wheels()
    assert PYPROJECT["project"]["requires-python"] == f">={min(promised, key=minor)}"


def minor(version: str) -> int:
    return int(version.removeprefix("3."))


def test_every_system_that_is_promised_is_tested_and_has_wheels() -> None:
    promised = classified("Operating System :: ")
    for workflow, job in (("test", "everywhere"), ("release", "wheels")):
        assert {SYSTEMS[os.partition("-")[0]] for os in matrix(workflow, job)["os"]} == promised


def test_nothing_is_published_before_it_is_tested_everywhere() -> None:
    publish = WORKFLOWS["release"]["jobs"]["publish"]
    assert set(publish["needs"]) == {"version", "test", "sdist", "wheels"}
    assert WORKFLOWS["release"]["jobs"]["test"]["uses"] == "./.github/workflows/test.yml"
    for name in ("publish", "container"):
        assert "version" in WORKFLOWS["release"]["jobs"][name]["needs"]


def test_every_wheel_is_tried_and_those_of_linux_are_tuned() -> None:
    settings = PYPROJECT["tool"]["cibuildwheel"]
    for each, kind in ((settings, "compiled"), (settings["linux"], "tuned")):
        assert each["environment"] == {"CAMBIO_BUILD": kind, "CAMBIO_WEB": "required"}
        assert each["test-command"].endswith(f"--engine {kind}")
        assert all(Path(name).is_file() for name in re.findall(r"\{package\}/(\S+)", each["test-command"]))


# What the steps name


def test_steps_make_what_there_is_to_make() -> None:
    made = set(re.findall(r"\bmake ([a-z-]+)", commands()))
    assert "test" in made and made <= TARGETS


def test_steps_install_extras_that_there_are() -> None:
    named = {extra for group in re.findall(r"\.\[([\w,]+)\]", commands()) for extra in group.split(",")}
    assert named and named <= EXTRAS


def test_steps_name_files_that_there_are() -> None:
    named = set(re.findall(r"(?<![\w/])(?:tests|building|deploy|src)/[\w./]+|README\.md|CHANGELOG\.md", commands()))
    assert len(named) > 10
    assert [name for name in sorted(named) if not Path(name).exists()] == []


def test_steps_use_actions_by_their_version() -> None:
    for used in (step["uses"] for step in steps() if "uses" in step):
        name, _, version = used.partition("@")
        is_official = name.split("/")[0] in ("actions", "docker")
        assert re.fullmatch(r"v\d+", version) if is_official else FULL_COMMIT.fullmatch(version), used


def test_steps_are_shell() -> None:
    for step in steps():
        script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
        done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr


# What nobody else may do


def test_workflows_may_write_only_where_they_say_so_and_know_no_password() -> None:
    assert all(content["permissions"] == {"contents": "read"} for content in WORKFLOWS.values())
    may_write = {name: set(job["permissions"]) - {"contents"} for name, job in jobs() if "permissions" in job}
    assert may_write == {
        "release: publish": {"id-token"},
        "release: container": {"packages"},
        "docs: deploy": {"pages", "id-token"},
    }
    assert "secrets." not in "".join(path.read_text(encoding="utf-8") for path in FILES)


def test_no_step_puts_words_of_strangers_into_its_shell() -> None:
    """Titles, branches and the like are variables of the shell, and never a part of a command."""
    assert "${{" not in commands()


# Templates


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_asks_questions(template: Path) -> None:
    content = yaml.safe_load(template.read_text(encoding="utf-8"))
    if template.stem == "config":
        assert set(content) == {"blank_issues_enabled", "contact_links"}
        return
    assert {"name", "description", "body"} <= set(content)
    asked = [each for each in content["body"] if each["type"] != "markdown"]
    assert len({each["id"] for each in asked}) == len(asked)
    assert all(each["type"] in ("input", "textarea") and each["attributes"]["label"] for each in asked)


def test_a_wrong_ruling_comes_with_its_file() -> None:
    content = yaml.safe_load(Path(".github/ISSUE_TEMPLATE/wrong_ruling.yml").read_text(encoding="utf-8"))
    (file,) = [each for each in content["body"] if each.get("id") == "file"]
    assert ".cambio" in file["attributes"]["label"] and file["validations"]["required"]
