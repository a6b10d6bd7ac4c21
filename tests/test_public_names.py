"""Everything public is documented, and the reference has all of it."""

from __future__ import annotations

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
