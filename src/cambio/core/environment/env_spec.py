"""The spec of an environment: the sizes and numbers of its action space and of its observations."""

from __future__ import annotations

from ..arrays import byte_array, int_array
from ..engine import action_codes, constants, option_codes
from ..engine.cards import KINDS, kind_of
from ..engine.ruleset import Ruleset
from . import action_space, observation_layout


def code_of(verb: str) -> int:
    """The code of an action is named by its verb; a pass has none of its own, since it may be a snap."""
    return action_codes.SNAP if verb == "pass" else int(getattr(action_codes, verb.upper()))


class EnvSpec:
    """Built once for rules and a number of seats, and shared by all their tables.

    Answers can name the cards in the first slots of a hand, and observations show these; cards in later slots can't be
    named and are not shown. The starter sits as many seats after the dealer as the starter's offset says. A round is
    broken off after the maximal number of decisions (0: never).
    """

    __slots__ = (
        "action_code",
        "answer_count",
        "cache_width",
        "card_code",
        "first_also",
        "first_any_card",
        "hand_stride",
        "max_decisions",
        "observation_width",
        "owner_offset",
        "place_width",
        "places_start",
        "ruleset",
        "seats",
        "slot",
        "slots",
        "starter_offset",
        "unseen_start",
    )

    def __init__(self, ruleset: Ruleset, seats: int, slots: int, starter_offset: int, max_decisions: int) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.slots = slots
        self.hand_stride = byte_array.padded_length(slots)
        self.starter_offset = starter_offset
        self.max_decisions = max_decisions
        self.first_any_card = action_space.PLAIN + action_space.OWN_KINDS * slots
        self.first_also = self.first_any_card + action_space.ANY_KINDS * seats * slots
        self.answer_count = self.first_also
        if ruleset.turn_exchange != option_codes.TURN_EXCHANGE_ONE:
            self.answer_count += slots
        _, places, unseen = observation_layout.sized_fields(seats, slots)
        self.places_start = places.start
        self.place_width = observation_layout.place_width(seats)
        self.unseen_start = unseen.start
        self.observation_width = unseen.stop
        self.cache_width = self.observation_width - self.places_start
        assert len(KINDS) == observation_layout.KINDS
        self.card_code = int_array.allocate(ruleset.deck_size)
        for card in range(ruleset.deck_size):
            self.card_code[card] = observation_layout.FIRST_KIND + kind_of(ruleset.face_of(card))
        self.number_answers()

    def number_answers(self) -> None:
        """What each answer stands for: an action, and a card by its slot and its owner's offset from the seat."""
        self.action_code = int_array.allocate(self.answer_count)
        self.owner_offset = int_array.allocate(self.answer_count)
        self.slot = int_array.allocate(self.answer_count)
        cards = [(offset, slot) for offset in range(self.seats) for slot in range(self.slots)]
        meanings = [
            *((verb, 0, constants.NOWHERE) for verb in action_space.PLAIN_VERBS),
            *((verb, offset, slot) for verb in action_space.OWN_VERBS for offset, slot in cards[: self.slots]),
            *((verb, offset, slot) for verb in action_space.ANY_VERBS for offset, slot in cards),
        ]
        if self.answer_count > self.first_also:
            meanings += [("also", 0, slot) for slot in range(self.slots)]
        assert len(meanings) == self.answer_count
        for answer, (verb, offset, slot) in enumerate(meanings):
            self.action_code[answer] = code_of(verb)
            self.owner_offset[answer] = offset
            self.slot[answer] = slot

    # Called in the compiled build only: there the rows are C arrays.
    def __dealloc__(self) -> None:
        int_array.release(self.card_code)
        int_array.release(self.action_code)
        int_array.release(self.owner_offset)
        int_array.release(self.slot)
