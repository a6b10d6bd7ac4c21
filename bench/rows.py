"""The rows of the benchmark: ways to play Cambio, or to copy it, each measured for a stretch of time."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import repeat
from statistics import median
from time import perf_counter

from cambio import DEALER, Action, Call, Game, Rules, Seat
from cambio.bots.networks import learned_mind
from cambio.bots.styles import STYLES, expert_traits, load_weights, trait_values
from cambio.core import playout
from cambio.core.engine import action_codes, constants, phases, play
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.legal_actions import list_legal_actions
from cambio.core.engine.rng import Rng, shuffle_stock
from cambio.core.engine.ruleset import Ruleset
from cambio.core.engine.table import Table
from cambio.core.networks.manners import BY_CHANCE
from cambio.core.networks.recorder import Recorder
from cambio.core.players import round_columns
from cambio.core.players.batch import play_deals
from cambio.core.players.round_stats import row_width

COMPILED_2 = "compiled, 2 seats"
COMPILED_4 = "compiled, 4 seats"
INTERPRETED_2 = "interpreted, 2 seats"
INTERPRETED_4 = "interpreted, 4 seats"
STEP = "one Python call per decision"
CORE = "core: lawful(), Python chooses, play()"
GAME = "Game: legal(seat), then play(...)"
LOG_OFF = "round by round, event log off"
LOG_ON = "round by round, event log on"
BATCH_RANDOM = "a batch of random bots"
BATCH_EXPERT = "a batch of experts"
BATCH_MASTER = "a batch of masters, who ask a network"
SELF_PLAY = "self-play for training, every action tried"
TABLE_COPY = "Table.copy()"
GAME_COPY = "Game.copy()"
IMPORT = "import cambio, in a new process"

COMPILED_ROWS = (
    COMPILED_2,
    COMPILED_4,
    STEP,
    GAME,
    LOG_OFF,
    LOG_ON,
    BATCH_RANDOM,
    BATCH_EXPERT,
    BATCH_MASTER,
    SELF_PLAY,
    TABLE_COPY,
    GAME_COPY,
    IMPORT,
)
"""The rows that say nothing unless the core is compiled."""

_ROUNDS_AT_ONCE = 100
_COPIES_AT_ONCE = 1000
_BATCHES_PER_SEED = 1_000_000
_DECISIONS_BEFORE_COPYING = 20


class Unit(Enum):
    """What is counted, and so what a figure of the row means."""

    DECISIONS = "decisions/s"
    COPIES = "ns"


@dataclass(frozen=True)
class Sample:
    """One measurement: decisions, copies or imports, whole games, and the time they took."""

    count: int
    games: int
    seconds: float


Measure = Callable[[float, int], Sample]
"""Measures for about that many seconds, dealing from a seed."""

Batch = Callable[[int], int]
"""Plays or copies some, dealing from a seed, and returns how many decisions or copies that were."""


@dataclass(frozen=True)
class Row:
    """Something to measure."""

    name: str
    unit: Unit
    measure: Measure


@dataclass(frozen=True)
class Series:
    """A row's measurements, one per repetition."""

    row: Row
    samples: tuple[Sample, ...]

    @property
    def figures(self) -> list[float]:
        """Decisions per second, or nanoseconds per copy or import."""
        if self.row.unit is Unit.DECISIONS:
            return [sample.count / sample.seconds for sample in self.samples]
        return [sample.seconds / sample.count * 1e9 for sample in self.samples]

    @property
    def median(self) -> float:
        return median(self.figures)

    @property
    def games_per_second(self) -> float | None:
        """None where nothing is played to its end."""
        if self.row.unit is Unit.COPIES:
            return None
        return median(sample.games / sample.seconds for sample in self.samples)

    @property
    def unevenness(self) -> float:
        """How many times its lowest figure the highest one is: about 1 on a quiet machine."""
        return max(self.figures) / min(self.figures)


