"""Every test names what it checks: the clause of a source, a ruling, or a house rule by its options."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


class Citation(NamedTuple):
    """One test and what it stands on."""

    test: str
    source: str
    options: tuple[str, ...]
    ruling: int | None
    module: str


CITATIONS: list[Citation] = []


def cites(*names: str, ruling: int | None = None) -> Callable[[Test], Test]:
    """Cite a clause (`stick Sticking`), a ruling, or a house rule (`house rule`) with its options by full name.

    Which options a source sets is said in presets.py, and not again by the tests of its clauses.

    >>> @cites("house rule", "snap.match")
    ... def test_cards_may_match_by_value() -> None: ...
    >>> CITATIONS.pop()[:4]
    ('test_cards_may_match_by_value', 'house rule', ('snap.match',), None)
    """
    source = next((name for name in names if " " in name), "")
    options = tuple(name for name in names if " " not in name)
    if not source and ruling is None:
        raise ValueError(f"a test cites a source or a ruling, these are options only: {', '.join(options)}")

    def record(test: Test) -> Test:
        CITATIONS.append(Citation(test.__name__, source, options, ruling, test.__module__))
        return test

    return record
