"""What is public, and where it is documented.

Public is every name in ``__all__`` of a module that the reference lists, or each name without an underscore that such
a module defines; and of a class, each method and attribute without one. A name is documented by a docstring, or by a
``#:`` comment above it or behind it. What a base class of ours says about a member need not be said again.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from sphinx.pycode import ModuleAnalyzer

PAGES = Path("docs/reference")
LISTED = re.compile(r"^\.\. automodule:: (\S+)", re.MULTILINE)
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class PublicName:
    """A name as it is reached, and whether anything is said about it."""

    path: str
    home: str  #: The module that defines it.
    is_documented: bool


def listed_modules() -> list[str]:
    """The modules that the reference lists."""
    return [name for page in sorted(PAGES.glob("*.md")) for name in LISTED.findall(page.read_text(encoding="utf-8"))]


def public_names(module_name: str) -> Iterator[PublicName]:
    """Every public name of a module, those of its classes included."""
    module = importlib.import_module(module_name)
    for name in _exported(module):
        home = home_of(module_name, name)
        yield PublicName(f"{module_name}.{name}", home, _is_documented(home, name))
        if isinstance(found := getattr(module, name), type):
            for member in _members(home, name):
                path = f"{module_name}.{name}.{member}"
                yield PublicName(path, home, any(_is_documented(*place, member) for place in _places(found)))


def _exported(module: ModuleType) -> list[str]:
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not name.startswith("_")]
    return [name for name in _source(module.__name__).names if "." not in name and not name.startswith("_")]


def home_of(module_name: str, name: str) -> str:
    """The module that defines what another one has imported."""
    imported = _source(module_name).imported.get(name)
    return module_name if imported is None else home_of(imported, name)


def _members(module_name: str, owner: str) -> list[str]:
    parts = [name.split(".") for name in _source(module_name).names]
    return [name[1] for name in parts if len(name) == 2 and name[0] == owner and not name[1].startswith("_")]


def _places(owner: type) -> Iterator[tuple[str, str]]:
    """Where a member of a class may be documented: in the class, or in one of ours that it comes from."""
    ours = owner.__module__.partition(".")[0]
    for base in inspect.getmro(owner):
        # The core's classes are compiled, and have no source to be read.
        if base.__module__.partition(".")[0] == ours and not base.__module__.startswith("cambio.core"):
            yield base.__module__, base.__qualname__


def _is_documented(module_name: str, *parts: str) -> bool:
    return ".".join(parts) in _source(module_name).documented


@dataclass(frozen=True)
class _Source:
    """What a module's source says: the names that it defines, the documented ones, and where others come from."""

    names: tuple[str, ...]
    documented: frozenset[str]
    imported: dict[str, str]


@cache
def _source(module_name: str) -> _Source:
    analyzer = ModuleAnalyzer.for_module(module_name)
    analyzer.analyze()
    tree = ast.parse(analyzer.code)
    comments = {".".join(filter(None, place)) for place in analyzer.attr_docs}
    definitions = dict(_definitions(tree))
    imports = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    package = module_name if Path(analyzer.srcname).name == "__init__.py" else module_name.rpartition(".")[0]
    return _Source(
        names=tuple(name for name in analyzer.tagorder if name not in imports),
        documented=frozenset(comments | {name for name, node in definitions.items() if ast.get_docstring(node)}),
        imported={
            alias.asname or alias.name: importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            for node in _top_level(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        },
    )


def _top_level(tree: ast.Module) -> Iterator[ast.stmt]:
    """All statements outside of functions and classes, also what only type checkers read."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.If) else [node]


def _definitions(node: ast.AST, owner: str = "") -> Iterator[tuple[str, Definition]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield f"{owner}{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from _definitions(child, f"{owner}{child.name}.")
