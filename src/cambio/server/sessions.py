"""Sessions: a guest is a name and a session. Who somebody is comes from the session's cookie, and from nothing else."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .clock import Clock
from .store.contract import Person, Store

LONGEST_NAME = 24
#: Sessions that are cached, and the latest ones that have ended.
CACHE_SIZE = 10_000
#: A year, in seconds: guests have no other way back to their games.
COOKIE_AGE = 365 * 24 * 3600


@dataclass(frozen=True)
class Session:
    """A person who has shown a token, of which only the hash is kept."""

    token_hash: bytes
    person: Person


class Sessions:
    """All sessions of a server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._cache: OrderedDict[bytes, Person] = OrderedDict()
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        #: Called with each session that ends.
        self.on_end: list[Callable[[Session], None]] = []

    async def find(self, token: str | None) -> Session | None:
        """The session of a token; None for a token that the server has not given out, or whose session has ended."""
        if not token:
            return None
        token_hash = _hash(token)
        person = self._cache.get(token_hash)
        if person is None:
            person = await self._store.person_of_session(token_hash)
            # It may have ended during the query.
            if person is None or self.has_ended(token_hash):
                return None
            self._keep(token_hash, person)
        return Session(token_hash, person)

    def has_ended(self, token_hash: bytes) -> bool:
        """Whether a session that was good before is over by now."""
        return token_hash in self._ended

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """A new guest and the token of a new session: a token never comes from outside (session fixation)."""
        now = self._clock.wall()
        person = Person(secrets.token_urlsafe(16), name, now)
        token = secrets.token_urlsafe(32)
        await self._store.add_person(person)
        await self._store.add_session(_hash(token), person.id, now)
        self._keep(_hash(token), person)
        return person, token

    async def rename(self, session: Session, name: str) -> Person:
        person = session.person
        await self._store.rename(person.id, name)
        renamed = Person(person.id, name, person.created)
        if not self.has_ended(session.token_hash):
            self._keep(session.token_hash, renamed)
        return renamed

    async def end(self, session: Session) -> None:
        """From now on the token is worth nothing, and sockets that were opened by it are closed."""
        await self._store.end_session(session.token_hash)
        self._cache.pop(session.token_hash, None)
        self._ended[session.token_hash] = None
        if len(self._ended) > CACHE_SIZE:
            self._ended.popitem(last=False)
        for callback in self.on_end:
            callback(session)

    def _keep(self, token_hash: bytes, person: Person) -> None:
        self._cache[token_hash] = person
        self._cache.move_to_end(token_hash)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)


def clean_name(text: str) -> str:
    """A person's name with single spaces, or ValueError.

    >>> clean_name("  Ana   Luz ")
    'Ana Luz'
    """
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or ";" in name:
        raise ValueError(f"expected a name of 1 to {LONGEST_NAME} letters, without ';', but found {name[:40]!r}")
    return name


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
