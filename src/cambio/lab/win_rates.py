"""Play: how often each bot of a line-up wins, over the same deals from every seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..places import listed
from ..rules import Rules
from .external_games import Complaint
from .findings import DataTable, Dots, Findings, interval_of, number, percent, percents, value_of
from .ledger import Figures, parts_of
from .lineup import check_table
from .matchup import Matchup, duplicate
from .provenance import origin
from .statistics import Estimate, Sums, mean, proportion
from .workers import Crew, Result, measure

HEAD = ("bot", "wins", "share", "95 % interval", "score", "calls", "on turn one", "calls won", "wrong snaps")


def play(rules: Rules, bots: tuple[str, ...], seed: int, games: int, crew: Crew) -> Findings:
    """Each deal is played from all rotations of the seats, and counts as one observation."""
    check_table(rules, len(bots))
    measurement = measure([duplicate(rules, bots, seed, games)], crew)
    result = measurement.results[0]
    contest = result.contest
    rows = [_row(bot, figures, contest) for bot, figures in zip(bots, figures_of(result), strict=True)]
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
        "faults": [as_json(complaint) for complaint in result.complaints],
        "fault_count": result.faults,
        **origin(),
    }
    names = numbered(bots)
    table = DataTable(
        "",
        HEAD,
        [_words(name, figures, contest) for name, figures in zip(names, figures_of(result), strict=True)],
        [share.value if share else 0.0 for share in shares],
    )
    even = 1 / contest.seats
    charts = [
        Dots("Share of the rounds won", names, shares, "share of rounds", even, "even"),
        Dots("Score a round", names, [estimate(figures, "score") for figures in figures_of(result)], "points"),
        Dots("Calls won", names, [estimate(figures, "calls_won") for figures in figures_of(result)], "share of calls"),
    ]
    return Findings(
        f"{listed(list(bots))} by {rules}: {result.games:,} games of {result.deals:,} deals, seed {seed}",
        document,
        [table],
        rows_with(rows, rules=str(rules), seed=seed, games=result.games),
        charts,
        is_interrupted=measurement.is_interrupted,
        complaints=told(result),
    )


def figures_of(result: Result) -> list[Figures]:
    """The figures of each bot; none, if nothing was played."""
    return result.ledger.bots or [{} for _ in result.contest.bots]


SHARES = {"wins", "calls_won"}


def estimate(figures: Figures, name: str) -> Estimate | None:
    """A figure of a bot by name, with its interval."""
    sums = figures.get(name, Sums())
    return proportion(sums) if name in SHARES else mean(sums)


def numbered(bots: tuple[str, ...]) -> list[str]:
    """Bots of the same name apart.

    >>> numbered(("expert", "casual", "expert"))
    ['expert 1', 'casual', 'expert 2']
    """
    return [bot if bots.count(bot) == 1 else f"{bot} {bots[: index + 1].count(bot)}" for index, bot in enumerate(bots)]


def _row(bot: str, figures: Figures, contest: Matchup) -> dict[str, Any]:
    share, won = estimate(figures, "wins"), estimate(figures, "calls_won")

    def total(name: str) -> int:
        return figures.get(name, Sums()).x

    return {
        "bot": bot,
        "wins": total("wins") / parts_of(contest.seats),
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


def _words(name: str, figures: Figures, contest: Matchup) -> list[str]:
    share = estimate(figures, "wins")
    calls, at_once, wrong = (figures.get(key, Sums()).x for key in ("calls", "turn_one_calls", "wrong_snaps"))
    return [
        name,
        f"{figures.get('wins', Sums()).x / parts_of(contest.seats):,.1f}",
        percent(share),
        percents(share),
        number(estimate(figures, "score")),
        f"{calls:,}",
        f"{at_once:,}",
        percent(estimate(figures, "calls_won")),
        f"{wrong:,}",
    ]


def rows_with(rows: list[dict[str, Any]], **same: object) -> list[Mapping[str, object]]:
    """Rows for a spreadsheet: intervals in two columns, and what is the same for all."""
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


def as_json(complaint: Complaint) -> dict[str, object]:
    return dict(vars(complaint))


def told(result: Result) -> list[str]:
    """What bots did wrong, in words: the first complaint of each kind."""
    lines: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    for complaint in result.complaints:
        kind = (complaint.bot, complaint.came, complaint.notes)
        if kind in seen:
            continue
        seen.add(kind)
        where = f"deal {complaint.deal}, rotation {complaint.rotation}, seat {complaint.seat}, {complaint.moment}"
        lines.append(f"{complaint.bot} ({where}): expected {complaint.expected}, but found {complaint.came}")
        lines += [f"    {line}" for line in complaint.notes.splitlines()]
    if result.faults:
        lines.append(f"{result.faults:,} faults in {result.games:,} games; a stand-in decided instead")
    return lines