def rows(rules: Rules) -> Iterator[Row]:
    """Cambio's own rows in this process; the core should be compiled."""
    ruleset = rules.ruleset
    yield Row(COMPILED_2, Unit.DECISIONS, inside(ruleset, 2))
    yield Row(COMPILED_4, Unit.DECISIONS, inside(ruleset, 4))
    yield Row(STEP, Unit.DECISIONS, partial(sample, partial(_step_by_step, ruleset), _ROUNDS_AT_ONCE))
    yield Row(CORE, Unit.DECISIONS, partial(sample, partial(_chosen_in_python, ruleset), _ROUNDS_AT_ONCE))
    yield Row(GAME, Unit.DECISIONS, partial(sample, partial(_friendly_game, rules), 1))
    yield Row(LOG_OFF, Unit.DECISIONS, partial(sample, partial(_round_by_round, ruleset, 0), _ROUNDS_AT_ONCE))
    yield Row(LOG_ON, Unit.DECISIONS, partial(sample, partial(_round_by_round, ruleset, 1), _ROUNDS_AT_ONCE))
    yield Row(BATCH_RANDOM, Unit.DECISIONS, partial(sample, bot_rounds(rules, "random"), _ROUNDS_AT_ONCE))
    yield Row(BATCH_EXPERT, Unit.DECISIONS, partial(sample, bot_rounds(rules, "expert"), _ROUNDS_AT_ONCE))
    yield Row(BATCH_MASTER, Unit.DECISIONS, partial(sample, bot_rounds(rules, "master"), _ROUNDS_AT_ONCE))
    yield Row(SELF_PLAY, Unit.DECISIONS, partial(sample, recorded_rounds(rules), _ROUNDS_AT_ONCE))
    yield Row(TABLE_COPY, Unit.COPIES, partial(sample, partial(_copies, _table_in_play(ruleset).copy), 0))
    yield Row(GAME_COPY, Unit.COPIES, partial(sample, partial(_copies, _game_in_play(rules).copy), 0))
    yield Row(IMPORT, Unit.COPIES, _imports)


def sample(batch: Batch, games: int, seconds: float, seed: int) -> Sample:
    """Batches of that many games each, at least one, until the time is over."""
    count = batches = 0
    start = now = perf_counter()
    while not batches or now - start < seconds:
        count += batch(seed * _BATCHES_PER_SEED + batches)
        batches += 1
        now = perf_counter()
    return Sample(count, batches * games, now - start)


def inside(ruleset: Ruleset, seats: int) -> Measure:
    """Random play that never leaves the engine."""
    return partial(sample, partial(_many_rounds, ruleset, seats), _ROUNDS_AT_ONCE)


def _many_rounds(ruleset: Ruleset, seats: int, seed: int) -> int:
    return playout.play_rounds(ruleset, seats, _ROUNDS_AT_ONCE, seed)


