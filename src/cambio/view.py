"""A view: what one seat, or a spectator, may see, built up from nothing. No other module decides that.

Whoever has legitimately seen a card may go on knowing it, so a view shows the faces that its seat has seen. With
``memory=False`` it shows only what lies open now: remembering is the player's part. The server tells even less at a
time: what everybody sees (OpenTable), and what only one seat sees and may do right now (OwnView). When a round is over
it may be looked at once more with all cards open.

>>> from cambio import Game
>>> game = Game("cambia", seats=2, seed=188)
>>> _ = game.play("b", "peek b3")
>>> game.view("b").hands["b"], game.view("a").hands["b"], game.view("b", memory=False).hands["b"]
(('??', '??', 'Jh', '??'), ('??', '??', '??', '??'), ('??', '??', '??', '??'))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from .actions import write_action
from .core.engine import action_codes, constants, option_codes, phases
from .core.engine.cards import text_of
from .core.engine.legal_actions import list_legal_actions
from .core.engine.next_actor import find_decider
from .core.engine.play import kind_of, place_of
from .core.engine.table import Table, is_joined
from .events import UNSEEN
from .places import RAIL, Place, Seat, seat_named, seat_number, seats_of, write_place

#: The phases of a round, by how the core counts them.
PHASES = {
    phases.MEMORY: "memory",
    phases.START: "start",
    phases.HOLDING: "holding",
    phases.POWER: "power",
    phases.ENDING: "ending",
    phases.BACK: "back",
    phases.OVER: "over",
}
#: The powers, by how the core counts them.
POWERS = {
    option_codes.POWER_PEEK: "peek",
    option_codes.POWER_SPY: "spy",
    option_codes.POWER_TRADE: "trade",
    option_codes.POWER_LOOK: "look",
}
GAP = "--"  #: In a hand, where a card has left a gap.
#: The viewer to whom no card is hidden, once the round is over.
ALL_OPEN = "all"


@dataclass(frozen=True)
class Gift:
    """A card that a seat owes, or may give, to fill a gap."""

    giver: Seat  #: Who gives.
    gap: Place  #: Where the card goes.


class OpenTable(NamedTuple):
    """What the whole table sees now; before the round is over hands show only the faces of cards that lie face up.

    The fields mean the same as those of a View. A card in hand is ??, unless everybody saw it being taken.
    """

    phase: str  #: Where the round is: one of the words in ``PHASES``.
    turn: Seat | None  #: Whose turn it is, if it is anybody's.
    lap: int  #: How often the turn has gone round, from 1.
    hands: dict[Seat, tuple[str, ...]]  #: Each hand as a row of faces: ``??`` for an unseen card, ``--`` for a gap.
    stock: int  #: How many cards can be drawn.
    discards: int  #: How many cards lie on the pile.
    top: str | None  #: The top discard.
    held: str | None  #: The card that was drawn or taken and not played yet: its face, or ``??``.
    taken: bool  #: Whether the held card came from the pile.
    number: int  #: The number of the latest discard, from 1.
    window: int | None  #: The same number while that discard may be snapped.
    chain: Seat | None  #: Who alone may snap on, after a snap that leaves the window open.
    power: str | None  #: The power that is being used: a word in ``POWERS``.
    power_card: str | None  #: The card whose power it is.
    joined: tuple[Place, ...]  #: Own cards that were named to go with the one that will be swapped.
    picked: Place | None  #: The first card picked for a swap.
    looked: tuple[Place, ...]  #: Cards that the power has looked at.
    gifts: tuple[Gift, ...]  #: Cards that are owed or may be given, the oldest first.
    ready: tuple[Seat, ...]  #: Who has looked enough before play.
    caller: Seat | None  #: Who called, if anybody did.
    knocked: bool  #: Whether that call was automatic.
    out: tuple[Seat, ...]  #: Seats that have too many cards.


class OwnView(NamedTuple):
    """What only one seat sees now, without anything that it has to remember, and all that it may do.

    The card held is None unless the seat sees its face. Looks are the cards that a power, which is not over yet, shows
    its user. Decisions are written as actions are; snaps are every card within the seat's reach, whether it matches or
    not.
    """

    held: str | None  #: The face of the card held, if this seat sees it.
    looks: dict[Place, str]  #: Cards that a power shows this seat right now.
    decisions: tuple[str, ...]  #: What the seat may do, but for snaps.
    snaps: tuple[str, ...]  #: Cards that the seat may snap.


@dataclass(frozen=True)
class View:
    """The table as seen from one seat; all of it is public but the faces.

    Hands are rows of faces, with ?? for a card that the viewer has not seen and -- for a gap; known_by tells who has
    seen which card. The number is that of the latest discard; the window is the same number while it may be snapped.
    """

    viewer: Seat  #: Who sees it so.
    phase: str  #: Where the round is: one of the words in ``PHASES``.
    turn: Seat | None  #: Whose turn it is, if it is anybody's.
    lap: int  #: How often the turn has gone round, from 1.
    hands: dict[Seat, tuple[str, ...]]  #: Each hand as a row of faces: ``??`` for an unseen card, ``--`` for a gap.
    known_by: dict[Place, tuple[Seat, ...]]  #: Who has seen which card: that somebody looks is seen by all.
    stock: int  #: How many cards can be drawn.
    discards: int  #: How many cards lie on the pile.
    top: str | None  #: The top discard.
    held: str | None  #: The card that was drawn or taken and not played yet: its face, or ``??``.
    taken: bool  #: Whether the held card came from the pile.
    number: int  #: The number of the latest discard, from 1.
    window: int | None  #: The same number while that discard may be snapped.
    chain: Seat | None  #: Who alone may snap on, after a snap that leaves the window open.
    power: str | None  #: The power that is being used: a word in ``POWERS``.
    power_card: str | None  #: The card whose power it is.
    joined: tuple[Place, ...]  #: Own cards that were named to go with the one that will be swapped.
    picked: Place | None  #: The first card picked for a swap.
    looked: tuple[Place, ...]  #: Cards that the power has looked at.
    gifts: tuple[Gift, ...]  #: Cards that are owed or may be given, the oldest first.
    ready: tuple[Seat, ...]  #: Who has looked enough before play.
    caller: Seat | None  #: Who called, if anybody did.
    knocked: bool  #: Whether that call was automatic.
    out: tuple[Seat, ...]  #: Seats that have too many cards.

    def to_json(self) -> dict[str, Any]:
        """The view as plain data."""
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> View:
        """The view that ``to_json`` has written; fields that views don't have are left alone."""
        values = {item.name: _read(document[item.name]) for item in fields(cls)}
        values["known_by"] = {Place.parse(place): seats for place, seats in values["known_by"].items()}
        values["gifts"] = tuple(Gift(gift["giver"], Place.parse(gift["gap"])) for gift in document["gifts"])
        values["picked"] = None if document["picked"] is None else Place.parse(document["picked"])
        for name in ("joined", "looked"):
            values[name] = tuple(map(Place.parse, document[name]))
        return cls(**values)


