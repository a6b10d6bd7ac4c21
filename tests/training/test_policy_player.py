"""A policy as a player: it observes what it would in an environment at the same table, and is never at fault."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from cambio import Game
from cambio.bots import play_round
from cambio.core.engine.table_snapshot import take_snapshot
from cambio.core.environment.env_snapshot import restore_env
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.legal_answers import list_legal_answers
from cambio.environments.sequential import fields
from cambio.places import seat_named
from cambio.training.policy import mask_of, observe
from cambio.training.policy_player import PolicyPlayer
from cambio.training.random_rules import random_rules, random_seats
from tests.bots.players import RandomPlayer
from tests.soaking import examples


class Compared(PolicyPlayer):
    """Before each decision it compares what it observes with what the real table would show its seat."""

    def __init__(self, game: Game, seat: str, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.game = game
        self.asked = 0
        super().__init__(self.pick, None, game.rules, len(game.seats), seat, seed)

    def pick(self, _observation: NDArray[np.int8], mask: NDArray[np.int8]) -> int:
        """Anything that is allowed; mostly no snap."""
        if mask[0] and self.rng.random() < 0.8:
            return 0
        return int(self.rng.choice(np.flatnonzero(mask)))

    def _ask_policy(self, env: EnvState) -> int:
        numbers, *rows, rng, _ = self._blank
        real = restore_env(env.spec, (numbers, *rows, rng, take_snapshot(self.game.table)))  # type: ignore[arg-type]
        real.cache_stale = 1
        real.seat, real.question, real.first_pick = env.seat, env.question, env.first_pick
        list_legal_answers(real)
        seen, expected = observe(env, self.seat), observe(real, self.seat)
        differing = [part.name for part in fields(env.spec) if (seen != expected)[part.start : part.stop].any()]
        assert differing == []
        assert seen.tobytes() == expected.tobytes() and mask_of(env).tobytes() == mask_of(real).tobytes()
        self.asked += 1
        return super()._ask_policy(env)


@pytest.mark.parametrize("seed", examples(60, 500))
def test_it_observes_byte_by_byte_what_an_environment_at_the_real_table_would_show(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    seats = random_seats(rules, rng)
    dealer, starter = (rng.choice([None, *map(seat_named, range(seats))]) for _ in range(2))
    game = Game(rules, seats, seed=seed, dealer=dealer, starter=starter)
    compared = Compared(game, "a", seed)
    others = [RandomPlayer(rules, len(game.seats), seat, seed) for seat in game.seats[1:]]
    report = play_round(game, [compared, *others], limit=600)
    assert "\n".join(f"{fault} {fault.error}" for fault in report.faults) == ""
    assert compared.asked > 0
