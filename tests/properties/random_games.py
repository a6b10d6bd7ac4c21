"""Random games under random house rules, and people who try anything."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cambio import DEALER, Call, Game, Snap
from cambio.actions import PLACED, PLAIN, VERBS, Action
from cambio.places import RAIL, Place, Seat
from cambio.training.random_rules import random_rules
from tests.random_play import random_decision

CALL_CHANCE = 1 / 40
#: Decisions after which a random walk through a round has seen enough.
MAX_DECISIONS = 50
#: A walk begins with the deal, or when the round has been played for that long.
LEADS = (0, 0, 60, 200)
_PLAIN_VERBS = [action.verb for action in PLAIN]
_PLACED_VERBS = [action.verb for action in PLACED]


def random_game(seed: int, rng: random.Random) -> Game:
    """Any rules, anybody deals and anybody starts; any seven seeds in a row seat 2 to 8."""
    letters = "abcdefgh"[: 2 + seed % 7]
    return Game(
        random_rules(rng, len(letters)),
        len(letters),
        seed=rng.getrandbits(32),
        dealer=rng.choice(letters),
        starter=rng.choice(letters),
    )


def game_under_way(seed: int, rng: random.Random) -> Game:
    """Freshly dealt, or played for a while without a call."""
    game = random_game(seed, rng)
    for _ in range(rng.choice(LEADS)):
        actor, action = lively_decision(game, rng)
        if not isinstance(action, Call):
            ahead = game.copy()
            ahead.play(actor, action)
            if ahead.is_over:
                break
            game = ahead
    return game


def states(game: Game, rng: random.Random) -> Iterator[Game]:
    """The game in each state of a random walk, the last one included."""
    yield game
    for _ in range(MAX_DECISIONS):
        if game.is_over:
            return
        game.play(*lively_decision(game, rng))
        yield game


def play_on(game: Game, seed: int, actions: int) -> Iterator[str]:
    """Random decisions from here on: what is seen, what may be done, what is done, and all that comes of it."""
    rng = random.Random(seed)
    for _ in range(actions):
        for viewer in (rng.choice(game.seats), RAIL):
            yield str(game.view(viewer).to_json())
        for actor in (*game.seats, DEALER):
            yield f"{actor} may {', '.join(map(str, game.legal(actor, snaps=False)))}"
        if game.is_over:
            break
        actor, action = lively_decision(game, rng)
        yield f"{actor} {action}: {' '.join(map(str, game.play(actor, action)))}"
    yield f"{game!r} {game.outcome()} {game.shuffles} {game.deck}"


def lively_decision(game: Game, rng: random.Random) -> tuple[Seat, Action]:
    """Random play with few calls, so that rounds are long and eventful."""
    return random_decision(game, rng, CALL_CHANCE)


def right_snaps(game: Game, seat: Seat) -> list[Snap]:
    """What the seat would snap if it saw all cards."""
    return [action for action in game.legal(seat, pairs=True) if isinstance(action, Snap) and is_right(game, action)]


def is_right(game: Game, snap: Snap) -> bool:
    table = game.table
    top = table.pile_card(table.pile_size - 1)
    return all(table.ruleset.matches(table.card_at(place.number(table.seats)), top) for place in snap.places())


def random_attempt(game: Game, rng: random.Random) -> tuple[Seat, str]:
    """Somebody tries something, more often than not something unlawful."""
    turn = game.seats[game.table.turn]
    actor = rng.choice([*game.seats, turn, turn, turn, DEALER])
    places = [_random_place(game, rng), _random_place(game, rng)]
    return actor, written_attempt(rng.choice(VERBS), places, game.table.discard_number + rng.randint(-1, 1))


def _random_place(game: Game, rng: random.Random) -> Place:
    """Mostly a place where a card lies; sometimes one that is empty or not there at all."""
    seat = rng.choice(game.seats) if rng.random() < 0.97 else "z"
    return Place(seat, rng.randint(1, game.rules["deal.cards"] + 2))


def written_attempt(verb: str, places: list[Place], number: int) -> str:
    """An action that can be read, with as many of the two places as go with the verb."""
    if verb in _PLAIN_VERBS:
        return verb
    if verb in _PLACED_VERBS:
        return f"{verb} {places[0]}"
    if verb == "trade":
        return f"trade {places[0]}" if places[0] != places[1] else "trade"
    words = [str(place) for place in (places if places[0] < places[1] else places[:1])]
    return f"snap {' '.join(words)} #{max(number, 1)}"
