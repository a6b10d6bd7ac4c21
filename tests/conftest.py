"""The order of all tests: what takes longest comes first, so that no process is alone with it at the end."""

from __future__ import annotations

from itertools import islice

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
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
