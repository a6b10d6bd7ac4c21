"""Newcomers: people on the join page of a table, who have no seat yet, and not always a name."""

from __future__ import annotations

from dataclasses import dataclass

#: Milliseconds after which somebody whose page says nothing more is taken for gone.
VISIT_TIME = 20_000.0
#: So many are told of at one table, and from one address; whoever else comes may join all the same.
MAX_NEWCOMERS = 8
MAX_FROM_ONE_ADDRESS = 4


@dataclass(frozen=True)
class Newcomer:
    """Somebody who is choosing a name: what has been entered so far, from which address, and until when it counts."""

    name: str
    address: str
    until: float


class Newcomers:
    """Those at the door of one table, by the visits that their pages make up. Nothing of this is kept.

    >>> newcomers = Newcomers()
    >>> newcomers.see("visit 1", "", "192.0.2.1", now=0)
    >>> newcomers.see("visit 2", "Ben", "192.0.2.1", now=5_000)
    >>> newcomers.names()
    ('', 'Ben')
    >>> newcomers.drop_expired(now=20_000)
    >>> newcomers.names()
    ('Ben',)
    """

    def __init__(self) -> None:
        self._by_visit: dict[str, Newcomer] = {}

    def see(self, visit: str, name: str, address: str, *, now: float) -> None:
        """Somebody is there, or still there."""
        if visit in self._by_visit or self._has_room_for(address):
            self._by_visit[visit] = Newcomer(name, address, now + VISIT_TIME)

    def _has_room_for(self, address: str) -> bool:
        from_there = sum(1 for newcomer in self._by_visit.values() if newcomer.address == address)
        return len(self._by_visit) < MAX_NEWCOMERS and from_there < MAX_FROM_ONE_ADDRESS

    def dismiss(self, visit: str) -> None:
        """Somebody has come to the table, or gone away."""
        self._by_visit.pop(visit, None)

    def drop_expired(self, now: float) -> None:
        self._by_visit = {visit: newcomer for visit, newcomer in self._by_visit.items() if newcomer.until > now}

    def next_expiry(self) -> float | None:
        return min((newcomer.until for newcomer in self._by_visit.values()), default=None)

    def names(self) -> tuple[str, ...]:
        """What each of them has entered so far, in the order of their coming."""
        return tuple(newcomer.name for newcomer in self._by_visit.values())
