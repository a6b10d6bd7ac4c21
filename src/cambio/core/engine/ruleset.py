"""The rules as the engine reads them: every option as a number, every card's points and power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..arrays import int_array
from . import cards, option_codes
from .rule_options import RuleOptions


class Ruleset(RuleOptions):
    """Built once for a set of rules and shared by all tables that play by it."""

    #: Attributes in slots are found faster; a compiled ruleset has C fields instead.
    __slots__ = ("block", "by_face", "deck_size", "face", "is_five", "match", "power", "value")

    def __init__(self, options: Mapping[str, int], values: Sequence[int], powers: Sequence[int]) -> None:
        """Options by full name; points and powers by kind of card."""
        super().__init__(options)
        faces = cards.deck(self.deck_decks, self.deck_jokers)
        self.deck_size = len(faces)
        self.block = int_array.allocate_block(6 * self.deck_size)
        self.face = int_array.view(self.block, 0, self.deck_size)
        self.value = int_array.view(self.block, self.deck_size, self.deck_size)
        self.power = int_array.view(self.block, 2 * self.deck_size, self.deck_size)
        self.match = int_array.view(self.block, 3 * self.deck_size, self.deck_size)
        self.is_five = int_array.view(self.block, 4 * self.deck_size, self.deck_size)
        self.by_face = int_array.view(self.block, 5 * self.deck_size, self.deck_size)
        for rank, card in enumerate(sorted(range(self.deck_size), key=faces.__getitem__)):
            self.by_face[rank] = card
        for card in range(self.deck_size):
            face = faces[card]
            kind = cards.kind_of(face)
            self.face[card] = face
            self.value[card] = values[kind]
            self.power[card] = powers[kind]
            self.match[card] = values[kind] if self.snap_match == option_codes.SNAP_MATCH_VALUE else cards.rank_of(face)
            self.is_five[card] = cards.rank_of(face) == cards.FIVE

    # Called by compiled rulesets only: lists are freed by Python.
    def __dealloc__(self) -> None:
        int_array.release(self.block)

    def face_of(self, card: int) -> int:
        return self.face[card]

    def value_of(self, card: int) -> int:
        return self.value[card]

    def matches(self, card: int, other: int) -> bool:
        """By rank or by value, as the rules say."""
        return self.match[card] == self.match[other]
