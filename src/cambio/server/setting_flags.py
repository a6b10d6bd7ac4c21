"""Settings as flags of a command: all of them, or those that it needs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Container
from dataclasses import fields

from .config_file import VARIABLE, ConfigFile, load_with_file
from .settings import Settings, flag_for, parse, variable_for

#: What commands need that only look for the database.
DATABASE = ("database",)


def add_settings(parser: argparse.ArgumentParser, names: Container[str] | None = None) -> None:
    """A flag for each setting of these names, or of all, and one for the file that sets the others."""
    for setting in fields(Settings):
        if names is not None and setting.name not in names:
            continue
        unit = f", in {setting.metadata['unit']}" if setting.metadata["unit"] else ""
        default = f"default: {setting.default or 'none'}; {variable_for(setting.name)}"
        about = f"{setting.metadata['about']}{unit} ({default})"
        flag = flag_for(setting.name)
        if isinstance(setting.default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            parser.add_argument(flag, metavar=type(setting.default).__name__.upper(), default=None, help=about)
    parser.add_argument("--config", metavar="FILE", help=f"a file that sets what no flag or variable does; {VARIABLE}")


def read_settings(options: argparse.Namespace) -> Settings:
    """Or ValueError, which says what is wrong where."""
    return read_settings_and_file(options)[0]


def read_settings_and_file(options: argparse.Namespace) -> tuple[Settings, ConfigFile]:
    given = {setting.name: getattr(options, setting.name, None) for setting in fields(Settings)}
    flags = {name: parse(name, value) if isinstance(value, str) else value for name, value in given.items()}
    return load_with_file(flags, os.environ, options.config)
