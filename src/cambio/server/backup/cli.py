"""The commands cambio backup and cambio restore."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..setting_flags import DATABASE, add_settings, read_settings
from ..store.urls import POSTGRES, sqlite_path
from .postgres_backup import back_up_postgres, restore_postgres
from .reports import BackupFailed, Report
from .sqlite_backup import back_up_sqlite, restore_sqlite

_MEGABYTE = 1_000_000


def add_backup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backup = commands.add_parser(
        "backup",
        help="copy a server's database while it runs, and check the copy",
        description="Copy everything that a server keeps to a new file, while it runs, and check the copy. "
        "Exit status: 0 if there is a good copy, 1 if there is none.",
        epilog="examples:\n"
        "  cambio backup --config /etc/cambio/cambio.toml /backups/cambio-$(date +%F).db\n"
        "  DATABASE_URL=postgresql://cambio@db/cambio cambio backup cambio.dump\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy, which is not there yet")
    add_settings(backup, DATABASE)
    backup.set_defaults(run=run_backup)


def add_restore(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    restore = commands.add_parser(
        "restore",
        help="put a backup in the place of a database that no server uses",
        description="Check a backup, and put it in the place of the database. A SQLite file that is there is kept "
        "beside it under another name; a database of PostgreSQL has to be empty. Stop the server first.",
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="what cambio backup has made")
    add_settings(restore, DATABASE)
    restore.set_defaults(run=run_restore)


def run_backup(options: argparse.Namespace) -> int:
    try:
        url = read_settings(options).database
        if url.startswith(POSTGRES):
            report = back_up_postgres(url, options.file)
        else:
            report = back_up_sqlite(sqlite_path(url), options.file)
    except (BackupFailed, ValueError) as error:
        return _fail(error)
    print(f"backed up to {report.file}: {_describe(report)}")
    return 0


def run_restore(options: argparse.Namespace) -> int:
    try:
        url = read_settings(options).database
        if url.startswith(POSTGRES):
            report = restore_postgres(options.file, url)
        else:
            report = restore_sqlite(options.file, sqlite_path(url))
    except (BackupFailed, ValueError) as error:
        return _fail(error)
    print(f"restored from {options.file}: {_describe(report)}")
    if report.moved is not None:
        print(f"what was there before is {report.moved}")
    if report.advice:
        print(report.advice)
    return 0


def _describe(report: Report) -> str:
    size = f"{report.size / _MEGABYTE:.1f} MB"
    counted = ", ".join(f"{count} {name}" for name, count in report.rows.items() if count)
    return f"{size}, checked ({report.checked})" + (f"\nrows: {counted}" if counted else "")


def _fail(error: Exception) -> int:
    print(f"cambio: {error}", file=sys.stderr)
    return 1
