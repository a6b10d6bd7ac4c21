"""How fast the card games nearest to Cambio are in OpenSpiel, RLCard and PettingZoo, under uniformly random legal play.

None of them has Cambio. These are their games of hidden hands, drawing and discarding: gin rummy, crazy eights, Uno,
and Hanabi, whose players don't know the cards they hold either. Each is played through its library's own Python
interface, one call per decision, with the least work around it that a user could get away with. Every decision asked of
a player counts, even one with a single legal action; the dealing of cards doesn't count, but takes its time. RLCard and
PettingZoo make an observation for every decision; OpenSpiel makes one on request, and is not asked.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import perf_counter
from typing import Any

Play = Callable[[], int]
"""Plays one whole game and returns the number of decisions."""

Seeded = Callable[[int], Play]
"""Makes a play from a seed."""

Chooser = Callable[[], float]
"""Gives numbers from 0 up to, but not including, 1."""

_OVER = -4
"""The player whose turn it is in OpenSpiel when the game is over; chance has a negative number too."""


@dataclass(frozen=True)
class Tally:
    """What was played in a stretch of time."""

    decisions: int
    games: int
    seconds: float


@dataclass(frozen=True)
class Peer:
    """A game of another library: `run(seconds, seed)` plays whole games for about that long."""

    name: str
    version: str
    run: Callable[[float, int], Tally]


@dataclass(frozen=True)
class Missing:
    """A game that can't be measured here, and why."""

    name: str
    reason: str


def peers() -> Iterator[Peer | Missing]:
    """Every game to measure next to Cambio, or the reason that it can't be."""
    yield _peer("OpenSpiel gin_rummy", "open_spiel", lambda: _open_spiel("gin_rummy", _play_even))
    yield _peer("OpenSpiel crazy_eights", "open_spiel", lambda: _open_spiel("crazy_eights", _play_even, players=2))
    yield _peer("OpenSpiel hanabi", "open_spiel", lambda: _open_spiel("hanabi", _play_weighted, players=2))
    yield _peer("RLCard gin-rummy", "rlcard", lambda: _rlcard("gin-rummy"))
    yield _peer("RLCard uno", "rlcard", lambda: _rlcard("uno"))
    yield _peer("PettingZoo gin_rummy_v4", "pettingzoo", lambda: _pettingzoo("gin_rummy_v4"))
    yield _peer("PettingZoo hanabi_v5", "pettingzoo", lambda: _pettingzoo("hanabi_v5"))


def _peer(name: str, package: str, load: Callable[[], Seeded]) -> Peer | Missing:
    """The game that `load` finds in a package, if the package is installed and has it."""
    try:
        installed = version(package)
    except PackageNotFoundError:
        return Missing(name, f"{package} is not installed")
    try:
        seeded = load()
    except (ImportError, LookupError) as error:
        return Missing(name, f"{package} {installed}: {error}")
    return Peer(name, installed, lambda seconds, seed: _tally(seeded(seed), seconds))


def _tally(play: Play, seconds: float) -> Tally:
    """Plays at least one game, and goes on until the time is over."""
    decisions = games = 0
    start = now = perf_counter()
    while not games or now - start < seconds:
        decisions += play()
        games += 1
        now = perf_counter()
    return Tally(decisions, games, now - start)


def _open_spiel(name: str, play: Callable[[Any, Chooser], int], **options: int) -> Seeded:
    """A game of OpenSpiel."""
    pyspiel = import_module("pyspiel")
    if name not in pyspiel.registered_names():
        raise LookupError(f"there is no {name}")
    game = pyspiel.load_game(name, options)
    return lambda seed: partial(play, game, Random(seed).random)


def _play_even(game: Any, random: Chooser) -> int:
    """Plays a game whose chance outcomes are all equally likely, so that chance may choose just as the players do."""
    state = game.new_initial_state()
    current_player, legal_actions, apply_action = state.current_player, state.legal_actions, state.apply_action
    decisions = 0
    while (player := current_player()) != _OVER:
        actions = legal_actions()
        apply_action(actions[int(random() * len(actions))])
        if player >= 0:
            decisions += 1
    return decisions


def _play_weighted(game: Any, random: Chooser) -> int:
    """Plays a game whose chance outcomes are not equally likely."""
    state = game.new_initial_state()
    current_player, legal_actions, apply_action = state.current_player, state.legal_actions, state.apply_action
    decisions = 0
    while (player := current_player()) != _OVER:
        if player >= 0:
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
            decisions += 1
        else:
            apply_action(_outcome(state.chance_outcomes(), random()))
    return decisions


def _outcome(outcomes: list[tuple[int, float]], point: float) -> int:
    """The outcome in whose share of the line from 0 to 1 the point lies."""
    for outcome, probability in outcomes:
        point -= probability
        if point < 0:
            return outcome
    return outcomes[-1][0]


def _rlcard(name: str) -> Seeded:
    """A game of RLCard, stepped without its agents and their records of the game."""
    make = import_module("rlcard").make
    return lambda seed: partial(_play_rlcard, make(name, config={"seed": seed}), Random(seed).random)


def _play_rlcard(env: Any, random: Chooser) -> int:
    """Plays a game of RLCard."""
    state, _ = env.reset()
    decisions = 0
    while not env.is_over():
        actions = list(state["legal_actions"])
        state, _ = env.step(actions[int(random() * len(actions))])
        decisions += 1
    return decisions


def _pettingzoo(name: str) -> Seeded:
    """A classic game of PettingZoo, without the wrappers that check every action."""
    env = import_module(f"pettingzoo.classic.{name}").raw_env()

    def seeded(seed: int) -> Play:
        env.reset(seed=seed)
        return partial(_play_pettingzoo, env, Random(seed).random)

    return seeded


def _play_pettingzoo(env: Any, random: Chooser) -> int:
    """Plays a game of PettingZoo and leaves it once it is over; not all of them shuffle by the seed after the first."""
    env.reset()
    decisions = 0
    while True:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return decisions
        actions = observation["action_mask"].nonzero()[0]
        env.step(actions[int(random() * len(actions))])
        decisions += 1
