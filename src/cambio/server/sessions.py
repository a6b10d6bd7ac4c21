"""People: a guest is a name and a session. Who somebody is comes from the session's cookie, and from nothing else."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .clock import Clock
from .store.contract import Person, Store

LONGEST_NAME = 24
#: Sessions that are known without asking the store, and as many that have ended lately.
KNOWN = 10_000
#: A year, in seconds: guests have no other way back to their games.
COOKIE_AGE = 365 * 24 * 3600


@dataclass(frozen=True)
class Session:
    """Somebody who is here by a token, of which only the hash is kept."""

    token_hash: bytes
    person: Person


class People:
    """Everybody who has a session here."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: OrderedDict[bytes, Person] = OrderedDict()
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        #: Who is told when a session ends.
        self.when_ended: list[Callable[[Session], None]] = []

    async def session(self, token: str | None) -> Session | None:
        """Whose session it is; a token that we have not given out is nobody's."""
        if not token:
            return None
        token_hash = _hash(token)
        person = self._known.get(token_hash)
        if person is None:
            person = await self._store.person_of_session(token_hash)
            # It may have ended while the store was looking.
            if person is None or self.has_ended(token_hash):
                return None
            self._remember(token_hash, person)
        return Session(token_hash, person)

    def has_ended(self, token_hash: bytes) -> bool:
        """Whether a session that somebody was let in by is over by now."""
        return token_hash in self._ended

    async def greet(self, name: str) -> tuple[Person, str]:
        """A new guest, with the token of a new session: never one that came from outside."""
        now = self._clock.wall()
        person = Person(secrets.token_urlsafe(16), name, now)
        token = secrets.token_urlsafe(32)
        await self._store.add_person(person)
        await self._store.add_session(_hash(token), person.id, now)
        self._remember(_hash(token), person)
        return person, token

    async def rename(self, session: Session, name: str) -> Person:
        person = session.person
        await self._store.rename(person.id, name)
        renamed = Person(person.id, name, person.created)
        if not self.has_ended(session.token_hash):
            self._remember(session.token_hash, renamed)
        return renamed

    async def end(self, session: Session) -> None:
        """Its token is nobody's from now on, and whoever came in by it is shown out."""
        await self._store.end_session(session.token_hash)
        self._known.pop(session.token_hash, None)
        self._ended[session.token_hash] = None
        if len(self._ended) > KNOWN:
            self._ended.popitem(last=False)
        for tell in self.when_ended:
            tell(session)

    def _remember(self, token_hash: bytes, person: Person) -> None:
        self._known[token_hash] = person
        self._known.move_to_end(token_hash)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)


def proper_name(text: str) -> str:
    """A name as it stands at a table, or ValueError.

    >>> proper_name("  Ana   Luz ")
    'Ana Luz'
    """
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or ";" in name:
        raise ValueError(f"expected a name of 1 to {LONGEST_NAME} letters, without ';', but found {name[:40]!r}")
    return name


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
