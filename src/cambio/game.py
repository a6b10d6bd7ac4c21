"""The friendly face: a game of one round, with typed actions and events.

>>> game = Game("cambia", seats=2, seed=7)
>>> for seat in game.seats:
...     _ = game.play(seat, "ready")
>>> [str(action) for action in game.legal("a")][:3]
['draw', 'take', 'call']
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Protocol

from .actions import Action, Close, Settle, Snap, action_numbered, parse_action
from .core import act, event, mark, phase, why
from .core.cards import face_of, text_of
from .core.chance import Chance
from .core.deal import deal
from .core.play import action_of, play, refusal, reshuffle
from .core.table import Table
from .errors import Refusal, Refused, RulesError
from .events import RAIL, UNSEEN, Event, read_event
from .outcome import Outcome
from .places import DEALER, Seat, seat_named, seat_number
from .rules import Rules
from .view import View, turn_of, view

#: Actions without a card, and those with one, in the order in which a player thinks of them.
_PLAIN_KINDS = (act.READY, act.DRAW, act.TAKE, act.CALL, act.THROW, act.KEEP, act.SKIP)
_PLACED_KINDS = {
    phase.MEMORY: (act.PEEK,),
    phase.HOLDING: (act.SWAP,),
    phase.POWER: (act.PEEK, act.SPY, act.LOOK, act.TRADE),
}


NOT_TOLD = mark.NO_CARD


class Luck(Protocol):
    """Whatever shuffles: a seeded source of chance, a verifiable one, or a file that tells what happened."""

    def order(self, cards: Sequence[int]) -> list[int]: ...

    def copy(self) -> Luck: ...


class Game:
    """One round. The cards' order, and that of each reshuffle, is the dealer's: from a seed or given card by card."""

    def __init__(
        self,
        rules: Rules | str = "classic",
        seats: int = 2,
        *,
        seed: int | None = None,
        luck: Luck | None = None,
        deck: Sequence[str] | None = None,
        shuffles: Iterable[Sequence[str]] = (),
        dealer: Seat | None = None,
        starter: Seat | None = None,
        log: bool = True,
    ) -> None:
        """A freshly dealt game, the same again from the same seed; without a log it keeps no events and plays faster."""
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.rules.check_seats(seats)
        self.seats: tuple[Seat, ...] = tuple(seat_named(seat) for seat in range(seats))
        dealing = self._seat(dealer) if dealer is not None else seats - 1
        starting = self._seat(starter) if starter is not None else (dealing + 1) % seats
        self.seed = seed if seed is not None else secrets.randbits(63)
        self._luck: Luck = luck if luck is not None else Chance(self.seed)
        self._shuffles = [list(shuffle) for shuffle in shuffles]
        self._table = Table(self.rules.book, seats, dealing, starting)
        self._table.listening = log
        self._read = 0
        self.events: list[Event] = []
        #: What a file needs to replay the game: each actor's action, and the dealer's cards by number.
        self.record: list[tuple[Seat, Action]] = []
        self.deck_ids = self._ids(deck) if deck is not None else self._luck.order(range(self.rules.book.cards))
        self.shuffle_ids: list[list[int]] = []
        self._shuffled_at: list[int] = []
        deal(self._table, self.deck_ids)
        self._hear()

    # Playing

    def legal(self, actor: Seat, *, snaps: bool = True) -> list[Action]:
        """Everything that the seat, or the dealer, may do now. Wrong snaps are lawful; late ones are not offered."""
        table = self._table
        if actor == DEALER:
            return [action for action in (Close(), Settle()) if self.why_not(DEALER, action) is None]
        seat = self._seat(actor)
        numbers = [action_of(kind, mark.NOWHERE, mark.NOWHERE) for kind in _PLAIN_KINDS]
        if table.phase == phase.POWER:
            numbers.append(action_of(act.TRADE, mark.NOWHERE, mark.NOWHERE))
        kinds = (*_PLACED_KINDS.get(table.phase, ()), *((act.GIVE,) if table.gifts else ()))
        places = self._places()
        numbers += [action_of(kind, place, mark.NOWHERE) for kind in kinds for place in places]
        lawful = [number for number in numbers if refusal(table, seat, number, 0) == why.LAWFUL]
        if snaps and table.window_open:
            lawful += self._lawful_snaps(seat, places)
        return [action_numbered(number, table.seats, table.number) for number in lawful]

    def _places(self) -> list[int]:
        table = self._table
        return [slot * table.seats + seat for seat in range(table.seats) for slot in range(table.slots_of(seat))]

    def _lawful_snaps(self, seat: int, places: list[int]) -> list[int]:
        table = self._table
        snaps = [action_of(act.SNAP, place, mark.NOWHERE) for place in places]
        if self.rules["snap.cards"] == 2:
            snaps += [action_of(act.SNAP, place, other) for place, other in combinations(places, 2)]
        return [number for number in snaps if refusal(table, seat, number, table.number) == why.LAWFUL]

    def why_not(self, actor: Seat, action: Action | str) -> Refusal | None:
        """Why the rules refuse the action now; None if they don't."""
        action = parse_action(action) if isinstance(action, str) else action
        reason = self._refusal(self._actor(actor), action)
        return None if reason == why.LAWFUL else Refusal.numbered(reason)

    def play(self, actor: Seat, action: Action | str) -> list[Event]:
        """Do it, with all that follows by itself, and tell what happened; or raise Refused and change nothing."""
        action = parse_action(action) if isinstance(action, str) else action
        seat = self._actor(actor)
        reason = self._refusal(seat, action)
        if reason != why.LAWFUL:
            raise Refused(actor, action, Refusal.numbered(reason))
        if isinstance(action, Snap) and action.discard is None:
            action = Snap(action.place, action.other, self._table.number)
        self.record.append((actor, action))
        play(self._table, seat, action.number(self._table.seats), self._discard(action))
        while self._table.shuffle_due:
            self._reshuffle()
        return self._hear()

    def _refusal(self, seat: int, action: Action) -> int:
        table = self._table
        if any(seat_number(place.seat) >= table.seats for place in action.places()):
            return why.NO_SUCH_PLACE
        return refusal(table, seat, action.number(table.seats), self._discard(action))

    def _discard(self, action: Action) -> int:
        if isinstance(action, Snap) and action.discard is not None:
            return action.discard
        return self._table.number

    def _reshuffle(self) -> None:
        """The dealer's order: the next one given, or one from the seed."""
        table = self._table
        pile = [table.stock_card(index) for index in range(table.stock_left)]
        if self._shuffles:
            order = self._ids(self._shuffles.pop(0), pile)
        else:
            order = self._luck.order(pile)
        self.shuffle_ids.append(order)
        self._shuffled_at.append(len(self.record))
        reshuffle(table, order)

    def _hear(self) -> list[Event]:
        heard = [read_event(self._table, start) for start in range(self._read, self._table.log_size, event.WIDTH)]
        self._read = self._table.log_size
        self.events += heard
        return heard

    # Seeing

    @property
    def is_over(self) -> bool:
        return bool(self._table.phase == phase.OVER)

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, if it is anybody's."""
        return turn_of(self._table)

    def view(self, seat: Seat | None = None, *, memory: bool = True) -> View:
        """What a seat may see; without a seat, what a spectator may."""
        if seat is not None:
            self._seat(seat)
        return view(self._table, seat if seat is not None else RAIL, memory=memory)

    def heard_by(self, seat: Seat | None = None) -> list[Event]:
        """All events as a seat, or a spectator, may know them."""
        return [event.seen_by(seat if seat is not None else RAIL) for event in self.events]

    def outcome(self) -> Outcome | None:
        """How the round ended, and why; None while it is played."""
        return Outcome.of(self._table, self.rules) if self.is_over else None

    def copy(self) -> Game:
        """A game of its own in the same state, with the same dealer's luck to come."""
        twin = Game.__new__(Game)
        twin.rules = self.rules
        twin.seed = self.seed
        twin.seats = self.seats
        twin._luck = self._luck.copy()
        twin._shuffles = [list(shuffle) for shuffle in self._shuffles]
        twin._table = self._table.copy()
        twin._table.listening = self._table.listening
        twin._read = 0
        twin.events = list(self.events)
        twin.record = list(self.record)
        twin.deck_ids = self.deck_ids
        twin.shuffle_ids = list(self.shuffle_ids)
        twin._shuffled_at = list(self._shuffled_at)
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        """Nothing that two copies share can change."""
        return self.copy()

    # The dealer's part

    @property
    def deck(self) -> list[str]:
        """The order in which the cards lay before the deal, the top one first."""
        return [self._text(card) for card in self.deck_ids]

    @property
    def shuffles(self) -> list[tuple[int, list[str]]]:
        """The order of each reshuffle, with the number of actions played before it."""
        orders = [[self._text(card) for card in order] for order in self.shuffle_ids]
        return list(zip(self._shuffled_at, orders, strict=True))

    # The core's numbers

    @property
    def table(self) -> Table:
        """The core's table, with every card on it: for searches and tests, never for a player."""
        return self._table

    def _seat(self, seat: Seat) -> int:
        if seat not in self.seats:
            raise Refused(
                seat, "", Refusal(f"nobody sits at {seat!r}; the seats are {self.seats[0]} to {self.seats[-1]}")
            )
        return seat_number(seat)

    def _actor(self, actor: Seat) -> int:
        return mark.DEALER if actor == DEALER else self._seat(actor)

    def _text(self, card: int) -> str:
        return text_of(self.rules.book.face_of(card))

    def _ids(self, texts: Sequence[str], among: Sequence[int] | None = None) -> list[int]:
        """The cards of those faces, each once; where a face is not told (??) lies one of the others, by luck."""
        cards = list(range(self.rules.book.cards)) if among is None else list(among)
        if len(texts) != len(cards):
            raise RulesError(f"expected {len(cards)} cards, but found {len(texts)}", "deck.decks")
        left: dict[int, list[int]] = {}
        for card in reversed(cards):
            left.setdefault(self.rules.book.face_of(card), []).append(card)
        told = [NOT_TOLD if text == UNSEEN else self._pick(left, text) for text in texts]
        others = iter(self._luck.order(sorted(card for same in left.values() for card in same)))
        return [next(others) if card == NOT_TOLD else card for card in told]

    @staticmethod
    def _pick(left: dict[int, list[int]], text: str) -> int:
        same = left.get(face_of(text))
        if not same:
            raise RulesError(f"there is no {text} left among the cards of these rules", "deck.decks")
        return same.pop()
