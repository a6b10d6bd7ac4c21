"""Conditions: what the cards of a test have to be like; a deck that meets them is searched for by its secret."""

from __future__ import annotations

from collections.abc import Callable

from cambio.core.engine import constants
from cambio.core.engine.cards import KINDS, text_of
from cambio.game import Game
from cambio.places import Seat
from cambio.rules import Rules

Condition = Callable[[Game], bool]


def anything(_game: Game) -> bool:
    return True


def is_over(game: Game) -> bool:
    return game.is_over


# Cards


def hand(game: Game, seat: Seat) -> list[str]:
    """The faces of a hand, slot 1 first."""
    table, number = game.table, game.seats.index(seat)
    cards = [table.card_at(slot * table.seats + number) for slot in range(table.slots_of(number))]
    return ["-" if card == constants.NO_CARD else text_of(table.ruleset.face_of(card)) for card in cards]


def held(game: Game) -> str:
    return text_of(game.table.ruleset.face_of(game.table.held))


def top(game: Game) -> str:
    face = game.view().top
    assert face is not None, "no card lies on the pile"
    return face


def rank(face: str) -> str:
    return face[:-1]


# Powers


def power_of(rules: str, face: str) -> str:
    """What a card can do by these rules, however far that reaches."""
    colour = face[-1] if face[0] == "X" else "r" if face[-1] in "hd" else "b"
    return Rules.parse(rules).power_of(KINDS.index(rank(face) + colour))[0]


def holding(rules: str, power: str) -> Condition:
    """A card of that power has been drawn."""

    def condition(game: Game) -> bool:
        return power_of(rules, held(game)) == power

    return condition


# Snaps


def matching(game: Game, seat: Seat) -> list[int]:
    """The slots of a hand that match the discard, from 0."""
    return [slot for slot, face in enumerate(hand(game, seat)) if rank(face) == rank(top(game))]


def matches_at(*places: str) -> Condition:
    """Exactly these cards match the discard, and its thrower has nothing to decide."""

    def condition(game: Game) -> bool:
        if game.turn != "b" or game.table.gifts:
            return False
        return {f"{seat}{slot + 1}" for seat in game.seats for slot in matching(game, seat)} == set(places)

    return condition


def everybody_has_a_match(game: Game) -> bool:
    return game.turn == "b" and all(matching(game, seat) for seat in game.seats)


def sizes(**slots: int) -> Condition:
    """Hands have this many slots, and the next one is to draw: a=8, b=4."""

    def condition(game: Game) -> bool:
        return game.turn == "b" and all(len(hand(game, seat)) == size for seat, size in slots.items())

    return condition