def bot_rounds(rules: Rules, name: str) -> Batch:
    """Rounds between two bots of a level, inside compiled code, each deal from both seats."""
    minds = [STYLES[name].make_mind(rules, 2) for _ in range(2)]
    width = row_width(2)

    def batch(seed: int) -> int:
        played = play_deals(rules.ruleset, minds, 2, seed, 0, _ROUNDS_AT_ONCE // 2)
        return sum(played[round_columns.DECISIONS :: width])

    return batch


def recorded_rounds(rules: Rules) -> Batch:
    """Rounds of a network against itself as in training: one seat is recorded, with what its actions are worth."""
    traits = trait_values(expert_traits(rules, 2))
    weights, recorder = load_weights(), Recorder()
    learner = learned_mind(
        rules, 2, traits, weights.network, manner=BY_CHANCE, critic=weights.critic, recorder=recorder
    )
    minds = [learner, learned_mind(rules, 2, traits, weights.network, manner=BY_CHANCE)]

    def batch(seed: int) -> int:
        recorder.clear()
        play_deals(rules.ruleset, minds, 2, seed, 0, _ROUNDS_AT_ONCE // 2)
        return recorder.decisions

    return batch


def _step_by_step(ruleset: Ruleset, seed: int) -> int:
    """The same rounds, with Python between any two decisions."""
    rng = Rng(seed)
    decisions = 0
    step = playout.step
    for _ in range(_ROUNDS_AT_ONCE):
        table = deal_new_table(ruleset, 2, rng)
        while step(table, rng):
            decisions += 1
    return decisions


def _chosen_in_python(ruleset: Ruleset, seed: int) -> int:
    """The core as other libraries are driven: list the lawful actions, choose one in Python, play it."""
    dealers, luck = Rng(seed), random.Random(seed).random
    close = play.action_of(action_codes.CLOSE, constants.NOWHERE, constants.NOWHERE)
    decisions = 0
    for _ in range(_ROUNDS_AT_ONCE):
        table = deal_new_table(ruleset, 2, dealers)
        while table.phase != phases.OVER:
            seat = _seat_to_act(table)
            actions = list_legal_actions(table, seat, table.window_open and luck() < 1 / 8, 1)
            action = actions[int(luck() * len(actions))] if actions else close
            play.play(table, seat if actions else constants.DEALER, action, table.discard_number)
            if table.shuffle_due:
                shuffle_stock(table, dealers)
                play.resume(table)
            decisions += 1
    return decisions


def _seat_to_act(table: Table) -> int:
    if table.gifts:
        return table.gift_giver(0)
    if table.phase == phases.MEMORY:
        return 1 if table.ready & 1 else 0
    return table.turn


def _round_by_round(ruleset: Ruleset, listening: int, seed: int) -> int:
    """The same rounds, with Python between any two rounds, and somebody listening or nobody."""
    rng = Rng(seed)
    decisions = 0
    for _ in range(_ROUNDS_AT_ONCE):
        table = deal_new_table(ruleset, 2, rng)
        table.listening = listening
        decisions += playout.play_out(table, rng)
    return decisions


def _friendly_game(rules: Rules, seed: int) -> int:
    """One round through the friendly face, calling and snapping about as often as the engine's own play."""
    game = Game(rules, 2, seed=seed)
    rng = Rng(seed)
    decisions = 0
    while not game.is_over:
        _decide(game, rng)
        decisions += 1
    return decisions


def _decide(game: Game, rng: Rng) -> None:
    """Anybody may snap now and then; otherwise whoever has to do something does it."""
    if game.table.window_open and rng.below(8) == 0:
        seat = game.seats[rng.below(len(game.seats))]
        if actions := game.legal(seat):
            game.play(seat, _choice(actions, rng))
            return
    actor = _actor(game)
    if actions := game.legal(actor, snaps=False):
        game.play(actor, _choice(actions, rng))
    else:
        game.play(DEALER, game.legal(DEALER)[0])


def _actor(game: Game) -> Seat:
    table = game.table
    if table.phase == phases.MEMORY:
        return next(seat for number, seat in enumerate(game.seats) if not table.ready >> number & 1)
    return game.seats[table.gift_giver(0) if table.gifts else table.turn]


def _choice(actions: list[Action], rng: Rng) -> Action:
    """A call with a chance of 1 in 16; otherwise any of the other actions."""
    calls = [action for action in actions if isinstance(action, Call)]
    if calls and rng.below(16) == 0:
        return calls[0]
    others = [action for action in actions if not isinstance(action, Call)]
    return others[rng.below(len(others))]


def _copies(copy: Callable[[], object], _seed: int) -> int:
    for _ in repeat(None, _COPIES_AT_ONCE):
        copy()
    return _COPIES_AT_ONCE


def _imports(seconds: float, _seed: int) -> Sample:
    """Processor time of the import alone, as each new process tells it: starting Python is not Cambio's."""
    code = "import time; start = time.process_time(); import cambio; print(time.process_time() - start)"
    spent, count = 0.0, 0
    start = perf_counter()
    while not count or perf_counter() - start < seconds:
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        spent += float(told)
        count += 1
    return Sample(count, 0, spent)


def _table_in_play(ruleset: Ruleset) -> Table:
    """A table of two in the middle of a round."""
    for seed in range(1000):
        rng = Rng(seed)
        table = deal_new_table(ruleset, 2, rng)
        if all(playout.step(table, rng) for _ in range(_DECISIONS_BEFORE_COPYING)) and table.phase != phases.OVER:
            return table
    raise ValueError(f"no round of these rules lasts {_DECISIONS_BEFORE_COPYING} decisions")


def _game_in_play(rules: Rules) -> Game:
    """A game of two in the middle of the round."""
    for seed in range(1000):
        game = Game(rules, 2, seed=seed)
        rng = Rng(seed)
        while not game.is_over:
            if len(game.record) == _DECISIONS_BEFORE_COPYING:
                return game
            _decide(game, rng)
    raise ValueError(f"no round of these rules lasts {_DECISIONS_BEFORE_COPYING} decisions")
