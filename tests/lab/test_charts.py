"""Pictures and reports: a PNG is one, and a report needs nothing but itself."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cambio.cli import main
from tests.lab.runs import refusal_of

QUESTIONS = {
    "play": ("play", "--bots", "casual,random", "--games", "8"),
    "league": ("league", "--bots", "beginner,casual,random", "--games", "4"),
    "rules": ("rules", "cambia", "flip", "--bots", "casual", "--skill", "casual,random", "--games", "4"),
}


class Resources(HTMLParser):
    """Everything that a page would load, and what it is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "srcset", "href")]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_picture_and_a_report(question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plot, report = tmp_path / "plot.png", tmp_path / "report.html"
    words = ["lab", *QUESTIONS[question], "--jobs", "1", "--plot", str(plot), "--report", str(report)]
    monkeypatch.setattr(sys, "argv", ["cambio", *words])
    assert main(words) == 0
    picture = plot.read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width > 600 and height > 300
    page = report.read_text(encoding="utf-8")
    resources = Resources()
    resources.feed(page)
    assert resources.loaded and all(link.startswith("data:image/png;base64,") for link in resources.loaded)
    assert not {"script", "link", "iframe"} & set(resources.tags) and "table" in resources.tags
    assert not re.search(r"https?://|url\(|@import", page)
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page
    assert f"cambio lab {question}" in page and "Seed 1" in page and "engine" in page


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for module in ("matplotlib.figure", "matplotlib.backends.backend_agg", "ray", "cma"):
        monkeypatch.setitem(sys.modules, module, None)
    few = ("--bots", "casual,random", "--games", "2", "--jobs", "1")
    assert "cambio-game[lab]" in refusal_of(capsys, "play", *few, "--plot", str(tmp_path / "x.png"))
    assert "cambio-game[lab]" in refusal_of(capsys, "play", *few, "--report", str(tmp_path / "x.html"))
    assert "cambio-game[ray]" in refusal_of(capsys, "play", *few, "--ray", "local")
    assert "cambio-game[lab]" in refusal_of(capsys, "tune", "--generations", "1")
    assert main(["lab", "play", *few]) == 0


MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "jpg": b"\xff\xd8\xff", "JPEG": b"\xff\xd8\xff"}


@pytest.mark.parametrize("kind", MAGIC)
def test_a_picture_is_what_its_name_says(kind: str, tmp_path: Path) -> None:
    plot = tmp_path / f"plot.{kind}"
    assert main(["lab", *QUESTIONS["play"], "--jobs", "1", "--plot", str(plot)]) == 0
    assert plot.read_bytes().startswith(MAGIC[kind])


@pytest.mark.parametrize("name", ["x.bmp", "x", "png", "x.html", "x.pgf"])
def test_a_picture_that_cannot_be_drawn_is_refused_before_anything_is_played(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = refusal_of(capsys, *QUESTIONS["play"], "--plot", str(tmp_path / name))
    assert "expected a name that ends in one of" in refused and ".png" in refused and ".svg" in refused
    assert not (tmp_path / name).exists()


def test_nothing_but_pictures_reports_tuning_and_ray_needs_an_extra(tmp_path: Path) -> None:
    """As docs/LAB.md says."""
    block = "import sys; sys.modules.update(dict.fromkeys(['matplotlib', 'numpy', 'cma', 'ray', 'PIL'])); "
    for question in QUESTIONS.values():
        words = ["lab", *question, "--jobs", "1", "--csv", str(tmp_path / "figures.csv")]
        program = f"{block}from cambio.cli import main; sys.exit(main({words!r}))"
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
        assert (tmp_path / "figures.csv").read_text().count("\n") > 1
