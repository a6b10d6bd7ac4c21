"""A comparison: rule sets side by side, played between equals, and how far skill goes in each.

All of them are dealt the same cards, so that each can be compared with the first one deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.external import DECISION_TIMEOUT
from ..rules import Rules
from .adaptation.traits_file import TraitsBook
from .errors import LabError
from .findings import Chart, DataTable, Dots, Findings, interval_of, value_of, with_interval
from .lineup import check_table
from .matchup import Matchup
from .measurement import MatchupResult, measure
from .paired.rule_changes import HOW_TO_READ, RulePairings, changes_table
from .paired.rule_figures import FIGURES, LUCK, all_figures, seat_title
from .provenance import provenance
from .round_export import RoundExport
from .statistics import Estimate, Sums, proportion
from .win_rates import describe_faults, fault_as_json, listeners_of, run_settings
from .workers import Workers

__all__ = ["compare_rules"]


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


def check_rule_sets(rule_sets: Sequence[Rules], seats: int) -> None:
    """Refuse a rule set that is there twice, or one for which there are too many or too few seats."""
    if len(set(rule_sets)) < len(rule_sets):
        raise LabError("each rule set should be listed once, but one of them is there twice")
    for rules in rule_sets:
        check_table(rules, seats)


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
    traits: TraitsBook | None = None,
    export: RoundExport | None = None,
) -> Findings:
    """Equal bots play a deal once each; a stronger bot and weaker ones play duplicate deals for the share of luck."""
    check_rule_sets(rule_sets, seats)
    strong, weak = uneven
    lineups = ((bot,) * seats, (strong, *(weak,) * (seats - 1)))
    settings = [run_settings(rules, seats, time_limit, traits, export) for rules in rule_sets]
    matchups = _match_up(rule_sets, settings, lineups, seed, games)
    pairings = RulePairings(rule_sets)
    measurement = measure(matchups, workers, [*pairings.listeners, *listeners_of(export)])
    results = measurement.results
    count = len(rule_sets)
    found = [RuleSet(*entry) for entry in zip(rule_sets, results[:count], results[count:], strict=True)]
    changes = pairings.changes(seats)
    names = {figure.title: figure.name for figure in all_figures(seats)}
    document = {
        "seats_at_a_table": seats,
        "bot": bot,
        "luck_bots": [strong, weak],
        "seed": seed,
        "games": measurement.games,
        "seconds": measurement.seconds,
        "interrupted": measurement.is_interrupted,
        "rules": [_as_json(rule_set, names) for rule_set in found],
        "differences": [change.as_json() for change in changes],
        "faults": [fault_as_json(report) for result in results for report in result.fault_reports],
        "fault_count": sum(result.fault_count for result in results),
        **provenance(),
    }
    return Findings(
        f"{' | '.join(map(str, rule_sets))}: {seats} seats, {bot} against itself, "
        f"{measurement.games:,} games in all, seed {seed}",
        document,
        [_table(found, names), *([changes_table(changes)] if changes else [])],
        [row for each in found for row in _rows(each, names, seed)]
        + [row for each in changes for row in each.rows(seed)],
        [*_charts(found, seats), *(change.chart() for change in changes)],
        [
            *(change.summary() for change in changes),
            *([HOW_TO_READ] if changes else []),
            "Skill decides a deal that one bot wins from every seat, luck one that the same seat wins whoever sits "
            f"there: {strong} against {weak}, each deal from {seats} rotations of the seats.",
        ],
        measurement.is_interrupted,
        [line for result in results for line in describe_faults(result)],
    )


def _match_up(
    rule_sets: Sequence[Rules],
    settings: Sequence[dict[str, Any]],
    lineups: tuple[tuple[str, ...], tuple[str, ...]],
    seed: int,
    games: int,
) -> list[Matchup]:
    """First equals by each rule set, a deal once each, and then uneven bots from all rotations of the seats."""
    equals, uneven = lineups
    is_paired = len(rule_sets) > 1
    played = list(zip(rule_sets, settings, strict=True))
    return [
        *(Matchup(rules, equals, seed, games, 1, keeps_figures=is_paired, **each) for rules, each in played),
        *(Matchup.duplicate(rules, uneven, seed, games, keeps_figures=is_paired, **each) for rules, each in played),
    ]


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
        row: dict[str, object] = {"rules": str(rule_set.rules), "against": "", "seed": seed}
        row |= {"games": rule_set.between_equals.games}
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
