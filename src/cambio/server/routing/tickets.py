"""Tickets: each lets whoever has a session connect to one table, once, at whichever worker holds it.

A ticket is signed with a secret that all workers of a store know, so that any of them may issue it. It is good once:
only the worker that holds the table lets anybody in, and that one remembers the tickets it has seen.
"""

from __future__ import annotations

import binascii
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from struct import Struct

from ..clock import Clock
from ..sessions import Session

#: Milliseconds that a ticket to a socket is good for.
TICKET_TIME = 30_000
#: When more tickets than this have been seen, those that have expired are forgotten.
TICKETS_REMEMBERED = 20_000
#: When it expires, a number used once, and the hash of the session's token; the ids follow.
_HEAD = Struct(">Q12s32s")
_SIGNATURE_BYTES = 16


@dataclass(frozen=True)
class Ticket:
    """Lets a person connect to a table, for as long as their session lasts."""

    token_hash: bytes
    person_id: str
    table_id: str


class Tickets:
    """Issues tickets, and redeems those that any worker with the same secret has issued."""

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._secret = secret
        self._clock = clock
        #: When each ticket that was redeemed here expires, by its number.
        self._redeemed: dict[bytes, int] = {}

    def issue(self, session: Session, table_id: str) -> str:
        expires = self._clock.wall() + TICKET_TIME
        head = _HEAD.pack(expires, secrets.token_bytes(12), session.token_hash)
        told = head + f"{session.person.id} {table_id}".encode()
        return urlsafe_b64encode(told + self._sign(told)).decode()

    def redeem(self, text: str) -> Ticket | None:
        """None for one that has expired, was redeemed before, or is none of ours."""
        try:
            raw = urlsafe_b64decode(text)
        except (binascii.Error, ValueError):
            return None
        told, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, self._sign(told)):
            return None
        expires, number, token_hash = _HEAD.unpack_from(told)
        now = self._clock.wall()
        if expires <= now or number in self._redeemed:
            return None
        if len(self._redeemed) >= TICKETS_REMEMBERED:
            self._redeemed = {each: until for each, until in self._redeemed.items() if until > now}
        self._redeemed[number] = expires
        person_id, _, table_id = told[_HEAD.size :].decode().partition(" ")
        return Ticket(token_hash, person_id, table_id)

    def _sign(self, told: bytes) -> bytes:
        return hmac.digest(self._secret, told, "sha256")[:_SIGNATURE_BYTES]
