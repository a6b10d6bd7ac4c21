"""The table: hands, stock, pile and whatever is pending, and how cards move between them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .cards import Card, index, owner, place_at
from .rules import Rules, Scope

# Where the round stands.
MEMORY = "memory"  # cards are being memorised
BEGIN = "begin"  # the seat to move is to draw, take or call
HOLDING = "holding"  # it holds a card
POWER = "power"  # it may use a power
DISCARDED = "discarded"  # it has done everything but decide about a call
DECIDING = "deciding"  # it decides about a call at the end of its turn
PASSING = "passing"  # its turn is over
BACK = "back"  # play is back at the caller
OVER = "over"  # the cards have been shown


@dataclass
class Power:
    """A power that is pending for the seat to move, with the scope of the card that fired.

    `again` counts the looks that were undone since the first pick: they may be taken again, though a pick ends looking.
    """

    kind: str
    scope: Scope
    looked: list[str] = field(default_factory=list)
    picked: str | None = None
    again: int = 0


@dataclass
class Window:
    """The time in which a discard may be snapped; a chain keeps it for one seat."""

    number: int
    discarder: str | None
    chain: str | None = None


class Gift(NamedTuple):
    """A card that is owed, or may be given, for a card of another's that was snapped; `gap` is where that one lay."""

    giver: str
    gap: str


