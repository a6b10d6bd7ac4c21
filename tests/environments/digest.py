"""A digest of many tables in lock-step: two builds that print the same one play the same games.

CAMBIO_ENGINE=interpreted python -m tests.environments.digest
"""

from __future__ import annotations

import hashlib
import json

from cambio.core import is_compiled
from cambio.environments.vector import Tables
from cambio.rules import PRESETS

SEATS = {
    "classic": 2,
    "flip": 3,
    "cambia": 2,
    "stick": 4,
    "camp": 2,
    "cabo": 3,
    "cabo1": 2,
    "golf": 3,
    "tamalou": 4,
    "kabul": 2,
}
TABLES = 6
STEPS = 120


def digests() -> dict[str, str]:
    """By rule book: every observation, mask, reward and seat of random decisions."""
    return {preset: digest(preset, SEATS[preset]) for preset in PRESETS}


def digest(preset: str, seats: int) -> str:
    told = hashlib.sha256()
    tables = Tables(preset, seats, TABLES, seed=11)
    for step in range(STEPS):
        tables.step(tables.sample(snaps=8 if step % 2 else 0, calls=16))
        for array in (tables.observations, tables.masks, tables.rewards, tables.ends, tables.seats, tables.states()):
            told.update(array.tobytes())
    return told.hexdigest()


if __name__ == "__main__":
    print(json.dumps({"is compiled": is_compiled(), "digests": digests()}))
