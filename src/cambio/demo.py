"""A demonstration: a round that plays itself, mostly at random, with a snap now and then that is right."""

from __future__ import annotations

import random

from .actions import Action, Call, Draw, Keep, Peek, Ready, Skip, Snap
from .core.engine.snap import matches
from .game import Game
from .places import DEALER, Seat
from .rules import Rules

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
CALL_CHANCE = 1 / 10
SNAP_CHANCE = 1 / 5
MISTAKE_CHANCE = 1 / 60


def demonstration(rules: Rules, seats: int, seed: int | None = None) -> tuple[Game, dict[Seat, str]]:
    """A whole round and the names of those who played it."""
    luck = random.Random(seed)
    game = Game(rules, seats, seed=luck.getrandbits(63))
    while not game.is_over:
        actor, action = _decision(game, luck)
        game.play(actor, action)
    names = {seat: NAMES[index] if index < len(NAMES) else seat for index, seat in enumerate(game.seats)}
    return game, names


def _decision(game: Game, luck: random.Random) -> tuple[Seat, Action]:
    if game.view().phase == "memory":
        return _memory(game)
    snap = _snap(game, luck)
    if snap is not None:
        return snap
    for actor in (*game.seats, DEALER):
        choices = [action for action in game.legal(actor, snaps=False) if _is_likely(action, luck)]
        if choices:
            return actor, luck.choice(choices)
    # Everybody shied away from the only thing to do.
    actor = next(actor for actor in (*game.seats, DEALER) if game.legal(actor, snaps=False))
    return actor, game.legal(actor, snaps=False)[0]


def _memory(game: Game) -> tuple[Seat, Action]:
    """Everybody looks at each card that they may, once, and is ready."""
    view = game.view()
    seat = next(seat for seat in game.seats if seat not in view.ready)
    looks = [action for action in game.legal(seat) if isinstance(action, Peek)]
    new = [look for look in looks if seat not in view.known_by[look.place]]
    return seat, new[0] if new else Ready()


def _is_likely(action: Action, luck: random.Random) -> bool:
    if isinstance(action, Call):
        return luck.random() < CALL_CHANCE
    if isinstance(action, (Skip, Keep)):
        return luck.random() < 1 / 3
    return isinstance(action, Draw) or luck.random() < 3 / 4


def _snap(game: Game, luck: random.Random) -> tuple[Seat, Action] | None:
    """A seat snaps a card that it knows to match, or one that it only hopes for."""
    view = game.view()
    if view.window is None:
        return None
    for place, knowers in view.known_by.items():
        for seat in game.seats:
            knows = seat in knowers and matches(game.table, place.number(len(game.seats)))
            if luck.random() < (SNAP_CHANCE if knows else MISTAKE_CHANCE / len(view.known_by)):
                snap = Snap(place)
                if game.why_not(seat, snap) is None:
                    return seat, snap
    return None
