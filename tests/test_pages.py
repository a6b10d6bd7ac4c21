"""Pages that are made from the code say what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pages import pages


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_a_made_page_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == pages()[path], "run make docs and look at the difference"
