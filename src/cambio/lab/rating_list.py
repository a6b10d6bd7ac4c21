"""The rating list: a league of all levels and baselines for each rule book and size of table, as a page.

A league of many bots at larger tables would need hundreds of tables. Some of them do, if everybody meets everybody
about equally often; and tables with bots that think long play fewer games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..bots.baselines import ABOUT, BASELINES
from ..bots.styles import STYLES
from ..rules import Rules
from .errors import LabError
from .league import check_league, measure_league, pairings
from .lineup import is_level, style_of
from .provenance import provenance
from .workers import Workers

__all__ = ["RatingPlan", "measure_ratings", "rating_page"]

#: At larger tables each bot sits at about this many of them.
TABLES_OF_A_BOT = 8


@dataclass(frozen=True)
class RatingPlan:
    """Who plays, by which rules and at which tables, and how many games at each of them."""

    rule_sets: tuple[Rules, ...]  #: The rule books, each with a list of its own.
    seats: tuple[int, ...]  #: The sizes of tables, likewise.
    bots: tuple[str, ...]  #: Who is rated.
    seed: int  #: From which all deals come.
    games: int  #: At each table of quick bots.
    slow_games: int  #: At each table where a bot thinks long, or plays outside the core.

    def games_at(self, bots: Sequence[str]) -> int:
        """How many games a table plays."""
        is_quick = all(is_level(bot) and not style_of(bot, None).is_slow for bot in bots)
        return self.games if is_quick else self.slow_games


def everybody() -> tuple[str, ...]:
    """All levels of the ladder, whichever there are, and the baselines."""
    return (*STYLES, *BASELINES)


def choose_tables(bots: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """All tables, if they are few; else some at which everybody meets everybody about equally often.

    >>> tables = choose_tables("abcdefgh", 4)
    >>> len(tables), {sum(bot in table for table in tables) for bot in range(8)}
    (16, {8})
    """
    everyone = pairings(bots, seats)
    wanted = -(-TABLES_OF_A_BOT * len(bots) // seats)
    if seats == 2 or len(everyone) <= wanted:
        return everyone
    met = dict.fromkeys(combinations(range(len(bots)), 2), 0)
    sat = [0] * len(bots)
    chosen: list[tuple[int, ...]] = []

    def crowd(table: tuple[int, ...]) -> tuple[int, int, int]:
        """How often those at the table have sat anywhere, and met each other."""
        often = [met[pair] for pair in combinations(table, 2)]
        return sum(sat[bot] for bot in table), max(often), sum(often)

    for _ in range(wanted):
        table = min((each for each in everyone if each not in chosen), key=crowd)
        chosen.append(table)
        for bot in table:
            sat[bot] += 1
        for pair in combinations(table, 2):
            met[pair] += 1
    return chosen


def check_plan(plan: RatingPlan) -> None:
    """Refuse a plan that can't be played before anything is."""
    for rules in plan.rule_sets:
        for seats in plan.seats:
            check_league(rules, plan.bots, seats)


def measure_ratings(plan: RatingPlan, workers: Workers) -> Iterator[dict[str, Any]]:
    """The document of each league, rule book by rule book and size by size."""
    check_plan(plan)
    for rules in plan.rule_sets:
        for seats in plan.seats:
            findings = measure_league(
                rules,
                plan.bots,
                seats,
                plan.seed,
                plan.games,
                workers,
                tables=choose_tables(plan.bots, seats),
                games_at=plan.games_at,
            )
            yield dict(findings.document)


def rating_page(
    leagues: Sequence[Mapping[str, Any]], command: str, day: str, exploits: Sequence[Mapping[str, Any]] = ()
) -> str:
    """The page, in Markdown; what is known of best responses comes from another command."""
    parts = [
        "# The rating list",
        "How strong every level of the ladder is, beside baselines of the kinds that others have written for this "
        "game. This page is made by the command below; [the laboratory](LAB.md) tells what a rating is, and how its "
        "interval comes about.",
        "400 points are ten times the strength, and the mean of each list is 1500: ratings can be compared within a "
        "list, not between lists. A figure in brackets is the 95 % interval. Every seat of the tables that "
        "have played most is given half a round, and less of others in proportion, so whoever wins next to nothing is "
        "rated too high rather than too low.",
        "Tables of quick bots play more games than others, and tables with more games weigh more: no rating fits every "
        "table exactly, so quick bots are rated mostly by how they do among themselves.",
        "## All lists",
        _overview(leagues),
        "## Who plays",
        _who_plays(leagues),
    ]
    for league in leagues:
        parts += [f"## {_title(league)}", _league_table(league)]
    parts += [
        "## How exploitable they are",
        *_exploitability(exploits),
        "## How it was made",
        *_origin(leagues, command, day),
    ]
    return "\n\n".join(parts) + "\n"


