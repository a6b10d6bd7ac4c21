"""The rule book as the engine reads it: every option as a number, every card's points and power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..arrays import int_array
from . import cards, option_codes


class Ruleset:
    """Built once for a set of rules and shared by all tables that play by it."""

    #: More than thirty attributes are found faster so; compiled tables and books have C fields instead.
    __slots__ = (
        "by_face",
        "call_when",
        "caller_tie",
        "cards",
        "discarder",
        "empty_hand",
        "face",
        "final_window",
        "from_lap",
        "give",
        "hand_cards",
        "hand_limit",
        "has_limit",
        "is_five",
        "last_turns",
        "late_penalty",
        "limit",
        "lock",
        "lock_looking",
        "look_at",
        "look_swap",
        "looks",
        "match",
        "memory_by",
        "memory_cards",
        "opening",
        "penalty",
        "power",
        "replaced",
        "right_bonus",
        "right_zero",
        "risky_fives",
        "room",
        "seize",
        "shown",
        "snap",
        "snap_cards",
        "stock",
        "take",
        "tie",
        "trade",
        "use",
        "value",
        "window",
        "winners",
        "wrong_doubles",
        "wrong_points",
    )

    def __init__(self, options: Mapping[str, int], values: Sequence[int], powers: Sequence[int]) -> None:
        """Options by full name; points and powers by kind of card."""
        faces = cards.deck(options["deck.decks"], options["deck.jokers"])
        self.cards = len(faces)

        self.hand_cards = options["deal.cards"]
        self.opening = options["deal.opening"]
        self.memory_by = options["deal.memory"]
        self.memory_cards = options["deal.memory_cards"]

        self.take = options["turn.take"]
        self.stock = options["turn.stock"]
        self.empty_hand = options["turn.empty_hand"]

        self.use = options["powers.use"]
        self.replaced = options["powers.replaced"]
        self.trade = options["powers.trade"]
        self.looks = options["powers.looks"]
        self.look_at = options["powers.look_at"]
        self.look_swap = options["powers.look_swap"]

        self.snap = options["snap.who"]
        self.window = options["snap.window"]
        self.winners = options["snap.winners"]
        self.discarder = options["snap.discarder"]
        self.give = options["snap.give"]
        self.snap_cards = options["snap.cards"]
        self.penalty = options["snap.penalty"]
        self.late_penalty = options["snap.late_penalty"]
        self.shown = options["snap.shown"]
        self.seize = options["snap.seize"]
        self.hand_limit = options["snap.hand_limit"]
        self.final_window = options["snap.final_window"]

        self.call_when = options["call.when"]
        self.last_turns = options["call.last_turns"]
        self.lock = options["call.lock"]
        self.lock_looking = options["call.lock_looking"]
        self.from_lap = options["call.from_lap"]
        self.has_limit = "call.limit" in options
        self.limit = options.get("call.limit", 0)
        self.wrong_points = options["call.wrong_points"]
        self.wrong_doubles = options["call.wrong_doubles"]
        self.right_zero = options["call.right_zero"]
        self.right_bonus = options["call.right_bonus"]

        self.caller_tie = options["score.caller_tie"]
        self.tie = options["score.tie"]
        self.risky_fives = options["score.risky_fives"]

        self.room = int_array.block(6 * self.cards)
        self.face = int_array.part(self.room, 0, self.cards)
        self.value = int_array.part(self.room, self.cards, self.cards)
        self.power = int_array.part(self.room, 2 * self.cards, self.cards)
        self.match = int_array.part(self.room, 3 * self.cards, self.cards)
        self.is_five = int_array.part(self.room, 4 * self.cards, self.cards)
        self.by_face = int_array.part(self.room, 5 * self.cards, self.cards)
        for rank, card in enumerate(sorted(range(self.cards), key=faces.__getitem__)):
            self.by_face[rank] = card
        for card in range(self.cards):
            face = faces[card]
            kind = cards.kind_of(face)
            self.face[card] = face
            self.value[card] = values[kind]
            self.power[card] = powers[kind]
            self.match[card] = (
                values[kind] if options["snap.match"] == option_codes.MATCH_VALUE else cards.rank_of(face)
            )
            self.is_five[card] = cards.rank_of(face) == cards.FIVE

    # Called by compiled books only: lists need no giving back.
    def __dealloc__(self) -> None:
        int_array.release(self.room)

    def face_of(self, card: int) -> int:
        return self.face[card]

    def value_of(self, card: int) -> int:
        return self.value[card]

    def matches(self, card: int, other: int) -> bool:
        """By rank or by value, as the rules say."""
        return self.match[card] == self.match[other]
