"""The documentation site is built without a warning, its links lead somewhere, and it needs no internet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cambio import documentation
from cambio.cli import main
from docs.site.links import find_faults


def test_the_site_is_built_without_a_warning_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    built = subprocess.run(
        [sys.executable, "-m", "docs.site.build", "--site", site], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    pages = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")}
    assert {"index", "reference/game", "how-to/honest-search", "rulebooks/cambia", "project/changelog"} <= pages
    assert not list(site.rglob("*.py")), "what the site carries is taken for a module of the package"
    words = (site / "reference" / "game.html").read_text(encoding="utf-8")
    assert "Why the rules refuse the action now" in words


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="lost.html">', "there is no file lost.html"),
        ('<a href="#lost">', "there is no anchor lost"),
        ('<a href="other.html#lost">', "there is no anchor lost"),
        ('<img src="https://example.org/picture.png">', "would be fetched from the internet"),
        ('<script src="//example.org/script.js"></script>', "would be fetched from the internet"),
    ],
)
def test_a_fault_of_the_site_is_found(tmp_path: Path, body: str, fault: str) -> None:
    (tmp_path / "index.html").write_text(f'<a href="other.html#here"></a><a href="https://example.org"></a>{body}')
    (tmp_path / "other.html").write_text('<p id="here"></p>')
    (found,) = find_faults(tmp_path)
    assert found.startswith("index.html: ") and found.endswith(fault)


def test_a_style_that_needs_the_internet_is_found(tmp_path: Path) -> None:
    (tmp_path / "site.css").write_text('@import "https://example.org/fonts.css";')
    assert list(find_faults(tmp_path)) == ["site.css: https://example.org/fonts.css would be fetched from the internet"]


def test_cambio_docs_opens_the_installed_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(documentation, "SITE", tmp_path)
    first_page = tmp_path / "index.html"
    first_page.write_text("")
    assert main(["docs"]) == 0
    assert opened == [first_page.as_uri()]
    assert main(["docs", "--path"]) == 0
    assert len(opened) == 1
    assert capsys.readouterr().out == f"{first_page}\n" * 2


def test_cambio_docs_says_how_to_get_pages_that_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documentation, "SITE", tmp_path)
    assert main(["docs"]) == 1
    assert "make site" in capsys.readouterr().err
