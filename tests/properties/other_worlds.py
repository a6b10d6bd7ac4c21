"""Other worlds: what a viewer has met of a deck, and the same round with the rest of the deck in another order."""

from __future__ import annotations

from collections.abc import Sequence

from cambio import Game, Snap
from cambio.actions import Action, Swap
from cambio.core.engine import constants
from cambio.places import RAIL, Seat, seat_number


def judged_cards(game: Game, action: Action) -> list[int]:
    """The cards that are compared with the top of the pile, or with each other; a late snap compares none."""
    if isinstance(action, Swap) and game.table.joined:
        places = {action.place, *game.view().joined}
        return [game.table.card_at(place.number(len(game.seats))) for place in places]
    if not isinstance(action, Snap) or not game.table.window_open or action.discard != game.table.discard_number:
        return []
    return [game.table.card_at(place.number(len(game.seats))) for place in action.places()]


def eye_of(viewer: Seat) -> int:
    return constants.RAIL if viewer == RAIL else seat_number(viewer)


def deal_again(game: Game, deck: Sequence[str]) -> Game:
    return Game(
        game.rules,
        len(game.seats),
        deck=deck,
        shuffles=game.shuffles,
        dealer=game.dealer,
        starter=game.starter,
    )


def deck_order(game: Game) -> list[int]:
    """The cards of a freshly dealt table, in the order in which they lay in the deck."""
    table = game.table
    seats = range(table.dealer + 1, table.dealer + 1 + table.seats)
    slots = range(game.rules["deal.cards"])
    hands = [table.card_at(slot * table.seats + seat % table.seats) for slot in slots for seat in seats]
    opening = [table.pile_card(index) for index in range(table.pile_size)]
    return hands + opening + [table.stock_card(index) for index in reversed(range(table.stock_left))]
