"""Every ruling and every option has its test, and every test its source."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import tests.rulebook
from cambio.rules import OPTIONS, PRESETS
from tests.rulebook.cite import CITATIONS, Citation


def cited_modules() -> Iterator[ModuleType]:
    """The test files of this folder, and the one about matches."""
    for module in pkgutil.iter_modules(tests.rulebook.__path__, "tests.rulebook."):
        if ".test_" in module.name and module.name != "tests.rulebook.test_citations":
            yield importlib.import_module(module.name)
    for module in pkgutil.iter_modules(tests.__path__, "tests."):
        if module.name == "tests.test_match":
            yield importlib.import_module(module.name)


MODULES = list(cited_modules())


def citations_of(file: str) -> list[Citation]:
    """What a test file cites, and those that go on with it: test_flip and test_flip_flipping, not test_flippant."""
    return [citation for citation in CITATIONS if f"{citation.module}_".startswith(f"tests.rulebook.{file}_")]


@pytest.mark.parametrize("ruling", range(1, 32))
def test_every_ruling_has_a_test(ruling: int) -> None:
    assert any(citation.ruling == ruling for citation in CITATIONS)


def test_there_is_no_ruling_beyond_the_last() -> None:
    assert all(citation.ruling in range(1, 32) for citation in CITATIONS if citation.ruling is not None)


@pytest.mark.parametrize("option", list(OPTIONS))
def test_every_option_has_a_test(option: str) -> None:
    assert any(option in citation.options for citation in CITATIONS)


@pytest.mark.parametrize("module", ["test_rulings", *(f"test_{preset}" for preset in PRESETS)])
def test_clauses_and_rulings_are_cited_without_options(module: str) -> None:
    """So that a new option does not concern their tests."""
    cited = citations_of(module)
    assert cited and not any(citation.options for citation in cited)


def test_no_citation_names_an_unknown_option() -> None:
    unknown = {
        (citation.test, option) for citation in CITATIONS for option in citation.options if option not in OPTIONS
    }
    assert not unknown


@pytest.mark.parametrize("preset", PRESETS)
def test_a_presets_file_cites_its_own_book_only(preset: str) -> None:
    sources = {citation.source for citation in citations_of(f"test_{preset}")}
    assert sources
    assert {source.split()[0] for source in sources} == {preset}


def test_every_test_has_a_citation() -> None:
    cited = {(citation.module, citation.test) for citation in CITATIONS}
    uncited = [
        f"{module.__name__}.{name}"
        for module in MODULES
        if module.__name__.startswith("tests.rulebook.")
        for name, _ in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_") and (module.__name__, name) not in cited
    ]
    assert not uncited
