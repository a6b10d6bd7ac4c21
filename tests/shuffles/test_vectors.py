"""The test vectors, which the browser's own implementation agrees with, too."""

from __future__ import annotations

import hmac
import json
from typing import Any

from tests.shuffles.write_vectors import VECTORS, make_vectors

KEPT: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))


def test_the_vectors_have_not_changed() -> None:
    """Or files that were written before could not be checked any more."""
    assert make_vectors() == KEPT


def test_every_check_is_seen_to_hold_and_to_fail() -> None:
    found: dict[str, set[str]] = {}
    for case in KEPT["cases"]:
        for name, result in case["checks"].items():
            found.setdefault(name, set()).add(result)
    for name in ("checksum", "server seed", "seed a", "first head", "last head", "deck", "reshuffle 1"):
        assert {"holds", "wrong"} <= found[name], name
    for name in ("server commitment", "announcement", "commitment", "seed", "heads"):
        assert {"holds", "wrong"} <= found[f"receipt {name}"], name


def test_the_shuffle_by_the_book() -> None:
    """Written out once more, from the page and not from the code."""
    for vector in KEPT["orders"]:
        key, counter, words = bytes.fromhex(vector["key"]), 0, list[int]()
        cards = list(range(vector["cards"]))
        for last in reversed(range(1, len(cards))):
            while True:
                if not words:
                    block = hmac.new(key, counter.to_bytes(8, "big"), "sha256").digest()
                    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                    counter += 1
                number = words.pop(0)
                if number < 2**32 - 2**32 % (last + 1):
                    break
            pick = number % (last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
        assert cards == vector["order"]
