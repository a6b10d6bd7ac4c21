"""What a store knows about one person, for a copy of it and for forgetting them.

Whoever is forgotten leaves an id behind that stands for nobody: what they did at tables belongs to others' games, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class SessionDates:
    token_hash: bytes
    created: Timestamp
    used: Timestamp


class PersonalData(ABC):
    """The part of a store that is about single people."""

    @abstractmethod
    async def sessions_of(self, person_id: str) -> list[SessionDates]:
        """The sessions that have not ended, the earliest first."""

    @abstractmethod
    async def tables_naming(self, person_id: str, after: str, limit: int) -> tuple[list[str], str | None]:
        """Of the next so many tables those that the person opened, or did something at; and after which table to go on.

        A walk begins after the table "", and None is its end.
        """

    @abstractmethod
    async def forget_in_rounds(self, person_id: str, name: str, texts: Mapping[str, str]) -> None:
        """Call a player of archived rounds otherwise, and replace the rounds' texts, by their ids."""

    @abstractmethod
    async def forget_in_table(
        self, table_id: str, bodies: Mapping[int, bytes], summary: tuple[int, bytes] | None
    ) -> None:
        """Replace the bodies of entries by their numbers, and that of the summary of that number, if it is there.

        The snapshot, which may have a name in it, is dropped.
        """

    @abstractmethod
    async def forget_person(self, person_id: str, name: str) -> None:
        """End all sessions, drop all figures, links and tries at daily deals, and put another name wherever there was
        theirs: in the archive, in matches and among people.
        """
