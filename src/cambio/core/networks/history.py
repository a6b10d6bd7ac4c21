"""A history: what everybody has seen the players do with the cards that still lie on the table.

It is told every event of a round in the numbers of the event log, and reads of them only what is public: who has seen
which card, what a card replaced, what its owner refused for it, and which discards its owner let pass. Facts go with
the card from place to place. All minds at a table can share one.
"""

from __future__ import annotations

from ..arrays import int_array
from ..engine import cards, constants, event_codes
from ..engine.ruleset import Ruleset
from ..engine.table import Table
from . import card_facts, seat_facts


class History:
    """Begins empty; the event of the deal begins a round."""

    __slots__ = (
        "by_place",
        "by_seat",
        "held_is_taken",
        "kind",
        "open_card",
        "places",
        "read",
        "ruleset",
        "seats",
        "turn",
    )

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.places = (ruleset.deal_cards + 2) * seats
        self.by_place = int_array.allocate(self.places * card_facts.WIDTH)
        self.by_seat = int_array.allocate(seats * seat_facts.WIDTH)
        self.kind = int_array.allocate(ruleset.deck_size)
        for card in range(ruleset.deck_size):
            self.kind[card] = cards.kind_of(self.ruleset.face[card])
        self.begin_round()

    # Called by compiled histories only: lists are freed by Python.
    def __dealloc__(self) -> None:
        int_array.release(self.by_place)
        int_array.release(self.by_seat)
        int_array.release(self.kind)

    def begin_round(self) -> None:
        """Nothing has happened yet."""
        self.turn = 0
        self.read = 0
        self.held_is_taken = 0
        self.open_card = constants.NO_CARD
        for place in range(self.places):
            clear_place(self, place)
        for index in range(self.seats * seat_facts.WIDTH):
            self.by_seat[index] = 0

    def catch_up(self, table: Table) -> None:
        """Read the events that the table has recorded since the last time, if it records any."""
        while self.read < table.log_size:
            log = table.log
            start = self.read
            # The card counts only where everybody sees it.
            is_public = log[start + 5] & table.public == table.public
            tell(
                self,
                log[start],
                log[start + 1],
                log[start + 2],
                log[start + 3],
                log[start + 4] if is_public else constants.NO_CARD,
            )
            self.read += event_codes.WIDTH

    def follow(self, other: History) -> None:
        """Know what another history of the same table knows, and go on with the log of a copy, which begins empty."""
        self.turn = other.turn
        self.read = 0
        self.held_is_taken = other.held_is_taken
        self.open_card = other.open_card
        if self.places < other.places:
            self.by_place = int_array.grow(
                self.by_place, self.places * card_facts.WIDTH, other.places * card_facts.WIDTH
            )
            self.places = other.places
        for place in range(other.places, self.places):
            clear_place(self, place)
        int_array.copy(self.by_place, other.by_place, other.places * card_facts.WIDTH)
        int_array.copy(self.by_seat, other.by_seat, self.seats * seat_facts.WIDTH)

    def skip(self, table: Table) -> None:
        """What the table has recorded so far is known already."""
        self.read = table.log_size

    def card_fact(self, place: int, fact: int) -> int:
        """A fact about the card at a place, by its number in card_facts."""
        return self.by_place[place * card_facts.WIDTH + fact] if place < self.places else 0

    def seat_fact(self, seat: int, fact: int) -> int:
        """A fact about what a seat has done, by its number in seat_facts."""
        return self.by_seat[seat * seat_facts.WIDTH + fact]


def clear_place(history: History, place: int) -> None:
    """Nothing is known about what lies there."""
    for fact in range(card_facts.WIDTH):
        history.by_place[place * card_facts.WIDTH + fact] = 0


def make_room(history: History, place: int) -> None:
    if place >= history.places:
        new = 2 * place + history.seats
        history.by_place = int_array.grow(history.by_place, history.places * card_facts.WIDTH, new * card_facts.WIDTH)
        history.places = new


