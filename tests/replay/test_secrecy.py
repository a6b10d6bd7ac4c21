"""A step of a replay depends on no card that its viewpoint had not met by then, however the round went on.

Another world is a round with the same actions up to some step, whose other cards lay elsewhere: from then on it goes
its own way, to an end of its own. A planted leak at the end proves that the check would notice one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from cambio import RAIL, Game
from cambio.places import Seat
from cambio.replay import ALL, TABLE, RecordedRound, Step, Viewpoint, steps_of
from cambio.view import view
from tests.properties.other_worlds import deal_again, deck_order, eye_of, judged_cards
from tests.properties.random_games import MAX_DECISIONS, lively_decision, random_game
from tests.soaking import examples

Replayed = Callable[[Game, Viewpoint], list[Step]]
#: How many random rounds are looked at, and after how many decisions one that does not end is given up.
WORLDS, LONGEST = 21, 600


class Leak(AssertionError):
    """A viewpoint tells a card that it had not seen then."""


def replayed(game: Game, viewpoint: Viewpoint) -> list[Step]:
    return list(steps_of(RecordedRound(game, {}), viewpoint))


@dataclass(frozen=True)
class Worlds:
    """Two finished rounds that were the same to a viewpoint up to some step."""

    viewpoint: Viewpoint
    here: Game
    there: Game
    last: int
    #: Whether other cards lay there.
    differ: bool


def compare_worlds(seed: int, replayed: Replayed = replayed) -> int:
    """How many rounds were compared with one in which other cards lay in hands."""
    compared = 0
    for worlds in pairs_of_worlds(seed):
        _compare(replayed(worlds.here, worlds.viewpoint), replayed(worlds.there, worlds.viewpoint), worlds.last)
        compared += worlds.differ
    return compared


def pairs_of_worlds(seed: int) -> Iterator[Worlds]:
    """For each viewpoint a random round, and another that it could not have told from that up to some step."""
    rng = random.Random(seed)
    game = random_game(seed, rng)
    met = {card: game.table.seen_by(card) for card in deck_order(game)}
    for _ in range(rng.randint(1, 2 * MAX_DECISIONS)):
        actor, action = lively_decision(game, rng)
        ahead = game.copy()
        ahead.play(actor, action)
        if ahead.is_over:
            break
        for card in judged_cards(game, action):
            met[card] |= game.table.public
        game = ahead
        for card in met:
            met[card] |= game.table.seen_by(card)
    for viewpoint in (TABLE, *game.seats):
        viewer = RAIL if viewpoint == TABLE else viewpoint
        other = _other_world(game, met, viewer, rng)
        here, there = _end(game.copy(), rng), _end(other, rng)
        if here is not None and there is not None:
            yield Worlds(viewpoint, here, there, len(game.record), game.deck != other.deck)


def _other_world(game: Game, met: dict[int, int], viewer: Seat, rng: random.Random) -> Game:
    """The same actions, with what the viewer never met of the deck in another order."""
    unmet = [index for index, card in enumerate(met) if not met[card] >> eye_of(viewer) & 1]
    deck = list(game.deck)
    for index, drawn in zip(unmet, rng.sample(unmet, len(unmet)), strict=True):
        deck[index] = game.deck[drawn]
    other = deal_again(game, deck)
    for actor, action in game.record:
        other.play(actor, action)
    return other


def _end(game: Game, rng: random.Random) -> Game | None:
    for _ in range(LONGEST):
        if game.is_over:
            return game
        game.play(*lively_decision(game, rng))
    return None


def _compare(here: list[Step], there: list[Step], last: int) -> None:
    for one, other in zip(here[: last + 1], there[: last + 1], strict=True):
        # What a call was worth is known only since the show.
        if _without_hindsight(one) != _without_hindsight(other):
            raise Leak(f"one can tell\n{one}\nfrom\n{other}")


def _without_hindsight(step: Step) -> Step:
    return replace(step, mistake=None) if step.kind == "call" else step


@pytest.mark.parametrize("seed", examples(10, soak=WORLDS))
def test_a_viewpoint_tells_nothing_that_was_not_known_there_then(seed: int) -> None:
    compare_worlds(seed)


def test_other_worlds_really_differ() -> None:
    assert sum(compare_worlds(seed) for seed in range(4)) > 4


@pytest.mark.parametrize("seed", range(7))
def test_cards_that_nobody_met_are_told_by_no_viewpoint_not_even_with_all_open(seed: int) -> None:
    game, twin = twins(seed)
    for viewpoint in (TABLE, *game.seats, ALL):
        assert replayed(twin, viewpoint) == replayed(game, viewpoint)


def twins(seed: int) -> tuple[Game, Game]:
    """A round, and the same round once more, with what was left in the stock in another order."""
    rng = random.Random(seed)
    while (game := _end(random_game(seed, rng), rng)) is None or game.shuffles or game.table.stock_left < 2:
        pass
    left = game.table.stock_left
    twin = deal_again(game, [*game.deck[:-left], *rng.sample(game.deck[-left:], left)])
    for actor, action in game.record:
        twin.play(actor, action)
    return game, twin


# Planted leaks


def from_the_next_seat(game: Game, viewpoint: Viewpoint) -> list[Step]:
    """Planted: the view of another seat."""
    seats = [*game.seats, *game.seats]
    other = "a" if viewpoint == TABLE else seats[seats.index(viewpoint) + 1]
    steps, again = replayed(game, viewpoint), game.from_the_start()
    views = [view(again.table, other)]
    for actor, action in game.record:
        again.play(actor, action)
        views.append(view(again.table, other))
    return [replace(step, view=replace(seen, viewer="")) for step, seen in zip(steps, views, strict=True)]


def with_true_points(game: Game, viewpoint: Viewpoint) -> list[Step]:
    """Planted: what the hands really count."""
    steps = zip(replayed(game, viewpoint), replayed(game, ALL), strict=True)
    return [replace(step, knowledge=open_step.knowledge) for step, open_step in steps]


def with_private_events(game: Game, viewpoint: Viewpoint) -> list[Step]:
    """Planted: what others drew."""
    steps = zip(replayed(game, viewpoint), replayed(game, ALL), strict=True)
    return [replace(step, events=open_step.events) for step, open_step in steps]


@pytest.mark.parametrize("leaky", [from_the_next_seat, with_true_points, with_private_events])
def test_a_planted_leak_is_found(leaky: Replayed) -> None:
    with pytest.raises(Leak, match="one can tell"):
        for seed in range(WORLDS):
            compare_worlds(seed, leaky)
