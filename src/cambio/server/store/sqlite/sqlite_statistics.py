"""The SQL about figures of rounds: a function for each request, which runs within a transaction of its caller.

Figures are kept with their round and go with it; sums are made by queries that walk in one index.
"""

from __future__ import annotations

from collections.abc import Sequence
from sqlite3 import Connection

from ..contract import Finished
from ..statistics import SPANS, MatchCount, PointsSpan, RoundCount, RoundFigures, Statistics
from .sqlite_queries import archive_round

_ADD_FIGURES = """
    INSERT INTO figures (person_id, finished, finished_id, seat, book, points, has_won, right_calls, wrong_calls,
        right_snaps, wrong_snaps, late_snaps)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ADD_REACTION = """
    INSERT INTO reaction (finished_id, seat, number, person_id, book, milliseconds) VALUES (?, ?, ?, ?, ?, ?)
"""
# Who had two seats in a match has played it once.
_RESULTS = """
    WITH results AS (
        SELECT at, match_id, book, has_bots, rival, max(has_won) AS has_won FROM match_player
        WHERE person_id = :person_id AND is_over AND (:book IS NULL OR book = :book) GROUP BY at, match_id
    )
"""
_COUNT_MATCHES = "SELECT book, has_bots, rival, count(*), sum(has_won) FROM results GROUP BY book, has_bots, rival"
# Matches with the same number of losses before them are one row of wins, after the loss that began it.
_STREAKS = """
    , counted AS (SELECT has_won, sum(NOT has_won) OVER (ORDER BY at, match_id) AS losses FROM results)
    , streaks AS (SELECT losses, sum(has_won) AS wins FROM counted GROUP BY losses)
    SELECT coalesce((SELECT wins FROM streaks ORDER BY losses DESC LIMIT 1), 0), coalesce(max(wins), 0) FROM streaks
"""
_COUNT_ROUNDS = """
    SELECT count(*), coalesce(sum(has_won), 0), coalesce(sum(right_calls), 0), coalesce(sum(wrong_calls), 0),
        coalesce(sum(right_snaps), 0), coalesce(sum(wrong_snaps), 0), coalesce(sum(late_snaps), 0)
    FROM figures WHERE person_id = :person_id AND (:book IS NULL OR book = :book)
"""
_COUNT_REACTIONS = "SELECT count(*) FROM reaction WHERE person_id = :person_id AND (:book IS NULL OR book = :book)"
_MEDIAN = """
    SELECT milliseconds FROM reaction WHERE person_id = :person_id AND (:book IS NULL OR book = :book)
    ORDER BY milliseconds LIMIT 1 OFFSET :before
"""
_POINTS = """
    WITH spans AS (
        SELECT finished, points, ntile(:spans) OVER (ORDER BY finished, finished_id, seat) AS span
        FROM figures WHERE person_id = :person_id AND (:book IS NULL OR book = :book)
    )
    SELECT min(finished), max(finished), count(*), avg(points) FROM spans GROUP BY span ORDER BY span
"""


def archive_counted_round(finished: Finished, figures: Sequence[RoundFigures], db: Connection) -> None:
    archive_round(finished, db)
    for each in figures:
        which = (each.person_id, finished.finished, finished.id, each.seat, finished.book, each.points, each.has_won)
        snaps = (each.right_snaps, each.wrong_snaps, each.late_snaps)
        db.execute(_ADD_FIGURES, (*which, each.right_calls, each.wrong_calls, *snaps))
        db.executemany(
            _ADD_REACTION,
            [
                (finished.id, each.seat, number, each.person_id, finished.book, milliseconds)
                for number, milliseconds in enumerate(each.reactions)
            ],
        )


def find_statistics(person_id: str, book: str | None, db: Connection) -> Statistics:
    asked = {"person_id": person_id, "book": book}
    results = [
        MatchCount(named, bool(has_bots), rival, matches, wins)
        for named, has_bots, rival, matches, wins in db.execute(_RESULTS + _COUNT_MATCHES, asked)
    ]
    streak, longest = db.execute(_RESULTS + _STREAKS, asked).fetchone()
    rounds = RoundCount(*db.execute(_COUNT_ROUNDS, asked).fetchone())
    (reactions,) = db.execute(_COUNT_REACTIONS, asked).fetchone()
    median = db.execute(_MEDIAN, asked | {"before": reactions // 2}).fetchone()
    return Statistics(
        results=tuple(results),
        streak=streak,
        longest_streak=longest,
        rounds=rounds,
        reaction=median[0] if median is not None else None,
        reactions=reactions,
        points=tuple(PointsSpan(*row) for row in db.execute(_POINTS, asked | {"spans": SPANS})),
    )
