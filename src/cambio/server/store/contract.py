"""The contract of a store: every table's log, who plays, and the rounds that are finished.

A move is shown to nobody before `append` has returned: then it is durable, and what was refused has left no trace. One
worker at a time holds a table: whoever claims it begins a new epoch, and the one before can write no more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...places import Seat
from .bans import Bans
from .daily_deals import DailyDeal, DailyDeals, DailyResult
from .errors import OutOfOrder
from .matches import ListedMatch, MatchFilter, MatchKey, PlayedMatch
from .matches import Timestamp as Timestamp
from .operations import Operations
from .personal_data import PersonalData
from .purging import Purging
from .shares import Shares
from .statistics import RoundFigures, Statistics
from .workers import Worker, Workers

ALL_MATCHES = MatchFilter()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was opened; `code` is what friends type to join, until it expires."""

    id: str
    code: str
    code_expires: Timestamp
    host: str
    is_public: bool
    created: Timestamp


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log, counted from 1; the same when it is written and when it is read.

    `actor` is a person's id, a bot or "table". A command that leads to several entries gives its `cmd_id` to one of
    them; an entry that no command asked for has none.
    """

    seq: int
    cmd_id: str | None
    actor: str
    body: bytes
    at: Timestamp


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    created: Timestamp


@dataclass(frozen=True, slots=True)
class StoredSession:
    """Who a session's token stands for, and when it was last known to be used."""

    person: Person
    used: Timestamp


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat where in a finished round, by the name of that day; a bot is no person."""

    person_id: str | None
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round for the archive; `text` is the whole round as a .cambio file."""

    id: str
    table_id: str
    #: The match that it is a round of: a table may play several, one after the other.
    match_id: str
    round: int
    finished: Timestamp
    rules: str
    players: tuple[Player, ...]
    text: str

    @property
    def book(self) -> str:
        """The rule book that its rules are named by."""
        return self.rules.split()[0]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What a list shows of a table, so that no log has to be read for it; there is no card in it."""

    table_id: str
    #: The last entry that it tells about, and when that was written.
    seq: int
    at: Timestamp
    #: Whether the match is over.
    is_over: bool
    #: Whether somebody would miss it: a match has begun, and it is no lesson.
    has_match: bool
    #: The seat of each person who plays, by the person's id.
    seats: Mapping[str, Seat]
    #: What the store does not read.
    body: bytes


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """A person's seat at a table. After a crash the log may be ahead of the summary, which is not current then."""

    seat: Seat
    summary: TableSummary
    is_current: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a table's entries up to `seq` add up to. Whoever loses it reads the log instead, which tells the same."""

    table_id: str
    seq: int
    #: What the store does not read. There are hidden cards in it, as in the log.
    body: bytes


