"""A match's secret: from it come the cards of its rounds, and whatever else nobody may know before its time."""

from __future__ import annotations

import hmac
import secrets

#: Bytes of a secret.
SECRET_SIZE = 32


def make_secret() -> str:
    """For a whole match."""
    return secrets.token_hex(SECRET_SIZE)


def derive_key(secret: str, purpose: str) -> bytes:
    """A key for one purpose; keys for other purposes can't be computed from it."""
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")
