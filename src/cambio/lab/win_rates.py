"""Win rates: how often each bot of a line-up wins, over the same deals from every seat.

>>> from cambio.lab.workers import make_workers
>>> workers = make_workers(1, None)
>>> found = measure_win_rates(Rules.parse("cambia"), ("solid", "random"), seed=1, games=40, workers=workers)
>>> found.document["games"], found.document["seats"][0]["share"] > 0.5
(40, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bots.external import DECISION_TIMEOUT
from ..languages import join_words
from ..rules import Rules
from .adaptation.traits_file import TraitsBook
from .external_games import FaultReport
from .findings import DataTable, Dots, Findings, interval_of, number, percent, percents, value_of
from .ledger import Figures, parts_per_round
from .lineup import check_table
from .matchup import Matchup
from .measurement import Listener, MatchupResult, measure
from .provenance import provenance
from .round_export import RoundExport
from .statistics import Estimate, Sums, mean, proportion
from .workers import Workers

__all__ = ["measure_win_rates"]

HEAD = ("bot", "wins", "share", "95 % interval", "score", "calls", "on turn one", "calls won", "wrong snaps")


def measure_win_rates(
    rules: Rules,
    bots: tuple[str, ...],
    seed: int,
    games: int,
    workers: Workers,
    *,
    time_limit: float = DECISION_TIMEOUT,
    traits: TraitsBook | None = None,
    export: RoundExport | None = None,
) -> Findings:
    """Each deal is played from all rotations of the seats, and counts as one observation."""
    check_table(rules, len(bots))
    settings = run_settings(rules, len(bots), time_limit, traits, export)
    measurement = measure([Matchup.duplicate(rules, bots, seed, games, **settings)], workers, listeners_of(export))
    result = measurement.results[0]
    matchup = result.matchup
    rows = [_json_row(bot, figures, matchup) for bot, figures in zip(bots, figures_of(result), strict=True)]
    shares = [estimate(figures, "wins") for figures in figures_of(result)]
    document = {
        "rules": str(rules),
        "seed": seed,
        "games": result.games,
        "deals": result.deals,
        "decisions": result.ledger.rounds.get("decisions", Sums()).x,
        "seconds": measurement.seconds,
        "interrupted": measurement.is_interrupted,
        "seats": rows,
        "faults": [fault_as_json(report) for report in result.fault_reports],
        "fault_count": result.fault_count,
        **provenance(),
    }
    names = number_bots(bots)
    table = DataTable(
        "",
        HEAD,
        [_text_row(name, figures, matchup) for name, figures in zip(names, figures_of(result), strict=True)],
        [share.value if share else 0.0 for share in shares],
    )
    even = 1 / matchup.seats
    charts = [
        Dots("Share of the rounds won", names, shares, "share of rounds", even, "even"),
        Dots("Score a round", names, [estimate(figures, "score") for figures in figures_of(result)], "points"),
        Dots("Calls won", names, [estimate(figures, "calls_won") for figures in figures_of(result)], "share of calls"),
    ]
    return Findings(
        f"{join_words(list(bots))} by {rules}: {result.games:,} games of {result.deals:,} deals, seed {seed}",
        document,
        [table],
        csv_rows(rows, rules=str(rules), seed=seed, games=result.games),
        charts,
        is_interrupted=measurement.is_interrupted,
        faults=describe_faults(result),
    )


def run_settings(
    rules: Rules, seats: int, time_limit: float, traits: TraitsBook | None, export: RoundExport | None
) -> dict[str, Any]:
    """What a matchup by these rules is to be played with, beside its line-up and its deals."""
    return {
        "time_limit": time_limit,
        "traits": None if traits is None else traits.traits_for(rules, seats),
        "keeps_rows": export is not None,
    }


def listeners_of(export: RoundExport | None) -> list[Listener]:
    return [] if export is None else [export.listen]


def figures_of(result: MatchupResult) -> list[Figures]:
    """The figures of each bot; none, if nothing was played."""
    return result.ledger.bots or [{} for _ in result.matchup.bots]


#: Figures that are shares; the others are means.
SHARES = {"wins", "calls_won"}


def estimate(figures: Figures, name: str) -> Estimate | None:
    """A figure of a bot by name, with its interval."""
    sums = figures.get(name, Sums())
    return proportion(sums) if name in SHARES else mean(sums)


def number_bots(bots: tuple[str, ...]) -> list[str]:
    """Names under which bots that are listed twice can be told apart.

    >>> number_bots(("expert", "casual", "expert"))
    ['expert 1', 'casual', 'expert 2']
    """
    return [bot if bots.count(bot) == 1 else f"{bot} {bots[: index + 1].count(bot)}" for index, bot in enumerate(bots)]


def _json_row(bot: str, figures: Figures, matchup: Matchup) -> dict[str, Any]:
    share, won = estimate(figures, "wins"), estimate(figures, "calls_won")

    def total(name: str) -> int:
        return figures.get(name, Sums()).x

    return {
        "bot": bot,
        "wins": total("wins") / parts_per_round(matchup.seats),
        "share": value_of(share),
        "ci95": interval_of(share),
        "mean_score": value_of(estimate(figures, "score")),
        "mean_score_ci95": interval_of(estimate(figures, "score")),
        "calls": total("calls"),
        "turn_one_calls": total("turn_one_calls"),
        "calls_won": value_of(won),
        "calls_won_ci95": interval_of(won),
        "right_snaps": total("right_snaps"),
        "wrong_snaps": total("wrong_snaps"),
        "penalty_cards": total("penalty_cards"),
    }


def _text_row(name: str, figures: Figures, matchup: Matchup) -> list[str]:
    share = estimate(figures, "wins")
    calls, at_once, wrong = (figures.get(key, Sums()).x for key in ("calls", "turn_one_calls", "wrong_snaps"))
    return [
        name,
        f"{figures.get('wins', Sums()).x / parts_per_round(matchup.seats):,.1f}",
        percent(share),
        percents(share),
        number(estimate(figures, "score")),
        f"{calls:,}",
        f"{at_once:,}",
        percent(estimate(figures, "calls_won")),
        f"{wrong:,}",
    ]


def csv_rows(rows: list[dict[str, Any]], **same: object) -> list[Mapping[str, object]]:
    """Rows for a spreadsheet: an interval takes two columns, and the first columns are the same for all rows."""
    flat: list[Mapping[str, object]] = []
    for row in rows:
        cells: dict[str, object] = dict(same)
        for name, value in row.items():
            if isinstance(value, list):
                cells[name.replace("ci95", "low")], cells[name.replace("ci95", "high")] = value
            else:
                cells[name] = value
        flat.append(cells)
    return flat


def fault_as_json(report: FaultReport) -> dict[str, object]:
    return dict(vars(report))


def describe_faults(result: MatchupResult) -> list[str]:
    """What bots did wrong, in words: the first fault of each kind."""
    lines: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    for report in result.fault_reports:
        kind = (report.bot, report.came, report.notes)
        if kind in seen:
            continue
        seen.add(kind)
        where = f"deal {report.deal}, rotation {report.rotation}, seat {report.seat}, {report.moment}"
        lines.append(f"{report.bot} ({where}): expected {report.expected}, but found {report.came}")
        lines += [f"    {line}" for line in report.notes.splitlines()]
    if result.fault_count:
        lines.append(f"{result.fault_count:,} faults in {result.games:,} games; a stand-in decided instead")
    return lines
