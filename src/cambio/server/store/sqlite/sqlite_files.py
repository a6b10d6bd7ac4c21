"""The files of the embedded store: the lock that keeps a second server away, and whether all are still in their place.

A file that is deleted, renamed or replaced stays open, and what is written to it is committed as ever; but whoever
opens the store next by its name does not find it. So before anything is acknowledged, names are compared with what was
opened.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from ..errors import StoreFailed, StoreInUse, StoreLost

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


#: For files that no store can be in.
EXPECTED_FILE = (
    "expected a database file that can be read and written at {file}, but {why}: "
    "put that right, or name another file by --database"
)


class ServerLock:
    """Lets one server at a time use a database. The system releases it when the process ends, however that happens.

    It has a file of its own, since locks on the database itself could interfere with those that SQLite takes.
    """

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}-lock")
        self._database = database
        self._descriptor: int | None = None

    def acquire(self) -> None:
        """Raises `StoreInUse` if another server has it."""
        while self._descriptor is None:
            try:
                descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                why = f"its lock file fails: {error.strerror}"
                if isinstance(error, FileNotFoundError | NotADirectoryError):
                    why = f"there is no folder {self.path.parent}"
                raise StoreFailed(EXPECTED_FILE.format(file=self._database, why=why)) from error
            try:
                self._lock(descriptor)
                # The server before may have removed the file while it ended: then somebody else could lock a new one.
                if _is_at(self.path, descriptor):
                    self._descriptor = descriptor
                    _note_process(descriptor)
            finally:
                if self._descriptor is None:
                    os.close(descriptor)

    def _lock(self, descriptor: int) -> None:
        try:
            _lock_file(descriptor)
        except (BlockingIOError, PermissionError) as error:
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            process = f" (process {holder})" if holder.isdecimal() else ""
            raise StoreInUse(
                f"expected to be the only server that uses {self._database}, but another one{process} does: "
                "stop that one, or name another file by --database"
            ) from error
        except OSError as error:
            raise StoreFailed(f"expected to lock {self.path}, but: {error.strerror}") from error

    def release(self) -> None:
        """Releasing what is not held does no harm."""
        if self._descriptor is None:
            return
        # Removed while it is still locked, so that nobody's new file is removed; where that can't be, it may stay.
        with suppress(OSError):
            if _is_at(self.path, self._descriptor):
                self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = None


def _note_process(descriptor: int) -> None:
    """For the sentence that others read; on a full disk they are told less."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())


def _is_at(path: Path, descriptor: int) -> bool:
    """Whether an open file is still the one of that name."""
    try:
        return _identity(path.stat()) == _identity(os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _lock_file(descriptor: int) -> None:
    if sys.platform == "win32":
        # Behind what is read: there a locked byte can't be read.
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseFiles:
    """The files by which an open database is found again, as they were when it was opened.

    `name` is how the database was named, which may be a link; `database` is where it lies, its other files beside it.
    """

    def __init__(self, name: Path, database: Path, lock: ServerLock | None) -> None:
        #: Commits are in these two: the log has the latest, and is of no use without the database.
        self._committed = (name, database.with_name(f"{database.name}-wal"))
        #: By these, programs that use the database find each other.
        self._shared = (database.with_name(f"{database.name}-shm"), *([lock.path] if lock is not None else []))
        self._opened: dict[Path, tuple[int, int]] = {}
        self._is_lost = False

    def remember(self) -> None:
        """From now on these are the files that must stay in their place."""
        for path in (*self._committed, *self._shared):
            with suppress(OSError):
                self._opened[path] = _identity(path.stat())

    def check_committed(self) -> None:
        """Raise `StoreLost` unless what has been committed will be found by whoever opens the database next."""
        # Two files are enough for that, and this is asked after every commit. But once one is lost, all must be back.
        if self._is_lost:
            self.check_all()
        else:
            self._check(self._committed)

    def check_all(self) -> None:
        self._check((*self._committed, *self._shared))
        self._is_lost = False

    def _check(self, paths: tuple[Path, ...]) -> None:
        for path in paths:
            if path in self._opened and not self._is_in_place(path):
                self._is_lost = True
                raise StoreLost(str(path))

    def _is_in_place(self, path: Path) -> bool:
        try:
            found = path.stat()
        except OSError:
            return False
        # A database is never empty: then somebody has emptied it.
        is_emptied = found.st_size == 0 and path == self._committed[0]
        return _identity(found) == self._opened[path] and not is_emptied


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
