"""A comparison: rule sets side by side, played between equals, and how far skill goes in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.external import DECISION_TIMEOUT
from ..places import seat_named
from ..rules import Rules
from .errors import LabError
from .findings import Chart, DataTable, Dots, Findings, interval_of, value_of, with_interval
from .ledger import Figures
from .lineup import check_table
from .matchup import Matchup
from .measurement import MatchupResult, measure
from .provenance import provenance
from .statistics import Estimate, Sums, mean, proportion
from .win_rates import describe_faults, fault_as_json
from .workers import Workers

__all__ = ["compare_rules"]


@dataclass(frozen=True)
class Figure:
    """A figure about a rule set: its name in data, its title, its unit, and whether it is a share."""

    name: str
    title: str
    unit: str
    is_share: bool = False

    def estimate(self, figures: Figures) -> Estimate | None:
        sums = figures.get(self.name, Sums())
        return proportion(sums) if self.is_share else mean(sums)


#: Of rounds between equals.
FIGURES = (
    Figure("caller_wins", "Caller's win rate", "share of calls", is_share=True),
    Figure("called", "Rounds with a call", "share of rounds", is_share=True),
    Figure("turn_one_calls", "Calls on turn one", "share of rounds", is_share=True),
    Figure("uncalled", "Rounds without any call", "share of rounds", is_share=True),
    Figure("ties", "Shared wins", "share of rounds", is_share=True),
    Figure("laps", "Laps", "laps a round"),
    Figure("decisions", "Decisions", "decisions a round"),
    Figure("right_snaps", "Right snaps", "snaps a round"),
    Figure("wrong_snaps", "Wrong snaps", "snaps a round"),
    Figure("penalty_cards", "Penalty cards", "cards a round"),
    Figure("reshuffles", "Reshuffles", "reshuffles a round"),
    Figure("winning_score", "Winning score", "points"),
)
#: Of deals that a stronger and weaker bots play from every seat.
LUCK = (
    Figure("skill", "Skill decides", "share of deals", is_share=True),
    Figure("luck", "Luck decides", "share of deals", is_share=True),
    Figure("neither", "Neither alone", "share of deals", is_share=True),
)


@dataclass(frozen=True)
class RuleSet:
    """What was found about one rule set."""

    rules: Rules
    between_equals: MatchupResult
    uneven: MatchupResult

    def figures(self) -> dict[str, Estimate | None]:
        """Every figure by its title."""
        seats = self.between_equals.ledger.seats or [{} for _ in self.between_equals.matchup.bots]
        found: dict[str, Estimate | None] = {
            seat_title(seat): proportion(figures.get("wins", Sums())) for seat, figures in enumerate(seats)
        }
        found |= {figure.title: figure.estimate(self.between_equals.ledger.rounds) for figure in FIGURES}
        return found | {figure.title: figure.estimate(self.uneven.ledger.rounds) for figure in LUCK}


def seat_title(seat: int) -> str:
    return f"Wins of seat {seat_named(seat)}"


def names_of_figures(seats: int) -> dict[str, str]:
    """The name of each figure in data, by its title."""
    named = {seat_title(seat): f"seat_{seat_named(seat)}_wins" for seat in range(seats)}
    return named | {figure.title: figure.name for figure in (*FIGURES, *LUCK)}


def compare_rules(
    rule_sets: Sequence[Rules],
    bot: str,
    uneven: tuple[str, str],
    seats: int,
    seed: int,
    games: int,
    workers: Workers,
    *,
    time_limit: float = DECISION_TIMEOUT,
) -> Findings:
    """Equal bots play a deal once each; a stronger bot and weaker ones play duplicate deals for the share of luck."""
    if len(set(rule_sets)) < len(rule_sets):
        raise LabError("each rule set should be listed once, but one of them is there twice")
    for rules in rule_sets:
        check_table(rules, seats)
    strong, weak = uneven
    bots = (strong, *(weak,) * (seats - 1))
    matchups = [Matchup(rules, (bot,) * seats, seed, games, 1, time_limit=time_limit) for rules in rule_sets]
    matchups += [Matchup.duplicate(rules, bots, seed, games, time_limit=time_limit) for rules in rule_sets]
    measurement = measure(matchups, workers)
    results = measurement.results
    count = len(rule_sets)
    found = [RuleSet(*entry) for entry in zip(rule_sets, results[:count], results[count:], strict=True)]
    names = names_of_figures(seats)
    document = {
        "seats_at_a_table": seats,
        "bot": bot,
        "luck_bots": [strong, weak],
        "seed": seed,
        "games": measurement.games,
        "seconds": measurement.seconds,
        "interrupted": measurement.is_interrupted,
        "rules": [_as_json(rule_set, names) for rule_set in found],
        "faults": [fault_as_json(report) for result in results for report in result.fault_reports],
        "fault_count": sum(result.fault_count for result in results),
        **provenance(),
    }
    return Findings(
        f"{' | '.join(map(str, rule_sets))}: {seats} seats, {bot} against itself, "
        f"{measurement.games:,} games in all, seed {seed}",
        document,
        [_table(found, names)],
        [row for rule_set in found for row in _rows(rule_set, names, seed)],
        _charts(found, seats),
        [
            "Skill decides a deal that one bot wins from every seat, luck one that the same seat wins whoever sits "
            f"there: {strong} against {weak}, each deal from {seats} rotations of the seats."
        ],
        measurement.is_interrupted,
        [line for result in results for line in describe_faults(result)],
    )


def _as_json(rule_set: RuleSet, names: dict[str, str]) -> dict[str, Any]:
    return {
        "rules": str(rule_set.rules),
        "games": rule_set.between_equals.games,
        "luck_deals": rule_set.uneven.deals,
        "figures": {
            names[title]: {"value": value_of(figure), "ci95": interval_of(figure)}
            for title, figure in rule_set.figures().items()
        },
    }


def _table(found: Sequence[RuleSet], names: dict[str, str]) -> DataTable:
    columns = [rule_set.figures() for rule_set in found]
    rows = [[title, *(with_interval(column[title]) for column in columns)] for title in names]
    return DataTable("", ("", *(str(rule_set.rules) for rule_set in found)), rows)


def _rows(rule_set: RuleSet, names: dict[str, str], seed: int) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for title, figure in rule_set.figures().items():
        low, high = interval_of(figure)
        row: dict[str, object] = {"rules": str(rule_set.rules), "seed": seed, "games": rule_set.between_equals.games}
        rows.append(row | {"figure": names[title], "value": value_of(figure), "low": low, "high": high})
    return rows


def _charts(found: Sequence[RuleSet], seats: int) -> list[Chart]:
    labels = [str(rule_set.rules) for rule_set in found]
    columns = [rule_set.figures() for rule_set in found]
    charts: list[Chart] = [
        Dots(
            seat_title(seat),
            labels,
            [column[seat_title(seat)] for column in columns],
            "share of rounds",
            1 / seats,
            "even",
        )
        for seat in range(seats)
    ]
    for figure in (*FIGURES, *LUCK):
        charts.append(Dots(figure.title, labels, [column[figure.title] for column in columns], figure.unit))
    return charts
