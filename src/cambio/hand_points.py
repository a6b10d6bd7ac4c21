"""What a row of cards counts, as the show counts a hand.

>>> from cambio.rules import Rules
>>> HandPoints(Rules.parse("classic")).of(("7h", "2c"))
9
"""

from __future__ import annotations

from collections.abc import Iterable

from .core.engine.cards import text_of
from .rules import Rules

#: What fives count where they are risky.
PAIR_OF_FIVES, ODD_FIVE = -25, 25


class HandPoints:
    """Counts cards by their faces, under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        ruleset = rules.ruleset
        self._is_risky = bool(rules["score.risky_fives"])
        #: What each face counts by itself.
        self.values = {text_of(ruleset.face_of(card)): ruleset.value_of(card) for card in range(ruleset.deck_size)}

    def of(self, hand: Iterable[str]) -> int:
        """What these faces count together; each must be one of a card that is known."""
        if not self._is_risky:
            return sum([self.values[face] for face in hand])
        faces = list(hand)
        fives = sum(face[0] == "5" for face in faces)
        rest = sum(self.values[face] for face in faces if face[0] != "5")
        return rest + fives // 2 * PAIR_OF_FIVES + fives % 2 * ODD_FIVE
