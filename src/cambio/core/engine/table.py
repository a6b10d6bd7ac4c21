"""The table: where every card lies, who has seen it, and what is going on.

A place is ``slot * seats + seat``, so a new slot is added behind all others and no card ever moves for it.
"""

from __future__ import annotations

from ..arrays import byte_array, int_array
from . import constants, phases, refusals
from .ruleset import Ruleset


class Table:
    """All the state of one round. Only the modules of the engine change it."""

    #: Attributes in slots are found faster; a compiled table has C fields instead.
    __slots__ = (
        "at",
        "block",
        "caller",
        "chain",
        "chosen",
        "dealer",
        "discard_card",
        "discard_number",
        "discard_since",
        "discarder",
        "draw_due",
        "everybody",
        "final_window_done",
        "first_pick",
        "gift_capacity",
        "gift_from",
        "gift_to",
        "gifts",
        "hand_before",
        "hand_size",
        "held",
        "held_from_stock",
        "joined",
        "kept",
        "knocked",
        "lap",
        "listening",
        "log",
        "log_capacity",
        "log_size",
        "looked",
        "looked_too",
        "looks_before_pick",
        "origin",
        "out",
        "penalised",
        "penalty_left",
        "phase",
        "pile",
        "pile_size",
        "points",
        "power",
        "power_card",
        "public",
        "ready",
        "reason",
        "right_call",
        "rows",
        "ruleset",
        "scores",
        "seats",
        "seats_in",
        "seen",
        "shuffle_due",
        "shuffles",
        "slots",
        "starter",
        "stock",
        "stock_left",
        "turn",
        "window_open",
        "window_won",
        "winners",
        "wrong_call",
    )

    def __init__(self, ruleset: Ruleset, seats: int, dealer: int, starter: int) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.everybody = (1 << seats) - 1
        self.public = self.everybody | 1 << constants.RAIL
        self.allocate()
        self.prepare(dealer, starter)

    def prepare(self, dealer: int, starter: int) -> None:
        """Set every number as a round begins, before any card is dealt. Arrays keep their contents."""
        self.dealer = dealer
        self.starter = starter

        # Whose turn, and what stage of it
        self.phase = phases.MEMORY
        self.turn = starter
        self.lap = 1
        self.ready = 0
        self.held = constants.NO_CARD
        self.held_from_stock = 0
        self.joined = 0

        # The power of the card just discarded
        self.power = 0
        self.power_card = constants.NO_CARD
        self.first_pick = constants.NOWHERE
        self.looked = constants.NOWHERE
        self.looked_too = constants.NOWHERE
        self.looks_before_pick = 0

        # Snapping
        self.discard_number = 0
        self.discard_since = 0
        self.discard_card = constants.NO_CARD
        self.window_open = 0
        self.window_won = 0
        self.discarder = constants.NOBODY
        self.chain = constants.NOBODY
        self.final_window_done = 0
        self.penalised = constants.NOBODY
        self.penalty_left = 0
        self.hand_before = 0
        self.out = 0
        self.seats_in = self.seats

        # Calling and the end
        self.caller = constants.NOBODY
        self.knocked = 0
        self.reason = 0
        self.winners = 0
        self.wrong_call = 0
        self.right_call = 0

        # The dealer's part
        self.shuffle_due = 0
        self.shuffles = 0
        self.draw_due = 0
        self.stock_left = 0
        self.pile_size = 0

    def allocate(self) -> None:
        seats = self.seats
        cards = self.ruleset.deck_size
        shorts = (cards + 1) // 2  # In ints, as long as an array of shorts by card.
        by_seat = cards + 3 * shorts + (cards + 3) // 4
        self.block = int_array.allocate_block(by_seat + 5 * seats)
        self.seen = int_array.view(self.block, 0, cards)
        self.stock = int_array.short_view(self.block, cards, cards)
        self.pile = int_array.short_view(self.block, cards + shorts, cards)
        self.origin = int_array.short_view(self.block, cards + 2 * shorts, cards)
        self.kept = int_array.byte_view(self.block, cards + 3 * shorts, cards)
        self.slots = int_array.view(self.block, by_seat, seats)
        self.hand_size = int_array.view(self.block, by_seat + seats, seats)
        self.chosen = int_array.view(self.block, by_seat + 2 * seats, seats)
        self.points = int_array.view(self.block, by_seat + 3 * seats, seats)
        self.scores = int_array.view(self.block, by_seat + 4 * seats, seats)

        self.rows = self.ruleset.deal_cards + 2
        self.at = int_array.allocate(self.rows * seats)
        for place in range(self.rows * seats):
            self.at[place] = constants.NO_CARD

        self.gifts = self.gift_capacity = 0
        self.gift_from = int_array.allocate(0)
        self.gift_to = int_array.allocate(0)

        self.listening = 0
        self.log_size = self.log_capacity = 0
        self.log = int_array.allocate(0)

    # Called by compiled tables only: lists are freed by Python.
    def __dealloc__(self) -> None:
        int_array.release(self.block)
        int_array.release(self.at)
        int_array.release(self.gift_from)
        int_array.release(self.gift_to)
        int_array.release(self.log)

    def copy(self) -> Table:
        """A table of its own in the same state, without the log: what a search plays on."""
        twin = Table.__new__(Table)
        twin.ruleset = self.ruleset
        twin.seats = self.seats
        twin.dealer = self.dealer
        twin.starter = self.starter
        twin.everybody = self.everybody
        twin.public = self.public
        twin.copy_arrays_from(self)

        twin.phase = self.phase
        twin.turn = self.turn
        twin.lap = self.lap
        twin.ready = self.ready
        twin.held = self.held
        twin.held_from_stock = self.held_from_stock
        twin.joined = self.joined
        twin.power = self.power
        twin.power_card = self.power_card
        twin.first_pick = self.first_pick
        twin.looked = self.looked
        twin.looked_too = self.looked_too
        twin.looks_before_pick = self.looks_before_pick
        twin.discard_number = self.discard_number
        twin.discard_since = self.discard_since
        twin.discard_card = self.discard_card
        twin.window_open = self.window_open
        twin.window_won = self.window_won
        twin.discarder = self.discarder
        twin.chain = self.chain
        twin.final_window_done = self.final_window_done
        twin.penalised = self.penalised
        twin.penalty_left = self.penalty_left
        twin.hand_before = self.hand_before
        twin.out = self.out
        twin.seats_in = self.seats_in
        twin.caller = self.caller
        twin.knocked = self.knocked
        twin.reason = self.reason
        twin.winners = self.winners
        twin.wrong_call = self.wrong_call
        twin.right_call = self.right_call
        twin.shuffle_due = self.shuffle_due
        twin.shuffles = self.shuffles
        twin.draw_due = self.draw_due
        twin.stock_left = self.stock_left
        twin.pile_size = self.pile_size
        return twin

    def copy_arrays_from(self, other: Table) -> None:
        seats = other.seats
        cards = other.ruleset.deck_size
        self.allocate()
        int_array.copy_shorts(self.stock, other.stock, cards)
        int_array.copy_shorts(self.pile, other.pile, cards)
        int_array.copy(self.seen, other.seen, cards)
        int_array.copy_shorts(self.origin, other.origin, cards)
        byte_array.copy(self.kept, 0, other.kept, 0, cards)
        int_array.copy(self.slots, other.slots, seats)
        int_array.copy(self.hand_size, other.hand_size, seats)
        int_array.copy(self.chosen, other.chosen, seats)
        int_array.copy(self.points, other.points, seats)
        int_array.copy(self.scores, other.scores, seats)
        if self.rows < other.rows:
            self.at = int_array.grow(self.at, self.rows * seats, other.rows * seats)
            self.rows = other.rows
        int_array.copy(self.at, other.at, other.rows * seats)
        if other.gifts:
            self.gift_capacity = other.gift_capacity
            self.gift_from = int_array.grow(self.gift_from, 0, other.gift_capacity)
            self.gift_to = int_array.grow(self.gift_to, 0, other.gift_capacity)
            int_array.copy(self.gift_from, other.gift_from, other.gifts)
            int_array.copy(self.gift_to, other.gift_to, other.gifts)
            self.gifts = other.gifts

    # What is read from outside the engine

    def card_at(self, place: int) -> int:
        return self.at[place]

    def seen_by(self, card: int) -> int:
        """The seats that have legitimately seen the card, a bit each; one more bit is for spectators."""
        return self.seen[card]

    def origin_of(self, card: int) -> int:
        """The shuffle that the card was last part of (0: the deal), which everybody can know of every card."""
        return self.origin[card]

    def is_kept(self, card: int) -> int:
        """Its holder saw the card and chose to keep it, and everybody has noticed."""
        return self.kept[card] == constants.KEPT

    def slots_of(self, seat: int) -> int:
        return self.slots[seat]

    def cards_of(self, seat: int) -> int:
        return self.hand_size[seat]

    def stock_card(self, index: int) -> int:
        """Counted from the bottom of the stock: its last card is the next one drawn."""
        return self.stock[index]

    def pile_card(self, index: int) -> int:
        return self.pile[index]

    def chosen_by(self, seat: int) -> int:
        """The slots that a seat has looked at in the memory phase, a bit each."""
        return self.chosen[seat]

    def gift_giver(self, index: int) -> int:
        return self.gift_from[index]

    def gift_place(self, index: int) -> int:
        return self.gift_to[index]

    def points_of(self, seat: int) -> int:
        return self.points[seat]

    def score_of(self, seat: int) -> int:
        return self.scores[seat]

    def logged(self, index: int) -> int:
        return self.log[index]