class Table:
    def __init__(
        self,
        rules: Mapping[str, object],
        seats: int,
        deck: Sequence[str],
        *,
        dealer: int,
        starter: int,
        reshuffle: Callable[[list[str]], list[str]],
    ) -> None:
        self.rules = Rules(rules)
        self.seats = [chr(ord("a") + seat) for seat in range(seats)]
        self.order_of_reshuffle = reshuffle
        self.starter = self.seats[starter]

        self.stock = [Card(text) for text in deck]  # top first
        self.pile: list[Card] = []  # bottom first
        self.slots: dict[str, list[Card | None]] = {seat: [] for seat in self.seats}
        self.discards = 0
        self.present: set[int] = set()  # the numbers of the present discard, wherever its card is now

        self.step = MEMORY
        self.ready: set[str] = set()
        self.chosen: dict[str, set[str]] = {seat: set() for seat in self.seats}
        self.turn = self.starter
        self.lap = 1
        self.held: Card | None = None
        self.held_from_stock = False
        self.named: set[str] = set()  # places whose cards are to go with the one that will be swapped
        self.power: Power | None = None
        self.window: Window | None = None
        self.final_window_used = False
        self.gifts: list[Gift] = []  # oldest first
        self.out: set[str] = set()
        self.caller: str | None = None
        self.knocked = False
        self.result: dict[str, object] | None = None

        self.events: list[dict[str, object]] = []
        self._deal(dealer)

    # ------------------------------------------------------------- the table

    def hands(self) -> dict[str, list[str | None]]:
        return {seat: [None if card is None else card.text for card in self.slots[seat]] for seat in self.seats}

    def knowledge(self) -> dict[str, str]:
        return {place: "".join(sorted(self._at(place).known_to)) for place in self._places() if self._has_card(place)}

    def open_cards(self) -> dict[str, str]:
        """The cards in the hands that lie face up."""
        places = [place for place in self._places() if self._has_card(place)]
        return {place: self._at(place).text for place in places if self._at(place).face_up}

    def named_places(self) -> list[str]:
        return [place for place in self._places() if place in self.named]

    def _places(self) -> list[str]:
        return [place_at(seat, position) for seat in self.seats for position in range(len(self.slots[seat]))]

    def _has_card(self, place: str) -> bool:
        slots = self.slots.get(owner(place), [])
        return index(place) < len(slots) and slots[index(place)] is not None

    def _at(self, place: str) -> Card:
        card = self.slots[owner(place)][index(place)]
        assert card is not None, f"no card at {place}"
        return card

    def _hand(self, seat: str) -> list[Card]:
        return [card for card in self.slots[seat] if card is not None]

    def _is_own_card(self, seat: str, place: str) -> bool:
        return owner(place) == seat and self._has_card(place)

    def _is_locked(self, seat: str) -> bool:
        return self.rules.yes("call.lock") and seat == self.caller

    def _is_movable(self, place: str) -> bool:
        """A card that can be snapped or traded."""
        return self._has_card(place) and owner(place) not in self.out and not self._is_locked(owner(place))

    def _is_lookable(self, place: str) -> bool:
        hidden = self._is_locked(owner(place)) and self.rules.yes("call.lock_looking")
        return self._has_card(place) and owner(place) not in self.out and not hidden

    def _can_draw(self) -> bool:
        return bool(self.stock) or (self.rules.choice("turn.stock") == "reshuffle" and len(self.pile) >= 2)

    def _turn_cannot_begin(self) -> bool:
        return self.step == BEGIN and not self._can_draw()

    def _gifts_of(self, seat: str) -> list[Gift]:
        return [gift for gift in self.gifts if gift.giver == seat]

    def _seats_in(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]

    # ------------------------------------------------------------- reporting

    def _tell(self, kind: str, **fields: object) -> None:
        self.events.append({"event": kind, **fields})

    def _show(self, kind: str, card: Card, sees: Sequence[str], **fields: object) -> None:
        """Report a card to the seats that see it, and remember that they have seen it."""
        card.known_to.update(sees)
        self._tell(kind, card=card.text, sees="".join(sorted(sees)), **fields)

    def _see(self, kind: str, seat: str, place: str) -> None:
        self._show(kind, self._at(place), [seat], seat=seat, place=place)

    # -------------------------------------------------------- moving cards

    def _deal(self, dealer: int) -> None:
        for _ in range(self.rules.number("deal.cards")):
            for step in range(1, len(self.seats) + 1):
                self.slots[self.seats[(dealer + step) % len(self.seats)]].append(self.stock.pop(0))
        self._tell("dealt")
        if self.rules.yes("deal.opening"):
            self.pile.append(self.stock.pop(0))
            self._number(self.pile[-1])
            self._show("opened", self.pile[-1], self.seats, number=1)
        if self.rules.number("deal.memory_cards") == 0:
            self.ready = set(self.seats)

    def _from_stock(self) -> Card:
        """The next card; the discards below the top one are reshuffled when it is needed and not before."""
        if not self.stock:
            below, self.pile = self.pile[:-1], self.pile[-1:]
            self.stock = [Card(text) for text in self.order_of_reshuffle([card.text for card in below])]
            assert sorted(card.text for card in self.stock) == sorted(card.text for card in below)
            self._tell("reshuffled", number=len(self.stock))
        return self.stock.pop(0)

    def _lift(self, place: str) -> Card:
        """A card leaves the hands for good, so a pick or a look of it is undone."""
        card = self._at(place)
        self.slots[owner(place)][index(place)] = None
        self.named.discard(place)
        self._undo_steps([place])
        return card

    def _move(self, place: str, other: str) -> None:
        """A card changes hands: a pick of it is undone, but a look goes along with it."""
        assert not self._has_card(other)
        self.slots[owner(other)][index(other)] = self._at(place)
        self.slots[owner(place)][index(place)] = None
        self.named.discard(place)
        if self.power is not None:
            self.power.looked = [other if looked == place else looked for looked in self.power.looked]
            if self.power.picked == place:
                self.power.picked = None

    def _undo_steps(self, places: Sequence[str]) -> None:
        if self.power is None:
            return
        undone = [place for place in self.power.looked if place in places]
        self.power.looked = [place for place in self.power.looked if place not in places]
        if self.power.picked is not None:
            self.power.again += len(undone)
        if self.power.picked in places:
            self.power.picked = None

    def _add_slot(self, seat: str, card: Card | None) -> str:
        """A new slot after the last one, even if the hand has gaps."""
        self.slots[seat].append(card)
        return place_at(seat, len(self.slots[seat]) - 1)

    def _let_go(self) -> Card:
        """The held card leaves the hand that holds it, and what was named to go with another is forgotten."""
        assert self.held is not None
        card, self.held = self.held, None
        self.named = set()
        return card

    def _let_in(self) -> Card:
        """The held card comes into a hand: face up, if it was taken and the rules say so."""
        card = self._let_go()
        card.numbers = set()
        card.face_up = not self.held_from_stock and self.rules.yes("turn.taken_face_up")
        return card

    def _put_on_pile(self, card: Card) -> None:
        self.pile.append(card)
        card.face_up = False

    def _discard(self, kind: str, seat: str, card: Card, **fields: object) -> None:
        """A new discard closes the window before it and opens its own."""
        self._close_window()
        self._put_on_pile(card)
        self._number(card)
        self._show(kind, card, self.seats, seat=seat, number=self.discards, **fields)
        self._open_window(discarder=seat)

    def _number(self, card: Card) -> None:
        if self.discards not in card.numbers:
            # Another discard has come in between.
            card.numbers.clear()
        self.discards += 1
        card.numbers.add(self.discards)
        self.present = set(card.numbers)

    def _open_window(self, *, discarder: str | None) -> None:
        if self.rules.choice("snap.who") != "off":
            self.window = Window(self.discards, discarder)

    def _close_window(self) -> None:
        if self.window is not None:
            self._tell("closed", number=self.window.number)
            self.window = None

    def _close_chain_of(self, seat: str) -> None:
        """A chain ends with a holder who takes no part in snapping any more."""
        if self.window is not None and self.window.chain == seat:
            self._close_window()
