"""The command line of the server: cambio serve, and the commands of those who operate one."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import fields

from .config_file import VARIABLE, load_settings, print_config
from .settings import Settings, flag_for, parse, variable_for

EXAMPLES = """examples:
  cambio serve                                    a table on this machine, kept in cambio.db
  cambio serve --host 0.0.0.0 --port 80           for everybody on the network
  cambio serve --database sqlite:////var/lib/cambio/tables.db
  cambio serve --behind-proxy --public-url https://cambio.example
  CAMBIO_PORT=9000 cambio serve                   every flag has a variable, too
  cambio serve --print-config > cambio.toml       all settings as a file to change
  cambio serve --config cambio.toml
"""


def add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    serve = commands.add_parser(
        "serve",
        help="run a server: tables on the web, for friends and bots",
        description="Run a server with the web table. Everything is kept in one file; play goes on after a restart.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for setting in fields(Settings):
        unit = f", in {setting.metadata['unit']}" if setting.metadata["unit"] else ""
        default = f"default: {setting.default or 'none'}; {variable_for(setting.name)}"
        about = f"{setting.metadata['about']}{unit} ({default})"
        flag = flag_for(setting.name)
        if isinstance(setting.default, bool):
            serve.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            serve.add_argument(flag, metavar=type(setting.default).__name__.upper(), default=None, help=about)
    serve.add_argument("--config", metavar="FILE", help=f"a file that sets what no flag or variable does; {VARIABLE}")
    serve.add_argument("--print-config", action="store_true", help="print such a file, with all settings, and end")
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    if options.print_config:
        print(print_config(), end="")
        return 0
    given = {setting.name: getattr(options, setting.name) for setting in fields(Settings)}
    try:
        flags = {name: parse(name, value) if isinstance(value, str) else value for name, value in given.items()}
        settings = load_settings(flags, os.environ, options.config)
    except ValueError as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    from .serve import serve

    return serve(settings)
