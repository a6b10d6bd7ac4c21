"""What a store can refuse or fail to do, each with what it means for whoever asked."""

from __future__ import annotations

from pathlib import PurePath

from .workers import Worker


class StoreError(Exception):
    """The store did not do what it was asked, and nothing has changed unless it says otherwise."""


class StoreFailed(StoreError):
    """The disk or the database failed. Nothing was acknowledged, but a write may still turn out to be there:
    read the table again before going on.
    """


class StoreLost(StoreFailed):
    """A file of the store was deleted, renamed, emptied or replaced. What is written to it can't be found again, so
    nothing is acknowledged before it is back.
    """

    def __init__(self, file: str) -> None:
        super().__init__(
            f"{PurePath(file).name} was deleted, renamed, emptied or replaced while the server was running: "
            "put it back in its place, or stop the server"
        )
        self.file = file


class StoreDamaged(StoreFailed):
    """What is stored can't be read: a part of it has been overwritten, or the disk is broken."""


class StoreInUse(StoreError):
    """Another server uses the store, and it is one for a single server."""


class UnknownStore(StoreError):
    """An address that no store answers to."""


class NewerStore(StoreError):
    """The store was written by a later version of the program."""


class OlderStore(StoreError):
    """The store is of an earlier version, which others may still use: only an operator may bring it up to date."""


class Fenced(StoreError):
    """Somebody else has claimed the table since: drop it and disconnect its clients."""

    def __init__(self, table_id: str, epoch: int, current: int) -> None:
        super().__init__(f"table {table_id} is at epoch {current}, but epoch {epoch} wrote: another worker claimed it")
        self.table_id = table_id
        self.epoch = epoch
        self.current = current


class HeldElsewhere(StoreError):
    """Another worker that lives holds the table: clients are to go there."""

    def __init__(self, table_id: str, worker: Worker) -> None:
        super().__init__(f"table {table_id} is held by worker {worker.id}, which lives")
        self.table_id = table_id
        self.worker = worker


class AlreadyThere(StoreError):
    """The command is in the log already, as entry `seq`; what was answered then is the answer."""

    def __init__(self, table_id: str, actor: str, cmd_id: str | None, seq: int) -> None:
        super().__init__(f"table {table_id} has command {cmd_id!r} of {actor} already, as entry {seq}")
        self.table_id = table_id
        self.seq = seq


class OutOfOrder(StoreError):
    """Entries must follow the log without a gap."""

    def __init__(self, table_id: str, expected: int, came: int) -> None:
        super().__init__(f"the next entry of table {table_id} is {expected}, but {came} came")
        self.table_id = table_id
        self.expected = expected
        self.came = came


class Taken(StoreError):
    """An id or a code that somebody has already."""


class AlreadyTried(StoreError):
    """The person has begun the daily deal already, at that table."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"the one try at that deal is at table {table_id}")
        self.table_id = table_id


class NoSuchTable(StoreError):
    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id}")
        self.table_id = table_id


class NoSuchPerson(StoreError):
    def __init__(self, person_id: str | None) -> None:
        super().__init__(f"there is no person {person_id}")
        self.person_id = person_id