def _read(value: Any) -> Any:
    """Rows as tuples, as views have them."""
    if isinstance(value, dict):
        return {key: _read(item) for key, item in value.items()}
    return tuple(map(_read, value)) if isinstance(value, list) else value


def _plain(value: object) -> object:
    if isinstance(value, Gift):
        return {"giver": value.giver, "gap": str(value.gap)}
    if isinstance(value, Place):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def view(table: Table, viewer: Seat, *, memory: bool = True) -> View:
    """What a seat may see of a table, or a spectator on the rail."""
    shows_faces = memory or table.phase == phases.OVER
    return View(
        viewer=viewer,
        hands={seat_named(seat): _hand(table, seat, viewer, shows_faces) for seat in range(table.seats)},
        known_by=_known_by(table),
        held=_held(table, viewer),
        **_public_facts(table),
    )


def all_open_view(table: Table) -> View:
    """A moment of a round that is over now, with every card in a hand face up; the stock is nobody's to see."""
    return View(
        viewer=ALL_OPEN,
        hands={seat_named(seat): _open_hand(table, seat) for seat in range(table.seats)},
        known_by=_known_by(table),
        held=None if table.held == constants.NO_CARD else _face(table, table.held),
        **_public_facts(table),
    )


def open_table(table: Table) -> OpenTable:
    """What the whole table sees now."""
    is_over = table.phase == phases.OVER
    return OpenTable(
        hands={seat_named(seat): _hand(table, seat, RAIL, is_over) for seat in range(table.seats)},
        held=_held(table, RAIL),
        **_public_facts(table),
    )


def _public_facts(table: Table) -> dict[str, Any]:
    """All that is the same for every viewer; the top of the pile is the only face among it."""
    in_power = table.phase == phases.POWER
    return {
        "phase": PHASES[table.phase],
        "turn": turn_of(table),
        "lap": table.lap,
        "stock": table.stock_left,
        "discards": table.pile_size,
        "top": _face(table, table.pile_card(table.pile_size - 1)) if table.pile_size else None,
        "taken": table.held != constants.NO_CARD and not table.held_from_stock,
        "number": table.discard_number,
        "window": table.discard_number if table.window_open else None,
        "chain": _seat(table.chain),
        "power": POWERS[table.power] if in_power else None,
        "power_card": _face(table, table.power_card) if in_power else None,
        "joined": _joined(table),
        "picked": _place(table, table.first_pick) if in_power else None,
        "looked": _looked(table),
        "gifts": _gifts(table),
        "ready": seats_of(table.ready),
        "caller": _seat(table.caller),
        "knocked": bool(table.knocked),
        "out": seats_of(table.out),
    }


