"""Operations: what an operator asks a store beside the servers that use it, and how those come to know of changes.

Whoever can write to the database can do all of it, so it needs no password, port or socket of its own. Each change
leaves a notice in the same transaction: servers read new ones every second.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from .matches import Timestamp


class Change(StrEnum):
    """What a notice tells; its subject is given in brackets."""

    #: Bans have been added or lifted (of whom).
    BANS = "bans"
    #: A session has ended (the hash of its token, in hexadecimal digits).
    SESSION = "session"
    #: A table is none any more (its id).
    TABLE = "table"
    #: A person is called otherwise (their id).
    NAME = "name"
    #: A person is to be forgotten (their id): whoever holds tables with them does that.
    FORGET = "forget"
    #: A person has been forgotten, but has seats at tables of other workers (their id).
    LEFT = "left"
    #: A person has changed their own name (their id).
    CALLED = "called"


@dataclass(frozen=True, slots=True)
class Notice:
    number: int
    change: str
    subject: str


class TableStage(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table in an operator's list; `body` is that of its summary, where it has one."""

    id: str
    code: str
    host: str
    host_name: str
    is_public: bool
    created: Timestamp
    at: Timestamp
    stage: TableStage
    body: bytes | None


@dataclass(frozen=True, slots=True)
class FoundPerson:
    id: str
    name: str
    created: Timestamp
    #: When a session of theirs was used last, if there is one, and how many there are.
    used: Timestamp | None
    sessions: int


@dataclass(frozen=True, slots=True)
class FoundSession:
    token_hash: bytes
    person_id: str
    name: str
    created: Timestamp
    used: Timestamp


class Operations(ABC):
    """The part of a store that is for operators."""

    @abstractmethod
    async def latest_tables(self, stage: TableStage | None, limit: int, named: str | None = None) -> list[FoundTable]:
        """Those played at last come first; `named` is an id, a code, or the digest by which logs name a table."""

    @abstractmethod
    async def latest_people(self, text: str | None, limit: int) -> list[FoundPerson]:
        """Those who came last come first: whose name has that text in it, or whose id or digest it is."""

    @abstractmethod
    async def latest_sessions(self, limit: int) -> list[FoundSession]:
        """Those that were used last come first."""

    @abstractmethod
    async def end_sessions(self, person_id: str, now: Timestamp) -> int:
        """End all sessions of a person; how many there were."""

    @abstractmethod
    async def close_table(self, table_id: str, now: Timestamp) -> bool:
        """There is no such table any more, whoever holds it; whether there was. Its finished rounds stay."""

    @abstractmethod
    async def call_otherwise(self, person_id: str, name: str, now: Timestamp) -> bool:
        """Give a person another name wherever lists have it; whether there is such a person."""

    @abstractmethod
    async def post_notice(self, change: Change, subject: str, now: Timestamp) -> None: ...

    @abstractmethod
    async def notices(self, after: int) -> list[Notice]:
        """Those that were posted after that one, in order; they are kept for some days."""

    @abstractmethod
    async def last_notice(self) -> int:
        """The number of the last one; 0 if there is none."""


#: Milliseconds for which notices are kept: servers read them within seconds.
NOTICES_KEPT = 7 * 24 * 3_600_000


def escape_like(text: str) -> str:
    r"""A text to look for as it is.

    >>> escape_like("50%_off")
    '50\\%\\_off'
    """
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
