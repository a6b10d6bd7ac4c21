"""A bot in Python as a program: it plays by JSON lines what it would play without them."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence

import pytest

from cambio import Action, Game, View
from cambio.bots import ExternalBot, StandIn, play_round, seated
from cambio.bots.levels import LADDER
from cambio.training.random_rules import random_rules, random_seats

PROGRAM = "from cambio.bots import serve; from cambio.bots.levels import LADDER; serve(LADDER['solid'], 'solid')"
#: Seconds in which a good program answers even on a busy machine.
PATIENT = 20.0


def test_it_plays_the_same_rounds_over_pipes() -> None:
    with ExternalBot([sys.executable, "-c", PROGRAM], hello=PATIENT, decision=PATIENT) as program:
        for seed in range(6):
            rng = random.Random(seed)
            rules = random_rules(rng)
            seats = random_seats(rules, rng)
            games = [Game(rules, seats, seed=seed) for _ in range(2)]
            for game, bot in zip(games, (program, LADDER["solid"]), strict=True):
                factories = [bot, *[LADDER["beginner"]] * (seats - 1)]
                assert play_round(game, seated(game, factories, seed=seed)).faults == ()
            assert games[0].record == games[1].record


class Reading(StandIn):
    """Before each decision it writes down what it sees, and reads it again."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        assert View.from_json(json.loads(json.dumps(view.to_json()))) == view
        return super().choose(view, legal)


@pytest.mark.parametrize("seed", range(20))
def test_a_view_is_read_again_as_it_was_written(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    game = Game(rules, random_seats(rules, rng), seed=seed)
    others = [LADDER["random"]] * (len(game.seats) - 1)
    assert play_round(game, seated(game, [Reading, *others], seed=seed)).faults == ()
