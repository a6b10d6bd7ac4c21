"""Bans: people and networks that an operator keeps out for a while."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from .matches import Timestamp


@dataclass(frozen=True, slots=True)
class Ban:
    """Who is kept out, a person by their id or a network like 203.0.113.7 or 2001:db8::/64; until when, and why."""

    subject: str
    is_network: bool
    until: Timestamp
    reason: str
    created: Timestamp


class Bans(ABC):
    """The part of a store that is about bans. Servers are told of every change by a notice."""

    @abstractmethod
    async def add_ban(self, ban: Ban) -> None:
        """It replaces the one that the subject has."""

    @abstractmethod
    async def lift_ban(self, subject: str, now: Timestamp) -> bool:
        """Whether there was one. Bans that are over are forgotten with it."""

    @abstractmethod
    async def bans(self, now: Timestamp) -> list[Ban]:
        """Those that are not over, the latest first."""
