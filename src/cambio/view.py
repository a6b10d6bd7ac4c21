"""A view: what one seat, or a spectator, may see, built up from nothing.

Whoever has legitimately seen a card may go on knowing it, so a view shows the faces that its seat has seen. With
``memory=False`` it shows only what lies open now: remembering is the player's part.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from .core.engine import constants, option_codes, phases
from .core.engine.cards import text_of
from .core.engine.table import Table
from .events import UNSEEN
from .places import RAIL, Place, Seat, seat_named, seat_number, seats_of

PHASES = {
    phases.MEMORY: "memory",
    phases.START: "start",
    phases.HOLDING: "holding",
    phases.POWER: "power",
    phases.ENDING: "ending",
    phases.BACK: "back",
    phases.OVER: "over",
}
POWERS = {
    option_codes.POWER_PEEK: "peek",
    option_codes.POWER_SPY: "spy",
    option_codes.POWER_TRADE: "trade",
    option_codes.POWER_LOOK: "look",
}
GAP = "--"


@dataclass(frozen=True)
class Gift:
    """A card that a seat owes, or may give, to fill a gap."""

    giver: Seat
    gap: Place


@dataclass(frozen=True)
class View:
    """The table as seen from one seat; all of it is public but the faces.

    Hands are rows of faces, with ?? for a card that the viewer has not seen and -- for a gap; known_by tells who has
    seen which card. The number is that of the latest discard; the window is the same number while it may be snapped.
    """

    viewer: Seat
    phase: str
    turn: Seat | None
    lap: int
    hands: dict[Seat, tuple[str, ...]]
    known_by: dict[Place, tuple[Seat, ...]]
    stock: int
    discards: int
    top: str | None
    held: str | None
    taken: bool
    number: int
    window: int | None
    chain: Seat | None
    power: str | None
    picked: Place | None
    looked: tuple[Place, ...]
    gifts: tuple[Gift, ...]
    ready: tuple[Seat, ...]
    caller: Seat | None
    knocked: bool
    out: tuple[Seat, ...]

    def to_json(self) -> dict[str, Any]:
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}


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
    seats = range(table.seats)
    is_over = table.phase == phases.OVER
    return View(
        viewer=viewer,
        phase=PHASES[table.phase],
        turn=turn_of(table),
        lap=table.lap,
        hands={seat_named(seat): _hand(table, seat, viewer, memory or is_over) for seat in seats},
        known_by=_known_by(table),
        stock=table.stock_left,
        discards=table.pile_size,
        top=_face(table, table.pile_card(table.pile_size - 1)) if table.pile_size else None,
        held=_held(table, viewer),
        taken=table.held != constants.NO_CARD and not table.held_from_stock,
        number=table.discard_number,
        window=table.discard_number if table.window_open else None,
        chain=_seat(table.chain),
        power=POWERS[table.power] if table.phase == phases.POWER else None,
        picked=_place(table, table.first_pick) if table.phase == phases.POWER else None,
        looked=_looked(table),
        gifts=tuple(
            Gift(seat_named(table.gift_giver(index)), Place.numbered(table.gift_place(index), table.seats))
            for index in range(table.gifts)
        ),
        ready=tuple(seats_of(table.ready)),
        caller=_seat(table.caller),
        knocked=bool(table.knocked),
        out=tuple(seats_of(table.out)),
    )


def turn_of(table: Table) -> Seat | None:
    """The seat whose turn it is, if it is anybody's."""
    return None if table.phase in (phases.MEMORY, phases.BACK, phases.OVER) else seat_named(table.turn)


def has_seen(table: Table, viewer: Seat, card: int) -> bool:
    """The viewer has legitimately seen the card where it has been since."""
    eye = constants.RAIL if viewer == RAIL else seat_number(viewer)
    return bool(table.seen_by(card) >> eye & 1)


def _hand(table: Table, seat: int, viewer: Seat, memory: bool) -> tuple[str, ...]:
    cards = [table.card_at(slot * table.seats + seat) for slot in range(table.slots_of(seat))]
    return tuple(_slot(table, card, viewer, memory) for card in cards)


def _slot(table: Table, card: int, viewer: Seat, memory: bool) -> str:
    if card == constants.NO_CARD:
        return GAP
    return _face(table, card) if memory and has_seen(table, viewer, card) else UNSEEN


def _known_by(table: Table) -> dict[Place, tuple[Seat, ...]]:
    """Who has looked at which card is seen by everybody."""
    known: dict[Place, tuple[Seat, ...]] = {}
    for seat in range(table.seats):
        for slot in range(table.slots_of(seat)):
            place = slot * table.seats + seat
            card = table.card_at(place)
            if card != constants.NO_CARD:
                known[Place.numbered(place, table.seats)] = tuple(seats_of(table.seen_by(card) & table.everybody))
    return known


def _held(table: Table, viewer: Seat) -> str | None:
    if table.held == constants.NO_CARD:
        return None
    return _face(table, table.held) if has_seen(table, viewer, table.held) else UNSEEN


def _looked(table: Table) -> tuple[Place, ...]:
    if table.phase != phases.POWER:
        return ()
    places = (table.looked, table.looked_too)
    return tuple(Place.numbered(place, table.seats) for place in places if place != constants.NOWHERE)


def _face(table: Table, card: int) -> str:
    return text_of(table.ruleset.face_of(card))


def _seat(seat: int) -> Seat | None:
    return None if seat == constants.NOBODY else seat_named(seat)


def _place(table: Table, place: int) -> Place | None:
    return None if place == constants.NOWHERE else Place.numbered(place, table.seats)