def is_locked(table: Table, seat: int) -> int:
    """The caller's hand is final."""
    return table.ruleset.call_lock and seat == table.caller


def is_touchable(table: Table, seat: int) -> int:
    """Cards of that hand may be snapped, traded and given."""
    return not table.out >> seat & 1 and not (seat == table.caller and table.ruleset.call_lock)


def is_lookable(table: Table, seat: int) -> int:
    """Powers may look at the cards of that hand."""
    return not table.out >> seat & 1 and not (seat == table.caller and table.ruleset.call_lock_looking)


def exists(table: Table, place: int) -> int:
    """That seat has opened that slot."""
    return 0 <= place < table.rows * table.seats and place // table.seats < table.slots[place % table.seats]


def why_not_own(table: Table, seat: int, place: int) -> int:
    """One of the seat's own cards must lie there."""
    if not exists(table, place):
        return refusals.NO_SUCH_PLACE
    if place % table.seats != seat:
        return refusals.NOT_YOUR_CARD
    return refusals.LAWFUL if table.at[place] != constants.NO_CARD else refusals.NO_CARD_THERE


def open_slot(table: Table, seat: int) -> int:
    """A new place behind the last one of the seat, even if the hand has gaps: places are remembered."""
    slot = table.slots[seat]
    if slot == table.rows:
        old = table.rows * table.seats
        table.rows += table.rows
        table.at = int_array.grow(table.at, old, table.rows * table.seats)
        for place in range(old, table.rows * table.seats):
            table.at[place] = constants.NO_CARD
    table.slots[seat] = slot + 1
    return slot * table.seats + seat


