"""The form: how the decisions and observations of tables of one size are numbered."""

from __future__ import annotations

from ..arrays import byte_array, int_array
from ..engine import action_codes, constants
from ..engine.cards import KINDS, kind_of
from ..engine.ruleset import Ruleset
from . import observation_layout, questions

#: What the answers without a card stand for, in their order.
PLAIN_DEEDS = (
    action_codes.SNAP,
    action_codes.READY,
    action_codes.KEEP,
    action_codes.DRAW,
    action_codes.TAKE,
    action_codes.CALL,
    action_codes.THROW,
    action_codes.SKIP,
    action_codes.TRADE,
)
#: What those with a card stand for: with an own one, and with anybody's.
OWN_DEEDS = (action_codes.PEEK, action_codes.SWAP, action_codes.GIVE)
ANY_DEEDS = (action_codes.SPY, action_codes.LOOK, action_codes.TRADE, action_codes.SNAP)


class Form:
    """Built once for rules and a number of seats, and shared by all their tables.

    Cards in the first slots of a hand can be named by a decision and are written in an observation; cards further back
    can't and are not. The lead is how many seats after the dealer the first turn comes, and the patience is how many
    decisions a round may take (0: as many as it likes).
    """

    __slots__ = (
        "answers",
        "any_place",
        "card_code",
        "deed",
        "hand",
        "lead",
        "patience",
        "place_width",
        "places",
        "ruleset",
        "seats",
        "sight",
        "slot",
        "slots",
        "steps",
        "unseen",
        "width",
    )

    def __init__(self, ruleset: Ruleset, seats: int, slots: int, lead: int, patience: int) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.slots = slots
        self.hand = byte_array.padded_length(slots)
        self.lead = lead
        self.patience = patience
        self.any_place = questions.PLAIN + questions.OWN_KINDS * slots
        self.answers = self.any_place + questions.ANY_KINDS * seats * slots
        self.places = observation_layout.SEATS + observation_layout.SEAT_WIDTH * seats
        self.place_width = observation_layout.SEEN + (seats + observation_layout.EYES - 1) // observation_layout.EYES
        self.unseen = self.places + self.place_width * seats * slots
        self.width = self.unseen + observation_layout.UNSEEN_WIDTH
        self.sight = self.width - self.places
        assert len(KINDS) == observation_layout.KINDS
        self.card_code = int_array.allocate(ruleset.deck_size)
        for card in range(ruleset.deck_size):
            self.card_code[card] = observation_layout.FIRST_KIND + kind_of(ruleset.face_of(card))
        self.number_answers()

    def number_answers(self) -> None:
        """What each answer stands for: a deed, and the card by its owner, in steps clockwise, and its slot."""
        self.deed = int_array.allocate(self.answers)
        self.steps = int_array.allocate(self.answers)
        self.slot = int_array.allocate(self.answers)
        cards = [(steps, slot) for steps in range(self.seats) for slot in range(self.slots)]
        meanings = [
            *((deed, 0, constants.NOWHERE) for deed in PLAIN_DEEDS),
            *((deed, steps, slot) for deed in OWN_DEEDS for steps, slot in cards[: self.slots]),
            *((deed, steps, slot) for deed in ANY_DEEDS for steps, slot in cards),
        ]
        assert len(meanings) == self.answers
        for answer, (deed, steps, slot) in enumerate(meanings):
            self.deed[answer] = deed
            self.steps[answer] = steps
            self.slot[answer] = slot

    # Called by compiled forms only: lists need no giving back.
    def __dealloc__(self) -> None:
        int_array.release(self.card_code)
        int_array.release(self.deed)
        int_array.release(self.steps)
        int_array.release(self.slot)
