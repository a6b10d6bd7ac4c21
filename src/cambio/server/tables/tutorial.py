"""The tutorial: a first round whose cards are arranged so that everything that matters happens early."""

from __future__ import annotations

from ...rules import Rules

RULES = "cambia"
LEVEL = "beginner"
SEATS = 2
#: From the top, dealt by turns to the learner (a) and the beginner (b).
DEALT = ("Js", "5d", "4d", "10h", "2c", "Qd", "9h", "8s")
#: It matches the learner's bottom right card, which is worth getting rid of.
OPENING = ("9c",)
#: The learner's first draw peeks, the second spies, the third is low enough to keep; then a call is reasonable.
STOCK = ("7c", "Kc", "10d", "6s", "Ah", "Jd", "3s", "Qh", "2h", "8d", "Xr", "Ks")


def deck() -> tuple[str, ...]:
    """The whole pack: the arranged cards, and then the rest in an order that is always the same."""
    arranged = (*DEALT, *OPENING, *STOCK)
    suits = "cdhs"
    pack = [f"{rank}{suit}" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in suits]
    rest = [card for card in (*pack, "Xr", "Xb") if card not in arranged]
    # Mixed by a fixed stride, so that later draws are not in ascending order.
    mixed = [rest[index * 17 % len(rest)] for index in range(len(rest))]
    assert len({*arranged, *mixed}) == Rules.parse(RULES).ruleset.deck_size
    return (*arranged, *mixed)
