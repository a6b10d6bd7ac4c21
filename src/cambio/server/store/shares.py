"""Links by which anybody may look at a finished round again, made by somebody who played it."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class Share:
    """A link to a finished round. Whoever has the token sees the round; so the store tells it to its maker alone."""

    token: str
    finished_id: str
    person_id: str
    #: Whose faces it shows: table, all or a seat's letter.
    scope: str
    created: Timestamp


def hash_token(token: str) -> bytes:
    """By this a link is found: how long a search takes tells nothing about the tokens that there are."""
    return hashlib.sha256(token.encode()).digest()


class Shares(ABC):
    """The part of a store that is about links. They go with their round, and with the person who made them."""

    @abstractmethod
    async def add_share(self, share: Share) -> Share | None:
        """Keep a link; or return the one that the person has to that round with that scope.

        None if there is no such round, or the person did not play it.
        """

    @abstractmethod
    async def share(self, token: str) -> Share | None:
        """The link of a token that was given out and not revoked."""

    @abstractmethod
    async def shares_of(self, person_id: str, finished_id: str | None = None) -> list[Share]:
        """A person's links, to one round or to all, the earliest first."""

    @abstractmethod
    async def revoke_share(self, token: str, finished_id: str, person_id: str) -> bool:
        """Whether there was such a link of that person to that round; now there is none, and no trace of it."""