def own_view(table: Table, seat: Seat) -> OwnView:
    """What only that seat sees now, and all that it may do."""
    held = _held(table, seat)
    numbers = list_legal_actions(table, seat_number(seat), True, False)
    decisions = [write_action(number, table.seats) for number in numbers if kind_of(number) != action_codes.SNAP]
    snaps = [write_place(place_of(number), table.seats) for number in numbers[len(decisions) :]]
    return OwnView(None if held == UNSEEN else held, _open_looks(table, seat), tuple(decisions), tuple(snaps))


def turn_of(table: Table) -> Seat | None:
    """The seat whose turn it is, if it is anybody's."""
    return None if table.phase in (phases.MEMORY, phases.BACK, phases.OVER) else seat_named(table.turn)


def deciders_of(table: Table) -> tuple[Seat, ...]:
    """The seats that have something to decide; none while only the dealer has."""
    if table.phase == phases.OVER:
        return ()
    if not table.gifts and table.phase == phases.MEMORY:
        return tuple(seat_named(seat) for seat in range(table.seats) if not table.ready >> seat & 1)
    number = find_decider(table)
    return () if number == constants.DEALER else (seat_named(number),)


def has_seen(table: Table, viewer: Seat, card: int) -> bool:
    """The viewer has legitimately seen the card where it has been since."""
    eye = constants.RAIL if viewer == RAIL else seat_number(viewer)
    return bool(table.seen_by(card) >> eye & 1)


def _hand(table: Table, seat: int, viewer: Seat, shows_faces: bool) -> tuple[str, ...]:
    cards = [table.card_at(place) for place in _places(table, seat)]
    if shows_faces:
        return tuple(GAP if card == constants.NO_CARD else _face_for(table, viewer, card) for card in cards)
    return tuple([GAP if card == constants.NO_CARD else _open_face(table, card) for card in cards])


def _open_hand(table: Table, seat: int) -> tuple[str, ...]:
    cards = [table.card_at(place) for place in _places(table, seat)]
    return tuple([GAP if card == constants.NO_CARD else _face(table, card) for card in cards])


def _open_face(table: Table, card: int) -> str:
    """What a card in a hand shows to everybody all the time: its back, unless it lies face up."""
    return _face(table, card) if table.seen_by(card) >> constants.FACE_UP & 1 else UNSEEN


def _places(table: Table, seat: int) -> range:
    """All places of a hand, gaps too."""
    return range(seat, table.slots_of(seat) * table.seats, table.seats)


def _known_by(table: Table) -> dict[Place, tuple[Seat, ...]]:
    """Who has looked at which card is seen by everybody."""
    known: dict[Place, tuple[Seat, ...]] = {}
    for seat in range(table.seats):
        name = seat_named(seat)
        for slot, place in enumerate(_places(table, seat), start=1):
            card = table.card_at(place)
            if card != constants.NO_CARD:
                known[Place(name, slot)] = seats_of(table.seen_by(card) & table.everybody)
    return known


def _held(table: Table, viewer: Seat) -> str | None:
    return None if table.held == constants.NO_CARD else _face_for(table, viewer, table.held)


def _gifts(table: Table) -> tuple[Gift, ...]:
    return tuple(
        Gift(seat_named(table.gift_giver(index)), Place.numbered(table.gift_place(index), table.seats))
        for index in range(table.gifts)
    )


def _joined(table: Table) -> tuple[Place, ...]:
    """The cards that go with the one that will be swapped."""
    if table.phase != phases.HOLDING or not table.joined:
        return ()
    return tuple(Place.numbered(place, table.seats) for place in _places(table, table.turn) if is_joined(table, place))


def _looked(table: Table) -> tuple[Place, ...]:
    if table.phase != phases.POWER:
        return ()
    places = (table.looked, table.looked_too)
    return tuple(Place.numbered(place, table.seats) for place in places if place != constants.NOWHERE)


def _open_looks(table: Table, seat: Seat) -> dict[Place, str]:
    """A power that is not over yet still shows its user the cards that it has looked at."""
    if table.turn != seat_number(seat):
        return {}
    faces = {place: _face_for(table, seat, table.card_at(place.number(table.seats))) for place in _looked(table)}
    return {place: face for place, face in faces.items() if face != UNSEEN}


def _face_for(table: Table, viewer: Seat, card: int) -> str:
    return _face(table, card) if has_seen(table, viewer, card) else UNSEEN


def _face(table: Table, card: int) -> str:
    return text_of(table.ruleset.face_of(card))


def _seat(seat: int) -> Seat | None:
    return None if seat == constants.NOBODY else seat_named(seat)


def _place(table: Table, place: int) -> Place | None:
    return None if place == constants.NOWHERE else Place.numbered(place, table.seats)
