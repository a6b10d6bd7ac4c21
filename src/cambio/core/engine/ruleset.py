"""The rule book as the engine reads it: every option as a number, every card's points and power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..arrays import int_array
from . import cards, option_codes


class Ruleset:
    """Built once for a set of rules and shared by all tables that play by it."""

    #: More than thirty attributes are found faster so; compiled tables and books have C fields instead.
    __slots__ = (
        "block",
        "by_face",
        "call_from_lap",
        "call_last_turns",
        "call_limit",
        "call_lock",
        "call_lock_looking",
        "call_right_bonus",
        "call_right_zero",
        "call_when",
        "call_wrong_doubles",
        "call_wrong_points",
        "deal_cards",
        "deal_memory",
        "deal_memory_cards",
        "deal_opening",
        "deck_size",
        "face",
        "has_call_limit",
        "is_five",
        "match",
        "power",
        "powers_look_at",
        "powers_look_swap",
        "powers_looks",
        "powers_replaced",
        "powers_trade",
        "powers_use",
        "score_caller_tie",
        "score_risky_fives",
        "score_tie",
        "snap_cards",
        "snap_discarder",
        "snap_final_window",
        "snap_give",
        "snap_hand_limit",
        "snap_late_penalty",
        "snap_penalty",
        "snap_seize",
        "snap_shown",
        "snap_who",
        "snap_window",
        "snap_winners",
        "turn_empty_hand",
        "turn_stock",
        "turn_take",
        "value",
    )

    def __init__(self, options: Mapping[str, int], values: Sequence[int], powers: Sequence[int]) -> None:
        """Options by full name; points and powers by kind of card."""
        faces = cards.deck(options["deck.decks"], options["deck.jokers"])
        self.deck_size = len(faces)

        self.deal_cards = options["deal.cards"]
        self.deal_opening = options["deal.opening"]
        self.deal_memory = options["deal.memory"]
        self.deal_memory_cards = options["deal.memory_cards"]

        self.turn_take = options["turn.take"]
        self.turn_stock = options["turn.stock"]
        self.turn_empty_hand = options["turn.empty_hand"]

        self.powers_use = options["powers.use"]
        self.powers_replaced = options["powers.replaced"]
        self.powers_trade = options["powers.trade"]
        self.powers_looks = options["powers.looks"]
        self.powers_look_at = options["powers.look_at"]
        self.powers_look_swap = options["powers.look_swap"]

        self.snap_who = options["snap.who"]
        self.snap_window = options["snap.window"]
        self.snap_winners = options["snap.winners"]
        self.snap_discarder = options["snap.discarder"]
        self.snap_give = options["snap.give"]
        self.snap_cards = options["snap.cards"]
        self.snap_penalty = options["snap.penalty"]
        self.snap_late_penalty = options["snap.late_penalty"]
        self.snap_shown = options["snap.shown"]
        self.snap_seize = options["snap.seize"]
        self.snap_hand_limit = options["snap.hand_limit"]
        self.snap_final_window = options["snap.final_window"]

        self.call_when = options["call.when"]
        self.call_last_turns = options["call.last_turns"]
        self.call_lock = options["call.lock"]
        self.call_lock_looking = options["call.lock_looking"]
        self.call_from_lap = options["call.from_lap"]
        self.has_call_limit = "call.limit" in options
        self.call_limit = options.get("call.limit", 0)
        self.call_wrong_points = options["call.wrong_points"]
        self.call_wrong_doubles = options["call.wrong_doubles"]
        self.call_right_zero = options["call.right_zero"]
        self.call_right_bonus = options["call.right_bonus"]

        self.score_caller_tie = options["score.caller_tie"]
        self.score_tie = options["score.tie"]
        self.score_risky_fives = options["score.risky_fives"]

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
            self.match[card] = (
                values[kind] if options["snap.match"] == option_codes.SNAP_MATCH_VALUE else cards.rank_of(face)
            )
            self.is_five[card] = cards.rank_of(face) == cards.FIVE

    # Called by compiled books only: lists need no giving back.
    def __dealloc__(self) -> None:
        int_array.release(self.block)

    def face_of(self, card: int) -> int:
        return self.face[card]

    def value_of(self, card: int) -> int:
        return self.value[card]

    def matches(self, card: int, other: int) -> bool:
        """By rank or by value, as the rules say."""
        return self.match[card] == self.match[other]
