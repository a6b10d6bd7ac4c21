"""The order of all tests: what takes longest comes first, so that no process is alone with it at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

#: They install or compile Cambio, wait for real time, or walk through every screen.
LONGEST = (
    "tests/test_install.py",
    "tests/test_library.py",
    "tests/server/test_real_races.py",
    "tests/server/test_kills.py",
    "tests/browser/test_screen_sizes.py",
    "tests/browser/test_tutorial.py",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for name in LONGEST:
        assert (config.rootpath / name).is_file(), f"expected a file of tests, but found nothing at {name}"
    items.sort(key=lambda item: _rank(item.path.relative_to(config.rootpath)))


def _rank(path: Path) -> int:
    name = path.as_posix()
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)
