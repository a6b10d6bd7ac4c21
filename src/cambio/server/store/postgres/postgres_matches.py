"""The SQL about matches on PostgreSQL."""

from __future__ import annotations

import asyncpg
from asyncpg.pool import PoolConnectionProxy as Connection

from ..contract import Finished
from ..errors import NoSuchPerson, NoSuchTable
from ..matches import ListedMatch, MatchFilter, MatchKey, MatchPlayer, PlayedMatch
from .postgres_queries import find_rounds

_KEEP_MATCH = """
    INSERT INTO "match" (id, table_id, rules, began, at, played, rounds, is_over)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, began = excluded.began, at = excluded.at,
        played = excluded.played, rounds = excluded.rounds, is_over = excluded.is_over
    WHERE excluded.at >= "match".at AND excluded.rounds >= "match".rounds RETURNING TRUE
"""
_ADD_PLAYER = """
    INSERT INTO match_player
        (match_id, seat, person_id, name, tally, has_won, level, at, book, has_bots, rival, is_over)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
"""
_MATCH = """
    SELECT table_id, rules, began, at, played, rounds, is_over, NOT is_purged AS has_table
    FROM "match" JOIN "table" ON "table".id = table_id WHERE "match".id = $1
"""
_PLAYERS = "SELECT person_id, seat, name, tally, has_won, level FROM match_player WHERE match_id = $1 ORDER BY seat"
# Everything that is asked for stands in one index; who had two seats in a match finds it once.
_MATCHES_OF = """
    SELECT match_id FROM match_player
    WHERE person_id = $1 AND (at, match_id) < ($2, $3)
        AND ($4::text IS NULL OR book = $4) AND (NOT $5::boolean OR NOT has_bots) AND (NOT $6::boolean OR has_won)
    GROUP BY at, match_id ORDER BY at DESC, match_id DESC LIMIT $7
"""
_END_OF_TIME = MatchKey(2**63 - 1, "")
_ROUNDS = "SELECT round, id FROM finished WHERE match_id = $1 ORDER BY round"


async def keep_match(match: PlayedMatch, db: Connection) -> None:
    facts = (match.id, match.table_id, match.rules, match.began, match.at, match.played, match.rounds, match.is_over)
    try:
        if not await db.fetchval(_KEEP_MATCH, *facts):
            return
    except asyncpg.ForeignKeyViolationError as broken:
        raise NoSuchTable(match.table_id) from broken
    await db.execute("DELETE FROM match_player WHERE match_id = $1", match.id)
    for_lists = (match.at, match.book, match.has_bots, match.rival, match.is_over)
    try:
        await db.executemany(
            _ADD_PLAYER,
            [
                (match.id, each.seat, each.person_id, each.name, each.tally, each.has_won, each.level, *for_lists)
                for each in match.players
            ],
        )
    except asyncpg.ForeignKeyViolationError as broken:
        raise NoSuchPerson(", ".join(each.person_id for each in match.players if each.person_id)) from broken


async def find_match(match_id: str, db: Connection) -> PlayedMatch | None:
    listed = await _find_listed(match_id, db)
    return None if listed is None else listed.match


async def _find_listed(match_id: str, db: Connection) -> ListedMatch | None:
    row = await db.fetchrow(_MATCH, match_id)
    if row is None:
        return None
    facts = dict(row)
    has_table = facts.pop("has_table")
    players = tuple([MatchPlayer(*player) for player in await db.fetch(_PLAYERS, match_id)])
    archived: dict[int, str] = {row["round"]: row["id"] for row in await db.fetch(_ROUNDS, match_id)}
    return ListedMatch(PlayedMatch(match_id, **facts, players=players), has_table, archived)


async def find_matches_of(
    person_id: str, limit: int, before: MatchKey | None, wanted: MatchFilter, db: Connection
) -> list[ListedMatch]:
    end = before or _END_OF_TIME
    asked = (person_id, end.at, end.id, wanted.book, wanted.only_people, wanted.only_won, limit)
    found = [await _find_listed(row["match_id"], db) for row in await db.fetch(_MATCHES_OF, *asked)]
    return [listed for listed in found if listed is not None]


async def find_rounds_of_match(match_id: str, db: Connection) -> list[Finished]:
    return await find_rounds([row["id"] for row in await db.fetch(_ROUNDS, match_id)], db)
