"""Finished rounds that were watched while they were played, and the checks that their replays tell the same.

python -m tests.replay.watched_rounds 200 checks that many rounds between bots by every rule book.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from cambio import DEALER, PRESETS, RAIL, Game
from cambio.actions import Action
from cambio.bots.levels import LADDER
from cambio.bots.round_runner import play_round, seated
from cambio.core.engine import constants
from cambio.core.engine.cards import text_of
from cambio.events import UNSEEN, Event
from cambio.hand_points import HandPoints
from cambio.places import Seat
from cambio.replay import ALL, TABLE, RecordedRound, Step, Viewpoint, steps_of
from cambio.view import GAP, OpenTable, View
from tests.properties.random_games import lively_decision, random_game

#: Bots that decide at once.
LEVELS = ("random", "beginner", "casual", "solid", "expert")
#: A random round that is not over by then is played anew.
LONGEST = 150


@dataclass(frozen=True)
class Watched:
    """What the engine told and showed after an action, and where every card really lay."""

    events: tuple[Event, ...]
    views: dict[Seat, View]
    table: OpenTable
    hands: dict[Seat, tuple[str, ...]]
    held: str | None
    believed: dict[Seat, float]


class WatchedGame(Game):
    """A game that keeps what everybody saw after each action."""

    def __init__(self, *args: object, **how: object) -> None:
        super().__init__(*args, **how)  # type: ignore[arg-type]
        self.watched = [watch(self, self.events)]

    def play(self, actor: Seat, action: Action | str) -> list[Event]:
        events = super().play(actor, action)
        self.watched.append(watch(self, events))
        return events


def watch(game: Game, events: list[Event]) -> Watched:
    table = game.table
    faces = [text_of(table.ruleset.face_of(card)) for card in range(table.ruleset.deck_size)]
    hands = {
        seat: tuple(
            GAP if (card := table.card_at(slot * table.seats + number)) == constants.NO_CARD else faces[card]
            for slot in range(table.slots_of(number))
        )
        for number, seat in enumerate(game.seats)
    }
    return Watched(
        tuple(events),
        {viewer: game.view(viewer) for viewer in (*game.seats, RAIL)},
        game.open_table(),
        hands,
        None if table.held == constants.NO_CARD else faces[table.held],
        {seat: believed_points(game, seat) for seat in game.seats},
    )


def believed_points(game: Game, seat: Seat) -> float:
    """Card by card, as the formula says it."""
    table, number, seen = game.table, game.seats.index(seat), game.view(seat).hands[seat]
    total = float(HandPoints(game.rules).of(face for face in seen if face not in (GAP, UNSEEN)))
    for slot, face in enumerate(seen):
        if face == UNSEEN:
            shuffle = table.origin_of(table.card_at(slot * table.seats + number))
            pool = [
                table.ruleset.value_of(card)
                for card in range(table.ruleset.deck_size)
                if table.origin_of(card) == shuffle and not table.seen_by(card) >> number & 1
            ]
            total += sum(pool) / len(pool)
    return total


def bot_round(preset: str, seed: int) -> WatchedGame:
    """A round between bots of any level."""
    rng = random.Random(f"{preset} {seed}")
    rules = PRESETS[preset]
    seats = rng.randint(rules["deal.min_seats"], min(6, rules["deal.max_seats"]))
    game = WatchedGame(rules, seats, seed=rng.getrandbits(32))
    players = seated(game, [LADDER[rng.choice(LEVELS)] for _ in range(seats)], rng.getrandbits(32))
    play_round(game, players)
    return game


def random_round(seed: int) -> WatchedGame:
    """A round under any house rules in which everything happens."""
    rng = random.Random(seed)
    while True:
        drawn = random_game(seed, rng)
        game = WatchedGame(
            drawn.rules, len(drawn.seats), seed=rng.getrandbits(32), dealer=drawn.dealer, starter=drawn.starter
        )
        for _ in range(LONGEST):
            game.play(*lively_decision(game, rng))
            if game.is_over:
                return game


def replayed(game: Game, viewpoint: Viewpoint) -> list[Step]:
    return list(steps_of(RecordedRound(game, {}), viewpoint))


def check_round(game: WatchedGame) -> Counter[str]:
    """Every step from every viewpoint is what the engine told and showed; how many steps of each kind there were."""
    points = HandPoints(game.rules)
    for viewpoint in (TABLE, *game.seats, ALL):
        steps = replayed(game, viewpoint)
        done = [(DEALER, ""), *((actor, str(action)) for actor, action in game.record)]
        assert [(step.actor, step.action) for step in steps] == done
        assert [step.number for step in steps] == list(range(len(done)))
        for step, watched in zip(steps, game.watched, strict=True):
            check_step(step, watched, viewpoint, points)
    return Counter([step.kind for step in steps] + [step.mistake for step in steps if step.mistake is not None])


def check_step(step: Step, watched: Watched, viewpoint: Viewpoint, points: HandPoints) -> None:
    viewer = RAIL if viewpoint == TABLE else viewpoint
    assert step.table == watched.table
    if viewpoint == ALL:
        assert step.events == watched.events
        assert (step.view.hands, step.view.held) == (watched.hands, watched.held)
        assert step.view.known_by == watched.views[RAIL].known_by
    else:
        assert step.events == tuple(event.seen_by(viewer) for event in watched.events)
        assert step.view == watched.views[viewer]
    for seat, known in step.knowledge.items():
        mine = watched.views[seat].hands
        assert known.own == sum(face not in (GAP, UNSEEN) for face in mine[seat])
        assert known.others == sum(face not in (GAP, UNSEEN) for other in mine if other != seat for face in mine[other])
        is_known = UNSEEN not in step.view.hands[seat]
        true = points.of(face for face in watched.hands[seat] if face != GAP)
        assert known.points == (true if is_known else None)
        if viewpoint in (ALL, seat):
            assert known.believed is not None and abs(known.believed - watched.believed[seat]) < 0.01
        else:
            assert known.believed is None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, help="rounds by each rule book, and as many under random house rules")
    rounds: int = parser.parse_args().rounds
    for name, games in all_rounds(rounds):
        kinds: Counter[str] = Counter()
        for game in games:
            kinds += check_round(game)
        print(f"{name}: {rounds} rounds, {dict(kinds.most_common())}", flush=True)


def all_rounds(rounds: int) -> Iterator[tuple[str, Iterator[WatchedGame]]]:
    for preset in PRESETS:
        yield preset, (bot_round(preset, seed) for seed in range(rounds))
    yield "any rules", (random_round(seed) for seed in range(rounds))


if __name__ == "__main__":
    main()