def check_exploits(document: object) -> list[Mapping[str, Any]]:
    """What a command about best responses has found: a list of objects with these fields."""
    fields = {"bot", "rules", "seats", "response", "share", "ci95"}
    if not isinstance(document, list) or not all(isinstance(row, dict) and fields <= set(row) for row in document):
        raise LabError(f"--exploits: expected a list of objects with {', '.join(sorted(fields))}")
    return document


def _title(league: Mapping[str, Any]) -> str:
    return f"{league['rules']}, {league['seats_at_a_table']} seats"


def _ranked(league: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return sorted(league["bots"], key=lambda row: -row["rating"])


def _overview(leagues: Sequence[Mapping[str, Any]]) -> str:
    """A row for each bot, a column for each list; the strongest on average comes first."""
    by_list = [{row["bot"]: row["rating"] for row in league["bots"]} for league in leagues]
    names = sorted(by_list[0], key=lambda bot: -sum(each[bot] for each in by_list))
    rows = [[bot, *(f"{each[bot]:.0f}" for each in by_list)] for bot in names]
    return _table(["bot", *map(_title, leagues)], rows)


def _who_plays(leagues: Sequence[Mapping[str, Any]]) -> str:
    names = [row["bot"] for row in leagues[0]["bots"]]
    kinds = {name: ("level", STYLES[name].about) for name in names if name in STYLES}
    kinds |= {name: ("baseline", ABOUT[name]) for name in names if name in ABOUT}
    return _table(["bot", "", "plays"], [[name, *kinds.get(name, ("program", ""))] for name in names])


def _league_table(league: Mapping[str, Any]) -> str:
    rows = [
        [str(rank), row["bot"], _with_interval(row["rating"], row["rating_ci95"]), f"{_games_of(row['bot'], league):,}"]
        for rank, row in enumerate(_ranked(league), start=1)
    ]
    return _table(["", "bot", "rating", "games"], rows)


def _games_of(bot: str, league: Mapping[str, Any]) -> int:
    """How many it has played; tables differ in that, so that what it won of all would tell little."""
    return sum(table["games"] for table in league["tables"] if bot in table["bots"])


def _exploitability(exploits: Sequence[Mapping[str, Any]]) -> list[str]:
    about = (
        "A rating tells how a bot does against those who are listed. A best response is trained against one bot alone, "
        "and its share tells how much that bot can be exploited at least."
    )
    if not exploits:
        return [about, "No best responses have been measured for this list yet."]
    rows = [
        [row["bot"], row["rules"], str(row["seats"]), row["response"], _percent(row["share"], row["ci95"])]
        for row in exploits
    ]
    return [about, _table(["bot", "rules", "seats", "best response", "wins"], rows)]


def _origin(leagues: Sequence[Mapping[str, Any]], command: str, day: str) -> list[str]:
    made = provenance()
    games, seconds = (sum(league[name] for league in leagues) for name in ("games", "seconds"))
    faults = sum(league["fault_count"] for league in leagues)
    return [
        f"```sh\n{command}\n```",
        f"{games:,} games in {seconds / 60:.0f} minutes on {day}, seed {leagues[0]['seed']}, by Cambio "
        f"{made['version']} ({made['engine']} engine), Python {made['python']}, "
        f"{made['machine']}. Bots were at fault {faults} times.",
    ]


def _with_interval(value: float, bounds: Sequence[float]) -> str:
    return f"{value:.0f} ({bounds[0]:.0f} to {bounds[1]:.0f})"


def _percent(share: float, bounds: Sequence[float]) -> str:
    return f"{share * 100:.1f} % ({bounds[0] * 100:.1f} to {bounds[1] * 100:.1f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *rows])