def tell(history: History, kind: int, seat: int, place: int, other: int, card: int) -> None:
    """Something has happened; the card is NO_CARD unless everybody has seen it."""
    if place != constants.NOWHERE:
        make_room(history, place)
    if other != constants.NOWHERE:
        make_room(history, other)
    if kind == event_codes.DEALT:
        history.begin_round()
    elif kind == event_codes.TURN:
        history.turn += 1
    elif kind == event_codes.DREW or kind == event_codes.TOOK:
        begin_holding(history, kind, seat)
    elif kind == event_codes.SWAPPED or kind == event_codes.ADDED:
        settle_card(history, kind, seat, place, card)
    elif kind == event_codes.THREW or kind == event_codes.DROPPED or kind == event_codes.OPENED:
        throw_card(history, kind, seat, card)
    elif kind == event_codes.CLOSED:
        let_pass(history)
    elif kind == event_codes.SNAPPED:
        # The race is decided: those who did not snap it may only have been slower.
        history.open_card = constants.NO_CARD
        count(history, seat, seat_facts.SNAPS)
        clear_place(history, place)
    else:
        tell_of_place(history, kind, seat, place, other)


def tell_of_place(history: History, kind: int, seat: int, place: int, other: int) -> None:
    """Somebody has seen a card, or cards have changed places."""
    if kind == event_codes.PEEKED or kind == event_codes.SPIED or kind == event_codes.LOOKED:
        see_card(history, place, 1 << seat)
        count(history, seat, seat_facts.LOOKS)
    elif kind == event_codes.MISSED:
        count(history, seat, seat_facts.MISSES)
        if history.ruleset.snap_shown:
            see_card(history, place, (1 << history.seats) - 1)
    elif kind == event_codes.DIFFERED:
        see_card(history, place, (1 << history.seats) - 1)
    elif kind == event_codes.LAID or kind == event_codes.PENALISED:
        clear_place(history, place)
        if kind == event_codes.PENALISED:
            set_fact(history, place, card_facts.SOURCE, card_facts.PENALTY)
            set_fact(history, place, card_facts.SINCE, history.turn)
    elif kind == event_codes.TRADED:
        exchange(history, place, other)
        count(history, seat, seat_facts.TRADES)
        mark_trade(history, seat, place)
        mark_trade(history, seat, other)
    elif kind == event_codes.GAVE or kind == event_codes.SEIZED:
        exchange(history, place, other)
        clear_place(history, place)
        set_fact(history, other, card_facts.SOURCE, card_facts.GIFT)
        set_fact(history, other, card_facts.SINCE, history.turn)


def set_fact(history: History, place: int, fact: int, number: int) -> None:
    history.by_place[place * card_facts.WIDTH + fact] = number


def count(history: History, seat: int, fact: int) -> None:
    history.by_seat[seat * seat_facts.WIDTH + fact] += 1


def see_card(history: History, place: int, seats: int) -> None:
    history.by_place[place * card_facts.WIDTH + card_facts.KNOWN_TO] |= seats


def begin_holding(history: History, kind: int, seat: int) -> None:
    """A turn has begun with a card from the stock, or with one from the pile that everybody knows."""
    let_pass(history)
    history.held_is_taken = kind == event_codes.TOOK
    if history.held_is_taken:
        count(history, seat, seat_facts.TAKES)


def settle_card(history: History, kind: int, seat: int, place: int, card: int) -> None:
    """The held card comes into a hand, for the discard that it replaces or beside all others."""
    if kind == event_codes.SWAPPED and card != constants.NO_CARD:
        spare_others(history, seat, place, history.ruleset.value[card])
    clear_place(history, place)
    set_fact(history, place, card_facts.SOURCE, card_facts.PILE if history.held_is_taken else card_facts.STOCK)
    set_fact(history, place, card_facts.SINCE, history.turn)
    see_card(history, place, (1 << history.seats) - 1 if history.held_is_taken else 1 << seat)
    if kind == event_codes.SWAPPED and card != constants.NO_CARD:
        set_fact(history, place, card_facts.REPLACED, 1 + history.kind[card])
        set_fact(history, place, card_facts.REPLACED_POINTS, history.ruleset.value[card])
        count(history, seat, seat_facts.SWAPS)
        open_window(history, card)


