"""Tracks what a player knows of the table, from nothing but the events that its seat was told.

Every card is followed from place to place, and of each unseen one it is known from which shuffle it is. Laid out as a
table of the core, with the unseen cards dealt in any way that fits, a mind can decide at it as at the real table.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from ..core.engine import constants, phases
from ..core.engine.cards import face_of
from ..core.engine.table import Table
from ..core.players.belief_table import (
    add_gift,
    lay_card,
    lay_pile,
    lay_stock,
    open_slots,
    set_peeked_slots,
    set_public_facts,
)
from ..events import (
    Added,
    Chose,
    Dealt,
    Differed,
    Drew,
    Dropped,
    Event,
    Gave,
    Laid,
    Looked,
    Missed,
    Opened,
    Out,
    Peeked,
    Penalised,
    Reopened,
    Reshuffled,
    Seized,
    Shown,
    Snapped,
    Spied,
    Swapped,
    Threw,
    Took,
    Traded,
    Turn,
)
from ..places import Place, Seat, seat_number
from ..rules import Rules
from ..view import PHASES, POWERS, OpenTable, View

PHASE_CODES = {name: code for code, name in PHASES.items()}
POWER_CODES = {name: code for code, name in POWERS.items()}


@dataclass(slots=True, eq=False)
class Card:
    """A card that is tracked: the public facts about it, and its number if the player was shown it."""

    origin: int
    seen: int = 0
    kept: int = 0
    number: int = constants.NO_CARD


@dataclass(slots=True)
class BeliefTracker:
    """What a seat knows of a round; update it with every event, then build a table for each decision."""

    rules: Rules
    seats: int
    seat: int
    at: dict[int, Card] = field(default_factory=dict)
    pile: list[Card] = field(default_factory=list)
    held: Card | None = None
    held_is_taken: bool = False
    #: The unseen cards of each shuffle by number, lowest face first.
    unseen: list[list[int]] = field(default_factory=list)
    #: The cards that were dealt, by place, and those that left the stock after each shuffle, in that order.
    dealt: dict[int, Card] = field(default_factory=dict)
    drawn: list[list[Card]] = field(default_factory=list)
    discarder: int = constants.NOBODY
    #: Whether the latest discard has been snapped.
    window_won: bool = False
    final_window_done: bool = False
    starter: int | None = None
    #: Who will start, before anybody has: everybody sees who deals, although no event tells it.
    expected_starter: int = 0
    #: By seat, the slots that it peeked at before play, a bit each.
    peeked: dict[int, int] = field(default_factory=dict)
    #: The cards that the pending power has looked at, and how many it had when its swap began; the seats that are out.
    looked: list[Card] = field(default_factory=list)
    looks_before_pick: int = 0
    out: set[int] = field(default_factory=set)

    # Events

    def update(self, event: Event) -> None:
        match event:
            case Dealt():
                self._deal()
            case Opened(card=face):
                self._discard(self._identify(self._lift_from_stock(), face), constants.NOBODY)
            case Turn(seat=seat):
                self.starter = seat_number(seat) if self.starter is None else self.starter
            case Drew(seat=seat):
                self.held = self._identify(self._lift_from_stock(), event.card)
                self.held.seen = 1 << seat_number(seat)
                self.held_is_taken = False
            case Took():
                self.held = self.pile.pop()
                self.held_is_taken = True
            case Swapped(seat=seat, place=place):
                self._swap(seat_number(seat), self._number(place), event.card)
            case Differed() | Added():
                self._mismatch(event)
            case Threw(seat=seat) | Dropped(seat=seat):
                assert self.held is not None
                self._discard(self._identify(self.held, event.card), seat_number(seat))
                self.held = None
            case Peeked(seat=seat, place=place) | Spied(seat=seat, place=place) | Looked(seat=seat, place=place):
                self._see(event, seat_number(seat), place)
                if isinstance(event, Looked):
                    self.looked.append(self.card_at(place))
            case Chose():
                self.looks_before_pick = self._count_looks()
            case Out(seat=seat):
                self.out.add(seat_number(seat))
            case Traded(seat=seat, place=place, other=other):
                self._trade(seat_number(seat), self._number(place), self._number(other))
            case Snapped(place=place) | Laid(place=place):
                self._lay_on_pile(self._identify(self.at.pop(self._number(place)), event.card))
                self.window_won = self.window_won or isinstance(event, Snapped)
            case Missed(place=place):
                card = self._identify(self.at[self._number(place)], event.card)
                card.seen |= self._public if event.card is not None else 0
            case Seized(place=place, other=other):
                self.at[self._number(other)] = self.at.pop(self._number(place))
            case Gave(place=place, other=other):
                card = self.at.pop(self._number(place))
                card.kept = constants.UNWANTED
                self.at[self._number(other)] = card
            case Penalised(place=place):
                self.at[self._number(place)] = self._lift_from_stock()
            case Reshuffled():
                self._reshuffle()
            case Reopened():
                self.discarder = constants.NOBODY
                self.final_window_done = True
                self.window_won = False
            case _:
                pass

    @property
    def shuffles(self) -> int:
        return len(self.unseen) - 1

    @property
    def _public(self) -> int:
        return (1 << self.seats) - 1 | 1 << constants.RAIL

    def _number(self, place: Place) -> int:
        return place.number(self.seats)

    def card_at(self, place: Place) -> Card:
        return self.at[self._number(place)]

    def _deal(self) -> None:
        ruleset = self.rules.ruleset
        self.unseen = [sorted(range(ruleset.deck_size), key=ruleset.face_of)]
        self.drawn = [[]]
        self.dealt = {place: Card(0) for place in range(ruleset.deal_cards * self.seats)}
        self.at = dict(self.dealt)

    def _lift_from_stock(self) -> Card:
        card = Card(self.shuffles)
        self.drawn[-1].append(card)
        return card

    def _identify(self, card: Card, face: str | None) -> Card:
        """Give a card that was shown its number: that of an unseen card of its shuffle with that face."""
        if card.number == constants.NO_CARD and face is not None:
            pool = self.unseen[card.origin]
            card.number = pool.pop(bisect_left(pool, face_of(face), key=self.rules.ruleset.face_of))
        return card

    def _lay_on_pile(self, card: Card) -> None:
        card.seen = self._public
        card.kept = 0
        self.pile.append(card)

    def _discard(self, card: Card, seat: int) -> None:
        self._lay_on_pile(card)
        self.discarder = seat
        self.window_won = False
        self.looked = []

    def _swap(self, seat: int, place: int, face: str | None) -> None:
        assert self.held is not None
        old = self._identify(self.at[place], face)
        self.held.kept = constants.KEPT
        self.at[place] = self._turned_up(self.held)
        self.held = None
        self._discard(old, seat)

    def _mismatch(self, event: Differed | Added) -> None:
        """Several cards for one, but they differ: they stay, and the held one may have to stay, too."""
        match event:
            case Differed(place=place):
                card = self._identify(self.at[self._number(place)], event.card)
                card.seen |= self._public
                if self.rules["turn.mismatch"] == "face_up":
                    card.seen |= 1 << constants.FACE_UP
            case Added(place=place):
                assert self.held is not None
                self.at[self._number(place)] = self._turned_up(self.held)
                self.held = None

    def _turned_up(self, held: Card) -> Card:
        """A taken card may lie face up in the hand."""
        if self.held_is_taken and self.rules["turn.taken_face_up"]:
            held.seen |= 1 << constants.FACE_UP
        return held

    def _see(self, event: Shown, seat: int, place: Place) -> None:
        card = self._identify(self.card_at(place), event.card)
        card.seen |= 1 << seat
        if self.starter is None:
            self.peeked[seat] = self.peeked.get(seat, 0) | 1 << place.slot - 1

    def _count_looks(self) -> int:
        """Looks of the pending power that are not undone: the card still lies in the hand of somebody who is in."""
        within_reach = {card for place, card in self.at.items() if place % self.seats not in self.out}
        return sum(card in within_reach for card in self.looked)

    def _trade(self, seat: int, place: int, other: int) -> None:
        """Whoever trades has got rid of the own card, and chosen to keep the other one if it was known."""
        for card, source, target in ((self.at[place], place, other), (self.at[other], other, place)):
            if source % self.seats == target % self.seats:
                continue
            if source % self.seats == seat:
                card.kept = constants.UNWANTED
            elif target % self.seats == seat and card.seen >> seat & 1:
                card.kept = constants.KEPT
        self.at[place], self.at[other] = self.at[other], self.at[place]

    def _reshuffle(self) -> None:
        """All discards but the top one are unseen again, and belong to a new shuffle."""
        ruleset = self.rules.ruleset
        self.unseen.append(sorted((card.number for card in self.pile[:-1]), key=lambda n: (ruleset.face_of(n), n)))
        self.pile = self.pile[-1:]
        self.drawn.append([])

    def knows_match(self) -> bool:
        """Whether the player has been shown a card on the table that matches the top of the pile."""
        ruleset, top = self.rules.ruleset, self.pile[-1].number
        return any(card.number != constants.NO_CARD and ruleset.matches(card.number, top) for card in self.at.values())

    # The table

    def build_table(self, seen: OpenTable | View) -> Table:
        """A table that the seat can't tell from the real one; unseen cards lie in any order.

        Of what is seen, only what everybody sees is used: faces come from the events.
        """
        starter = self.expected_starter if self.starter is None else self.starter
        table = Table(self.rules.ruleset, self.seats, (starter - 1) % self.seats, starter)
        self._lay_hands(table, seen)
        left = [list(pool) for pool in self.unseen]
        for place, card in sorted(self.at.items()):
            lay_card(table, place, self._assign_number(table, card, left))
        if self.held is not None:
            table.held = self._assign_number(table, self.held, left)
        lay_pile(table, [self._assign_number(table, card, left) for card in self.pile])
        stock = left[self.shuffles]
        assert len(stock) == seen.stock
        for card_number in stock:
            set_public_facts(table, card_number, 0, self.shuffles, 0)
        lay_stock(table, stock)
        self._copy_public_state(table, seen)
        return table

    def _lay_hands(self, table: Table, seen: OpenTable | View) -> None:
        for seat, hand in seen.hands.items():
            open_slots(table, seat_number(seat), len(hand))

    def _assign_number(self, table: Table, card: Card, left: list[list[int]]) -> int:
        """The card's number if the player knows it, else any that is left of its shuffle; sets its public facts."""
        number = card.number if card.number != constants.NO_CARD else left[card.origin].pop()
        set_public_facts(table, number, card.seen, card.origin, card.kept)
        return number

    def _copy_public_state(self, table: Table, seen: OpenTable | View) -> None:
        """Whose turn it is, what is going on, and what everybody has seen of it."""
        table.phase = PHASE_CODES[seen.phase]
        table.caller = _seat(seen.caller)
        table.turn = _seat(seen.turn) if seen.turn is not None else table.starter
        if table.phase == phases.BACK:
            table.turn = table.caller
        table.lap = seen.lap
        table.shuffles = self.shuffles
        table.held_from_stock = self.held is not None and not seen.taken
        table.discard_number = table.discard_since = seen.number
        table.window_open = seen.window is not None
        table.window_won = self.window_won
        table.chain = _seat(seen.chain)
        table.discarder = self.discarder
        table.final_window_done = self.final_window_done
        table.knocked = seen.knocked
        table.power = POWER_CODES[seen.power] if seen.power is not None else 0
        table.power_card = self._card_with(seen.power_card)
        table.joined = sum(1 << place.slot - 1 for place in seen.joined)
        table.first_pick = self._number(seen.picked) if seen.picked is not None else constants.NOWHERE
        looked = [self._number(place) for place in seen.looked] + [constants.NOWHERE, constants.NOWHERE]
        table.looked, table.looked_too = looked[:2]
        table.looks_before_pick = self.looks_before_pick
        table.ready = sum(1 << seat_number(seat) for seat in seen.ready)
        table.out = sum(1 << seat_number(seat) for seat in seen.out)
        table.seats_in = self.seats - len(seen.out)
        for seat, slots in self.peeked.items():
            set_peeked_slots(table, seat, slots)
        for gift in seen.gifts:
            add_gift(table, seat_number(gift.giver), self._number(gift.gap))

    def _card_with(self, face: str | None) -> int:
        """Any card that looks like that: all of them have the same power."""
        ruleset = self.rules.ruleset
        if face is None:
            return constants.NO_CARD
        return next(card for card in range(ruleset.deck_size) if ruleset.face_of(card) == face_of(face))


def _seat(seat: Seat | None) -> int:
    return constants.NOBODY if seat is None else seat_number(seat)
