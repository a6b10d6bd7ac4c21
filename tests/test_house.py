"""The house: imports point one way, and every room is declared to the compiler."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path("src/cambio")
#: From the bottom of the house to its roof; a module may import from its own floor and from those below.
FLOORS = (
    ("core",),
    ("version", "errors", "presets"),
    ("options", "places"),
    ("house_rules", "actions", "events"),
    ("rules",),
    ("outcome", "view"),
    ("game",),
    ("match", "notation", "rulebook", "demo", "bots", "environments"),
    ("lab", "server"),
    ("load",),
    ("cli",),
    ("__init__", "__main__"),
)
FLOOR_OF = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}
#: Rooms of the core, in the order in which a rule may lean on another.
CORE = (
    ("act", "cards", "choice", "event", "mark", "memory", "phase", "policy", "pool", "reckon", "sheet", "tally"),
    ("decision", "layout", "strips", "trait", "why"),
    ("book", "notes"),
    ("table", "form"),
    ("deal", "window", "chance", "sweep"),
    ("gift", "powers", "hidden", "mind", "stage"),
    ("turn", "snap", "penalty", "score", "imagine", "belief", "ahead", "sight"),
    ("call", "gains", "observation"),
    ("play", "asking"),
    ("lawful", "playout", "judgement", "answers"),
    ("whim", "habit", "staging"),
    ("contest", "vector"),
    ("search",),
    ("batch",),
)
#: Rooms of the other packages, each from the bottom up; a room may import from those below.
ROOMS = {
    "bots": (
        ("player", "process", "styles", "imagined"),
        ("stand_in", "messages", "levels"),
        ("chair", "external"),
        ("host",),
        ("__init__",),
    ),
    "environments": (
        ("missing", "staged"),
        ("vector", "pettingzoo", "dealt"),
        ("openspiel",),
        ("__init__",),
    ),
    "lab": (
        ("errors", "statistics", "progress", "origin", "tune"),
        ("lineup", "ledger", "findings", "rating", "training"),
        ("hosted", "charts"),
        ("contest", "report"),
        ("cluster",),
        ("work",),
        ("play",),
        ("league", "comparison"),
        ("answering",),
        ("cli",),
        ("__init__",),
    ),
    "load": (
        ("sockets", "report"),
        ("play", "server"),
        ("run",),
        ("cli",),
        ("__init__",),
    ),
    "server": (
        ("lesson", "wire", "races", "watch", "settings", "metrics", "limits", "logs", "shuffling", "store", "thinker"),
        ("entries", "window", "people", "client", "clerk", "schema"),
        ("table", "sqlite"),
        ("telling", "clocks", "regulars", "contest", "stores"),
        ("audience",),
        ("room",),
        ("house",),
        ("connection", "protocol", "rest"),
        ("app",),
        ("serve",),
        ("cli",),
        ("__init__",),
    ),
}
PACKAGED = sorted(path for path in SOURCE.glob("*/*.py") if path.parent.name != "core")
CORE_FLOOR_OF = {module: floor for floor, modules in enumerate(CORE) for module in modules}


def imported(path: Path, level: int = 1) -> set[str]:
    """The modules that a module imports from its own package, or from one above it; what lies above that is ".."."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == level:
            names |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level > level:
            names.add("..")
    return names


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*.py")), ids=lambda path: path.stem)
def test_imports_point_one_way(path: Path) -> None:
    for name in imported(path):
        assert FLOOR_OF[name] <= FLOOR_OF[path.stem], f"{path.stem} imports {name}"


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_imports_of_a_package_point_one_way(path: Path) -> None:
    package = path.parent.name
    for name in imported(path, level=2):
        assert FLOOR_OF[name] <= FLOOR_OF[package], f"{package}.{path.stem} imports {name}"
    room_of = {module: floor for floor, modules in enumerate(ROOMS[package]) for module in modules}
    for name in imported(path) - {".."}:
        assert room_of[name] < room_of[path.stem], f"{package}.{path.stem} imports {name}"


@pytest.mark.parametrize("path", sorted((SOURCE / "core").glob("[!_]*.py")), ids=lambda path: path.stem)
def test_the_core_leans_on_nothing_but_itself_and_in_order(path: Path) -> None:
    for name in imported(path):
        assert CORE_FLOOR_OF[name] < CORE_FLOOR_OF[path.stem] or name == path.stem, f"{path.stem} imports {name}"


def test_every_compiled_room_declares_every_function_to_the_compiler() -> None:
    for declared in (SOURCE / "core").glob("*.pxd"):
        module = declared.with_suffix(".py")
        functions = re.findall(r"^def (\w+)\(", module.read_text(encoding="utf-8"), flags=re.MULTILINE)
        text = declared.read_text(encoding="utf-8")
        for function in functions:
            if declared.stem not in ("why",):
                assert re.search(rf"\b{function}\(", text), f"{declared.name} lacks {function}"