def lay(table: Table, place: int, card: int) -> None:
    """Put a card into an empty place."""
    table.at[place] = card
    table.hand_size[place % table.seats] += 1


def lift(table: Table, place: int) -> int:
    """Take a card away from its place."""
    card = table.at[place]
    table.at[place] = constants.NO_CARD
    table.hand_size[place % table.seats] -= 1
    return card


def move(table: Table, place: int, new_place: int) -> None:
    """A card goes from hand to hand: a power that has looked at it still has, but one that picked it picks again."""
    lay(table, new_place, lift(table, place))
    forget_joined(table, place)
    if table.phase == phases.POWER:
        if table.first_pick == place:
            table.first_pick = constants.NOWHERE
        if table.looked == place:
            table.looked = new_place
        elif table.looked_too == place:
            table.looked_too = new_place


def is_joined(table: Table, place: int) -> int:
    """The card there is one of those that go with the card to be swapped."""
    slot = place // table.seats
    return slot < constants.EXCHANGEABLE_SLOTS and table.joined >> slot & 1


def forget_joined(table: Table, place: int) -> None:
    """The card there is out of reach, and goes with no other any more."""
    if table.joined and place % table.seats == table.turn and is_joined(table, place):
        table.joined &= ~(1 << place // table.seats)


def forget_pick(table: Table, place: int) -> None:
    """The card there is out of reach: a pending power that picked it or looked at it takes that step again."""
    forget_joined(table, place)
    if table.phase != phases.POWER:
        return
    if table.first_pick == place:
        table.first_pick = constants.NOWHERE
    if table.looked_too == place:
        table.looked_too = constants.NOWHERE
    if table.looked == place:
        table.looked = table.looked_too
        table.looked_too = constants.NOWHERE
