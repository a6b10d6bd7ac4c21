"""A copy of a database of PostgreSQL, by PostgreSQL's own programs.

Its password goes to them by the environment: an argument could be read by every user of the machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from ..store.errors import NewerStore
from ..store.migrations.revisions import BEFORE_REVISIONS, FoundSchema, Standing
from .reports import BackupFailed, Report

#: Where Debian keeps the programs of each version.
DEBIAN = Path("/usr/lib/postgresql")
_MISSING = (
    "expected {program} of PostgreSQL, but it is not installed: install the client programs of your database's version "
    "(on Debian postgresql-client), or let the database's own host make the copy"
)
#: Parameters of an address that have a variable of their own.
_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
    "passfile": "PGPASSFILE",
}


def back_up_postgres(url: str, target: Path) -> Report:
    """Copy the database to a new file in PostgreSQL's own format, and check that its contents can be listed."""
    if target.exists():
        raise BackupFailed(f"expected a new file, but {target} is there already: name another one, or remove it")
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        try:
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise BackupFailed(f"expected to write {target}, but: {error.strerror}") from None
        _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={unfinished}")
        kinds = list_contents(url, unfinished)
        found = find_schema_in(url, unfinished)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return Report(target, target.stat().st_size, _describe(found, kinds))


def restore_postgres(copy: Path, url: str) -> Report:
    """Fill an empty database with a copy, all or nothing."""
    if not copy.is_file():
        raise BackupFailed(f"expected a backup at {copy}, but there is none")
    kinds = list_contents(url, copy)
    found = find_schema_in(url, copy)
    try:
        found.check_not_newer()
    except NewerStore as error:
        raise BackupFailed(str(error)) from None
    database = _environment(url)["PGDATABASE"]
    _run(
        *(url, "pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"),
        *(f"--dbname={database}", str(copy)),
        advice="a backup is restored into an empty database: make one by createdb, and name it by DATABASE_URL",
    )
    advice = "bring it up to date before a server starts: cambio migrate" if found.standing is Standing.OLDER else ""
    return Report(copy, copy.stat().st_size, _describe(found, kinds), advice=advice)


def _describe(found: FoundSchema, kinds: int) -> str:
    return f"{found.told}, its list of contents, {kinds} tables with their rows"


def find_schema_in(url: str, file: Path) -> FoundSchema:
    """The schema of a copy, by the row that says so."""
    rows = _run(url, "pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file))
    revision = re.search(r"^COPY \S*alembic_version .*\n(\w+)$", rows, re.MULTILINE)
    return FoundSchema.at(revision[1]) if revision is not None else BEFORE_REVISIONS


def list_contents(url: str, file: Path) -> int:
    """How many tables with rows a copy has; none is no copy of ours."""
    listed = _run(url, "pg_restore", "--list", str(file))
    kinds = len(re.findall(r" TABLE DATA ", listed))
    if " TABLE DATA public person " not in listed and not re.search(r" TABLE DATA \S+ person ", listed):
        raise BackupFailed(f"expected a copy of Cambio's database at {file}, but it has no people in it")
    return kinds


def _run(url: str, program: str, *arguments: str, advice: str = "") -> str:
    found = find_program(program)
    if found is None:
        raise BackupFailed(_MISSING.format(program=program))
    environment = {**os.environ, **_environment(url)}
    done = subprocess.run([found, *arguments], env=environment, capture_output=True, text=True)  # noqa: S603
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        why = f"{program} says: {'; '.join(line.removeprefix(f'{program}: ') for line in said[:3])}"
        raise BackupFailed(f"{why} ({advice})" if advice else why)
    return done.stdout


def find_program(name: str) -> str | None:
    """The one that the shell would find, or Debian's newest."""
    newest = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda each: int(each.parts[-3]), reverse=True)
    return shutil.which(name) or (str(newest[0]) if newest else None)


def _environment(url: str) -> dict[str, str]:
    """The variables by which PostgreSQL's programs know an address.

    >>> sorted(_environment("postgresql://ana:h%40t@db.example:5433/cambio?sslmode=require").items())
    [('PGDATABASE', 'cambio'), ('PGHOST', 'db.example'), ('PGPASSWORD', 'h@t'), ('PGPORT', '5433'), \
('PGSSLMODE', 'require'), ('PGUSER', 'ana')]
    """
    parts = urlsplit(url)
    told = {
        "host": unquote(parts.hostname or ""),
        "port": str(parts.port or ""),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "dbname": unquote(parts.path.removeprefix("/")),
    }
    told |= dict(parse_qsl(parts.query))
    return {_VARIABLES[name]: value for name, value in told.items() if value and name in _VARIABLES}
