"""A league: every bot meets every other one over duplicate deals, and all get ratings from that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from ..bots.external import DECISION_TIMEOUT
from ..rules import Rules
from .adaptation.traits_file import TraitsBook
from .errors import LabError
from .findings import DataTable, Dots, Findings, Matrix, interval_of, percent, percents, value_of
from .ledger import parts_per_round
from .lineup import check_table
from .matchup import Matchup
from .measurement import MatchupResult, Measurement, measure
from .provenance import provenance
from .rating import BLOCKS, TableRecord, ratings
from .round_export import RoundExport
from .statistics import Estimate, Sums, proportion
from .win_rates import describe_faults, fault_as_json, listeners_of, run_settings
from .workers import Workers

__all__ = ["measure_league"]

#: A league that would have more tables is refused.
MAX_TABLES = 500


def pairings(bots: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """Every choice of bots for a table, by number; where there are too few bots, some sit there more than once.

    >>> pairings(["random", "casual", "expert"], 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> pairings(["casual", "expert"], 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    numbers = range(len(bots))
    if len(bots) >= seats:
        return list(combinations(numbers, seats))
    return [table for table in combinations_with_replacement(numbers, seats) if len(set(table)) > 1]


def check_league(rules: Rules, bots: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """The tables at which the bots meet; a league that can't be played is refused."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise LabError(f"a league needs two or more different bots, but found {', '.join(bots)}")
    check_table(rules, seats)
    tables = pairings(bots, seats)
    if len(tables) > MAX_TABLES:
        raise LabError(f"{len(bots)} bots fill {len(tables):,} tables of {seats}: expected {MAX_TABLES} at most")
    return tables


def measure_league(
    rules: Rules,
    bots: tuple[str, ...],
    seats: int,
    seed: int,
    games: int,
    workers: Workers,
    *,
    time_limit: float = DECISION_TIMEOUT,
    traits: TraitsBook | None = None,
    export: RoundExport | None = None,
    tables: Sequence[tuple[int, ...]] = (),
    games_at: Callable[[tuple[str, ...]], int] | None = None,
) -> Findings:
    """Play that many games at each table, or as many as ``games_at`` says, every deal with all rotations of the seats.

    Everybody meets everybody, unless the tables are given, by the numbers of the bots.
    """
    tables = tables or check_league(rules, bots, seats)
    settings = run_settings(rules, seats, time_limit, traits, export)
    lineups = [tuple(bots[bot] for bot in table) for table in tables]
    counts = [games_at(lineup) if games_at else games for lineup in lineups]
    matchups = [
        Matchup.duplicate(rules, lineup, seed + number, count, keeps_deals=True, **settings)
        for number, (lineup, count) in enumerate(zip(lineups, counts, strict=True))
    ]
    measurement = measure(matchups, workers, listeners_of(export))
    results = measurement.results
    rated = _rate(len(bots), tables, results, seed)
    overall = [_overall_share(bot, tables, results) for bot in range(len(bots))]
    crosses = [[_share_against(one, other, tables, results) for other in range(len(bots))] for one in range(len(bots))]
    order = sorted(range(len(bots)), key=lambda bot: -rated[bot].value if rated else 0)
    names = [bots[bot] for bot in order]
    ranked = [rated[bot] if rated else None for bot in order]
    return Findings(
        f"A league of {len(bots)} by {rules}, {seats} seats: {measurement.games:,} games, seed {seed}",
        _document(rules, bots, seats, seed, measurement, rated, overall),
        [
            _rating_table(names, ranked, [overall[bot] for bot in order]),
            _cross_table(names, [[crosses[one][other] for other in order] for one in order], seats),
        ],
        _rows(bots, rated, overall, crosses, results, rules, seed),
        [
            Dots("Ratings", names, ranked, "Elo points", 1500, "mean"),
            Matrix(
                "Share won by the row against the column",
                names,
                [[value_of(crosses[one][other]) for other in order] for one in order],
            ),
        ],
        is_interrupted=measurement.is_interrupted,
        faults=[line for result in results for line in describe_faults(result)],
    )


def _document(
    rules: Rules,
    bots: Sequence[str],
    seats: int,
    seed: int,
    measurement: Measurement,
    rated: Sequence[Estimate],
    overall: Sequence[Estimate | None],
) -> dict[str, Any]:
    """Everything, as JSON can hold it."""
    results = measurement.results
    return {
        "rules": str(rules),
        "seats_at_a_table": seats,
        "seed": seed,
        "games": measurement.games,
        "seconds": measurement.seconds,
        "interrupted": measurement.is_interrupted,
        "bots": [_as_json(bots[bot], rated[bot] if rated else None, overall[bot]) for bot in range(len(bots))],
        "tables": [_table_as_json(result) for result in results],
        "faults": [fault_as_json(report) for result in results for report in result.fault_reports],
        "fault_count": sum(result.fault_count for result in results),
        **provenance(),
    }


def _rate(bots: int, tables: Sequence[tuple[int, ...]], results: Sequence[MatchupResult], seed: int) -> list[Estimate]:
    """The ratings; none, if the run was interrupted before all tables had played."""
    if not all(result.deals for result in results):
        return []
    records = [_record(table, result) for table, result in zip(tables, results, strict=True)]
    return ratings(bots, records, seed)


def _record(table: tuple[int, ...], result: MatchupResult) -> TableRecord:
    """What each seat won, in blocks of deals of the same size, but for the last."""
    seats, deals = len(table), result.deals
    size = -(-deals // BLOCKS)
    parts = parts_per_round(seats)
    starts = range(0, deals, size)
    blocks = [
        [sum(result.ledger.won[start * seats + seat : (start + size) * seats : seats]) / parts for seat in range(seats)]
        for start in starts
    ]
    sizes = [min(size, deals - start) * result.matchup.rotations for start in starts]
    return TableRecord(table, blocks, sizes)


def _add_up(wins: Sequence[Sums]) -> Sums:
    total = Sums()
    for sums in wins:
        total += sums
    return total


def _overall_share(bot: int, tables: Sequence[tuple[int, ...]], results: Sequence[MatchupResult]) -> Estimate | None:
    """What each of the bot's seats wins, over all tables."""
    return proportion(
        _add_up(
            [
                result.ledger.bots[seat]["wins"]
                for table, result in zip(tables, results, strict=True)
                if result.deals
                for seat, other in enumerate(table)
                if other == bot
            ]
        )
    )


def _share_against(
    one: int, other: int, tables: Sequence[tuple[int, ...]], results: Sequence[MatchupResult]
) -> Estimate | None:
    """The first bot's share of the rounds that either of the two won, at tables where both sat."""
    total = Sums()
    for table, result in zip(tables, results, strict=True):
        if one == other or one not in table or other not in table or not result.deals:
            continue
        seats = len(table)
        won = result.ledger.won
        mine, theirs = ([won[seat::seats] for seat in range(seats) if table[seat] == bot] for bot in (one, other))
        first = [sum(parts) for parts in zip(*mine, strict=True)]
        both = [sum(parts) for parts in zip(first, *theirs, strict=True)]
        total += Sums.of(first, both)
    return proportion(total)


def _rating_table(
    names: Sequence[str], ratings: Sequence[Estimate | None], shares: Sequence[Estimate | None]
) -> DataTable:
    return DataTable(
        "Ratings (400 points are ten times the strength; the mean is 1500)",
        ("bot", "rating", "95 % interval", "share won", "95 % interval"),
        [
            [name, _rating(rating), _rating_interval(rating), percent(share), percents(share)]
            for name, rating, share in zip(names, ratings, shares, strict=True)
        ],
        [share.value if share else 0.0 for share in shares],
    )


def _rating(rating: Estimate | None) -> str:
    return "-" if rating is None else f"{rating.value:.0f}"


def _rating_interval(rating: Estimate | None) -> str:
    return "-" if rating is None else f"{rating.low:.0f} to {rating.high:.0f}"


def _cross_table(names: Sequence[str], crosses: Sequence[Sequence[Estimate | None]], seats: int) -> DataTable:
    title = "Share won by the row against the column"
    if seats > 2:
        title += ", of the rounds that one of the two won"
    rows = [[name, *map(percent, row)] for name, row in zip(names, crosses, strict=True)]
    return DataTable(title, ("", *names), rows)


def _as_json(bot: str, rating: Estimate | None, share: Estimate | None) -> dict[str, Any]:
    return {
        "bot": bot,
        "rating": value_of(rating),
        "rating_ci95": interval_of(rating),
        "share": value_of(share),
        "ci95": interval_of(share),
    }


def _table_as_json(result: MatchupResult) -> dict[str, Any]:
    shares = [proportion(figures["wins"]) for figures in result.ledger.bots]
    return {
        "bots": list(result.matchup.bots),
        "seed": result.matchup.seed,
        "games": result.games,
        "shares": [value_of(share) for share in shares],
        "ci95": [interval_of(share) for share in shares],
    }


def _rows(
    bots: Sequence[str],
    rated: Sequence[Estimate],
    overall: Sequence[Estimate | None],
    crosses: Sequence[Sequence[Estimate | None]],
    results: Sequence[MatchupResult],
    rules: Rules,
    seed: int,
) -> list[dict[str, object]]:
    """A row for each bot, with its rating, and one for each that it met."""
    rows: list[dict[str, object]] = []
    games = sum(result.games for result in results)
    for one, bot in enumerate(bots):
        rating = rated[one] if rated else None
        for other, against in enumerate(["", *bots], start=-1):
            if other == one:
                continue
            share = overall[one] if other < 0 else crosses[one][other]
            low, high = interval_of(share)
            row: dict[str, object] = {"rules": str(rules), "seed": seed, "league_games": games, "bot": bot}
            row |= {"against": against, "share": value_of(share), "low": low, "high": high}
            rating_low, rating_high = interval_of(rating if other < 0 else None)
            row |= {"rating": value_of(rating if other < 0 else None)}
            rows.append(row | {"rating_low": rating_low, "rating_high": rating_high})
    return rows
