"""The friendly face: a game of one round, with typed actions and events.

>>> game = Game("cambia", seats=2, seed=7)
>>> for seat in game.seats:
...     _ = game.play(seat, "ready")
>>> [str(action) for action in game.legal("a")][:3]
['draw', 'take', 'call']
>>> game
<Game of cambia for 2 seats: start of a, lap 1, after 2 actions>
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from .actions import Action, Close, Settle, Snap, actions_numbered, parse_action
from .core.engine import constants, phases, refusals
from .core.engine.cards import face_of, text_of
from .core.engine.deal import deal
from .core.engine.legal_actions import list_legal_actions
from .core.engine.play import play, refusal, reshuffle
from .core.engine.rng import Rng
from .core.engine.table import Table
from .core.engine.table_snapshot import restore_table, take_snapshot
from .errors import Refusal, Refused, RulesError, SeatError
from .event_reader import read_events
from .events import UNSEEN, Event
from .outcome import Outcome
from .places import DEALER, RAIL, Seat, count_things, seat_named, seat_number
from .presets import DEFAULT_RULES
from .rules import Rules
from .unseen.dealing_anew import deal_anew
from .unseen.judged_snaps import JudgedSnap, judge
from .view import OpenTable, View, open_table, turn_of, view

__all__ = ["Game", "Luck", "TranscriptLuck", "first_seat"]

NOT_TOLD = constants.NO_CARD
LAWFUL = refusals.LAWFUL
DEALERS_ACTIONS = (Close(), Settle())


class Luck(Protocol):
    """Whatever shuffles: a seeded source of chance, a verifiable one, or a file that tells what happened."""

    def order(self, cards: Sequence[int]) -> list[int]:
        """These cards in another order, the top one first."""

    def copy(self) -> Luck:
        """The same luck, with the same orders to come."""


@runtime_checkable
class TranscriptLuck(Luck, Protocol):
    """Luck whose reshuffles, counted from 1, depend on everything that was done before them."""

    def reorder(self, cards: Sequence[int], number: int, played: Sequence[tuple[Seat, Action]]) -> list[int]:
        """The order of a reshuffle, after all actions so far."""


def first_seat(rules: Rules, dealer: int, seats: int) -> int:
    """Who starts a first round, seen from the dealer: there is no last winner yet."""
    steps = {"right": -1, "dealer": 0}.get(rules["match.starter"], 1)
    return (dealer + steps) % seats


def check_seed(seed: int | None, bits: int = 63) -> int:
    """Any whole number is a seed, of whichever type; without one, so many bits that nobody can guess."""
    try:
        return int.from_bytes(os.urandom(8)) >> 64 - bits if seed is None else operator.index(seed)
    except TypeError:
        raise TypeError(
            f"seed: expected a whole number, or None to shuffle by chance, but found {seed!r}: "
            "a text can be made one by int.from_bytes(text.encode())"
        ) from None


class Game:
    """One round. The cards' order, and that of each reshuffle, is the dealer's: from a seed or given card by card."""

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
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
        """A freshly dealt game, the same from the same seed; without a log it keeps no events and plays faster."""
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)  #: What it is played by.
        self.rules.check_seats(seats)
        self.seats: tuple[Seat, ...] = tuple(seat_named(seat) for seat in range(seats))  #: The seats in order, a first.
        dealing = self._seat(dealer) if dealer is not None else seats - 1
        starting = self._seat(starter) if starter is not None else first_seat(self.rules, dealing, seats)
        #: Where its chance comes from: it tells all cards, so keep it from players.
        self.seed = check_seed(seed)
        self._luck: Luck = luck if luck is not None else Rng(self.seed)
        self._shuffles = [list(shuffle) for shuffle in shuffles]
        self._table = Table(self.rules.ruleset, seats, dealing, starting)
        self._table.listening = log
        self._read = 0
        self.events: list[Event] = []  #: All that has happened so far, with every card in it.
        #: Everything that was done, by whom.
        self.record: list[tuple[Seat, Action]] = []
        pack = range(self.rules.ruleset.deck_size)
        #: The dealer's cards by number: the deck, then each reshuffle with the number of actions before it.
        self.deck_ids = tuple(self._ids(deck, pack) if deck is not None else self._shuffled(pack))
        self.shuffle_ids: list[tuple[int, ...]] = []  #: Each reshuffle's cards by number, the top one first.
        self.shuffled_at: list[int] = []  #: How many actions came before each reshuffle, its own included.
        deal(self._table, self.deck_ids)
        self._hear()

    # Playing

    def legal(self, actor: Seat, *, snaps: bool = True, pairs: bool = False) -> list[Action]:
        """Everything that the seat, or the dealer, may do now. Wrong snaps are lawful; late ones are not offered.

        Where two cards may be snapped at once, any two of the snaps listed may be made as one. Those pairs are listed
        only if they are wanted: there are thousands where hands are large.
        """
        table = self._table
        if actor == DEALER:
            return [action for action in DEALERS_ACTIONS if self._ask(refusal, constants.DEALER, action) == LAWFUL]
        numbers = list_legal_actions(table, self._seat(actor), snaps, pairs)
        return actions_numbered(numbers, table.seats, table.discard_number)

    def why_not(self, actor: Seat, action: Action | str) -> Refusal | None:
        """Why the rules refuse the action now; None if they don't."""
        action = action if isinstance(action, Action) else parse_action(action)
        reason = self._ask(refusal, self._actor(actor), action)
        return None if reason == LAWFUL else Refusal.numbered(reason)

    def play(self, actor: Seat, action: Action | str) -> list[Event]:
        """Do it, with all that follows by itself, and tell what happened; or raise Refused and change nothing."""
        action = action if isinstance(action, Action) else parse_action(action)
        table, discards = self._table, self._table.discard_number
        before = table.copy() if self._shuffles else None
        reason = self._ask(play, self._actor(actor), action)
        if reason != LAWFUL:
            raise Refused(actor, action, Refusal.numbered(reason))
        if isinstance(action, Snap) and action.discard is None:
            action = Snap(action.place, action.other, discards)
        try:
            while table.shuffle_due:
                self._reshuffle((actor, action))
        except ValueError:
            # The order that was given is not one of these cards: nothing has happened.
            if before is not None:
                self._take_back(before)
            raise
        self.record.append((actor, action))
        return self._hear()

    def _take_back(self, before: Table) -> None:
        before.listening = self._table.listening
        self._table = before
        self._read = 0
        while self.shuffled_at and self.shuffled_at[-1] > len(self.record):
            self.shuffled_at.pop()
            self.shuffle_ids.pop()

    def _ask(self, core: Callable[[Table, int, int, int], int], actor: int, action: Action) -> int:
        """Why the core refuses an action, or to play it; a place that there is not has no number to ask with."""
        table = self._table
        for seat, slot in action.places():
            if seat not in self.seats or not 1 <= slot <= table.slots_of(seat_number(seat)):
                return refusals.NO_SUCH_PLACE
        discard = table.discard_number
        if isinstance(action, Snap) and action.discard is not None:
            # The discard that a snap answers; one that there has never been is nobody's.
            discard = action.discard if 1 <= action.discard <= discard else 0
        return core(table, actor, action.number(table.seats), discard)

    def _reshuffle(self, last: tuple[Seat, Action]) -> None:
        """The dealer's order: the next one given, or one by luck, after the action that needs it."""
        table = self._table
        pile = [table.stock_card(index) for index in range(table.stock_left)]
        if self._shuffles:
            order = self._ids(self._shuffles[0], pile)
            del self._shuffles[0]
        elif isinstance(self._luck, TranscriptLuck):
            order = self._luck.reorder(pile, len(self.shuffle_ids) + 1, [*self.record, last])
            self._check_order(order, pile)
        else:
            order = self._shuffled(pile)
        self.shuffle_ids.append(tuple(order))
        self.shuffled_at.append(len(self.record) + 1)
        reshuffle(table, order)

    def _shuffled(self, cards: Sequence[int]) -> list[int]:
        """By the dealer's luck, which must lose and add no card."""
        order = list(self._luck.order(cards))
        self._check_order(order, cards)
        return order

    @staticmethod
    def _check_order(order: Sequence[int], cards: Sequence[int]) -> None:
        if sorted(order) != sorted(cards):
            raise RulesError(f"expected the same {len(cards)} cards in another order, but found others", "deck.decks")

    def _hear(self) -> list[Event]:
        heard = read_events(self._table, self._read)
        self._read = self._table.log_size
        self.events += heard
        return heard

    # Seeing

    @property
    def is_over(self) -> bool:
        """Whether the cards have been shown and counted."""
        return bool(self._table.phase == phases.OVER)

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, if it is anybody's."""
        return turn_of(self._table)

    def view(self, seat: Seat | None = None, *, memory: bool = True) -> View:
        """What a seat may see; without a seat, what a spectator may."""
        return view(self._table, self._viewer(seat), memory=memory)

    def open_table(self) -> OpenTable:
        """What the whole table sees now; unlike a view, it takes no time for what anybody has seen before."""
        return open_table(self._table)

    def heard_by(self, seat: Seat | None = None) -> list[Event]:
        """All events as a seat, or a spectator, may know them."""
        viewer = self._viewer(seat)
        return [event.seen_by(viewer) for event in self.events]

    def _viewer(self, seat: Seat | None) -> Seat:
        if seat is None or seat == RAIL:
            return RAIL
        self._seat(seat)
        return seat

    def outcome(self) -> Outcome | None:
        """How the round ended, and why; None while it is played."""
        return Outcome.of(self._table, self.rules) if self.is_over else None

    def __repr__(self) -> str:
        """What everybody can see of it: no cards, and no seed, which would tell them."""
        seen = self.view()
        moment = "over" if self.is_over else seen.phase if seen.turn is None else f"{seen.phase} of {seen.turn}"
        done = count_things(len(self.record), "action")
        return f"<Game of {self.rules} for {len(self.seats)} seats: {moment}, lap {seen.lap}, after {done}>"

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
        twin.shuffled_at = list(self.shuffled_at)
        return twin

    def imagine(self, seat: Seat | None, seed: int | None = None) -> Game:
        """A game that a seat, or a spectator, can't tell from this one: all that it has not seen is dealt anew.

        A copy holds the hidden cards as they lie; whoever searches in copies knows them. Here every deal that agrees
        with what the seat has been told is equally likely, and the same seed imagines the same. Its reshuffles to come
        have a luck of their own, and its events are as the seat was told them.

        >>> game = Game("cambia", seats=2, seed=188)
        >>> worlds = [game.imagine("a", seed) for seed in range(100)]
        >>> all(world.view("a") == game.view("a") for world in worlds)
        True
        >>> len({tuple(world.deck) for world in worlds})
        100
        """
        viewer = self._viewer(seat)
        real, judged = self._judged_snaps()
        twin = real.copy()
        twin.seed = check_seed(seed)
        luck = Rng(twin.seed)
        dealt = deal_anew(twin._table, constants.NOBODY if viewer == RAIL else self._seat(viewer), judged, luck)
        deck, *shuffles = (
            tuple(dealt.get(card, card) if real._table.origin_of(card) == shuffle else card for card in order)
            for shuffle, order in enumerate([real.deck_ids, *real.shuffle_ids])
        )
        twin.deck_ids, twin.shuffle_ids = deck, shuffles
        twin._luck, twin._shuffles = luck, []
        twin._table.listening = self._table.listening
        twin.events = self.heard_by(viewer)
        return twin

    def _judged_snaps(self) -> tuple[Game, list[JudgedSnap]]:
        """What wrong snaps have told that were not shown, and the game whose cards are meant: this one, or its twin."""
        if self.rules.ruleset.snap_shown or not any(isinstance(action, Snap) for _, action in self.record):
            return self, []
        twin = self.from_the_start()
        judged = []
        for actor, action in self.record:
            judged.append(judge(twin._table, actor, action))
            twin.play(actor, action)
        return twin, [each for each in judged if each is not None]

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        """Nothing that two copies share can change."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickle holds: like a copy, the whole state, hidden cards and the dealer's luck included."""
        return self.__dict__ | {"_table": take_snapshot(self._table), "_read": 0}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._table = restore_table(self.rules.ruleset, state["_table"])

    # The dealer's part

    @property
    def deck(self) -> list[str]:
        """The order in which the cards lay before the deal, the top one first."""
        return [self._text(card) for card in self.deck_ids]

    @property
    def shuffles(self) -> list[list[str]]:
        """The order of each reshuffle, the top card first."""
        return [[self._text(card) for card in order] for order in self.shuffle_ids]

    @property
    def dealer(self) -> Seat:
        """The seat that deals."""
        return seat_named(self._table.dealer)

    @property
    def starter(self) -> Seat:
        """Who has the first turn."""
        return seat_named(self._table.starter)

    def from_the_start(self) -> Game:
        """The same deal again, with the same reshuffles to come, before anybody has done anything."""
        return Game(
            self.rules,
            len(self.seats),
            seed=self.seed,
            deck=self.deck,
            shuffles=self.shuffles,
            dealer=self.dealer,
            starter=self.starter,
        )

    # The core's numbers

    @property
    def table(self) -> Table:
        """The core's table, with every card on it: for searches and tests, never for a player."""
        return self._table

    def _seat(self, seat: Seat) -> int:
        if seat not in self.seats:
            raise SeatError(f"nobody sits at {seat!r}: the seats are {self.seats[0]} to {self.seats[-1]}")
        return seat_number(seat)

    def _actor(self, actor: Seat) -> int:
        return self._seat(actor) if actor != DEALER else constants.DEALER

    def _text(self, card: int) -> str:
        return text_of(self.rules.ruleset.face_of(card))

    def _ids(self, texts: Sequence[str], cards: Sequence[int]) -> list[int]:
        """The cards of those faces, each once; where a face is not told (??) lies one of the others, by luck."""
        if len(texts) != len(cards):
            raise RulesError(f"expected {len(cards)} cards, but found {len(texts)}", "deck.decks")
        left: dict[int, list[int]] = {}
        for card in reversed(cards):
            left.setdefault(self.rules.ruleset.face_of(card), []).append(card)
        told = [NOT_TOLD if text == UNSEEN else self._pick(left, text) for text in texts]
        others = iter(self._shuffled(sorted(card for same in left.values() for card in same)))
        return [next(others) if card == NOT_TOLD else card for card in told]

    @staticmethod
    def _pick(left: dict[int, list[int]], text: str) -> int:
        same = left.get(face_of(text))
        if not same:
            raise RulesError(f"there is no {text} left among the cards of these rules", "deck.decks")
        return same.pop()
