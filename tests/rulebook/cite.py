"""Every test names the clause that it checks, and the options that the clause depends on."""

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
    """Cite a source (a name with a blank in it, such as `stick Sticking`), options by full name, and a ruling.

    >>> @cites("stick Sticking", "snap.match")
    ... def test_sevens_stick_to_sevens() -> None: ...
    >>> CITATIONS.pop()[:4]
    ('test_sevens_stick_to_sevens', 'stick Sticking', ('snap.match',), None)
    """
    source = next((name for name in names if " " in name), "")
    options = tuple(name for name in names if " " not in name)
    if not source and ruling is None:
        raise ValueError(f"a test cites a source or a ruling, these are options only: {', '.join(options)}")

    def record(test: Test) -> Test:
        CITATIONS.append(Citation(test.__name__, source, options, ruling, test.__module__))
        return test

    return record
