"""A league: everybody meets everybody over the same kind of deals, and gets a rating from all of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from ..rules import Rules
from .errors import LabError
from .findings import DataTable, Dots, Findings, Matrix, interval_of, percent, percents, value_of
from .ledger import parts_of
from .lineup import check_table
from .matchup import duplicate
from .provenance import origin
from .rating import BLOCKS, TableRecord, ratings
from .statistics import Estimate, Sums, proportion
from .win_rates import as_json, told
from .workers import Crew, Result, measure

#: More tables than these are too many to play.
MOST_TABLES = 500


def pairings(bots: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """Every choice of bots that fills a table, by number; where there are too few bots, some sit there more than once.

    >>> pairings(["random", "casual", "expert"], 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> pairings(["casual", "expert"], 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    numbers = range(len(bots))
    if len(bots) >= seats:
        return list(combinations(numbers, seats))
    return [table for table in combinations_with_replacement(numbers, seats) if len(set(table)) > 1]


def league(rules: Rules, bots: tuple[str, ...], seats: int, seed: int, games: int, crew: Crew) -> Findings:
    """So many games at each table, from every rotation of the seats."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise LabError(f"a league needs two or more different bots, but found {', '.join(bots)}")
    check_table(rules, seats)
    tables = pairings(bots, seats)
    if len(tables) > MOST_TABLES:
        raise LabError(f"{len(bots)} bots fill {len(tables):,} tables of {seats}: expected {MOST_TABLES} at most")
    contests = [
        duplicate(rules, tuple(bots[bot] for bot in table), seed + number, games, keeps_deals=True)
        for number, table in enumerate(tables)
    ]
    measurement = measure(contests, crew)
    results = measurement.results
    rated = _rated(len(bots), tables, results, seed)
    overall = [_overall(bot, tables, results) for bot in range(len(bots))]
    crosses = [[_cross(one, other, tables, results) for other in range(len(bots))] for one in range(len(bots))]
    order = sorted(range(len(bots)), key=lambda bot: -rated[bot].value if rated else 0)
    document = {
        "rules": str(rules),
        "seats_at_a_table": seats,
        "seed": seed,
        "games": measurement.games,
        "seconds": measurement.seconds,
        "interrupted": measurement.is_interrupted,
        "bots": [_as_json(bots[bot], rated[bot] if rated else None, overall[bot]) for bot in range(len(bots))],
        "tables": [_table_as_json(result) for result in results],
        "faults": [as_json(complaint) for result in results for complaint in result.complaints],
        "fault_count": sum(result.faults for result in results),
        **origin(),
    }
    names = [bots[bot] for bot in order]
    ranked = [rated[bot] if rated else None for bot in order]
    return Findings(
        f"A league of {len(bots)} by {rules}, {seats} seats: {measurement.games:,} games, seed {seed}",
        document,
        [
            DataTable(
                "Ratings (400 points are ten times the strength; the mean is 1500)",
                ("bot", "rating", "95 % interval", "share won", "95 % interval"),
                [
                    [name, _rating(rating), _rating_interval(rating), percent(overall[bot]), percents(overall[bot])]
                    for name, rating, bot in zip(names, ranked, order, strict=True)
                ],
                [share.value if (share := overall[bot]) else 0.0 for bot in order],
            ),
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
        complaints=[line for result in results for line in told(result)],
    )


def _rated(bots: int, tables: Sequence[tuple[int, ...]], results: Sequence[Result], seed: int) -> list[Estimate]:
    """No ratings, if it was stopped before all tables were played."""
    if not all(result.deals for result in results):
        return []
    records = [_record(table, result) for table, result in zip(tables, results, strict=True)]
    return ratings(bots, records, seed)


def _record(table: tuple[int, ...], result: Result) -> TableRecord:
    """The deals in blocks of the same size, but for the last."""
    seats, deals = len(table), result.deals
    size = -(-deals // BLOCKS)
    parts = parts_of(seats)
    starts = range(0, deals, size)
    blocks = [
        [sum(result.ledger.won[start * seats + seat : (start + size) * seats : seats]) / parts for seat in range(seats)]
        for start in starts
    ]
    sizes = [min(size, deals - start) * result.contest.rotations for start in starts]
    return TableRecord(table, blocks, sizes)


def _added(wins: Sequence[Sums]) -> Sums:
    total = Sums()
    for sums in wins:
        total += sums
    return total


def _overall(bot: int, tables: Sequence[tuple[int, ...]], results: Sequence[Result]) -> Estimate | None:
    """What each of the bot's seats wins, over all tables."""
    return proportion(
        _added(
            [
                result.ledger.bots[seat]["wins"]
                for table, result in zip(tables, results, strict=True)
                if result.deals
                for seat, other in enumerate(table)
                if other == bot
            ]
        )
    )


def _cross(one: int, other: int, tables: Sequence[tuple[int, ...]], results: Sequence[Result]) -> Estimate | None:
    """Of the rounds that either of the two won at tables where both sat, the share of the first."""
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


def _table_as_json(result: Result) -> dict[str, Any]:
    shares = [proportion(figures["wins"]) for figures in result.ledger.bots]
    return {
        "bots": list(result.contest.bots),
        "seed": result.contest.seed,
        "games": result.games,
        "shares": [value_of(share) for share in shares],
        "ci95": [interval_of(share) for share in shares],
    }


def _rows(
    bots: Sequence[str],
    rated: Sequence[Estimate],
    overall: Sequence[Estimate | None],
    crosses: Sequence[Sequence[Estimate | None]],
    results: Sequence[Result],
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