def spare_others(history: History, seat: int, place: int, points: int) -> None:
    """A card is given up for the held one: whoever holds it has spared every other own card that was known."""
    was_known = history.by_place[place * card_facts.WIDTH + card_facts.KNOWN_TO] >> seat & 1
    for other in range(seat, history.places, history.seats):
        fact = other * card_facts.WIDTH
        if other == place or not history.by_place[fact + card_facts.KNOWN_TO] >> seat & 1:
            continue
        if not was_known:
            history.by_place[fact + card_facts.SPARED_FOR_HIDDEN] += 1
            continue
        if (
            history.by_place[fact + card_facts.SPARED] == 0
            or points < history.by_place[fact + card_facts.SPARED_POINTS]
        ):
            history.by_place[fact + card_facts.SPARED_POINTS] = points
        history.by_place[fact + card_facts.SPARED] += 1


def throw_card(history: History, kind: int, seat: int, card: int) -> None:
    """A held card goes onto the pile: whoever drew it refused it for every own card that was known."""
    open_window(history, card)
    if kind != event_codes.THREW or history.held_is_taken or card == constants.NO_CARD:
        return
    points = history.ruleset.value[card]
    start = seat * seat_facts.WIDTH
    if history.by_seat[start + seat_facts.THROWS] == 0 or points < history.by_seat[start + seat_facts.LOWEST_THROWN]:
        history.by_seat[start + seat_facts.LOWEST_THROWN] = points
    history.by_seat[start + seat_facts.LAST_THROWN] = points
    history.by_seat[start + seat_facts.LAST_THROWN_AT] = history.turn
    history.by_seat[start + seat_facts.THROWS] += 1
    for place in range(seat, history.places, history.seats):
        fact = place * card_facts.WIDTH
        if history.by_place[fact + card_facts.KNOWN_TO] >> seat & 1:
            if (
                history.by_place[fact + card_facts.REFUSALS] == 0
                or points < history.by_place[fact + card_facts.REFUSED_POINTS]
            ):
                history.by_place[fact + card_facts.REFUSED_POINTS] = points
            history.by_place[fact + card_facts.REFUSALS] += 1


def open_window(history: History, card: int) -> None:
    """A new discard: the window of the one before is closed."""
    let_pass(history)
    history.open_card = card


def let_pass(history: History) -> None:
    """Nobody has snapped the discard: cards that their owners know are likely no match."""
    if history.open_card == constants.NO_CARD:
        return
    passed = 0
    match = history.ruleset.match[history.open_card]
    for card in range(history.ruleset.deck_size):
        if history.ruleset.match[card] == match:
            passed |= 1 << history.kind[card]
    for place in range(history.places):
        fact = place * card_facts.WIDTH
        if history.by_place[fact + card_facts.KNOWN_TO] >> place % history.seats & 1:
            history.by_place[fact + card_facts.PASSED] |= passed
    history.open_card = constants.NO_CARD


def exchange(history: History, place: int, other: int) -> None:
    for fact in range(card_facts.WIDTH):
        number = history.by_place[place * card_facts.WIDTH + fact]
        history.by_place[place * card_facts.WIDTH + fact] = history.by_place[other * card_facts.WIDTH + fact]
        history.by_place[other * card_facts.WIDTH + fact] = number


def mark_trade(history: History, seat: int, place: int) -> None:
    """The card has just come to that place by a trade: what its owner refused before says nothing of it there."""
    set_fact(history, place, card_facts.SOURCE, card_facts.TRADE)
    set_fact(history, place, card_facts.SINCE, history.turn)
    set_fact(history, place, card_facts.TRADER, 1 + seat)
