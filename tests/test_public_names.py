"""Everything public is documented, and the reference has all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cambio
from docs.site.public_names import home_of, listed_modules, public_names


@pytest.mark.parametrize("module", listed_modules())
def test_every_public_name_is_documented(module: str) -> None:
    assert [name.path for name in public_names(module) if not name.is_documented] == []


def test_the_reference_has_every_name_that_cambio_exports() -> None:
    listed = {(name.home, name.path.rpartition(".")[2]) for module in listed_modules() for name in public_names(module)}
    exported = {(home_of("cambio", name), name) for name in cambio.__all__ if name != "__version__"}
    assert exported - listed == set()


def test_no_module_is_listed_twice() -> None:
    assert len(set(listed_modules())) == len(listed_modules())


SOURCE = '''
"""A module."""
from dataclasses import dataclass
from os.path import join

SAID = 1  #: It is said.
UNSAID = 2

class Base:
    """A base class."""
    def act(self) -> None:
        """It acts."""

@dataclass
class Thing(Base):
    told: int  #: It is told.
    untold: int
    def act(self) -> None: ...
    def run(self) -> None: ...
    def _hide(self) -> None: ...

class Named:
    """It has what is set when it is made."""
    def __init__(self) -> None:
        #: What it is called.
        self.name = ""
        self.size = 0
        self._secret = 0

def find() -> None:
    def inside() -> None: ...
'''


def test_what_is_not_documented_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python gives a dataclass a docstring that says nothing. Imports and private names do not count."""
    folder = tmp_path / "cambio_example"
    folder.mkdir()
    (folder / "__init__.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    found = {name.path.removeprefix("cambio_example."): name.is_documented for name in public_names("cambio_example")}
    assert [name for name, is_documented in found.items() if is_documented] == [
        "SAID",
        "Base",
        "Base.act",
        "Thing.told",
        "Thing.act",
        "Named",
        "Named.name",
    ]
    assert [name for name, is_documented in found.items() if not is_documented] == [
        "UNSAID",
        "Thing",
        "Thing.untold",
        "Thing.run",
        "Named.size",
        "find",
    ]
