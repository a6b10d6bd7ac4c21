"""The layers: imports point one way, nothing imports in a circle, and every compiled module is declared whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path("src/cambio")
#: From the bottom up: a module imports from its own layer and from those below.
LAYERS = (
    ("core.arrays",),
    ("core.engine",),
    ("core.players", "core.networks", "core.environment", "core.playout"),
    ("core",),
    ("languages",),
    ("version", "errors", "presets"),
    ("options", "places"),
    ("house_rules", "actions", "events"),
    ("rules", "event_reader"),
    ("outcome", "view", "wording", "rule_codes", "unseen"),
    ("game", "shuffles"),
    ("match", "notation", "rulebook", "demo", "bots", "environments", "gallery", "hand_history", "hand_points"),
    ("highlights", "replay", "rule_sheet", "training", "verification"),
    ("documentation", "story"),
    (
        "server.addresses",
        "server.clock",
        "server.codec",
        "server.config_file",
        "server.garbage_collection",
        "server.logs",
        "server.metrics",
        "server.open_files",
        "server.protocol",
        "server.refusals",
        "server.round_trips",
        "server.setting_flags",
        "server.settings",
        "server.table_costs",
        "server.time_slice",
    ),
    ("server.store",),
    ("server.backup", "server.migrate", "server.operating.ban_list", "server.search", "server.sessions"),
    ("server.purge", "server.routing"),
    ("server.client_socket",),
    ("server.client", "server.operating", "server.tables"),
    ("server.answers", "server.daily"),
    ("server.http", "server.practice"),
    ("server.admin", "server.doctor"),
    ("lab", "server"),
    ("load", "shell"),
    ("cli",),
    ("__init__", "__main__"),
)
LAYER_OF = {name: layer for layer, names in enumerate(LAYERS) for name in names}
#: They lie side by side, and know nothing of each other.
STRANGERS = (
    {"core.players", "core.environment"},
    {"core.networks", "core.environment"},
    {"core.players", "core.playout"},
    {"core.environment", "core.playout"},
    {"bots", "environments"},
    {"lab", "server"},
)
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts): path
    for path in sorted(SOURCE.rglob("*.py"))
    if "web" not in path.parts
}


def imports_of(name: str) -> set[str]:
    """The modules of ours that a module imports when it is loaded or later, by their dotted names."""
    return set(_imports_of(name))


def _imports_of(name: str) -> Iterator[str]:
    package = name.split(".")[:-1]
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        above = package[: len(package) - node.level + 1]
        base = ".".join([*above, *(node.module.split(".") if node.module else [])])
        for alias in node.names:
            names = (f"{base}.{alias.name}", f"{base}.{alias.name}.__init__", base, f"{base}.__init__")
            yield next(found for each in names if (found := each.lstrip(".")) in MODULES or found in COMPILED)


#: What has no source of its own here.
COMPILED = {"core.library"}


def layer_of(name: str) -> tuple[str, int]:
    """The longest prefix of the name that is a layer, and how high it lies."""
    parts = name.removesuffix(".__init__").split(".")
    prefix = next(p for end in range(len(parts), 0, -1) if (p := ".".join(parts[:end])) in LAYER_OF)
    return prefix, LAYER_OF[prefix]


@pytest.mark.parametrize("name", sorted(MODULES))
def test_imports_point_one_way(name: str) -> None:
    own, height = layer_of(name)
    for imported in imports_of(name) - COMPILED:
        other, depth = layer_of(imported)
        assert depth <= height and {own, other} not in STRANGERS, f"{name} imports {imported}"


def test_nothing_imports_in_a_circle() -> None:
    graph = {name: imports_of(name) - {name} for name in MODULES if name != "core.__init__"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {' <- '.join(error.args[1])}")


def test_the_core_imports_nothing_from_above() -> None:
    for name in MODULES:
        if name.startswith("core."):
            assert all(imported.startswith("core.") for imported in imports_of(name)), name


def test_only_views_decide_what_a_seat_may_see() -> None:
    """The server's projection can't read a card: it gets no face but from a view or an event."""
    assert {name for name in imports_of("server.tables.projection") if not name.startswith("server.")} == {
        "events.__init__",
        "places",
        "view",
    }


def test_a_replay_tells_nothing_but_what_its_steps_hold() -> None:
    others = {name.split(".")[0] for name in imports_of("server.tables.replay_projection")} - {"server"}
    assert others == {"events", "notation", "places", "replay", "view"}


def test_every_compiled_module_declares_every_function_to_the_compiler() -> None:
    for declared in (SOURCE / "core").rglob("*.pxd"):
        text = declared.read_text(encoding="utf-8")
        if text.startswith("# Made from"):
            # A module of named numbers: its functions stay Python.
            continue
        module = declared.with_suffix(".py")
        for function in re.findall(r"^def (\w+)\(", module.read_text(encoding="utf-8"), flags=re.MULTILINE):
            assert re.search(rf"\b{function}\(", text), f"{declared.name} lacks {function}"


@pytest.mark.parametrize("name", sorted(MODULES))
def test_modules_are_small(name: str) -> None:
    """Nobody reads 400 lines at once, or 60 lines as one thought."""
    source = MODULES[name].read_text(encoding="utf-8")
    assert source.count("\n") <= 400
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None and node.end_lineno - node.lineno < 60, node.name


def test_packages_are_small() -> None:
    packages = {path.parent for path in MODULES.values()}
    for package in packages:
        modules = [path for path in MODULES.values() if path.parent == package and path.name != "__init__.py"]
        assert len(modules) <= 25, f"{package} has {len(modules)} modules"
