"""The command line of the server: cambio serve, and the commands of those who operate one."""

from __future__ import annotations

import argparse
import sys

from .admin.cli import add_admin
from .backup.cli import add_backup, add_restore
from .config_file import print_config
from .doctor.cli import add_doctor
from .migrate.cli import add_migrate
from .setting_flags import add_settings, read_settings

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
    add_settings(serve)
    serve.add_argument("--print-config", action="store_true", help="print such a file, with all settings, and end")
    serve.set_defaults(run=run_serve)


def add_operating(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands of whoever operates a server."""
    add_doctor(commands)
    add_admin(commands)
    add_backup(commands)
    add_restore(commands)
    add_migrate(commands)


def run_serve(options: argparse.Namespace) -> int:
    if options.print_config:
        print(print_config(), end="")
        return 0
    try:
        settings = read_settings(options)
    except ValueError as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    from .serve import serve

    return serve(settings)
