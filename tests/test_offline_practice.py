"""What offline practice is made of: the modules that a table needs, packed the same each time, and nothing else."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement

import offline_practice

#: As it lies on PyPI; whoever brings a newer Pyodide brings the wheel of its Python.
WHEEL = Path("web/practice/msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl")
WHEEL_DIGEST = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
#: What only a server needs, or a laboratory.
NOT_IN_A_PAGE = ("starlette", "uvicorn", "prometheus_client", "sqlalchemy", "asyncpg", "multiprocessing", "sqlite3")


def test_the_same_sources_are_packed_to_the_same_bytes() -> None:
    assert offline_practice.archive() == offline_practice.archive()
    with zipfile.ZipFile(io.BytesIO(offline_practice.archive())) as packed:
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert packed.namelist() == sorted(packed.namelist())


def test_what_is_packed_is_what_a_practice_table_needs() -> None:
    names = set(offline_practice.modules())
    assert {"server.practice.practice_server", "server.tables.live_table", "bots.levels", "core.engine.table"} <= names
    tops = {name.partition(".")[0] for name in names}
    assert not tops & {"lab", "load", "shell", "cli", "environments", "verification", "rule_sheet"}
    packages = {name.split(".")[1] for name in names if name.startswith("server.") and name.count(".") > 1}
    assert packages == {"answers", "practice", "protocol", "search", "store", "tables"}
    assert not [name for name in names if name.startswith(("server.store.sqlite", "server.store.postgres"))]


def test_nothing_is_imported_that_a_browser_does_not_have() -> None:
    for path in offline_practice.sources():
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            found = [name for name in NOT_IN_A_PAGE if f"\nimport {name}" in text or f"\nfrom {name}" in text]
            assert found == [], path


def test_msgspec_in_the_browser_is_the_one_from_pypi_and_of_a_version_that_we_take() -> None:
    assert hashlib.sha256(WHEEL.read_bytes()).hexdigest() == WHEEL_DIGEST
    (wanted,) = (each for each in map(Requirement, requires("cambio-game") or ()) if each.name == "msgspec")
    assert wanted.specifier.contains(WHEEL.name.split("-")[1])
    lock = json.loads(Path("web/package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]["node_modules/pyodide"]["version"].startswith("314."), "the wheel is for Python 3.14"
