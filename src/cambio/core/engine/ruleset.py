"""The rules as the engine reads them: every option as a number, every card's points and power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..arrays import int_array
from . import cards, option_codes
from .rule_options import RuleOptions


class Ruleset(RuleOptions):
    """Built once for a set of rules and shared by all tables that play by it."""

    #: Attributes in slots are found faster; a compiled ruleset has C fields instead.
    __slots__ = (
        "block",
        "by_face",
        "deck_size",
        "face",
        "is_five",
        "look_at",
        "look_swap",
        "looks",
        "match",
        "power",
        "trade",
        "value",
    )

    def __init__(self, options: Mapping[str, int], tables: Mapping[str, Sequence[int]]) -> None:
        """Options by full name; and by kind of card: how many there are, their points, their power and its scope."""
        super().__init__(options)
        faces = cards.deck(self.deck_decks, tables["count"], self.deck_jokers)
        self.deck_size = len(faces)
        self.block = int_array.allocate_block(10 * self.deck_size)
        self.face = int_array.view(self.block, 0, self.deck_size)
        self.value = int_array.view(self.block, self.deck_size, self.deck_size)
        self.power = int_array.view(self.block, 2 * self.deck_size, self.deck_size)
        self.match = int_array.view(self.block, 3 * self.deck_size, self.deck_size)
        self.is_five = int_array.view(self.block, 4 * self.deck_size, self.deck_size)
        self.by_face = int_array.view(self.block, 5 * self.deck_size, self.deck_size)
        self.trade = int_array.view(self.block, 6 * self.deck_size, self.deck_size)
        self.looks = int_array.view(self.block, 7 * self.deck_size, self.deck_size)
        self.look_at = int_array.view(self.block, 8 * self.deck_size, self.deck_size)
        self.look_swap = int_array.view(self.block, 9 * self.deck_size, self.deck_size)
        for rank, card in enumerate(sorted(range(self.deck_size), key=faces.__getitem__)):
            self.by_face[rank] = card
        for card in range(self.deck_size):
            face = faces[card]
            kind = cards.kind_of(face)
            self.face[card] = face
            self.value[card] = tables["value"][kind]
            self.match[card] = cards.rank_of(face)
            if self.snap_match == option_codes.SNAP_MATCH_VALUE:
                self.match[card] = self.value[card]
            self.is_five[card] = cards.rank_of(face) == cards.FIVE
            self.power[card] = tables["power"][kind]
            self.trade[card] = tables["trade"][kind]
            self.looks[card] = tables["looks"][kind]
            self.look_at[card] = tables["look_at"][kind]
            self.look_swap[card] = tables["look_swap"][kind]

    # Called by compiled rulesets only: lists are freed by Python.
    def __dealloc__(self) -> None:
        int_array.release(self.block)

    def face_of(self, card: int) -> int:
        return self.face[card]

    def value_of(self, card: int) -> int:
        return self.value[card]

    def power_of(self, card: int) -> int:
        return self.power[card]

    def matches(self, card: int, other: int) -> bool:
        """By rank or by value, as the rules say."""
        return self.match[card] == self.match[other]
