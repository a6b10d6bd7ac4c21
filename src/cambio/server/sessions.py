"""Sessions: a guest is a name and a session. Who somebody is comes from the session's cookie, and from nothing else."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .clock import Clock
from .store.contract import Person, Store
from .store.operations import Change

LONGEST_NAME = 24
#: Sessions that are cached, and the latest ones that have ended.
CACHE_SIZE = 10_000
DAY = 24 * 3_600_000
#: Milliseconds after which the use of a session is noted again: so often, and no more, it is a write.
USE_INTERVAL = DAY
#: Letters and symbols that look like nothing: fillers of Hangul, Braille without dots, a note without a head.
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\U0001d159"), " ")


@dataclass(frozen=True)
class Session:
    """A person who has shown a token, of which only the hash is kept."""

    token_hash: bytes
    person: Person


@dataclass(frozen=True)
class _Cached:
    person: Person
    #: When its use was noted last, by the wall clock.
    used: int


class Sessions:
    """All sessions of a server. One that is used lasts on; one that was not for so many days has ended."""

    def __init__(self, store: Store, clock: Clock, days: float = 0) -> None:
        self._store = store
        self._clock = clock
        #: Milliseconds without use after which a session is over; None: never. The cookie's time begins with each use,
        #: and the session's a little later at most.
        self._lifetime = days * DAY + USE_INTERVAL if days else None
        self._cache: OrderedDict[bytes, _Cached] = OrderedDict()
        self._ended: OrderedDict[bytes, None] = OrderedDict()
        #: Called with the hash of each session's token that ends.
        self.on_end: list[Callable[[bytes], None]] = []

    async def find(self, token: str | None) -> Session | None:
        """The session of a token; None for a token that the server has not given out, or whose session has ended."""
        if not token:
            return None
        return await self.find_by_hash(_hash(token))

    async def find_by_hash(self, token_hash: bytes) -> Session | None:
        """The same by what is kept of the token."""
        found = self._cache.get(token_hash)
        if found is None:
            stored = await self._store.session(token_hash)
            if stored is None:
                return None
            found = _Cached(stored.person, stored.used)
        found = await self._use(token_hash, found)
        # It may have ended during the query.
        if found is None or self.has_ended(token_hash):
            self._cache.pop(token_hash, None)
            return None
        self._keep(token_hash, found)
        return Session(token_hash, found.person)

    async def _use(self, token_hash: bytes, found: _Cached) -> _Cached | None:
        """The session, which is used now; None if that comes too late, or if it has been purged meanwhile."""
        now = self._clock.wall()
        if self._lifetime is not None and found.used < now - self._lifetime:
            return None
        if found.used > now - USE_INTERVAL:
            return found
        return _Cached(found.person, now) if await self._store.use_session(token_hash, now) else None

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
        self._keep(_hash(token), _Cached(person, now))
        return person, token

    async def rename(self, session: Session, name: str) -> Person:
        person = session.person
        await self._store.rename(person.id, name)
        await self._tell_others(Change.CALLED, person.id)
        renamed = Person(person.id, name, person.created)
        if not self.has_ended(session.token_hash):
            self._keep(session.token_hash, _Cached(renamed, self._last_use(session)))
        return renamed

    async def end(self, session: Session) -> None:
        """From now on the token is worth nothing, and sockets that were opened by it are closed."""
        await self._store.end_session(session.token_hash)
        await self._tell_others(Change.SESSION, session.token_hash.hex())
        self.note_end(session.token_hash)

    async def _tell_others(self, change: Change, subject: str) -> None:
        """Other workers may have it in their memory."""
        if self._store.is_shared:
            await self._store.post_notice(change, subject, self._clock.wall())

    def note_end(self, token_hash: bytes) -> None:
        """The store knows this session no longer."""
        self._cache.pop(token_hash, None)
        self._ended[token_hash] = None
        if len(self._ended) > CACHE_SIZE:
            self._ended.popitem(last=False)
        for callback in self.on_end:
            callback(token_hash)

    async def end_all(self, person: Person) -> None:
        for dates in await self._store.sessions_of(person.id):
            await self.end(Session(dates.token_hash, person))

    def forget_name(self, person_id: str) -> None:
        """A person is called otherwise in the store: what is cached of their name counts no more."""
        for token_hash in [each for each, found in self._cache.items() if found.person.id == person_id]:
            del self._cache[token_hash]

    def _last_use(self, session: Session) -> int:
        """Whoever has a session in hand has used it; if nobody remembers when, it is noted with the next use."""
        cached = self._cache.get(session.token_hash)
        return cached.used if cached is not None else self._clock.wall() - USE_INTERVAL

    def _keep(self, token_hash: bytes, found: _Cached) -> None:
        self._cache[token_hash] = found
        self._cache.move_to_end(token_hash)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)


def clean_name(text: str) -> str:
    """A person's name with single spaces, or ValueError.

    >>> clean_name("  Ana   Luz ")
    'Ana Luz'
    """
    name = " ".join(text.translate(_BLANKS).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or ";" in name:
        raise ValueError(f"expected a name of 1 to {LONGEST_NAME} letters, without ';', but found {name[:40]!r}")
    if not any(_is_visible(letter) for letter in name):
        raise ValueError(f"expected a name that can be seen, but found {name!a}")
    return name


def _is_visible(letter: str) -> bool:
    """Whether something is seen without another letter before it: accents and variation selectors need one."""
    return unicodedata.category(letter)[0] not in "MZC"


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