class Store(PersonalData, Shares, DailyDeals, Workers, Operations, Bans, Purging):
    """What every store does, whatever it is made of. Any call may raise `StoreFailed`."""

    #: What was found to be damaged, in a sentence. It stays until the store is opened anew: damage does not heal.
    damage: str | None = None

    @abstractmethod
    async def open(self, worker: Worker | None = None) -> None:
        """Bring the schema up to date where no other program may use it, or raise `NewerStore` or `OlderStore`.

        A worker that serves tables gets `StoreInUse` if another one does and the store is for one at a time.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked before, refuse what is asked after; closing twice does no harm."""

    # Tables

    @abstractmethod
    async def create_table(
        self, table: TableRow, owner: str | None = None, entries: Sequence[Entry] = (), daily: DailyDeal | None = None
    ) -> int:
        """A new table with its first entries, held by its owner if there is one; all of it is one commit.

        Returns the epoch. Raises `Taken` if another table has this code, not expired when this one is created; and
        `AlreadyTried`, if it is for the host's one try at a daily deal, and there has been one.
        """

    @abstractmethod
    async def table(self, table_id: str) -> TableRow | None: ...

    @abstractmethod
    async def table_by_code(self, code: str, now: Timestamp) -> TableRow | None:
        """The table whose code this is now; an expired code opens nothing."""

    @abstractmethod
    async def count_open_tables(self, host: str, since: Timestamp, limit: int) -> int:
        """How many tables a person has opened since then whose match is not over; no more than the limit."""

    @abstractmethod
    async def claim(self, table_id: str, owner: str) -> int:
        """Hold the table from now on, under the epoch returned; whoever held it before is fenced.

        Raises `HeldElsewhere` if that is another worker which lives.
        """

    # The log

    @abstractmethod
    async def append(self, table_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        """Write all the entries or none; returns when they are durable.

        Looked at in this order: `NoSuchTable`, `Fenced` if the epoch isn't the table's, `AlreadyThere` if the log has
        one of the commands, `OutOfOrder` if the first entry isn't the log's next.
        """

    @abstractmethod
    async def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log in order, from the entry that follows `after`."""

    @abstractmethod
    async def entry_of(self, table_id: str, actor: str, cmd_id: str) -> int | None:
        """The number of the entry that carried a command out, however long ago."""

    # Summaries

    @abstractmethod
    async def summarize(self, summary: TableSummary) -> None:
        """Replace a table's summary, unless that one is newer."""

    @abstractmethod
    async def summary(self, table_id: str) -> TableSummary | None: ...

    @abstractmethod
    async def tables_of(self, person_id: str, *, are_over: bool, limit: int) -> list[SeatAtTable]:
        """The tables where a person has a seat and the match is over, or is not; those played at last come first."""

    # Snapshots

    @abstractmethod
    async def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Replace a table's snapshot, unless that one is newer."""

    @abstractmethod
    async def snapshot(self, table_id: str) -> Snapshot | None: ...

    # The archive

    @abstractmethod
    async def archive(
        self, finished: Finished, figures: Sequence[RoundFigures] = (), daily: DailyResult | None = None
    ) -> None:
        """Keep a finished round, what people did in it, and the result of a try at a daily deal, in one commit.

        A round is kept once, and a second time is `Taken`.
        """

    @abstractmethod
    async def finished(self, finished_id: str) -> Finished | None: ...

    @abstractmethod
    async def finished_of(self, person_id: str, limit: int, before: str | None = None) -> list[Finished]:
        """A person's rounds, newest first; the next page begins `before` the id that ended the last one."""

    # Matches

    @abstractmethod
    async def keep_match(self, match: PlayedMatch) -> None:
        """Replace what is known of a match, unless that is newer."""

    @abstractmethod
    async def match(self, match_id: str) -> PlayedMatch | None: ...

    @abstractmethod
    async def rounds_of_match(self, match_id: str) -> list[Finished]:
        """The rounds of a match that are in the archive, in order."""

    @abstractmethod
    async def matches_of(
        self, person_id: str, limit: int, before: MatchKey | None = None, wanted: MatchFilter = ALL_MATCHES
    ) -> list[ListedMatch]:
        """A person's matches, over or not, those played last first, from the one that follows `before`."""

    # Statistics

    @abstractmethod
    async def statistics_of(self, person_id: str, book: str | None = None) -> Statistics:
        """What a person's matches that are over, and figures of rounds, add up to; of one rule book or all."""

    # People and sessions

    @abstractmethod
    async def add_person(self, person: Person) -> None: ...

    @abstractmethod
    async def rename(self, person_id: str, name: str) -> None: ...

    @abstractmethod
    async def add_session(self, token_hash: bytes, person_id: str, created: Timestamp) -> None:
        """Let whoever has the token be this person; the token itself is never stored."""

    @abstractmethod
    async def session(self, token_hash: bytes) -> StoredSession | None: ...

    @abstractmethod
    async def use_session(self, token_hash: bytes, now: Timestamp) -> bool:
        """Note that it is used now; whether it is still there."""

    @abstractmethod
    async def end_session(self, token_hash: bytes) -> None:
        """Ending what has ended does no harm."""

    @abstractmethod
    async def reclaim_space(self, pages: int) -> int:
        """Give so much unused space back to the file system; how much there is still."""

    @abstractmethod
    async def shrink(self) -> None:
        """Let what was given back be seen in the size of the files; nobody waits for it."""

    # Liveness

    @abstractmethod
    async def beat(self, owner: str, now: Timestamp) -> None: ...

    @abstractmethod
    async def last_beat(self) -> Timestamp | None:
        """When any worker was last known to live: clocks get back the time from then on."""

    @abstractmethod
    def check_place(self) -> None:
        """Raise `StoreLost` if what is written now would not be found by whoever opens the store next."""

    @abstractmethod
    async def check_damage(self) -> None:
        """Read everything, and raise `StoreDamaged` if a part of it can't be; takes a while, and holds nobody up."""


def check_limit(limit: int, of_what: str) -> None:
    """No list has fewer than no rows."""
    if limit < 0:
        raise ValueError(f"expected a number of {of_what}, but found {limit}")


def check_batch(table_id: str, entries: Sequence[Entry]) -> None:
    """What is wrong with a batch, whatever the log holds."""
    if len(entries) < 2:
        return  # Most moves are one entry, with which nothing can be wrong.
    for earlier, entry in pairwise(entries):
        if entry.seq != earlier.seq + 1:
            raise OutOfOrder(table_id, expected=earlier.seq + 1, came=entry.seq)
    commands = [(entry.actor, entry.cmd_id) for entry in entries if entry.cmd_id is not None]
    if len(set(commands)) < len(commands):
        raise ValueError(f"expected each command once in a batch for table {table_id}, but found {commands}")
