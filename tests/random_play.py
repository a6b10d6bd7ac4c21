"""Random play that gets around: every kind of action comes up, and rounds still end."""

from __future__ import annotations

import random

from cambio import DEALER, Game, parse_action
from cambio.actions import Action, Call, Peek
from cambio.core.engine import constants
from cambio.core.engine.snap import matches
from cambio.places import Place, Seat

SNAP_CHANCE = 1 / 5
RIGHT_CHANCE = 1 / 2
LATE_CHANCE = 1 / 40
CLOSE_CHANCE = 1 / 20
TURN_CHANCE = 9 / 10
PEEK_CHANCE = 1 / 2


def random_decision(game: Game, rng: random.Random, call_chance: float = 1 / 6) -> tuple[Seat, Action]:
    """Somebody, and something that they may do."""
    if rng.random() < SNAP_CHANCE:
        snap = random_snap(game, rng)
        if snap is not None:
            return snap
    for actor in _likely_actors(game, rng):
        choices = game.legal(actor, snaps=False)
        for shy, chance in ((Call, call_chance), (Peek, PEEK_CHANCE if len(choices) > 1 else 1)):
            if rng.random() > chance and not all(isinstance(action, shy) for action in choices):
                choices = [action for action in choices if not isinstance(action, shy)]
        if choices:
            verb = rng.choice(sorted({action.verb for action in choices}))
            return actor, rng.choice([action for action in choices if action.verb == verb])
    raise AssertionError("nobody can act, not even the dealer")


def _likely_actors(game: Game, rng: random.Random) -> list[Seat]:
    """Everybody, in some order, the seat whose turn it is mostly first, and the dealer mostly last."""
    actors = [*game.seats]
    rng.shuffle(actors)
    if game.turn is not None and rng.random() < TURN_CHANCE:
        actors.insert(0, game.turn)
    return [DEALER, *actors] if rng.random() < CLOSE_CHANCE else [*actors, DEALER]


def random_snap(game: Game, rng: random.Random) -> tuple[Seat, Action] | None:
    """Any card, right or wrong, in time or late; if the rules let a seat try that."""
    seat = rng.choice(game.seats)
    places = _occupied(game)
    if rng.random() < RIGHT_CHANCE and game.table.pile_size:
        places = [place for place in places if matches(game.table, place.number(len(game.seats)))] or places
    if not places:
        return None
    number = game.table.discard_number
    if rng.random() < LATE_CHANCE and number > 1:
        number = rng.randint(1, number)
    words = rng.sample(places, 2 if rng.random() < 0.3 and len(places) > 1 else 1)
    action = parse_action(f"snap {' '.join(map(str, words))} #{max(number, 1)}")
    return (seat, action) if game.why_not(seat, action) is None else None


def _occupied(game: Game) -> list[Place]:
    table = game.table
    numbers = range(table.rows * table.seats)
    return [Place.numbered(number, table.seats) for number in numbers if table.card_at(number) != constants.NO_CARD]
