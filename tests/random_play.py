"""Random play that gets around: every kind of action comes up, and rounds still end."""

from __future__ import annotations

import random

from cambio import DEALER, Game, parse_action
from cambio.actions import Action, Call, Snap
from cambio.places import Seat

SNAP_CHANCE = 1 / 8
LATE_CHANCE = 1 / 40
CLOSE_CHANCE = 1 / 4


def random_decision(game: Game, rng: random.Random, call_chance: float = 1 / 6) -> tuple[Seat, Action]:
    """Somebody, and something that they may do."""
    if rng.random() < SNAP_CHANCE:
        snap = random_snap(game, rng)
        if snap is not None:
            return snap
    actors = [*game.seats, DEALER] if rng.random() < CLOSE_CHANCE else list(game.seats)
    rng.shuffle(actors)
    for actor in (*actors, DEALER):
        choices = [action for action in game.legal(actor, snaps=False) if not isinstance(action, Snap)]
        if any(isinstance(action, Call) for action in choices) and rng.random() > call_chance:
            choices = [action for action in choices if not isinstance(action, Call)]
        if choices:
            return actor, rng.choice(choices)
    raise AssertionError("nobody can act, not even the dealer")


def random_snap(game: Game, rng: random.Random) -> tuple[Seat, Action] | None:
    """Any card, right or wrong, in time or late; if the rules let a seat try that."""
    seat = rng.choice(game.seats)
    places = [place for place, _ in game.view().known_by.items()]
    if not places:
        return None
    number = game.table.number
    if rng.random() < LATE_CHANCE and number > 1:
        number = rng.randint(1, number)
    words = rng.sample(places, 2 if rng.random() < 0.3 and len(places) > 1 else 1)
    action = f"snap {' '.join(words)} #{max(number, 1)}"
    return (seat, parse_action(action)) if game.why_not(seat, action) is None else None
