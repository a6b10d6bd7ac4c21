"""The configuration file: settings as TOML, one line each, besides flags and variables of the environment."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .settings import Settings, flag_for, variable_for

#: The variable that names the file, where no flag does.
VARIABLE = "CAMBIO_CONFIG"
_SETTINGS: dict[str, Field[Any]] = {setting.name: setting for setting in fields(Settings)}
_EXPECTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text in quotes"}
_HEAD = f"""\
# Cambio's settings. `cambio serve --config FILE` reads this file, and so does whoever sets {VARIABLE}=FILE.
# A flag comes before the environment, that before this file, and that before the default.
# What stands here are the defaults: take the # away from a line to change it.
"""


@dataclass(frozen=True)
class ConfigFile:
    """What a file sets, and in which line."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


def load_settings(given: Mapping[str, Any], environment: Mapping[str, str], config: str | None = None) -> Settings:
    return load_with_file(given, environment, config)[0]


def load_with_file(
    given: Mapping[str, Any], environment: Mapping[str, str], config: str | None = None
) -> tuple[Settings, ConfigFile]:
    """Flags, then the environment, then the file, then the defaults; or ValueError that says which is wrong.

    Returns the file as well.
    """
    path = config or environment.get(VARIABLE)
    file = read_config(Path(path)) if path else ConfigFile()
    try:
        return Settings.read(given, environment, file.values), file
    except ValueError as error:
        name = str(error).partition(":")[0]
        is_of_file = name in file.values and given.get(name) is None and variable_for(name) not in environment
        raise ValueError(f"{_place(file.path, file.lines[name])}: {error}" if is_of_file else str(error)) from None


def read_config(path: Path) -> ConfigFile:
    """The file's settings, each of its type; ValueError says where something else stands."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(f"expected a configuration file at {path}, but: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"expected a configuration file in UTF-8 at {path}, but found something else") from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f'{path}: expected TOML, with lines like port = 8000 or host = "::", but: {error}') from None
    lines = {name: _line_of(name, text) for name in values}
    for name, value in values.items():
        _check(name, value, _place(path, lines[name]))
    return ConfigFile(path, {name: _convert(name, value) for name, value in values.items()}, lines)


def _check(name: str, value: object, place: str) -> None:
    if name not in _SETTINGS:
        similar = get_close_matches(name, _SETTINGS, 1)
        meant = f": did you mean {similar[0]}?" if similar else "; `cambio serve --print-config` lists all"
        raise ValueError(f"{place}: expected the name of a setting, but found {name!r}{meant}")
    wanted = type(_SETTINGS[name].default)
    is_right = isinstance(value, int | float) if wanted is float else isinstance(value, wanted)
    if not is_right or (isinstance(value, bool) and wanted is not bool):
        # What stands there by mistake may be a secret.
        found = type(value).__name__ if isinstance(value, dict | list) or name == "database" else repr(value)
        raise ValueError(f"{place}: {name}: expected {_EXPECTED[wanted]}, but found {found}")


def _convert(name: str, value: Any) -> Any:
    """A whole number is a number, too."""
    return float(value) if isinstance(_SETTINGS[name].default, float) else value


def _line_of(name: str, text: str) -> int:
    """The line that begins with a key, or opens a table of that name."""
    begins = re.compile(rf"""\s*(?:\[+\s*)?["']?{re.escape(name)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 1)


def _place(path: Path | None, line: int) -> str:
    return f"{path}, line {line}"


def print_config() -> str:
    """A file with every setting, its meaning and its default, in which nothing is set."""
    return "\n".join([_HEAD, *(_describe(setting) for setting in _SETTINGS.values())])


def _describe(setting: Field[Any]) -> str:
    unit = f", in {setting.metadata['unit']}" if setting.metadata["unit"] else ""
    names = f"{flag_for(setting.name)}, {variable_for(setting.name)}"
    return f"# {setting.metadata['about']}{unit} ({names})\n#{setting.name} = {_write(setting.default)}\n"


def _write(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else repr(value)
