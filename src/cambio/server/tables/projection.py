"""Telling: what a seat, or somebody on the rail, may know of a table, built up from nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from ...core.engine import action_codes, constants, phases, refusals
from ...core.engine.cards import text_of
from ...core.engine.next_actor import may_snap
from ...core.engine.play import action_of, refusal
from ...core.engine.table import Table
from ...events import Event
from ...places import RAIL, Place, Seat, seat_named, seat_number, seats_of
from ...view import PHASES, POWERS, has_seen, turn_of
from ..messages import Board, Debt, Ending, GameEvent, RoundScore, SeatInfo, TableInfo, Yours
from .table_state import TableState

CARD, GAP = "?", "-"


def table_info(table: TableState, away: Collection[Seat] = (), archived: str | None = None) -> TableInfo:
    """All that everybody knows about a table, apart from the cards."""
    match, game = table.match, table.game
    info = TableInfo(
        stage=table.stage,
        rules=str(table.rules),
        options=table.options,
        host=table.seat_of(table.host) if table.host is not None else None,
        seats=tuple(_seat_info(table, seat, away) for seat in _seats(table)),
    )
    if match is None or game is None:
        return info
    outcome = game.outcome()
    standing = match.standing()
    names = table.names()
    return msgspec.structs.replace(
        info,
        round=match.round if outcome is None else match.round - 1,
        dealer=game.dealer,
        tally=dict(match.tally),
        rounds=tuple(
            RoundScore(dict(each.scores), dealer, each.winners, each.caller)
            for each, dealer in zip(match.outcomes, table.dealers, strict=True)
        ),
        ending=msgspec.convert(outcome.to_json(), Ending) if outcome is not None else None,
        why=outcome.sentence(names) if outcome is not None else "",
        winners=standing.winners if standing is not None else outcome.winners if outcome is not None else (),
        standing=standing.sentence(names) if standing is not None else "",
        archived=archived,
    )


def _seats(table: TableState) -> list[Seat]:
    if table.stage != "lobby":
        return list(table.sitters)
    return [seat_named(number) for number in range(table.capacity)]


def _seat_info(table: TableState, seat: Seat, away: Collection[Seat]) -> SeatInfo:
    sitter = table.sitters.get(seat)
    if sitter is None:
        return SeatInfo(seat)
    return SeatInfo(seat, sitter.name, sitter.level, True, seat in away, sitter.has_stand_in)


def board(table: TableState, left: int | None = None) -> Board | None:
    """The cards as everybody sees them."""
    game = table.game
    if game is None:
        return None
    cards = game.table
    seats = range(cards.seats)
    is_over = cards.phase == phases.OVER
    in_power = cards.phase == phases.POWER
    return Board(
        phase=PHASES[cards.phase],
        hands={seat_named(seat): _slots(cards, seat) for seat in seats},
        stock=cards.stock_left,
        pile=cards.pile_size,
        turn=turn_of(cards),
        lap=cards.lap,
        top=_face(cards, cards.pile_card(cards.pile_size - 1)) if cards.pile_size else None,
        is_holding=cards.held != constants.NO_CARD,
        is_taken=cards.held != constants.NO_CARD and not cards.held_from_stock,
        number=cards.discard_number,
        window=cards.discard_number if cards.window_open and not is_over else None,
        chain=None if cards.chain == constants.NOBODY else seat_named(cards.chain),
        power=POWERS[cards.power] if in_power else None,
        picked=_place(cards, cards.first_pick) if in_power and cards.first_pick != constants.NOWHERE else None,
        looked=tuple(_place(cards, place) for place in _looked(cards)),
        debts=tuple(
            Debt(seat_named(cards.gift_giver(index)), _place(cards, cards.gift_place(index)))
            for index in range(cards.gifts)
        ),
        ready=tuple(seats_of(cards.ready)) if cards.phase == phases.MEMORY else (),
        caller=None if cards.caller == constants.NOBODY else seat_named(cards.caller),
        knocked=bool(cards.knocked),
        out=tuple(seats_of(cards.out)),
        waits_for=tuple(table.deciders()),
        left=left,
        shown=_all_faces(cards) if is_over else {},
    )


def yours(table: TableState, seat: Seat) -> Yours | None:
    """What only that seat knows now, without anything that it should remember, and all that it may do."""
    game = table.game
    if game is None or seat == RAIL:
        return None
    cards = game.table
    snaps = _snaps(cards, seat_number(seat))
    return Yours(
        held=_held(cards, seat),
        looks=_open_looks(cards, seat),
        legal=tuple(map(str, game.legal(seat, snaps=False))) if table.stage == "playing" else (),
        snaps=tuple(_place(cards, place) for place in snaps),
        snap_two=bool(snaps) and table.rules["snap.cards"] == 2,
        question=table.questions.get(seat),
    )


def told_events(events: Sequence[Event], viewer: Seat) -> tuple[GameEvent, ...]:
    """What happened, as the viewer may know it."""
    return tuple(_told(event.seen_by(viewer)) for event in events)


def story(table: TableState) -> tuple[GameEvent, ...]:
    """What has happened in the round so far, as the whole table knows it."""
    return told_events(table.game.events, RAIL) if table.game is not None else ()


def without_private_faces(events: Sequence[Event]) -> list[Event]:
    """What happened, as the whole table knows it: for whoever should remember the rest."""
    return [event.seen_by(RAIL) for event in events]


def _told(event: Event) -> GameEvent:
    return msgspec.convert(event.to_json(), GameEvent)


def _places(cards: Table, seat: int) -> range:
    """All places of a hand, gaps too."""
    return range(seat, cards.slots_of(seat) * cards.seats, cards.seats)


def _all_places(cards: Table) -> list[int]:
    return [place for seat in range(cards.seats) for place in _places(cards, seat)]


def _slots(cards: Table, seat: int) -> str:
    return "".join(GAP if cards.card_at(place) == constants.NO_CARD else CARD for place in _places(cards, seat))


def _held(cards: Table, seat: Seat) -> str | None:
    """The card in hand is before its holder's eyes; a taken one everybody has seen."""
    if cards.held == constants.NO_CARD:
        return None
    return _face(cards, cards.held) if has_seen(cards, seat, cards.held) else None


def _looked(cards: Table) -> list[int]:
    if cards.phase != phases.POWER:
        return []
    return [place for place in (cards.looked, cards.looked_too) if place != constants.NOWHERE]


def _open_looks(cards: Table, seat: Seat) -> dict[str, str]:
    """A power that is not over yet still shows its user the cards that it has looked at."""
    if cards.turn != seat_number(seat):
        return {}
    return {
        _place(cards, place): _face(cards, cards.card_at(place))
        for place in _looked(cards)
        if has_seen(cards, seat, cards.card_at(place))
    }


def _snaps(cards: Table, seat: int) -> list[int]:
    """Every card within the seat's reach, whether it matches or not."""
    if not may_snap(cards, seat):
        return []
    return [
        place
        for place in _all_places(cards)
        if refusal(cards, seat, action_of(action_codes.SNAP, place, constants.NOWHERE), cards.discard_number)
        == refusals.LAWFUL
    ]


def _all_faces(cards: Table) -> dict[str, str]:
    lying = [(place, cards.card_at(place)) for place in _all_places(cards)]
    return {_place(cards, place): _face(cards, card) for place, card in lying if card != constants.NO_CARD}


def _place(cards: Table, place: int) -> str:
    return str(Place.numbered(place, cards.seats))


def _face(cards: Table, card: int) -> str:
    return text_of(cards.ruleset.face_of(card))
