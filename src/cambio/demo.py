"""A demonstration: a round or a match played at random, in which snaps that match are likelier than others."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .actions import Action, Call, Draw, Keep, Peek, Ready, Skip, Snap
from .core.engine.snap import matches
from .game import Game
from .match import Match
from .places import DEALER, Seat
from .rules import Rules

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
CALL_CHANCE = 1 / 10
SNAP_CHANCE = 1 / 5
MISTAKE_CHANCE = 1 / 60


#: A match that the rules let go on for ever is left after this many rounds.
MOST_ROUNDS = 10


def play_demonstration(rules: Rules, seats: int, seed: int | None = None) -> tuple[Game, dict[Seat, str]]:
    """Play a whole round: the game, and a name for each seat."""
    rng = random.Random(seed)
    game = Game(rules, seats, seed=rng.getrandbits(63))
    _play_out(game, rng)
    return game, _name_seats(game.seats)


def play_demonstration_match(rules: Rules, seats: int, seed: int | None = None) -> tuple[list[Game], dict[Seat, str]]:
    """Play a whole match: its rounds, and a name for each seat."""
    rng = random.Random(seed)
    match = Match(rules, seats, seed=rng.getrandbits(63))
    has_end = bool(rules["match.rounds"] or rules["match.target"])
    games: list[Game] = []
    while not match.is_over and (has_end or len(games) < MOST_ROUNDS):
        games.append(match.deal())
        _play_out(games[-1], rng)
        match.score(games[-1].outcome())
    return games, _name_seats(match.seats)


def _play_out(game: Game, rng: random.Random) -> None:
    while not game.is_over:
        actor, action = _choose_action(game, rng)
        game.play(actor, action)


def _name_seats(seats: Sequence[Seat]) -> dict[Seat, str]:
    return {seat: NAMES[index] if index < len(NAMES) else seat for index, seat in enumerate(seats)}


def _choose_action(game: Game, rng: random.Random) -> tuple[Seat, Action]:
    if game.view().phase == "memory":
        return _choose_in_memory_phase(game)
    snap = _choose_snap(game, rng)
    if snap is not None:
        return snap
    for actor in (*game.seats, DEALER):
        choices = [action for action in game.legal(actor, snaps=False) if _is_drawn(action, rng)]
        if choices:
            return actor, rng.choice(choices)
    # Chance has ruled out all actions that are legal.
    actor = next(actor for actor in (*game.seats, DEALER) if game.legal(actor, snaps=False))
    return actor, game.legal(actor, snaps=False)[0]


def _choose_in_memory_phase(game: Game) -> tuple[Seat, Action]:
    """Everybody peeks once at each card that they may, and then is ready."""
    view = game.view()
    seat = next(seat for seat in game.seats if seat not in view.ready)
    peeks = [action for action in game.legal(seat) if isinstance(action, Peek)]
    new = [peek for peek in peeks if seat not in view.known_by[peek.place]]
    return seat, new[0] if new else Ready()


def _is_drawn(action: Action, rng: random.Random) -> bool:
    if isinstance(action, Call):
        return rng.random() < CALL_CHANCE
    if isinstance(action, (Skip, Keep)):
        return rng.random() < 1 / 3
    return isinstance(action, Draw) or rng.random() < 3 / 4


def _choose_snap(game: Game, rng: random.Random) -> tuple[Seat, Action] | None:
    """Sometimes a snap of a card that a seat knows to match, rarely one of any other card."""
    view = game.view()
    if view.window is None:
        return None
    for place, knowers in view.known_by.items():
        for seat in game.seats:
            knows = seat in knowers and matches(game.table, place.number(len(game.seats)))
            if rng.random() < (SNAP_CHANCE if knows else MISTAKE_CHANCE / len(view.known_by)):
                snap = Snap(place)
                if game.why_not(seat, snap) is None:
                    return seat, snap
    return None
