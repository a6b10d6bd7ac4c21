"""A digest of many random rounds: two builds of the core that print the same one play the same games.

CAMBIO_ENGINE=interpreted python -m tests.properties.digest
"""

from __future__ import annotations

import hashlib
import json
import random

from cambio import PRESETS
from cambio.core import is_compiled
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.rng import Rng
from tests.properties.random_games import random_attempt, random_game, states
from tests.properties.table_contents import finish_round, log, rows

SEATS = (2, 3, 5, 8)
ROUNDS = 50


def digests() -> dict[str, str]:
    """By rule book, every decision and all that came of it; and under random house rules all that the game said."""
    books = {preset: rule_book_digest(preset) for preset in PRESETS}
    return books | {"house rules": house_rules_digest()}


def rule_book_digest(preset: str) -> str:
    digest = hashlib.sha256()
    for seats in SEATS:
        chance = Rng(seats)
        for _ in range(ROUNDS):
            table = deal_new_table(PRESETS[preset].ruleset, seats, chance)
            digest.update(json.dumps(rows(table)).encode())
            table.listening = 1
            digest.update(json.dumps([finish_round(table, chance), log(table), rows(table)]).encode())
    return digest.hexdigest()


def house_rules_digest() -> str:
    digest = hashlib.sha256()
    for seed in range(28):
        rng = random.Random(seed)
        game = random_game(seed, rng)
        for _ in states(game, rng):
            seat = rng.choice(game.seats)
            actor, attempt = random_attempt(game, rng)
            said = [game.view(seat).to_json(), str(game.legal(seat, pairs=True)), str(game.why_not(actor, attempt))]
            digest.update(json.dumps(said).encode())
        digest.update(json.dumps([event.to_json() for event in game.events]).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps({"is compiled": is_compiled(), "digests": digests()}))
