"""Seeds and commitments: a commitment fixes a seed and tells nothing about it.

>>> seed = bytes(32)
>>> commit_server_seed(seed).hex()[:16]
'14b4420ed3d8b381'
"""

from __future__ import annotations

import hashlib
import re
import secrets

#: Bytes of a seed, and of a commitment.
SEED_SIZE = 32
SERVER_PURPOSE = b"cambio server seed 1"
CLIENT_PURPOSE = b"cambio client seed 1"


def draw_seed() -> bytes:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_SIZE)


def commit_server_seed(seed: bytes) -> bytes:
    """What the server publishes before it knows anybody else's seed."""
    return hashlib.sha256(SERVER_PURPOSE + _check_size(seed)).digest()


def commit_client_seed(server_commitment: bytes, seed: bytes) -> bytes:
    """What a client sends: it answers one commitment of a server, so it can't be used again for another."""
    return hashlib.sha256(CLIENT_PURPOSE + _check_size(server_commitment) + _check_size(seed)).digest()


def parse_hex(text: str) -> bytes:
    """Read a seed, a commitment or a head as it is written: 64 hexadecimal digits, lower case."""
    if re.fullmatch(r"[0-9a-f]{64}", text) is None:
        raise ValueError(f"expected {2 * SEED_SIZE} digits, 0-9 and a-f, but found {text!r}")
    return bytes.fromhex(text)


def _check_size(value: bytes) -> bytes:
    if len(value) != SEED_SIZE:
        raise ValueError(f"expected {SEED_SIZE} bytes, but found {len(value)}")
    return value
