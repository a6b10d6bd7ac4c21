"""The order of all tests: what takes longest comes first, so that no process is alone with it at the end.

And which of them are for another device than the one on which `make test` goes the same way.
"""

from __future__ import annotations

from itertools import islice
from zlib import crc32

import pytest

#: They wait more than they work: one process goes through them while the others have the machine.
WAITING = ("tests/faults/test_faults.py", "tests/server/test_kills.py", "tests/server/test_real_races.py")
#: They compile or install Cambio, start other programs, or walk through every screen: others begin with one of these.
WORKING = (
    "tests/test_library.py",
    "tests/bots/test_external.py",
    "tests/test_install.py",
    "tests/lab/test_cluster.py",
    "tests/browser/test_screen_sizes.py",
    "tests/browser/test_tutorial.py",
)
#: Where a device matters in every test: what fits on it, how quick it is, and the first thing that is done there.
ON_ALL_DEVICES = tuple(
    f"tests/browser/test_{name}.py" for name in ("first_touch", "layout", "screens", "speed", "whose")
)
DEVICES = {"desk", "phone"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "other_device: goes a way on a desk or a phone that make test goes on the other")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_other_devices(config, items)
    by_file: dict[str, list[pytest.Item]] = {name: [] for name in (*WAITING, *WORKING)}
    for name in by_file:
        assert (config.rootpath / name).is_file(), f"expected a file of tests, but found nothing at {name}"
    others: list[pytest.Item] = []
    for item in items:
        by_file.get(item.path.relative_to(config.rootpath).as_posix(), others).append(item)
    waiting = [item for name in WAITING for item in by_file[name]]
    working = [by_file[name] for name in WORKING if by_file[name]]
    workers: int = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = in_order(waiting, working, others, workers)


def in_order(
    waiting: list[pytest.Item], working: list[list[pytest.Item]], others: list[pytest.Item], workers: int
) -> list[pytest.Item]:
    """Each process has a share of all tests, one after another in this order, and the long ones begin the shares."""
    first = [waiting, *([] for _ in range(workers - 1))]
    for number, tests in enumerate(working):
        first[number % (workers - 1) + 1 if workers > 1 else 0].extend(tests)
    left = len(others) + sum(map(len, first))
    rest = iter(others)
    ordered: list[pytest.Item] = []
    for number, begins in enumerate(first):
        share = left // (workers - number)
        left -= share
        ordered += [*begins, *islice(rest, max(0, share - len(begins)))]
    return [*ordered, *rest]


def mark_other_devices(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of each test of the browser that is for a desk and for a phone, one is marked: about as many of either device."""
    by_way: dict[str, dict[str, pytest.Item]] = {}
    for item in items:
        file = item.path.relative_to(config.rootpath).as_posix()
        if file.startswith("tests/browser/") and file not in ON_ALL_DEVICES:
            name, _, variant = item.nodeid.rstrip("]").partition("[")
            parts = variant.split("-")
            for device in DEVICES.intersection(parts):
                rest = "-".join(part for part in parts if part != device)
                by_way.setdefault(f"{name}[{rest}]", {})[device] = item
    for way, on in by_way.items():
        if len(on) == len(DEVICES):
            on["phone" if crc32(way.encode()) % 2 else "desk"].add_marker("other_device")
