"""Random games under random house rules, and people who try anything."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cambio import DEALER, Game
from cambio.actions import PLACED, PLAIN, VERBS
from cambio.places import Place, Seat
from tests.random_play import random_decision
from tests.random_rules import random_rules, random_seats

#: Rounds in which every decision is a wild one can be long; after so many decisions there is nothing new to see.
PATIENCE = 250
_PLAIN_VERBS = [action.verb for action in PLAIN]
_PLACED_VERBS = [action.verb for action in PLACED]


def random_game(rng: random.Random) -> Game:
    """Any rules, 2 to 8 seats, anybody deals and anybody starts."""
    rules = random_rules(rng)
    seats = random_seats(rules, rng)
    dealer, starter = rng.choice("abcdefgh"[:seats]), rng.choice("abcdefgh"[:seats])
    return Game(rules, seats, seed=rng.getrandbits(32), dealer=dealer, starter=starter)


def states(game: Game, rng: random.Random, *, decisions: int = PATIENCE) -> Iterator[Game]:
    """The game in each state of a random round, the last one included."""
    yield game
    for _ in range(decisions):
        if game.is_over:
            return
        game.play(*random_decision(game, rng))
        yield game


def random_attempt(game: Game, rng: random.Random) -> tuple[Seat, str]:
    """Somebody tries something, more often than not something unlawful."""
    turn = game.seats[game.table.turn]
    actor = rng.choice([*game.seats, turn, turn, turn, DEALER])
    return actor, written_attempt(
        rng.choice(VERBS), [_random_place(game, rng), _random_place(game, rng)], rng.randint(-1, 1) + game.table.number
    )


def written_attempt(verb: str, places: list[Place], number: int) -> str:
    """An action that can be read, with as many of the places as go with the verb."""
    if verb in _PLAIN_VERBS:
        return verb
    if verb in _PLACED_VERBS:
        return f"{verb} {places[0]}"
    if verb == "trade":
        return f"trade {places[0]}" if places[0] != places[1] else "trade"
    words = [str(place) for place in (places if places[0] < places[1] else places[:1])]
    return f"snap {' '.join(words)} #{max(number, 1)}"


def _random_place(game: Game, rng: random.Random) -> Place:
    """Mostly a place where a card lies; sometimes one that is empty or not there at all."""
    seat = rng.choice(game.seats) if rng.random() < 0.97 else "z"
    return Place(seat, rng.randint(1, game.rules["deal.cards"] + 2))
