"""Pages that are made from the code say what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cambio.version import VERSION
from docs.pages import pages


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_made_page_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == pages()[path], "run make docs and look at the difference"


def test_the_citation_names_the_present_version() -> None:
    assert f"\nversion: {VERSION}\n" in Path("CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_links_of_pages_at_the_root_lead_somewhere(page: str) -> None:
    text = Path(page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!\w+:)([^)#\s]+)|src=\"(?!\w+:)([^\"]+)", text)
    assert links or page in ("CODE_OF_CONDUCT.md", "SECURITY.md")
    assert [link for pair in links for link in pair if link and not Path(link).exists()] == []
