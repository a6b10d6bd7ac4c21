"""The SQL about figures of rounds on PostgreSQL: they are kept with their round and go with it."""

from __future__ import annotations

from collections.abc import Sequence

from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import Finished
from ..statistics import SPANS, MatchCount, PointsSpan, RoundCount, RoundFigures, Statistics
from .postgres_queries import archive_round

_ADD_FIGURES = """
    INSERT INTO figures (person_id, finished, finished_id, seat, book, points, has_won, right_calls, wrong_calls,
        right_snaps, wrong_snaps, late_snaps)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
"""
_ADD_REACTION = """
    INSERT INTO reaction (finished_id, seat, number, person_id, book, milliseconds) VALUES ($1, $2, $3, $4, $5, $6)
"""
# Who had two seats in a match has played it once.
_RESULTS = """
    WITH results AS (
        SELECT at, match_id, book, has_bots, rival, bool_or(has_won) AS has_won FROM match_player
        WHERE person_id = $1 AND is_over AND ($2::text IS NULL OR book = $2)
        GROUP BY at, match_id, book, has_bots, rival
    )
"""
_COUNT_MATCHES = """
    SELECT book, has_bots, rival, count(*), count(*) FILTER (WHERE has_won) FROM results
    GROUP BY book, has_bots, rival ORDER BY book, has_bots, rival NULLS FIRST
"""
# Matches with the same number of losses before them are one row of wins, after the loss that began it.
_STREAKS = """
    , counted AS (
        SELECT has_won, count(*) FILTER (WHERE NOT has_won) OVER (ORDER BY at, match_id) AS losses FROM results
    ), streaks AS (SELECT losses, count(*) FILTER (WHERE has_won) AS wins FROM counted GROUP BY losses)
    SELECT coalesce((SELECT wins FROM streaks ORDER BY losses DESC LIMIT 1), 0), coalesce(max(wins), 0) FROM streaks
"""
_COUNT_ROUNDS = """
    SELECT count(*), count(*) FILTER (WHERE has_won), coalesce(sum(right_calls), 0)::bigint,
        coalesce(sum(wrong_calls), 0)::bigint, coalesce(sum(right_snaps), 0)::bigint,
        coalesce(sum(wrong_snaps), 0)::bigint, coalesce(sum(late_snaps), 0)::bigint
    FROM figures WHERE person_id = $1 AND ($2::text IS NULL OR book = $2)
"""
_COUNT_REACTIONS = "SELECT count(*) FROM reaction WHERE person_id = $1 AND ($2::text IS NULL OR book = $2)"
_MEDIAN = """
    SELECT milliseconds FROM reaction WHERE person_id = $1 AND ($2::text IS NULL OR book = $2)
    ORDER BY milliseconds LIMIT 1 OFFSET $3
"""
_POINTS = """
    WITH spans AS (
        SELECT finished, points, ntile($3::int) OVER (ORDER BY finished, finished_id, seat) AS span
        FROM figures WHERE person_id = $1 AND ($2::text IS NULL OR book = $2)
    )
    SELECT min(finished), max(finished), count(*), avg(points)::float8 FROM spans GROUP BY span ORDER BY span
"""


async def archive_counted_round(finished: Finished, figures: Sequence[RoundFigures], db: Connection) -> None:
    await archive_round(finished, db)
    for each in figures:
        which = (each.person_id, finished.finished, finished.id, each.seat, finished.book, each.points, each.has_won)
        snaps = (each.right_snaps, each.wrong_snaps, each.late_snaps)
        await db.execute(_ADD_FIGURES, *which, each.right_calls, each.wrong_calls, *snaps)
        await db.executemany(
            _ADD_REACTION,
            [
                (finished.id, each.seat, number, each.person_id, finished.book, milliseconds)
                for number, milliseconds in enumerate(each.reactions)
            ],
        )


async def find_statistics(person_id: str, book: str | None, db: Connection) -> Statistics:
    asked = (person_id, book)
    results = [MatchCount(*row) for row in await db.fetch(_RESULTS + _COUNT_MATCHES, *asked)]
    ((streak, longest),) = await db.fetch(_RESULTS + _STREAKS, *asked)
    (rounds,) = [RoundCount(*row) for row in await db.fetch(_COUNT_ROUNDS, *asked)]
    reactions = await db.fetchval(_COUNT_REACTIONS, *asked)
    median = await db.fetchval(_MEDIAN, *asked, reactions // 2)
    return Statistics(
        results=tuple(results),
        streak=streak,
        longest_streak=longest,
        rounds=rounds,
        reaction=median,
        reactions=reactions,
        points=tuple([PointsSpan(*row) for row in await db.fetch(_POINTS, *asked, SPANS)]),
    )
