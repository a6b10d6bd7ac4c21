"""Tuning: an expert's traits for a set of rules, found by self-play with an evolution strategy.

Each generation of candidates plays duplicate deals against champions of earlier generations, and against one greedy
player. Tuned against fixed weak rivals alone, players get no stronger; without any, they forget how to beat them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

from ..bots.styles import DEFAULT_TRAITS, STYLES, trait_values
from ..bots.win_shares import win_shares
from ..core.players import policies
from ..core.players.batch import play_deals
from ..core.players.mind import Mind
from ..rules import Rules

__all__ = ["RANGES", "Generation", "tune"]

#: The traits that are tuned, each with the range of its search.
RANGES: Mapping[str, tuple[float, float]] = {
    "curiosity": (0.0, 4.0),
    "nosiness": (0.0, 1.0),
    "spite": (0.0, 2.0),
    "kept_low": (0.0, 1.0),
    "known_low": (-0.1, 0.8),
    "lightness": (-2.0, 6.0),
    "secrecy": (-1.0, 6.0),
    "fear": (0.0, 3.0),
    "race": (0.0, 2.5),
    "snap_margin": (-1.0, 4.0),
    "theft": (-0.5, 2.0),
    "call_from": (0.02, 1.0),
    "call_ease": (-0.05, 0.1),
    "last_points": (-4.0, 6.0),
    "last_share": (-0.2, 0.9),
    "doubt": (0.3, 8.0),
}
#: The number of earlier champions that candidates play against, beside the latest.
EARLIER_CHAMPIONS = 3


@dataclass(frozen=True)
class Generation:
    """The traits found so far, and by how much the candidates of this generation win more than an even share."""

    number: int  #: Which generation, from 1.
    traits: Mapping[str, float]  #: The mean of the last champions.
    margin: float  #: How much more than an even share the candidates win.


#: A policy and the traits that go with it, or a level of the ladder.
Rival = tuple[int, Mapping[str, float]] | str
#: A greedy player with a heuristic and a short memory.
GREEDY: Rival = (
    policies.HEURISTIC,
    {"call_at": 5, "call_noise": 1.5, "fading": 0.4, "confusion": 0.02, "reaction": 0.9, "spread": 0.35},
)


def margin_against(
    rules: Rules, seats: int, traits: Mapping[str, float], rivals: Sequence[Rival], seed: int, deals: int
) -> float:
    """The share of rounds that a player wins at tables of rivals, less an even share; ties are split."""
    ruleset = rules.ruleset
    shares: list[float] = []
    for index, rival in enumerate(rivals):
        minds = [Mind(ruleset, policies.EVALUATION, trait_values(traits), 0)]
        minds += [_make_rival(rival, rules, seats) for _ in range(seats - 1)]
        shares += win_shares(play_deals(ruleset, minds, seats, seed + index, 0, deals), seats)
    return sum(shares) / len(shares) - 1 / seats


def _make_rival(rival: Rival, rules: Rules, seats: int) -> Mind:
    if isinstance(rival, str):
        return STYLES[rival].make_mind(rules, seats)
    policy, traits = rival
    return Mind(rules.ruleset, policy, trait_values(traits), 0)


def tune(
    rules: Rules,
    seats: int,
    *,
    seed: int,
    generations: int,
    deals: int,
    jobs: int,
    start: Mapping[str, float] = DEFAULT_TRAITS,
    against: str | None = None,
) -> Iterator[Generation]:
    """Generation after generation by CMA-ES; the champion of a generation is the mean of its distribution.

    Against a level of the ladder alone, what is found is a best response to that level.
    """
    import cma

    names = list(RANGES)
    low = [RANGES[name][0] for name in names]
    width = [RANGES[name][1] - RANGES[name][0] for name in names]

    def to_traits(point: Sequence[float]) -> dict[str, float]:
        return {name: low[i] + width[i] * float(min(1.0, max(0.0, point[i]))) for i, name in enumerate(names)}

    first = [(start[name] - low[i]) / width[i] for i, name in enumerate(names)]
    evolution = cma.CMAEvolutionStrategy(
        first, 0.12, {"bounds": [0.0, 1.0], "seed": seed + 1, "verbose": -9, "maxiter": generations, "popsize": 16}
    )
    champions = [to_traits(first)]
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(1, generations + 1):
            points = evolution.ask()
            rivals = [against] if against else _choose_rivals(champions)
            margins = list(
                pool.map(
                    margin_against,
                    repeat(rules),
                    repeat(seats),
                    [to_traits(point) for point in points],
                    repeat(rivals),
                    repeat(seed * 1_000_003 + number * 101),
                    repeat(deals // len(rivals)),
                )
            )
            evolution.tell(points, [-margin for margin in margins])
            champions.append(to_traits(evolution.mean))
            yield Generation(number, _average_last(champions), sum(margins) / len(margins))


def _average_last(champions: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of the last quarter of all champions, which fluctuate around it."""
    tail = champions[-max(1, len(champions) // 4) :]
    return {name: round(sum(champion[name] for champion in tail) / len(tail), 3) for name in tail[0]}


def _choose_rivals(champions: Sequence[Mapping[str, float]]) -> list[Rival]:
    """The latest champion, earlier ones at equal distances, and a greedy player."""
    last = len(champions) - 1
    picks = sorted({last, *(last * step // (EARLIER_CHAMPIONS + 1) for step in range(1, EARLIER_CHAMPIONS + 1))})
    return [*((policies.EVALUATION, champions[pick]) for pick in picks), GREEDY]
