"""What is published: its metadata, its README, and what goes into a source distribution."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import readme
import web
from cambio import __version__

PROJECT: dict[str, Any] = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE: str = PROJECT["urls"]["Source"]
#: Pages that name the repository.
PAGES = [Path("CITATION.cff"), Path("SECURITY.md"), *sorted(Path(".github").rglob("*.yml"))]


def test_the_version_is_in_one_place_and_the_changelog_begins_with_it() -> None:
    assert PROJECT["dynamic"] == ["version", "readme"]
    newest = re.search(r"^## (\S+)", Path("CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None and newest[1] == __version__
    assert f"\nversion: {__version__}\n" in Path("CITATION.cff").read_text(encoding="utf-8")


def test_the_readme_leads_somewhere_from_the_package_index_too() -> None:
    shown = readme.for_package_index()
    targets = re.findall(r"""(?:\]\(|\bsrc=")([^)"\s]+)""", shown)
    assert len(targets) > 20 and all(target.startswith("https://") for target in targets)
    ours = [target.removeprefix(SOURCE).split("/", 3)[1:] for target in targets if target.startswith(SOURCE)]
    assert {tag for _, tag, _ in ours} == {f"v{__version__}"}
    for kind, _, path in ours:
        assert Path(path).exists(), path
        assert (kind == "raw") == path.endswith(readme.PICTURES)


def test_what_a_readme_names_by_a_whole_address_stays() -> None:
    text = "[there](https://example.org/a.md), [below](#speed), `[x](y)`"
    assert readme.with_addresses(text, "https://example.org/cambio", "v1").startswith(text[:50])


def test_a_source_distribution_brings_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its files were touched when: those who install from it need no Node.js."""
    monkeypatch.chdir(tmp_path)
    for name in ("src/cambio/web/index.html", "web/package.json"):
        Path(name).parent.mkdir(parents=True)
        Path(name).touch()
    monkeypatch.setattr(web, "has_node", lambda: False)
    later = Path("src/cambio/web/index.html").stat().st_mtime + 60
    os.utime("web/package.json", (later, later))
    assert web.is_due() and web.needs()
    Path("PKG-INFO").touch()
    assert not web.is_due() and not web.needs()
    Path("src/cambio/web/index.html").unlink()
    assert web.is_due()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_all_pages_name_one_repository(page: Path) -> None:
    named = set(re.findall(r"https://github\.com/[\w-]+/[\w-]+", page.read_text(encoding="utf-8")))
    assert named <= {SOURCE}


def test_addresses_of_the_project_belong_together() -> None:
    owner, name = SOURCE.split("/")[-2:]
    for address in PROJECT["urls"].values():
        assert address.startswith((SOURCE, f"https://{owner}.github.io/{name}/"))
