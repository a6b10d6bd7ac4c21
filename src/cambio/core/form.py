"""The form: how the decisions and observations of tables of one size are numbered."""

from __future__ import annotations

from . import act, decision, layout, mark, memory, strips
from .book import Book
from .cards import KINDS, kind_of

#: What the answers without a card stand for, in their order.
PLAIN_DEEDS = (act.SNAP, act.READY, act.KEEP, act.DRAW, act.TAKE, act.CALL, act.THROW, act.SKIP, act.TRADE)
#: What those with a card stand for: with an own one, and with anybody's.
OWN_DEEDS = (act.PEEK, act.SWAP, act.GIVE)
ANY_DEEDS = (act.SPY, act.LOOK, act.TRADE, act.SNAP)


class Form:
    """Built once for rules and a number of seats, and shared by all their tables.

    Cards in the first slots of a hand can be named by a decision and are written in an observation; cards further back
    can't and are not. The lead is how many seats after the dealer the first turn comes, and the patience is how many
    decisions a round may take (0: as many as it likes).
    """

    __slots__ = (
        "answers",
        "any_place",
        "book",
        "card_code",
        "deed",
        "hand",
        "lead",
        "patience",
        "place_width",
        "places",
        "seats",
        "sight",
        "slot",
        "slots",
        "steps",
        "unseen",
        "width",
    )

    def __init__(self, book: Book, seats: int, slots: int, lead: int, patience: int) -> None:
        self.book = book
        self.seats = seats
        self.slots = slots
        self.hand = strips.whole(slots)
        self.lead = lead
        self.patience = patience
        self.any_place = decision.PLAIN + decision.OWN_KINDS * slots
        self.answers = self.any_place + decision.ANY_KINDS * seats * slots
        self.places = layout.SEATS + layout.SEAT_WIDTH * seats
        self.place_width = layout.SEEN + (seats + layout.EYES - 1) // layout.EYES
        self.unseen = self.places + self.place_width * seats * slots
        self.width = self.unseen + layout.UNSEEN_WIDTH
        self.sight = self.width - self.places
        assert len(KINDS) == layout.KINDS
        self.card_code = memory.fresh(book.cards)
        for card in range(book.cards):
            self.card_code[card] = layout.FIRST_KIND + kind_of(book.face_of(card))
        self.number_answers()

    def number_answers(self) -> None:
        """What each answer stands for: a deed, and the card by its owner, in steps clockwise, and its slot."""
        self.deed = memory.fresh(self.answers)
        self.steps = memory.fresh(self.answers)
        self.slot = memory.fresh(self.answers)
        cards = [(steps, slot) for steps in range(self.seats) for slot in range(self.slots)]
        meanings = [
            *((deed, 0, mark.NOWHERE) for deed in PLAIN_DEEDS),
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
        memory.release(self.card_code)
        memory.release(self.deed)
        memory.release(self.steps)
        memory.release(self.slot)
